"""Read one letter in a process that has done nothing before, and print the seconds."""

import sys
from time import perf_counter

from benchmarks.props import ground


def main() -> None:
    database_url, letter_id = sys.argv[1], int(sys.argv[2])
    with ground.house(database_url) as house:
        reader = ground.letter_reader(house)
        begun = perf_counter()
        reader.read(letter_id)
        print(perf_counter() - begun)


if __name__ == "__main__":
    main()

"""`./run gallery [FOLDER]`: every kind of mail in a folder, with a page to look at them."""

import argparse
import sys
from pathlib import Path

from tests.gallery.writing import write


def main() -> None:
    asked = argparse.ArgumentParser(prog="./run gallery", description=__doc__)
    asked.add_argument("folder", nargs="?", default=".gallery", type=Path)
    asked.add_argument("--no-pictures", action="store_true", help="frames instead of pictures")
    asked.add_argument("--only", default="", help="mails whose name has this in it")
    given = asked.parse_args()
    page = write(given.folder, _say, pictures=not given.no_pictures, only=given.only)
    print(f"look at {page.resolve().as_uri()}")


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()

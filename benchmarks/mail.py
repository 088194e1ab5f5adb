"""What letters and notices cost: `python -m benchmarks.mail`.

The mails of `tests/cases/letters` are read, from their raw bytes to the orders and what else
the use cases see, in this process and without a database. Each is read in turn with the
reference: the standard library's `BytesParser(policy=compat32)` on the same bytes, which
only takes a mail apart. Hostile letters (those of `benchmarks.reading`, and mutations of the
corpus) are each read once and must stay below a second. Mails of every kind that the
service sends are rendered. Last, letters that ask for `help` come by LMTP until all are
answered by SMTP: here, and in turn by GNU Mailman 3, where that can be installed.
"""

import argparse
import random
import statistics
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.parser import BytesParser
from email.policy import compat32
from pathlib import Path
from time import perf_counter

from benchmarks import reading
from benchmarks.props import answering
from pbem.mailin.conformance import cases_of, identity_of, read_case
from pbem.mailout.compose import compose
from tests.mailin.test_fuzz import mutated
from tests.mailout.build import OUTSIDE, every_kind

SEED = 20_260
CASES = Path(__file__).parents[1] / "tests" / "cases" / "letters"
SERVICE = identity_of(CASES)


@dataclass(frozen=True, slots=True)
class Size:
    """How often each mail is read, and how many mutations of them."""

    rounds: int = 200
    mutations: int = 10_000
    rendered: int = 20
    asked: int = 200
    turns: int = 4
    hostile: reading.Size = field(default_factory=reading.Size)


QUICK = Size(rounds=1, mutations=5, rendered=1, asked=3, turns=1, hostile=reading.QUICK)


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One shared mail: the seconds of each reading, and of the reference's."""

    file: str
    times: list[float] = field(default_factory=list)
    reference: list[float] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        """The best reading, in best readings of the reference: both had bad luck otherwise."""
        return min(self.times) / min(self.reference)


def letters() -> dict[str, bytes]:
    """Return the shared mails as they come over the wire, with CRLF."""
    return {
        case["file"]: (CASES / case["file"])
        .read_bytes()
        .replace(b"\r\n", b"\n")
        .replace(b"\n", b"\r\n")
        for case in cases_of(CASES)
    }


def seconds(what: Callable[[], object]) -> float:
    """Return the seconds of one call."""
    begun = perf_counter()
    what()
    return perf_counter() - begun


def parsed(raw: bytes) -> object:
    """Return what the reference makes of a mail."""
    return BytesParser(policy=compat32).parsebytes(raw)


def shared(size: Size) -> list[Case]:
    """Return the shared mails with their times; both sides take turns."""
    found = {Case(file): raw for file, raw in letters().items()}
    for _ in range(size.rounds):
        for case, raw in found.items():
            case.times.append(seconds(lambda raw=raw: read_case(raw, SERVICE)))
            case.reference.append(seconds(lambda raw=raw: parsed(raw)))
    return list(found)


def hostile(size: Size) -> Iterator[tuple[str, float]]:
    """Yield hostile letters, by name, with the seconds of a single reading."""
    for what, make in reading.LETTERS:
        raw = make(size.hostile)
        yield what, seconds(lambda raw=raw: reading.taken(raw))
    chance = random.Random(SEED)
    mails = [raw.replace(b"\r\n", b"\n") for raw in letters().values()]
    for number in range(size.mutations):
        raw = mutated(chance, chance.choice(mails))
        yield f"mutation {number}", seconds(lambda raw=raw: read_case(raw, SERVICE))


def notices(size: Size) -> tuple[int, float]:
    """Render mails of every kind; return how many, and the seconds of all."""
    told = [one for _, one in every_kind()]
    for one in told:
        compose(one, OUTSIDE)
    whole = seconds(lambda: [compose(one, OUTSIDE) for _ in range(size.rendered) for one in told])
    return len(told) * size.rendered, whole


def answers(size: Size) -> Iterator[tuple[str, list[float] | None]]:
    """Yield both sides with the answers a second of each turn; None if it is not there.

    The first letters are not counted: they find everything cold.
    """
    with answering.service() as ours, answering.mailman() as theirs:
        sides = [("this service", ours), ("GNU Mailman", theirs)]
        found = {name: [] if ask else None for name, ask in sides}
        for turn in range(size.turns + 1):
            for name, ask in sides:
                rates = found[name]
                if ask is None or rates is None:
                    continue
                took = ask(size.asked)
                if turn:
                    rates.append(size.asked / took)
        yield from found.items()


def lines(size: Size) -> Iterator[str]:
    """Yield the lines of the table."""
    cases = shared(size)
    times = sorted(time * 1000 for case in cases for time in case.times)
    ratios = sorted(case.ratio for case in cases)
    worst = max(cases, key=lambda case: max(case.times))
    yield f"{'shared mails':<40}{len(cases):>12,}"
    yield f"{'letters read a second':<40}{len(times) / sum(times) * 1000:>12,.0f}"
    yield f"{'a letter, median, ms':<40}{statistics.median(times):>12.3f}"
    yield f"{'a letter, p99, ms':<40}{times[int(len(times) * 0.99)]:>12.3f}"
    yield f"{'a letter, worst, ms':<40}{times[-1]:>12.3f}  {worst.file} (wanted: 100)"
    middle = statistics.median(ratios)
    yield f"{'in readings of the reference, median':<40}{middle:>12.2f}  (wanted: 4)"
    yield f"{'in readings of the reference, worst':<40}{ratios[-1]:>12.2f}"
    count, slowest = 0, ("", 0.0)
    for what, took in hostile(size):
        count, slowest = count + 1, max(slowest, (what, took), key=lambda one: one[1])
    yield f"{'hostile letters':<40}{count:>12,}"
    yield f"{'the slowest of them, ms':<40}{slowest[1] * 1000:>12.1f}  {slowest[0]} (wanted: 1,000)"
    rendered, took = notices(size)
    yield f"{'notices rendered a second':<40}{rendered / took:>12,.0f}"
    for name, rates in answers(size):
        what = f"help, LMTP to SMTP, a second: {name}"
        told = f"{statistics.median(rates):,.0f}" if rates else "not to be had here"
        yield f"{what:<46}{told:>6}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.mail")
    parser.add_argument("--quick", action="store_true", help="only see whether it runs")
    size = QUICK if parser.parse_args().quick else Size()
    print(f"seed {SEED}, {size.rounds} rounds, one core")
    for line in lines(size):
        print(line)


if __name__ == "__main__":
    main()

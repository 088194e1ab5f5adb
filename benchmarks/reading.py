"""What hostile letters cost to read: `python -m benchmarks.reading`.

Letters that somebody might send to hurt are read, from their raw bytes to what the use
cases see, in this process and without a database. Each is read in turn with a plain
answer (a bid above a quoted mail, as a mail program writes it), which is the reference:
the last columns say what a letter costs in plain answers, as a whole and for each KB. A
letter that is long may cost as much as its length; what must not happen is that a short
one costs more than its bytes, or that a long one costs more for each KB.
"""

import argparse
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter

from pbem.app.incoming import Incoming, ToService
from pbem.mailin.addresses import Identity
from pbem.mailin.reader import read

SEED = 20_260
SERVICE = "play@cards.example.org"
IDENTITY = Identity(SERVICE, "cards.example.org", "+")
HEAD = (
    f"From: Alice <alice@home.example>\r\nTo: {SERVICE}\r\nMessage-ID: <1@home.example>\r\n"
    "Date: Tue, 03 Mar 2026 08:14:00 +0100\r\nSubject: Re: Oh Hell K7Q2\r\nMIME-Version: 1.0\r\n"
)


@dataclass(frozen=True, slots=True)
class Size:
    """How large the letters are, in so many times the full size, and how often each is read."""

    share: float = 1.0
    rounds: int = 7
    plain: int = 40

    def of(self, number: int) -> int:
        return max(1, int(number * self.share))


QUICK = Size(share=0.01, rounds=1, plain=2)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: a letter, what was made of it, and the seconds it took."""

    what: str
    size: int
    kind: str
    seconds: float

    def line(self, reference: "Row") -> str:
        ratio = self.seconds / reference.seconds
        for_each = ratio / (self.size / reference.size)
        return (
            f"{self.what:<40}{self.kind:>10}{self.size / 1024:>11,.1f}"
            f"{self.seconds * 1000:>11.3f}{ratio:>10,.1f}{for_each:>9.2f}"
        )


def plain_answer() -> bytes:
    """Return an answer as a mail program writes it: a bid, and the state mail quoted below."""
    quoted = "".join(f"> line {number} of the mail that asked\r\n" for number in range(40))
    text = f"2\r\n\r\nOn Tue, 3 Mar 2026 at 08:00, Oh Hell <{SERVICE}> wrote:\r\n{quoted}"
    return f"{HEAD}Content-Type: text/plain; charset=utf-8\r\n\r\n{text}".encode()


def thousand_lines(size: Size) -> bytes:
    """Return a letter that answers a thousand times."""
    answers = "2\r\n" * size.of(1000)
    return f"{HEAD}\r\n{answers}".encode()


def nested(size: Size) -> bytes:
    """Return a letter with a hundred parts, each inside of the other."""
    levels = range(size.of(100))
    head = "".join(
        f'Content-Type: multipart/mixed; boundary="b{level}"\r\n\r\n--b{level}\r\n'
        for level in levels
    )
    tail = "".join(f"--b{level}--\r\n" for level in reversed(levels))
    return f"{HEAD}{head}Content-Type: text/plain\r\n\r\n2\r\n{tail}".encode()


def picture(size: Size) -> bytes:
    """Return an answer with a picture of 5 MB below."""
    row = random.Random(SEED).randbytes(57).hex()[:76]
    rows = f"{row}\r\n" * size.of(5 * 1024 * 1024 // 78)
    return (
        f'{HEAD}Content-Type: multipart/mixed; boundary="=b"\r\n\r\n'
        "--=b\r\nContent-Type: text/plain\r\n\r\n2\r\n--=b\r\n"
        f"Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n{rows}--=b--\r\n"
    ).encode()


def long_text(size: Size) -> bytes:
    """Return an answer of 5 MB of words."""
    words = f"{'and so on ' * 7}.\r\n" * size.of(72_000)
    return f"{HEAD}\r\n2\r\n\r\n{words}".encode()


def deep_html(size: Size) -> bytes:
    """Return a letter in HTML only, ten thousand elements deep."""
    depth = size.of(10_000)
    body = f"<p>2</p>{'<div><b>' * (depth // 2)}x{'</b></div>' * (depth // 2)}"
    return f"{HEAD}Content-Type: text/html; charset=utf-8\r\n\r\n<html><body>{body}\r\n".encode()


def wide_html(size: Size) -> bytes:
    """Return a letter in HTML only, with a table of fifty thousand cells."""
    cells = "".join(f"<td>{number}</td>\r\n" for number in range(size.of(50_000)))
    body = f"<p>2</p><table><tr>{cells}</tr></table>"
    return f"{HEAD}Content-Type: text/html; charset=utf-8\r\n\r\n<html><body>{body}\r\n".encode()


def many_recipients(size: Size) -> bytes:
    """Return a letter to a thousand people, ten in a line."""
    lines = ", ".join(f"Name {number} <{number}@x.example>" for number in range(size.of(1000)))
    names = re.sub(r"((?:[^,]+,){10})", "\\1\r\n", lines)
    return f"{HEAD}Cc: {names}\r\n\r\n2\r\n".encode()


def long_header(size: Size) -> bytes:
    """Return a letter with one header line of 60 KB, in encoded words."""
    words = " ".join("=?utf-8?q?=E2=99=A0_spades?=" for _ in range(size.of(2000)))
    return f"{HEAD}Comments: {words}\r\nX-Long: {'a' * size.of(1000)}\r\n\r\n2\r\n".encode()


def long_sender(size: Size) -> bytes:
    """Return a letter whose sender's name has 30 KB of brackets and quotes."""
    name = '"(\\"' * size.of(10_000)
    return f"{HEAD.replace('From: Alice', f'From: {name}')}\r\n2\r\n".encode()


def many_parts(size: Size) -> bytes:
    """Return a letter of ten thousand parts."""
    parts = "--=b\r\nContent-Type: text/plain\r\n\r\n2\r\n" * size.of(10_000)
    kind = 'Content-Type: multipart/mixed; boundary="=b"\r\n\r\n'
    return f"{HEAD}{kind}{parts}--=b--\r\n".encode()


def odd_bytes(size: Size) -> bytes:
    """Return a letter of a megabyte of random bytes."""
    return f"{HEAD}\r\n2\r\n\r\n".encode() + random.Random(SEED).randbytes(size.of(1024 * 1024))


def many_boundaries(size: Size) -> bytes:
    """Return a letter of 9 MB that names nine hundred thousand boundaries."""
    dashes = "--\r\n" * size.of(11)
    return f"{HEAD}\r\n2\r\n{dashes}{'boundary =' * size.of(900_000)}".encode()


def escaped_boundaries(size: Size) -> bytes:
    """Return a letter of 9 MB of boundaries in quotes that never end."""
    dashes = "--\r\n" * size.of(11)
    named = 'boundary="' + "\\a" * 100
    return f"{HEAD}\r\n2\r\n{dashes}{named * size.of(45_000)}".encode()


def growing_signs(size: Size) -> bytes:
    """Return a letter of sixty lines of a sign that stands for eighteen."""
    lines = ("\ufdfa" * 1000 + "\r\n") * size.of(60)
    return f"{HEAD}Content-Type: text/plain; charset=utf-8\r\n\r\n{lines}".encode()


LETTERS: tuple[tuple[str, Callable[[Size], bytes]], ...] = (
    ("1,000 lines that answer", thousand_lines),
    ("nested 100 deep", nested),
    ("10,000 parts", many_parts),
    ("5 MB picture below an answer", picture),
    ("5 MB of text", long_text),
    ("HTML 10,000 elements deep", deep_html),
    ("HTML table of 50,000 cells", wide_html),
    ("1,000 recipients", many_recipients),
    ("header line of 60 KB", long_header),
    ("sender's name of 30 KB in brackets", long_sender),
    ("1 MB of random bytes", odd_bytes),
    ("900,000 boundaries named", many_boundaries),
    ("45,000 boundaries in open quotes", escaped_boundaries),
    ("60 lines of a sign that grows", growing_signs),
)


def taken(raw: bytes) -> Incoming:
    """Read a letter to the service address."""
    incoming = read(
        raw,
        recipient=SERVICE,
        recipients=(SERVICE,),
        identity=IDENTITY,
        resolve=lambda _token: None,
    )
    assert isinstance(incoming.to, ToService), incoming.to
    return incoming


def seconds(raw: bytes, count: int) -> float:
    """Return the seconds of one of `count` readings."""
    begun = perf_counter()
    for _ in range(count):
        taken(raw)
    return (perf_counter() - begun) / count


def measured(size: Size) -> Iterator[Row]:
    """Yield the row of a plain answer, then those of the letters: the best of some rounds."""
    plain = plain_answer()
    letters = [(what, make(size)) for what, make in LETTERS]
    best = {what: float("inf") for what, _ in letters}
    reference = float("inf")
    for _ in range(size.rounds):
        for what, raw in letters:
            reference = min(reference, seconds(plain, size.plain))
            best[what] = min(best[what], seconds(raw, 1))
    yield Row("reference: plain answer", len(plain), taken(plain).kind, reference)
    for what, raw in letters:
        yield Row(what, len(raw), taken(raw).kind, best[what])


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.reading")
    parser.add_argument("--quick", action="store_true", help="only see whether it runs")
    size = QUICK if parser.parse_args().quick else Size()
    reference, *rows = measured(size)
    print(f"seed {SEED}, best of {size.rounds} rounds, one core")
    heads = f"{'read as':>10}{'KB':>11}{'ms':>11}{'in plain':>10}{'per KB':>9}"
    print(f"{'letter':<40}{heads}")
    for row in (reference, *rows):
        print(row.line(reference))
    print("in plain: time in plain answers; per KB: the same for each KB of the letter")


if __name__ == "__main__":
    main()

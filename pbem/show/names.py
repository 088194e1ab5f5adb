"""Names in sentences: `you` for the reader's own seat, and nothing that breaks a line."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.show.reader import Reader


@dataclass(frozen=True, slots=True)
class Company:
    """The names round a table by seat, and the reader's own seat (None: a spectator)."""

    names: tuple[str, ...]
    me: int | None

    def who(self, reader: Reader, seat: int) -> str:
        """Return `you`, or the player's name."""
        return reader._("you") if seat == self.me else one_line(self.names[seat])

    def all(self, reader: Reader, seats: Sequence[int]) -> str:
        return reader.all_of([self.who(reader, seat) for seat in seats])

    def round_table(self) -> tuple[int, ...]:
        """Return all seats, beginning with the reader's own."""
        first = self.me or 0
        count = len(self.names)
        return tuple((first + step) % count for step in range(count))


def one_line(text: str) -> str:
    """Return the text without control characters, its blanks made single."""
    visible = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(visible.split())


def capital(sentence: str) -> str:
    """Return the sentence with its first letter large."""
    return sentence[:1].upper() + sentence[1:]

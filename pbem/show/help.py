"""What may be written, from the one table of verbs."""

from dataclasses import dataclass

from pbem.orders.orders import Desk
from pbem.orders.verbs import usages
from pbem.show.reader import Reader


@dataclass(frozen=True, slots=True)
class HelpLine:
    """A line as one may type it, and what it does."""

    example: str
    summary: str

    def __str__(self) -> str:
        return f"<{self.example}> ({self.summary})"


def help_lines(reader: Reader, desk: Desk, *, everything: bool = False) -> tuple[HelpLine, ...]:
    """Return the lines that may be written at a desk: the common ones, or all."""
    return tuple(
        HelpLine(usage.example, reader._(usage.summary)) for usage in usages(desk, everything)
    )

"""What may be written, from the one table of verbs."""

from dataclasses import dataclass

from pbem.orders.orders import Desk
from pbem.orders.verbs import Usage, usages
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
        HelpLine(usage.example, summary(reader, usage)) for usage in usages(desk, everything)
    )


def summary(reader: Reader, usage: Usage) -> str:
    """Return what a line does."""
    if not usage.title:
        return reader._(usage.summary)
    told = f"{reader._(usage.title)} {reader._(usage.summary, value=usage.value)}"
    return told[:1].lower() + told[1:]

"""Text of format=flowed (RFC 3676), joined to the lines that were typed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class _Line:
    depth: int
    text: str

    @property
    def is_soft(self) -> bool:
        return self.text.endswith(" ") and self.text != "-- "


def unflowed(text: str, *, delete_space: bool) -> str:
    """Return the text with its soft lines joined; quoted lines keep their `>`.

    `delete_space` is DelSp=yes: the blank that marks a soft line is no part of the
    text. Lines of different quote depth are never joined.
    """
    out: list[str] = []
    open_depth: int | None = None
    for line in map(_read, text.split("\n")):
        if open_depth == line.depth and line.text != "-- ":
            out[-1] += line.text
        else:
            out.append(">" * line.depth + (" " if line.depth else "") + line.text)
        open_depth = line.depth if line.is_soft else None
        if line.is_soft and delete_space:
            out[-1] = out[-1][:-1]
    return "\n".join(out)


def _read(line: str) -> _Line:
    text = line.lstrip(">")
    return _Line(len(line) - len(text), text.removeprefix(" "))

"""The lines of a letter that were not read, and what the first may have been meant to say."""

from collections.abc import Sequence

from pbem.orders.orders import Desk, NotUnderstood
from pbem.orders.reading import is_greeting, read_line
from pbem.show import quoting
from pbem.show.instead import meant
from pbem.show.names import capital
from pbem.show.ranges import out_of_range
from pbem.show.reader import Reader


def unread(reader: Reader, lines: Sequence[str], desk: Desk) -> tuple[str, ...]:
    """Return that lines were not read; nothing if there are none.

    A near miss is asked about, by whole lines of the desk that the letter came to.
    """
    if not lines:
        return ()
    told = [_not_read(reader, lines), _why(reader, lines), meant(reader, near_misses(lines, desk))]
    return (" ".join(part for part in told if part),)


def _why(reader: Reader, lines: Sequence[str]) -> str:
    return capital(out_of_range(reader, next((one for one in lines if not is_greeting(one)), "")))


def near_misses(lines: Sequence[str], desk: Desk) -> tuple[str, ...]:
    """Return what the first of these lines resembles that does not only greet."""
    first = next((line for line in lines if not is_greeting(line)), "")
    order = read_line(first, desk)
    return order.near if isinstance(order, NotUnderstood) else ()


def _not_read(reader: Reader, lines: Sequence[str]) -> str:
    quoted = [typed for line in lines if (typed := quoting.typed(line)) is not None]
    if not quoted:
        return reader._("Further lines were not read.")
    return reader._("Not read: {lines}.", lines=", ".join(quoted))

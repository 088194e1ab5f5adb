"""Words of people inside our own sentences, so that no mail of ours reads as an order."""

from pbem.orders.reading import fragments_that_read_as_orders
from pbem.show.names import one_line

_LONGEST = 60


def told(text: str) -> str | None:
    """Return the words in round brackets; None if a fragment of them is an order.

    What cannot be told in a mail is shown on the page of the table only.
    """
    quoted = f"({one_line(text)})"
    return None if fragments_that_read_as_orders(quoted) else quoted


def typed(line: str) -> str | None:
    """Return a typed line in angle brackets; None if it is long or a fragment is an order."""
    quoted = f"<{one_line(line)}>"
    if len(quoted) > _LONGEST or fragments_that_read_as_orders(quoted):
        return None
    return quoted

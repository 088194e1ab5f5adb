"""Words of people inside our own sentences, so that no mail of ours reads as an order."""

from pbem.orders.reading import fragments_that_read_as_orders, is_order
from pbem.show.names import one_line

_LONGEST = 60

# Whatever stands around the words decides where a line may break: every run of up
# to so many of them must be harmless as a line of its own.
_RUN = 6


def told(text: str) -> str | None:
    """Return the words in round brackets; None if a fragment of them is an order.

    What cannot be told in a mail is shown on the page of the table only.
    """
    quoted = f"({one_line(text)})"
    return quoted if is_harmless(quoted) else None


def typed(line: str) -> str | None:
    """Return a typed line in angle brackets; None if it is long or a fragment is an order."""
    quoted = f"<{one_line(line)}>"
    return quoted if len(quoted) <= _LONGEST and is_harmless(quoted) else None


def is_harmless(quoted: str) -> bool:
    """Tell whether a text in brackets may stand in a mail, wherever its lines are broken."""
    words = quoted.split()
    runs = (
        " ".join(words[first : first + length])
        for first in range(len(words))
        for length in range(1, _RUN + 1)
    )
    return not fragments_that_read_as_orders(quoted) and not any(is_order(run) for run in runs)


def word(text: str) -> str:
    """Return a word of a name of ours, in brackets if it is an order by itself."""
    return f"({text})" if is_order(text) else text

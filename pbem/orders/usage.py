"""The rows of the table of what may be written."""

from dataclasses import dataclass

from pbem.orders.orders import Desk
from pbem.orders.readers import Read


@dataclass(frozen=True, slots=True)
class Usage:
    """A complete line one may write, and what it does (a message to translate).

    `common` lines are in the short help, of every desk or of a single one. Where `title` is
    given, the summary goes on from it; `value` fills the place that it may have for one.
    `desks` are those at which it is told of, where they are not all of its verb's.
    """

    example: str
    summary: str
    common: bool | Desk = True
    title: str = ""
    value: str = ""
    desks: tuple[Desk, ...] = ()

    def is_common(self, desk: Desk) -> bool:
        """Tell whether it is in the short help of this desk."""
        return self.common in {True, desk}


@dataclass(frozen=True, slots=True)
class Verb:
    """One kind of line. `name` is its key in the lexicon, "" if it has no verb.

    The first of `desks` is where it belongs. `read` gets what stands after the verb
    and answers None if that is malformed.
    """

    name: str
    desks: tuple[Desk, ...]
    read: Read
    usages: tuple[Usage, ...]

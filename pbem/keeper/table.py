"""What the score keeper is told. Everything else follows from it by the rules."""

from dataclasses import dataclass

from pbem.rules.moves import Premium
from pbem.rules.ruleset import Rules

UNKNOWN = ""
"""The trump of a deal of which nobody wrote down what was trumps."""


@dataclass(frozen=True, slots=True)
class KeptDeal:
    """A deal, by seat; `tricks` is None while it is played.

    `size` is the number of tricks where it is not settled beforehand
    (`sequence: upcard`). `premium` is the seat that declared or revealed.
    """

    trump: str
    bids: tuple[int | None, ...]
    tricks: tuple[int, ...] | None = None
    size: int | None = None
    premium: tuple[int, Premium] | None = None


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A game at a real table. `dealer` is the seat that deals first; `game` a preset's id.

    `changes` are the options that differ from those of the preset.
    """

    game: str
    changes: tuple[tuple[str, object], ...]
    rules: Rules
    names: tuple[str, ...]
    dealer: int
    deals: tuple[KeptDeal, ...] = ()

    @property
    def open_deal(self) -> KeptDeal | None:
        """The deal whose tricks are still to come."""
        return self.deals[-1] if self.deals and self.deals[-1].tricks is None else None

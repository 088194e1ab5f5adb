"""The presets that are nearest to what somebody remembers of a game."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from pbem.rules.options import Rules
from pbem.rules.presets import PRESETS, Preset, preset_rules
from pbem.rules.traits import Direction, Hit, Hook, Miss, Traits, Trumps, traits

Piece = Literal["cards", "direction", "hook", "hit", "miss", "trumps"]

MOST: Final = 5
"""So many presets are named at most."""

_USUAL: Final = 4
_WORST_CARDS: Final = 4
_SURE: Final = {"high": 0, "medium": 1, "low": 2}
# What nobody who was asked five questions would keep to himself.
_REMARKABLE: Final = frozenset(
    {
        "pack",
        "rank_order",
        "joker_rule",
        "duplicate_rule",
        "direction",
        "step",
        "turn_block",
        "last_block",
        "no_trump_upcards",
        "bid_mode",
        "no_bid_at_score",
        "forehead",
        "special_deals",
        "first_leader",
        "first_bidder",
        "void_rule",
        "hard_score_bonus",
        "end",
        "on_miss",
    }
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is remembered; None where it is not. Several values: any of them will do."""

    cards: int | None = None
    direction: frozenset[Direction] | None = None
    hook: frozenset[Hook] | None = None
    hit: frozenset[Hit] | None = None
    miss: frozenset[Miss] | None = None
    trumps: frozenset[Trumps] | None = None
    players: int | None = None

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """What is remembered, in the order of the questions."""
        return tuple(piece for piece in PIECES if getattr(self, piece) is not None)


PIECES: Final[tuple[Piece, ...]] = ("cards", "direction", "hook", "hit", "miss", "trumps")


@dataclass(frozen=True, slots=True)
class Match:
    """A preset, what of the wanted it fits, and in what it differs.

    `has` are its own traits with so many players, to tell what differs.
    """

    preset: str
    players: int
    fits: tuple[Piece, ...]
    differs: tuple[Piece, ...]
    has: Traits


def nearest(wanted: Wanted) -> tuple[Match, ...]:
    """Return the presets that fit best, the best first; none if nothing was remembered.

    Only those are named that differ in one more than the best, or fewer. Of equals the
    one with fewer peculiarities goes first, then the surer one.
    """
    if not wanted.pieces:
        return ()
    judged = [_match(preset, wanted) for preset in PRESETS.values() if _is_for(preset, wanted)]
    ranked = sorted(filter(None, judged), key=lambda match: _rank(match, wanted))
    most = 1 + min((len(match.differs) for match in ranked), default=0)
    return tuple(match for match in ranked if len(match.differs) <= most and match.fits)[:MOST]


def _is_for(preset: Preset, wanted: Wanted) -> bool:
    return wanted.players is None or wanted.players in preset.players


def _match(preset: Preset, wanted: Wanted) -> Match | None:
    players = wanted.players or min(preset.players, key=lambda count: (abs(count - _USUAL), count))
    has = _traits(preset.id, players)
    if has is None:
        return None
    fits = tuple(piece for piece in wanted.pieces if _is_fit(piece, wanted, has))
    differs = tuple(piece for piece in wanted.pieces if piece not in fits)
    return Match(preset.id, players, fits, differs, has)


@lru_cache(maxsize=512)
def _traits(preset_id: str, players: int) -> Traits | None:
    rules = preset_rules(preset_id, players)
    return traits(rules) if isinstance(rules, Rules) else None


def _is_fit(piece: Piece, wanted: Wanted, has: Traits) -> bool:
    if piece == "cards":
        return wanted.cards == has.cards
    return getattr(has, piece) in getattr(wanted, piece)


def _rank(match: Match, wanted: Wanted) -> tuple[float, int, int]:
    preset = PRESETS[match.preset]
    odd = len(_REMARKABLE & set(preset.options))
    return _distance(match, wanted), odd, _SURE[preset.sure]


def _distance(match: Match, wanted: Wanted) -> float:
    """Return how far a preset is off: one per piece, and less for nearly as many cards."""
    others = len([piece for piece in match.differs if piece != "cards"])
    if wanted.cards is None:
        return others
    return others + min(1.0, abs(wanted.cards - match.has.cards) / _WORST_CARDS)

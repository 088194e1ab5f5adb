"""The cards of a trick, with what was said with them (catalogue, section 7)."""

from msgspec import Struct

from pbem.rules.cards import Card


class Laid(Struct, frozen=True, gc=False):
    """A card as it is played: with the call of a joker, or the card that a wild two stands for."""

    card: Card
    call: str = ""


class PlayedCard(Struct, frozen=True, gc=False):
    """A card on the table; `call` is what was said with it (see `Play`)."""

    seat: int
    card: Card
    call: str = ""


OnTable = Laid | PlayedCard
"""A card of a trick, whoever has played it."""


class SeenTrick(Struct, frozen=True, gc=False):
    """A trick in order of play; `winner` is None while it lies on the table."""

    number: int
    cards: tuple[PlayedCard, ...]
    winner: int | None

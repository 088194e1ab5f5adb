"""Two games that are one to a seat: everything that it cannot know is dealt anew.

What a seat may know is said here for itself, not taken from the views.
"""

import random
from collections.abc import Iterable

from msgspec.structs import replace

from pbem.rules.cards import Card
from pbem.rules.forehead import is_forehead
from pbem.rules.fresh import bid_of_cards
from pbem.rules.moves import Claim
from pbem.rules.packs import pack_of
from pbem.rules.state import Deal, Game
from pbem.rules.turns import is_bidding
from tests.rules.playing import without

CLAIMS: tuple[Claim, ...] = ("", "declare", "reveal")


def twin(game: Game, seat: int | None, chance: random.Random) -> Game:
    """Return a game that nothing tells from this one for this seat (None: a spectator).

    Cards in hands that it does not see, secret bids, cards laid aside, and the card
    that will be turned are others, and the stock is dealt in too.
    """
    deal = game.deal
    if deal is None:
        return game
    stock = _hidden(game, deal, seat)
    chance.shuffle(stock)
    hands = tuple(
        hand if sees(game, seat, holder) else _kept(deal, holder, stock, len(hand))
        for holder, hand in enumerate(deal.hands)
    )
    laid = tuple(
        cards if _sees_laid(deal, seat, holder) else _take(stock, len(cards))
        for holder, cards in enumerate(deal.laid)
    )
    other = replace(deal, hands=hands, laid=laid)
    other = replace(other, sealed=_sealed(game, other, seat, chance))
    other = replace(other, claims=_claims(game, other, seat, chance))
    return replace(game, deal=replace(other, covered=_covered(game, other, stock, chance)))


def sees(game: Game, seat: int | None, holder: int) -> bool:
    """Whether a seat may see a hand (catalogue, section 6)."""
    deal = game.deal
    assert deal is not None
    if deal.premium == (holder, "reveal"):
        return True
    if seat is None or (deal.special == "blind" and is_bidding(deal)):
        return False
    others_see_it = is_forehead(game.rules, deal.round, deal.size, game.sizes)
    return seat != holder if others_see_it else seat == holder


def _sees_laid(deal: Deal, seat: int | None, holder: int) -> bool:
    return seat == holder or (deal.premium is not None and deal.premium[0] == holder)


def _hidden(game: Game, deal: Deal, seat: int | None) -> list[Card]:
    """Return the cards of the pack of which this seat cannot know where they are."""
    known = [played.card for trick in deal.tricks for played in trick.cards]
    known += [played.card for played in deal.table]
    for holder, hand in enumerate(deal.hands):
        known += hand if sees(game, seat, holder) else _shown_by_dealer(deal, holder)
        known += deal.laid[holder] if _sees_laid(deal, seat, holder) else ()
    known += [deal.turned] if deal.turned is not None and deal.how == "turned" else []
    return without(pack_of(game.rules), known)


def _shown_by_dealer(deal: Deal, holder: int) -> tuple[Card, ...]:
    """Return the dealer's last card while everybody knows it to be in this hand."""
    is_his = deal.how == "dealers" and holder == deal.dealer
    is_there = deal.turned is not None and deal.turned in deal.hands[holder]
    return (deal.turned,) if is_his and is_there and deal.turned is not None else ()


def _kept(deal: Deal, holder: int, stock: list[Card], count: int) -> tuple[Card, ...]:
    shown = _shown_by_dealer(deal, holder)
    return (*shown, *_take(stock, count - len(shown)))


def _take(stock: list[Card], count: int) -> tuple[Card, ...]:
    return tuple(stock.pop() for _ in range(count))


def _sealed(
    game: Game, deal: Deal, seat: int | None, chance: random.Random
) -> tuple[int | None, ...]:
    def of(holder: int, bid: int | None) -> int | None:
        if bid is None or holder == seat:
            return bid
        if game.rules.bid_mode == "bid_cards":
            return bid_of_cards(deal.laid[holder])
        return chance.randint(0, deal.size)

    return tuple(of(holder, bid) for holder, bid in enumerate(deal.sealed))


def _claims(game: Game, deal: Deal, seat: int | None, chance: random.Random) -> tuple[Claim, ...]:
    """Return other claims of the others, as long as none of them has been granted."""
    if not game.rules.premium_bids or deal.premium is not None:
        return deal.claims
    return tuple(
        claim if holder == seat or not deal.laid[holder] else chance.choice(CLAIMS)
        for holder, claim in enumerate(deal.claims)
    )


def _covered(game: Game, deal: Deal, stock: list[Card], chance: random.Random) -> Card | None:
    if deal.covered is None:
        return None
    places: dict[str, Iterable[Card]] = {
        "turned": stock,
        "dealers": deal.hands[deal.dealer],
        "cut": pack_of(game.rules),
    }
    return chance.choice(list(places.get(deal.how, [deal.covered])))

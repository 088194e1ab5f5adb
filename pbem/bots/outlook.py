"""What a player can work out from a view: which cards are out, and who may hold them."""

from dataclasses import dataclass

from pbem.rules.cards import STANDARD_PACK, Card
from pbem.rules.tricks import height
from pbem.rules.view import SeenDeal, SeenTrick, View


@dataclass(frozen=True, slots=True)
class Rival:
    """Another seat: how many cards it holds, suits it is out of, and whether it wants tricks."""

    seat: int
    cards: int
    voids: frozenset[str]
    wants_tricks: bool


@dataclass(frozen=True, slots=True)
class Outlook:
    """The deal as one seat knows it.

    `unseen` are the cards that this seat has not seen: in other hands or not dealt.
    `after` are the rivals who still play to the trick on the table.
    """

    trump: str
    unseen: tuple[Card, ...]
    rivals: tuple[Rival, ...]
    after: tuple[Rival, ...]

    def higher(self, card: Card) -> int:
        """Count the unseen cards of its suit that are higher."""
        level = height(card)
        return sum(other.suit == card.suit and height(other) > level for other in self.unseen)

    def left(self, suit: str) -> int:
        """Count the unseen cards of a suit."""
        return sum(card.suit == suit for card in self.unseen)

    def holds_one(self, rival: Rival, count: int) -> float:
        """Return the chance that a rival holds one of `count` given unseen cards."""
        if count == 0 or not self.unseen:
            return 0.0
        return 1.0 - (1.0 - min(1.0, rival.cards / len(self.unseen))) ** count

    def holds_suit(self, rival: Rival, suit: str, count: int) -> float:
        """Return the chance that a rival holds one of `count` unseen cards of this suit."""
        return 0.0 if suit in rival.voids else self.holds_one(rival, count)


def outlook(view: View, deal: SeenDeal) -> Outlook:
    """Work out what the viewer knows of the running deal."""
    tricks = (*deal.tricks, deal.table) if deal.table else deal.tricks
    seen = {played.card for trick in tricks for played in trick.cards}
    seen.update(view.hand)
    if deal.turned is not None:
        seen.add(deal.turned)
    on_table = {played.seat for played in deal.table.cards} if deal.table else set()
    rivals = tuple(
        _rival(deal, tricks, seat, has_played=seat in on_table)
        for seat in range(view.rules.players)
        if seat != view.seat
    )
    return Outlook(
        trump=deal.trump,
        unseen=tuple(card for card in STANDARD_PACK if card not in seen),
        rivals=rivals,
        after=tuple(rival for rival in rivals if rival.seat not in on_table),
    )


def _rival(deal: SeenDeal, tricks: tuple[SeenTrick, ...], seat: int, *, has_played: bool) -> Rival:
    bid = deal.bids[seat]
    return Rival(
        seat=seat,
        cards=deal.size - len(deal.tricks) - has_played,
        voids=frozenset(
            trick.cards[0].card.suit for trick in tricks if _did_not_follow(trick, seat)
        ),
        wants_tricks=bid is None or bid > deal.taken[seat],
    )


def _did_not_follow(trick: SeenTrick, seat: int) -> bool:
    led = trick.cards[0].card.suit
    return any(played.seat == seat and played.card.suit != led for played in trick.cards)

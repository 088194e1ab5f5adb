"""At which of its decisions a seat is."""

from pbem.rules.moves import Position
from pbem.rules.state import Game

BID_DECISION = 0


def position(game: Game, seat: int) -> Position | None:
    """Return the seat's next decision; None when it has none left in the running deal."""
    deal = game.deal
    if deal is None:
        return None
    if deal.bids[seat] is None:
        return Position(deal.number, BID_DECISION)
    played = deal.size - len(deal.hands[seat])
    return Position(deal.number, 1 + played) if played < deal.size else None

"""The rule-based player: bids what its cards are worth, and plays to its bid.

Every choice is the one after which exactly the bid is likeliest. This comes to the
rules of thumb of good players: with tricks to take, the cheapest card that is likely
to win; with the bid made, the highest card that loses; the last to play takes with
the lowest winner, or gets rid of the most dangerous card.
"""

from pbem.bots.bidding import best_bid, best_lay, best_trump
from pbem.bots.odds import TEMPER, Temper
from pbem.bots.trick_play import best_play
from pbem.rules.moves import Bid, Lay, Move, NameTrump
from pbem.rules.view import View


def choose(view: View) -> Move:
    """Return what the seat on turn is asked for; the same view gives the same answer.

    Raises:
        ValueError: the view is not that of a seat on turn.
    """
    return choose_with(view, TEMPER)


def choose_with(view: View, temper: Temper) -> Move:
    """Choose with other numbers than the ones found best."""
    deal = view.deal
    if deal is None or view.wants is None:
        raise ValueError("nothing is wanted of this seat")
    match view.wants:
        case "bid":
            return Bid(best_bid(view, deal, temper))
        case "trump":
            return NameTrump(best_trump(view, deal, temper))
        case "lay":
            return Lay(*best_lay(view, deal, temper))
        case "card":
            return best_play(view, deal, temper)

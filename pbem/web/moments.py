"""Where a game stands, in the few words that a page has room for."""

from typing import Final, assert_never

from pbem.rules.cards import Card
from pbem.rules.moves import Bid, Lay, Move, NameTrump, Play
from pbem.rules.presets import Outside, Preset, Sure
from pbem.rules.ruleset import SpecialRule
from pbem.rules.sizes import is_open_ended
from pbem.rules.view import SeenDeal, View
from pbem.web.figures import call_words, card_words, points, trump_words
from pbem.web.readers import reader


def N_(message: str) -> str:  # noqa: N802 - the name by which translators' tools find messages
    return message


_SPECIAL: Final[dict[SpecialRule, str]] = {
    "no_trump": N_("This deal is without trumps."),
    "misere": N_("Misère: nobody bids, and everybody tries to take no trick."),
    "guess_trumps": N_("Trumps are turned after the bids."),
    "blind": N_("Blind: the bids come before the cards."),
    "twos_wild": N_("Twos are wild: a two stands for any card you name, and just beats it."),
    "aces_low": N_("Aces are low in this deal."),
    "dealer_calls": N_("The dealer names trumps in this deal."),
    "most_tricks": N_("Nobody bids: whoever takes most tricks alone scores."),
}


def deal_count(view: View) -> str:
    """Return which deal it is, of how many where that is known."""
    deal, say = view.deal, reader()._
    if deal is None:
        return ""
    if view.rules.on_miss == "repeat_round":
        return _round(deal, view.deals)
    if deal.number > view.deals:
        return say("extra deal, because of a tie")
    if is_open_ended(view.rules):
        return say("deal {deal}", deal=deal.number)
    return say("deal {deal} of {deals}", deal=deal.number, deals=view.deals)


def _round(deal: SeenDeal, rounds: int) -> str:
    say = reader()._
    if deal.attempt:
        return say(
            "round {round} of {rounds}, try {n}",
            round=deal.round,
            rounds=rounds,
            n=deal.attempt + 1,
        )
    return say("round {round} of {rounds}", round=deal.round, rounds=rounds)


def deal_notes(view: View) -> list[str]:
    """Return what is special about the running deal, a sentence each."""
    deal = view.deal
    if deal is None:
        return []
    special = [reader()._(_SPECIAL[deal.special])] if deal.special else []
    return [*special, *_premium(view, deal)]


def _premium(view: View, deal: SeenDeal) -> list[str]:
    if deal.premium is None:
        return []
    seat, kind = deal.premium
    if seat == view.seat:
        return [
            reader()._("You declare: your bid is known to all.")
            if kind == "declare"
            else reader()._("You reveal: your bid and your hand lie open.")
        ]
    return []


def trump_state(view: View) -> str:
    """Return why trumps are not known yet, in two or three words; empty once they are."""
    deal = view.deal
    if deal is None or deal.trump is not None:
        return ""
    if deal.namer is not None or view.rules.trump_method == "high_bidder":
        return reader()._("to be named")
    return reader()._("after the bids")


def turned_words(deal: SeenDeal) -> str:
    """Return how the card came about that decides trumps, with `{card}` in it."""
    match deal.how:
        case "dealers":
            return reader()._("{card} is the dealer's")
        case "cut":
            return reader()._("{card} was cut")
        case "upcard":
            return reader()._("{card} of the second pack")
        case _:
            return reader()._("{card} turned")


def move_words(move: Move) -> str:
    """Return what was answered: `2 tricks`, `queen of spades`, `trumps hearts`."""
    match move:
        case Bid(tricks):
            return reader().n_("{n} trick", "{n} tricks", tricks)
        case Play(card, call):
            return said_words(card, call)
        case NameTrump(trump):
            return reader()._("trumps: {suit}", suit=trump_words(trump))
        case Lay(cards):
            return reader().all_of([card_words(card) for card in cards])
        case _:
            assert_never(move)


def said_words(card: Card, call: str) -> str:
    """Return a card with what is said with it."""
    if not call:
        return card_words(card)
    return reader()._("{card}, {call}", card=card_words(card), call=call_words(call))


def total_words(total: float) -> str:
    return reader().n_("{points} point", "{points} points", int(total), points=points(total))


_OUTSIDE: Final[dict[Outside, str]] = {
    "nothing": "",
    "part": N_("Some of them come from outside the usual collections of Oh Hell rules."),
    "most": N_("Most of them come from outside the usual collections of Oh Hell rules."),
}
_SURE: Final[dict[Sure, str]] = {
    "high": N_("We are sure of these rules."),
    "medium": N_("We are fairly sure of these rules."),
    "low": N_("A good part of these rules is a guess."),
}


def sure_words(preset: Preset) -> str:
    """Return how sure the rules of a version are, and whence; empty where nothing is to be said."""
    if preset.sure == "high" and preset.outside == "nothing":
        return ""
    told = (_SURE[preset.sure], _OUTSIDE[preset.outside])
    return " ".join(reader()._(sentence) for sentence in told if sentence)

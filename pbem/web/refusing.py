"""Why something was refused, on a page: what is wrong, and which field or button mends it."""

from collections.abc import Mapping
from typing import Final

from pbem.app.answers import (
    AnyRefusal,
    RulesProblem,
    SeatAway,
    SeveralPresets,
    UnknownPreset,
)
from pbem.app.sight import Sight
from pbem.rules.moves import Wants
from pbem.rules.refusals import (
    BidForbidden,
    CallNeeded,
    CardNotHeld,
    LayForbidden,
    MustFollowSuit,
    MustPlay,
    TooLate,
    TrumpForbidden,
    WrongKind,
)
from pbem.show import outcomes, refusals
from pbem.show.conflicts import once
from pbem.show.instead import is_of_jokers
from pbem.show.names import Company, capital
from pbem.web.figures import unbracketed, without_brackets
from pbem.web.house_rules.clashes import clash_words
from pbem.web.readers import reader

_WANTED: Final[Mapping[type[AnyRefusal], Wants]] = {
    BidForbidden: "bid",
    CardNotHeld: "card",
    MustFollowSuit: "card",
    MustPlay: "card",
    TrumpForbidden: "trump",
    LayForbidden: "lay",
}


def refusal(refused: AnyRefusal, sight: Sight | None = None) -> str:
    """Return what is wrong with what a page sent, and what to press or to fill in instead."""
    if isinstance(refused, RulesProblem):
        return " ".join(dict.fromkeys(clash_words(one) for one in once(refused.problems)))
    names = Company(sight.names, sight.seat) if sight else Company((), None)
    told = (capital(without_brackets(refusals.why(reader(), refused, names))), _mended(refused))
    return " ".join(part for part in told if part)


def line_refusal(refused: AnyRefusal) -> str:
    """Return why a line of a letter was refused, and what to write instead of it."""
    return unbracketed(outcomes.refused(reader(), refused, Company((), None)))


def _mended(refused: AnyRefusal) -> str:
    match refused:
        case CallNeeded():
            return _said(refused)
        case TooLate():
            return reader()._("The table is shown as it stands now.")
        case UnknownPreset() | SeveralPresets():
            return reader()._("Choose a version from the list.")
        case SeatAway(resigned=False):
            return reader()._("Come back to your seat first.")
        case _:
            wanted = (
                refused.wanted if isinstance(refused, WrongKind) else _WANTED.get(type(refused))
            )
            return _asked(wanted) if wanted else ""


def _asked(wanted: Wants) -> str:
    match wanted:
        case "bid":
            return reader()._("Press one of the bids that are open.")
        case "card":
            return reader()._("Press one of the cards that are open.")
        case "trump":
            return reader()._("Press one of the suits that are open.")
        case "lay":
            return reader()._("Tick the cards you lay aside.")


def _said(refused: CallNeeded) -> str:
    if not refused.calls:
        return reader()._("Press the card itself.")
    if is_of_jokers(refused.calls):
        return reader()._("Press the button below that says which.")
    return reader()._("Choose it in the field below.")

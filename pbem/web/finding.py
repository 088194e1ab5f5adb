"""Finding one's game by what one remembers: a form whose answers stand in the address."""

from collections.abc import Mapping

from flask import Blueprint, request
from werkzeug.datastructures import MultiDict

from pbem.orders.finding import LONGEST, remembered
from pbem.rules.finding import PIECES, Piece, Wanted, nearest
from pbem.rules.presets import PRESETS
from pbem.show import finding_words
from pbem.web.figures import unbracketed
from pbem.web.readers import reader
from pbem.web.screens import screen

finding = Blueprint("finding", __name__)

_MOST_CARDS = 20
_PLAYERS = range(2, 11)


@finding.get("/find")
def find() -> str:
    """Show the questions, and the versions nearest to the answers given so far."""
    given = request.args
    told, unread = remembered(given.get("words", "")[:LONGEST])
    wanted = _chosen(given, told)
    return screen(
        "find.html",
        given=given,
        most_cards=_MOST_CARDS,
        counts=_PLAYERS,
        choices=_choices(),
        matches=nearest(wanted),
        unread=unread,
        is_asked=bool(wanted.pieces or unread),
        presets=tuple(PRESETS.values()),
        questions=finding_words.QUESTIONS,
    )


def _chosen(given: MultiDict[str, str], told: Wanted) -> Wanted:
    """Return what the form says; where it says nothing, what the words say."""
    values = {
        piece: frozenset({given[piece]}) if _is_choice(piece, given) else getattr(told, piece)
        for piece in finding_words.VALUES
    }
    return Wanted(
        **values,  # type: ignore[arg-type]
        cards=_number(given, "cards", range(1, _MOST_CARDS + 1)) or told.cards,
        players=_number(given, "players", _PLAYERS) or told.players,
    )


def _is_choice(piece: Piece, given: MultiDict[str, str]) -> bool:
    return given.get(piece, "") in finding_words.VALUES[piece]


def _number(given: MultiDict[str, str], field: str, allowed: range) -> int | None:
    return next((one for one in allowed if given.get(field) == str(one)), None)


def _choices() -> Mapping[Piece, list[tuple[str, str]]]:
    """Return the answers to each question that is not a number: value and words."""
    return {
        piece: [
            (value, unbracketed(finding_words.value(reader(), piece, value)))
            for value in finding_words.VALUES[piece]
            if value != "other"
        ]
        for piece in PIECES
        if piece in finding_words.VALUES
    }

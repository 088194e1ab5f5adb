"""The page of a game for one seat, and the page for those who only watch."""

from flask import Blueprint, Response, abort, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from pbem.app import audit, pages, revoking
from pbem.app.answers import AnyRefusal, LineOutcome
from pbem.app.pages import SeatSight
from pbem.app.sight import Sight
from pbem.rules.moves import Move, Position
from pbem.web.answers import sent_answer
from pbem.web.flashes import SEALED, Sealed, is_secret, just_done, packed
from pbem.web.forms import form_token, require_form
from pbem.web.house import house
from pbem.web.limits import TRIES, limiter
from pbem.web.plain import state
from pbem.web.readers import read_as
from pbem.web.replies import bid_position
from pbem.web.screens import screen
from pbem.web.sessions import current_player, session_mark

games = Blueprint("games", __name__)

_CONFLICT = 409
# Talk and the like are not bound to a position.
_NOWHERE = Position(0, 0)
_SEAT_LINES = frozenset({"stop", "back", "resign for good", "bots", "cancel"})


def _my_page(code: str) -> SeatSight:
    """Return the signed-in player's seat at this table; 404 to everybody else."""
    player = current_player()
    if player is None:
        abort(401)
    seat_id = pages.my_seat(house().services, player.id, code)
    found = None if seat_id is None else pages.seat_sight(house().services, seat_id)
    return found if found is not None else abort(404)


def _facts(page: SeatSight, position: Position | None) -> tuple[object, ...]:
    at = tuple(position) if position else ()
    return ("g", session_mark(), page.seat.id if page.seat else None, *at)


def _answer_position(page: SeatSight) -> Position | None:
    """Return the position that an answer given now is for; None if none is open."""
    view = page.sight.view
    away = page.seat is not None and page.seat.stand_in
    if view is None or view.deal is None or away:
        return None
    if view.changeable_bid:
        return bid_position(view)
    return view.position if view.wants else None


def _page(code: str, page: SeatSight, refused: AnyRefusal | None = None) -> str:
    at = _answer_position(page)
    read_as(page)
    return screen(
        "game.html",
        page=page,
        code=code,
        at=at,
        is_open=at is not None,
        form_token=form_token(*_facts(page, at)) if at else None,
        talk_token=form_token(*_facts(page, None)),
        done=just_done(code),
        refused=refused,
        ticked=frozenset(request.form.getlist("card")),
    )


@games.get("/g/<code>")
def game(code: str) -> str:
    return _page(code, _my_page(code))


@games.get("/g/<code>/state.json")
def game_plain(code: str) -> Response:
    return jsonify(state(_my_page(code).sight))


@games.get("/g/<code>/deals.json")
def deals(code: str) -> Response:
    return _published(_my_page(code).sight)


def _published(sight: Sight) -> Response:
    return jsonify(audit.published(house().services, sight.watch_code))


@games.post("/g/<code>/act")
def act(code: str) -> AnyResponse | tuple[str, int]:
    page = _my_page(code)
    at = _sent_position()
    require_form(*_facts(page, at))
    move = sent_answer(request.form, request.form.getlist("card"))
    if page.seat is None or move is None:
        abort(400)
    outcome = pages.play(house().services, page.seat.id, move, at)
    return _after(code, outcome, "table", told=_told(page.sight, move))


def _told(sight: Sight, move: Move) -> Sealed | None:
    return SEALED if is_secret(sight.rules, move) else None


@games.post("/g/<code>/say")
def say(code: str) -> AnyResponse | tuple[str, int]:
    page = _my_page(code)
    require_form(*_facts(page, None))
    words = " ".join(request.form.get("words", "").split())
    if page.seat is None or not words:
        abort(400)
    outcome = pages.act(house().services, page.seat.id, f"say {words}", _NOWHERE)
    return _after(code, outcome, "talk")


@games.post("/g/<code>/seat")
def seat(code: str) -> AnyResponse | tuple[str, int]:
    """Let a stand-in play, come back, or do what the starter may before play begins."""
    page = _my_page(code)
    require_form(*_facts(page, None))
    line = request.form.get("line", "")
    if page.seat is None or line not in _SEAT_LINES:
        abort(400)
    return _after(code, pages.act(house().services, page.seat.id, line, _NOWHERE), "main")


@games.post("/g/<code>/revoke")
@limiter.limit(TRIES)
def revoke(code: str) -> AnyResponse | tuple[str, int]:
    """Make void what stands in this seat's mails so far; a mail with new links goes out."""
    page = _my_page(code)
    require_form(*_facts(page, None))
    outcome = None if page.seat is None else revoking.revoke_by_page(house().services, page.seat.id)
    return abort(400) if outcome is None else _after(code, outcome, "main")


def _after(
    code: str, outcome: LineOutcome, part: str, told: Sealed | None = None
) -> AnyResponse | tuple[str, int]:
    if outcome.done is None:
        return _page(code, _my_page(code), outcome.refused), _CONFLICT
    done = packed(told or outcome.done, code)
    return redirect(url_for("games.game", code=code, done=done, _anchor=part), 303)


def _sent_position() -> Position:
    deal, decision = (request.form.get(name, "") for name in ("deal", "decision"))
    if not (deal.isascii() and deal.isdigit() and decision.isascii() and decision.isdigit()):
        abort(400)
    return Position(int(deal[:6]), int(decision[:6]))


def _watched(watch_code: str) -> SeatSight:
    found = pages.watch(house().services, watch_code)
    return found if found is not None else abort(404)


@games.get("/w/<watch_code>")
def watch(watch_code: str) -> str:
    page = _watched(watch_code)

    return screen("watch.html", page=page, watch_code=watch_code)


@games.get("/w/<watch_code>/deals.json")
def watched_deals(watch_code: str) -> Response:
    return _published(_watched(watch_code).sight)


@games.get("/w/<watch_code>/state.json")
def watched_plain(watch_code: str) -> Response:
    return jsonify(state(_watched(watch_code).sight))

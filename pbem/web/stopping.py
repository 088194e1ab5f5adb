"""Ending the mails of a game, or of all: one-click from a mail program (RFC 8058), and by hand."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from flask import Blueprint, Response, abort, make_response, request

from pbem.app import leaving, pages
from pbem.app.pages import SeatSight
from pbem.app.services import Services
from pbem.signing import is_replaced_page_token, open_page_token, page_token
from pbem.web.forms import form_token, require_form
from pbem.web.house import house
from pbem.web.limits import LINKS, limiter
from pbem.web.readers import read_as
from pbem.web.screens import screen

T = TypeVar("T")

_GONE = 410

stopping = Blueprint("stopping", __name__)


def _seat_id(token: str) -> int:
    """Return the seat of an unsubscribe link. It never expires, but it may be replaced.

    404 if it is not ours. If it was made void, 410 and what to do instead, also to the
    one-click POST of a mail program: the mails go on, and no program is to tell its reader
    that they have ended. RFC 8058 asks for no success, only that there be no redirect.
    """
    keys, generation_of = house().keys, partial(pages.generation_of, house().services)
    seat_id = open_page_token(keys, "stop", token, generation_of)
    if seat_id is not None:
        return seat_id
    is_void = is_replaced_page_token(keys, "stop", token, generation_of)
    return abort(_void() if is_void else 404)


def _void() -> Response:
    # Nothing of seat and table is shown: a replaced link may be in anybody's hands.
    return Response(screen("stop_void.html", form_token=form_token("sign-in")), _GONE)


def _done(deed: Callable[[Services, int], T], row_id: int) -> T:
    """Do it. A mail program that pressed the button does not press it again."""
    return house().again(partial(deed, house().services, row_id))


def _page(token: str) -> SeatSight:
    page = pages.seat_sight(house().services, _seat_id(token))
    if page is None or page.seat is None:
        abort(404)
    read_as(page)
    return page


@stopping.get("/stop/<token>")
@limiter.limit(LINKS)
def ask(token: str) -> str:
    back_token = form_token("back", token)
    return screen("stop.html", page=_page(token), token=token, back_token=back_token)


def _require_one_click() -> None:
    """Answer 400 unless this is what mail programs send by themselves, without cookie or form."""
    if request.form.get("List-Unsubscribe") != "One-Click":
        abort(400)


@stopping.post("/stop/<token>")
def stop(token: str) -> str:
    """Stop the mails of a game."""
    _require_one_click()
    if _done(leaving.stop, _seat_id(token)) is None:
        abort(404)
    return ask(token)


@stopping.post("/stop/<token>/back")
@limiter.limit(LINKS)
def back(token: str) -> str | tuple[str, int]:
    require_form("back", token)
    outcome = _done(leaving.back, _seat_id(token))
    back_token = form_token("back", token)
    code = 200 if outcome.done else 409
    page = _page(token)
    return screen(
        "stop.html", page=page, token=token, back_token=back_token, refused=outcome.refused
    ), code


@stopping.post("/stop/<token>/all")
@limiter.limit(LINKS)
def stop_all_from(token: str) -> str:
    """Stop the mails of all games, from the page of one."""
    require_form("back", token)
    seat = _page(token).seat
    if seat is None or seat.player_id is None:
        abort(404)
    _done(leaving.stop_all, seat.player_id)
    generation = pages.player_generation(house().services, seat.player_id)
    fresh = page_token(house().keys, "stop_all", seat.player_id, generation)
    return _all_page(fresh, seat.player_id)


def _player_id(token: str) -> int:
    """Return whose mails a link ends. 404 if it is not ours, 410 if it was made void."""
    present = partial(pages.player_generation, house().services)
    player_id = open_page_token(house().keys, "stop_all", token, present)
    if player_id is not None:
        return player_id
    if is_replaced_page_token(house().keys, "stop_all", token, present):
        gone = make_response(screen("stop_all_void.html", form_token=form_token("sign-in")), _GONE)
        return abort(gone)
    return abort(404)


def _all_page(token: str, player_id: int) -> str:
    return screen(
        "stop_all.html",
        token=token,
        is_stopped=leaving.has_stopped_all(house().services, player_id),
        back_token=form_token("back-all", token),
    )


@stopping.get("/stop-all/<token>")
@limiter.limit(LINKS)
def ask_all(token: str) -> str:
    return _all_page(token, _player_id(token))


@stopping.post("/stop-all/<token>")
def stop_all(token: str) -> str:
    """Stop the mails of all games."""
    _require_one_click()
    player_id = _player_id(token)
    _done(leaving.stop_all, player_id)
    return _all_page(token, player_id)


@stopping.post("/stop-all/<token>/back")
@limiter.limit(LINKS)
def back_all(token: str) -> str:
    require_form("back-all", token)
    player_id = _player_id(token)
    _done(leaving.back_all, player_id)
    return _all_page(token, player_id)

"""Ending the mails of a game: one-click from a mail program (RFC 8058), and by hand."""

from flask import Blueprint, abort, request

from pbem.app import leaving, pages
from pbem.app.pages import SeatSight
from pbem.signing import open_page_token
from pbem.web.forms import form_token, require_form
from pbem.web.house import house
from pbem.web.limits import LINKS, limiter
from pbem.web.readers import read_as
from pbem.web.screens import screen

stopping = Blueprint("stopping", __name__)


def _seat_id(token: str) -> int:
    """Return the seat of an unsubscribe link. It never expires, but it may be replaced.

    404 if it is not ours, or was.
    """
    services = house().services
    seat_id = open_page_token(
        house().keys, "stop", token, lambda row_id: pages.generation_of(services, row_id)
    )
    return seat_id if seat_id is not None else abort(404)


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


@stopping.post("/stop/<token>")
def stop(token: str) -> str:
    """Stop, with neither cookie nor form token: mail programs send this by themselves."""
    if request.form.get("List-Unsubscribe") != "One-Click":
        abort(400)
    if leaving.stop(house().services, _seat_id(token)) is None:
        abort(404)
    return ask(token)


@stopping.post("/stop/<token>/back")
@limiter.limit(LINKS)
def back(token: str) -> str | tuple[str, int]:
    require_form("back", token)
    outcome = leaving.back(house().services, _seat_id(token))
    back_token = form_token("back", token)
    code = 200 if outcome.done else 409
    page = _page(token)
    return screen(
        "stop.html", page=page, token=token, back_token=back_token, refused=outcome.refused
    ), code

"""Answering by page what a mail asked: did you write this, and will you come to a table.

The address of such a page proves the mail address as a reply would. GET shows, and the
first button only looks; POST answers, once.
"""

from typing import NoReturn

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from pbem.app import invitation_desk, pending_desk
from pbem.app.invitation_desk import Answered
from pbem.app.people import Unsure
from pbem.orders.orders import Never, No, Yes
from pbem.signing import PageKind, open_page_token
from pbem.web.choosing import choice_sent
from pbem.web.forms import form_token, require_form
from pbem.web.house import house
from pbem.web.limits import LINKS, limiter
from pbem.web.screens import screen
from pbem.web.sessions import begin_session

answering = Blueprint("answering", __name__)

_GONE = 410
_UNSURE = 422
_CONFLICT = 409
_LONGEST_SEED = 64


def _row(kind: PageKind, token: str) -> int:
    """Return the row of a page's address; 404 if the address is not ours."""
    row_id = open_page_token(house().keys, kind, token)
    return row_id if row_id is not None else abort(404)


@answering.get("/confirm/<token>")
@limiter.limit(LINKS)
def confirm(token: str) -> str:
    return _confirm_page(token)


def _confirm_page(token: str, unsure: Unsure | None = None) -> str:
    asked = pending_desk.asked(house().services, _row("confirm", token))
    if asked is None:
        _settled()
    return screen(
        "confirm.html",
        asked=asked,
        token=token,
        unsure=unsure,
        form_token=form_token("confirm", token),
    )


def _settled() -> NoReturn:
    """Say that a question waits no longer: it was answered, or nobody did in time."""
    abort(Response(screen("settled.html"), _GONE))


@answering.post("/confirm/<token>")
@limiter.limit(LINKS)
def confirmed(token: str) -> AnyResponse | str | tuple[str, int]:
    """Carry out what was asked about; again finds nothing that waits."""
    require_form("confirm", token)
    pending_id = _row("confirm", token)
    if request.form.get("answer") == "no":
        if not pending_desk.decline(house().services, pending_id):
            _settled()
        return screen("confirmed.html", lines=(), declined=True)
    found = pending_desk.confirm(house().services, pending_id, choice_sent())
    if found is None:
        _settled()
    if isinstance(found, Unsure):
        return _confirm_page(token, found), _UNSURE
    code = next((line.done.text for line in found.lines if line.done and line.done.text), "")
    if found.from_page and code and found.player is not None:
        # Who asked on a page is here with a browser: straight to the table.
        response = redirect(url_for("games.game", code=code), 303)
        begin_session(response, found.player)
        return response
    return screen("confirmed.html", lines=found.lines, declined=False, is_told=found.is_told)


@answering.get("/come/<token>")
@limiter.limit(LINKS)
def invitation(token: str) -> str:
    return _invitation_page(token)


def _invitation_page(
    token: str, answered: Answered | None = None, unsure: Unsure | None = None
) -> str:
    asked = invitation_desk.asked(house().services, _row("invitation", token))
    if asked is None:
        abort(404)
    return screen(
        "invitation.html",
        asked=asked,
        token=token,
        answered=answered,
        unsure=unsure,
        form_token=form_token("invitation", token),
    )


@answering.get("/never/<token>")
@limiter.limit(LINKS)
def before_never(token: str) -> str:
    return _invitation_page(token)


@answering.post("/never/<token>")
def never(token: str) -> str:
    """Bar invitations, with neither cookie nor form token: mail programs do it by themselves."""
    if request.form.get("List-Unsubscribe") != "One-Click":
        abort(400)
    found = invitation_desk.answer(house().services, _row("invitation", token), Never())
    if found is None or isinstance(found, Unsure):
        abort(404)
    return _invitation_page(token, answered=found if found.outcome.done else None)


@answering.post("/come/<token>")
@limiter.limit(LINKS)
def invited(token: str) -> str | tuple[str, int]:
    """Say yes, no or never to an invitation."""
    require_form("invitation", token)
    seed = request.form.get("seed", "").strip()[:_LONGEST_SEED]
    orders: dict[str, Yes | No | Never] = {"yes": Yes(seed), "no": No(), "never": Never()}
    order = orders.get(request.form.get("answer", ""))
    if order is None:
        abort(400)
    row_id = _row("invitation", token)
    found = invitation_desk.answer(house().services, row_id, order, choice_sent())
    if found is None:
        abort(404)
    if isinstance(found, Unsure):
        return _invitation_page(token, unsure=found), _UNSURE
    code = 200 if found.outcome.done is not None else _CONFLICT
    return _invitation_page(token, answered=found), code

"""Links from mails: GET shows the hand and the possible answers, POST plays one.

Mail scanners open every link, and some press the first button of the page: GET
changes nothing, and the first button only looks. No cookie is needed; the token
in the address says whose seat it is, and the form's token binds page, seat and
position.
"""

import re
from typing import NoReturn

from flask import Blueprint, Response, abort, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from pbem.app import again, audit, pages
from pbem.app.again import Again
from pbem.app.pages import LinkSight
from pbem.rules.moves import Move
from pbem.rules.view import View
from pbem.signing import SHORT_ALPHABET, SHORT_TOKEN_LENGTH
from pbem.web import replies
from pbem.web.answers import read_answer, sent_answer
from pbem.web.flashes import SEALED, is_secret, just_done, packed
from pbem.web.forms import form_token, is_form_ours, require_form
from pbem.web.house import house
from pbem.web.limits import LINKS, limiter
from pbem.web.plain import state
from pbem.web.readers import read_as
from pbem.web.screens import screen
from pbem.web.sessions import current_player

links = Blueprint("links", __name__)

_TOKEN = re.compile(f"[{SHORT_ALPHABET}]{{{SHORT_TOKEN_LENGTH}}}")
_GONE = 410
_CONFLICT = 409


def open_link(token: str) -> LinkSight:
    """Return what the link opens; 404 for what is no link, 410 for one that is over.

    401 for one that its owner wants opened to nobody else, where somebody else opens it.
    """
    if not _TOKEN.fullmatch(token):
        abort(404)
    found = _found(token)
    if found is None:
        abort(_GONE if again.seat_of(house().services, token) is None else _lapsed(token))
    if not _may_see(found):
        abort(401)
    return found


def _may_see(opened: LinkSight) -> bool:
    if not opened.owner_only:
        return True
    player = current_player()
    return player is not None and player.id == opened.seat.player_id


def _found(token: str) -> LinkSight | None:
    opened = pages.by_link(house().services, token)
    return None if opened is None or opened.page.sight.view is None else opened


def _lapsed(token: str, sent: Again | None = None) -> Response:
    """Return the page of a link whose time is over: it can be had again by mail."""
    page = screen("lapsed.html", token=token, sent=sent, form_token=form_token("again", token))
    return Response(page, _GONE if sent is None else 200)


@links.post("/t/<token>/again")
@limiter.limit(LINKS)
def mail_again(token: str) -> Response | str:
    """Mail the seat its table once more, to its own address."""
    require_form("again", token)
    seat_id = again.seat_of(house().services, token) if _TOKEN.fullmatch(token) else None
    if seat_id is None:
        abort(_GONE)
    sent = again.mail_again(house().services, seat_id)
    opened = _found(token)
    if opened is None or not _may_see(opened):
        return _lapsed(token, sent)
    return _page(token, opened, sent=sent)


def _view(opened: LinkSight) -> View:
    view = opened.page.sight.view
    return view if view is not None else _never()


def _never() -> NoReturn:
    raise AssertionError("a link is opened with a view")


def _facts(token: str, opened: LinkSight) -> tuple[object, ...]:
    """Return what the form is bound to: the page, the seat and the position."""
    return ("t", token, opened.seat.id, *opened.link.position)


def _page(token: str, opened: LinkSight, *, chosen: str = "", **more: object) -> str:
    view = _view(opened)
    is_open = replies.is_open(view, opened.link.position) and not opened.seat.stand_in
    offered = replies.offered(view, chosen) if is_open else None
    read_as(opened.page)
    return screen(
        "link.html",
        page=opened.page,
        token=token,
        is_open=is_open,
        chosen=offered,
        missed=chosen if is_open and offered is None else "",
        answered=replies.answered(view, opened.link.position),
        ticked=frozenset(request.form.getlist("card")),
        form_token=form_token(*_facts(token, opened)) if is_open else None,
        again_token=None if is_open else form_token("again", token),
        **more,
    )


@links.get("/t/<token>")
@limiter.limit(LINKS)
def look(token: str) -> str:
    return _page(token, open_link(token), done=just_done(token))


@links.get("/t/<token>/state.json")
@limiter.limit(LINKS)
def look_plain(token: str) -> Response:
    return jsonify(state(open_link(token).page.sight))


@links.get("/t/<token>/deals.json")
@limiter.limit(LINKS)
def deals(token: str) -> Response:
    sight = open_link(token).page.sight
    return jsonify(audit.published(house().services, sight.watch_code))


@links.get("/t/<token>/<answer>")
@limiter.limit(LINKS)
def look_at_answer(token: str, answer: str) -> str:
    if read_answer(answer) is None:
        abort(404)
    return _page(token, open_link(token), chosen=answer)


@links.post("/t/<token>")
@limiter.limit(LINKS)
def play(token: str) -> AnyResponse | tuple[str, int]:
    opened = open_link(token)
    move = sent_answer(request.form, request.form.getlist("card"))
    if not is_form_ours(*_facts(token, opened)) or move is None:
        abort(400)
    outcome = pages.play(house().services, opened.seat.id, move, opened.link.position)
    if outcome.done is not None:
        told = SEALED if is_secret(opened.page.sight.rules, move) else outcome.done
        return redirect(url_for("links.look", token=token, done=packed(told, token)), 303)
    # The state is read again: what was refused may have been overtaken.
    fresh = open_link(token)
    if replies.is_same(_answered(fresh), move):
        return _page(token, fresh, repeated=True), 200
    return _page(token, fresh, refused=outcome.refused), _CONFLICT


def _answered(opened: LinkSight) -> Move | None:
    """Return what was answered at the link's position."""
    return replies.answered(_view(opened), opened.link.position)

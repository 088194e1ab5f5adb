"""Signing in by a mailed link, and the list of one's games."""

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from pbem.app import pages, setting, signing_in
from pbem.app.answers import AnyRefusal
from pbem.app.people import Unsure
from pbem.orders.choices import SETTINGS, Choose
from pbem.orders.orders import NotUnderstood
from pbem.orders.reading import read_line
from pbem.signing import unsigned
from pbem.web.choosing import choice_sent
from pbem.web.forms import form_token, require_form
from pbem.web.house import house
from pbem.web.limits import ASKS, TRIES, limiter
from pbem.web.returning import own_page
from pbem.web.screens import screen
from pbem.web.sessions import begin_session, current_player, end_session, session_mark

account = Blueprint("account", __name__)

LONGEST_ADDRESS = 254
_GONE = 410
_UNSURE = 422
_OF_NUMBERS = frozenset({"hours", "digest"})


@account.get("/sign-in")
def sign_in() -> str:
    return screen("sign_in.html", form_token=form_token("sign-in"))


@account.post("/sign-in")
@limiter.limit(ASKS)
def ask_sign_in() -> str | tuple[str, int]:
    """Mail a link. The answer is the same for every address, known or not."""
    require_form("sign-in")
    email = request.form.get("email", "").strip()
    to = own_page(request.form.get("to", ""))
    if not signing_in.ask_sign_in(house().services, email[:LONGEST_ADDRESS], to):
        again = form_token("sign-in")
        return screen("sign_in.html", form_token=again, email=email, is_bad=True, to=to), 422
    return screen("sent.html", email=email)


@account.get("/in/<token>")
@limiter.limit(TRIES)
def enter(token: str) -> str:
    """Show a button: mail scanners open links, and would use this one up."""
    return _enter_page(token)


def _enter_page(token: str, unsure: Unsure | None = None) -> str:
    asked = signing_in.asked(house().services, _pending_id(token))
    if asked is None:
        abort(_GONE)
    bound = form_token("in", token)
    return screen("enter.html", token=token, asked=asked, unsure=unsure, form_token=bound)


@account.post("/in/<token>")
@limiter.limit(TRIES)
def entered(token: str) -> AnyResponse | tuple[str, int]:
    require_form("in", token)
    signed_in = signing_in.sign_in(house().services, _pending_id(token), choice_sent())
    if signed_in is None:
        abort(_GONE)
    if isinstance(signed_in, Unsure):
        return _enter_page(token, signed_in), _UNSURE
    response = redirect(own_page(signed_in.to) or url_for("account.my_games"), 303)
    begin_session(response, signed_in.player)
    return response


def _pending_id(token: str) -> int:
    """Return the row that waits for this sign-in; 410 for a link that is not good (any more)."""
    lasts = house().services.policy.question_lasts
    pending_id = unsigned(house().keys, "sign-in", token, lasts)
    return pending_id if isinstance(pending_id, int) else abort(_GONE)


@account.post("/sign-out")
def sign_out() -> AnyResponse:
    require_form("sign-out", session_mark())
    response = redirect(url_for("front.home"), 303)
    end_session(response)
    return response


@account.get("/games")
def my_games() -> str:
    player = current_player()
    if player is None:
        abort(401)
    return screen(
        "games.html",
        lines=pages.my_games(house().services, player.id),
        practice_token=form_token("practice", session_mark()),
        sign_out_token=form_token("sign-out", session_mark()),
    )


@account.get("/settings")
def settings() -> str:
    return _settings_page()


def _settings_page(refused: AnyRefusal | None = None, of: str = "") -> str:
    """Return the page of settings; `refused`: why the one called `of` was not set."""
    player = current_player()
    if player is None:
        abort(401)
    return screen(
        "settings.html",
        rows=SETTINGS,
        choices=player.choices,
        zone=player.zone,
        form_token=form_token("settings", session_mark()),
        is_set=request.args.get("set", ""),
        refused=refused,
        of=of,
    )


@account.post("/settings/<name>")
def set_setting(name: str) -> AnyResponse | tuple[str, int]:
    """Set one setting, by the words that stand behind its verb in a mail."""
    player = current_player()
    if player is None:
        abort(401)
    require_form("settings", session_mark())
    services, words = house().services, request.form.get("words", "").strip()[:LONGEST_ADDRESS]
    if name == "zone":
        refused = setting.set_zone_of(services, player.id, words)
        if refused is not None:
            return _settings_page(refused, name), _UNSURE
    else:
        order = read_line(f"{name} {_hours_sent() if name == 'hours' and not words else words}")
        if isinstance(order, NotUnderstood) and name in _OF_NUMBERS:
            return _settings_page(order, name), _UNSURE
        if not isinstance(order, Choose):
            abort(400)
        setting.set_choice(services, player.id, order)
    return redirect(url_for("account.settings", set=name, _anchor=name), 303)


def _hours_sent() -> str:
    return f"{request.form.get('first', '')}-{request.form.get('last', '')}"

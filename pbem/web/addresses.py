"""The page of one's own mail addresses."""

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from pbem.app import own_addresses
from pbem.app.answers import AnyRefusal
from pbem.app.records import Player
from pbem.orders.orders import AddAddress, MainAddress, RemoveAddress
from pbem.web.forms import form_token, require_form
from pbem.web.house import house
from pbem.web.limits import ASKS, limiter
from pbem.web.screens import screen
from pbem.web.sessions import current_player, session_mark

addresses = Blueprint("addresses", __name__)

_LONGEST = 254
_REFUSED = 422
_Change = type[AddAddress] | type[MainAddress] | type[RemoveAddress]
_CHANGES: dict[str, _Change] = {"add": AddAddress, "main": MainAddress, "remove": RemoveAddress}


def _me() -> Player:
    player = current_player()
    return player if player is not None else abort(401)


def _page(me: Player, refused: AnyRefusal | None = None, typed: str = "") -> str:
    return screen(
        "addresses.html",
        lines=own_addresses.of_player(house().services, me.id),
        form_token=form_token("addresses", session_mark()),
        refused=refused,
        typed=typed,
    )


@addresses.get("/addresses")
def own() -> str:
    return _page(_me())


@addresses.post("/addresses")
@limiter.limit(ASKS)
def change() -> AnyResponse | tuple[str, int]:
    """Add, remove or choose an address; one that is added is asked first."""
    me = _me()
    require_form("addresses", session_mark())
    kind, email = _CHANGES.get(request.form.get("change", "")), request.form.get("email", "")
    if kind is None:
        abort(400)
    order = kind(email.strip()[:_LONGEST])
    outcome = own_addresses.change_by_page(house().services, me.id, order)
    if outcome.refused is not None:
        return _page(me, outcome.refused, email[:_LONGEST]), _REFUSED
    return redirect(url_for("addresses.own"), 303)

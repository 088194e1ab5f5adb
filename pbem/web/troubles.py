"""The banner of a signed-in player whose mail does not arrive, and the button that mends it."""

from flask import Blueprint, abort, g, redirect, url_for
from werkzeug.wrappers import Response as AnyResponse

from pbem.app import mending
from pbem.app.records import Address
from pbem.show import delivery
from pbem.web.forms import form_token, require_form
from pbem.web.house import house
from pbem.web.limits import TRIES, limiter
from pbem.web.readers import reader
from pbem.web.sessions import current_player, session_mark

troubles = Blueprint("troubles", __name__)


def own_troubles() -> tuple[Address, ...]:
    """Return the addresses of the signed-in player where mail fails, looked up once a page."""
    player = current_player()
    if player is None:
        return ()
    if "troubles" not in g:
        g.troubles = mending.troubled_of(house().services, player.id)
    found: tuple[Address, ...] = g.troubles
    return found


def trouble_token(address: Address) -> str:
    """Return the form token of the button that has mail sent there again."""
    return form_token("mail-again", session_mark(), address.id)


def trouble_words(address: Address) -> str:
    """Return what has happened to mail for this address."""
    return delivery.what_happened(reader(), address)


@troubles.post("/address/<int:address_id>/again")
@limiter.limit(TRIES)
def again(address_id: int) -> AnyResponse:
    """Have mail sent to an own address again."""
    player = current_player()
    if player is None:
        abort(401)
    require_form("mail-again", session_mark(), address_id)
    if not mending.want_mail_again(house().services, player.id, address_id):
        abort(404)
    return redirect(url_for("account.my_games"), 303)

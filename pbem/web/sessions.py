"""Who is signed in: a session row on the server, its token in a cookie."""

import hashlib
import secrets

from flask import g, request
from werkzeug.wrappers import Response

from pbem.app import accounts
from pbem.app.records import Player
from pbem.web.house import house


def cookie_name() -> str:
    """Return the cookie's name; with the `__Host-` prefix only this host may set it."""
    return "__Host-session" if house().settings.secure_cookies else "session"


def session_token() -> str:
    return request.cookies.get(cookie_name(), "")


def session_mark() -> str:
    """Return a short digest of the session, to bind forms to it."""
    return hashlib.sha256(session_token().encode()).hexdigest()[:16]


def current_player() -> Player | None:
    """Return the player who is signed in with this browser."""
    if "player" not in g:
        token = session_token()
        g.player = accounts.session_player(house().services, token) if token else None
    player: Player | None = g.player
    return player


def begin_session(response: Response, player: Player) -> None:
    """Open a session for this browser; only a digest of its token is stored."""
    token = secrets.token_urlsafe(32)
    until = accounts.open_session(house().services, player.id, token)
    response.set_cookie(
        cookie_name(),
        token,
        expires=until,
        secure=house().settings.secure_cookies,
        httponly=True,
        samesite="Lax",
    )


def end_session(response: Response) -> None:
    if token := session_token():
        accounts.close_session(house().services, token)
    response.delete_cookie(
        cookie_name(), secure=house().settings.secure_cookies, httponly=True, samesite="Lax"
    )

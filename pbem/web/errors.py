"""Pages for what went wrong, in the look of all others and without a detail too many."""

import logging

from flask import Flask, render_template, request
from werkzeug.exceptions import HTTPException, InternalServerError, ServiceUnavailable
from werkzeug.wrappers import Response

from pbem.signing import KeyGoneError
from pbem.web.forms import form_token
from pbem.web.returning import asked_for
from pbem.web.screens import screen

_SIGN_IN = 401
_LATER = 600

log = logging.getLogger(__name__)


def show_error(fault: HTTPException) -> tuple[str, int, list[tuple[str, str]]]:
    """Return the page for an HTTP error; headers such as `Allow` and `Retry-After` stay."""
    code = fault.code or 500
    headers = [(name, value) for name, value in fault.get_headers() if name != "Content-Type"]
    if request.path.endswith(".json") or request.path == "/hooks/mail":
        return f"{fault.name}\n", code, [*headers, ("Content-Type", "text/plain")]
    page = "sign_in.html" if code == _SIGN_IN else "error.html"
    to = asked_for() if code == _SIGN_IN else ""
    return screen(page, code=code, form_token=form_token("sign-in"), to=to), code, headers


def show_crash(_fault: Exception) -> Response:
    """Return a page that needs nothing that may have failed: no database, no session."""
    return Response(render_template("crash.html"), 500, mimetype="text/html")


def show_sealed(fault: KeyGoneError) -> tuple[str, int, list[tuple[str, str]]]:
    """Return the page for what is sealed with a key that is gone: it opens once that is back."""
    log.error(
        "%s (%s) needs key %s, which is not in PBEM_KEYS; see `pbem keys status`",
        request.endpoint,
        request.method,
        fault.key_id,
    )
    return show_error(ServiceUnavailable(retry_after=_LATER))


def handle_errors(app: Flask) -> None:
    app.register_error_handler(HTTPException, show_error)
    app.register_error_handler(InternalServerError, show_crash)
    app.register_error_handler(KeyGoneError, show_sealed)

"""The webhooks of mail providers: bytes in, a status out."""

import logging

from flask import Blueprint, Response, abort, request
from werkzeug.exceptions import RequestEntityTooLarge

from pbem.web.house import house
from pbem.web.limits import LETTERS, limiter

hooks = Blueprint("hooks", __name__)
log = logging.getLogger(__name__)

# Beside the letter itself a call holds what the provider made of it, or writes it in
# signs that take more room.
_TIMES_A_LETTER = 3
_WORDS = {
    200: "taken",
    400: "not understood",
    401: "who calls?",
    403: "not taken",
    404: "closed",
    413: "too big",
    503: "not stored",
}


@hooks.post("/hooks/mailgun/mime", defaults={"provider": "mailgun"})
@hooks.post("/hooks/<any(postmark, sendgrid, ses):provider>")
@limiter.limit(LETTERS)
def call(provider: str) -> Response:
    """Take a call; 200 only once its letter is durable, 503 if it is not."""
    headers = {name.lower(): value for name, value in request.headers.items()}
    body = _body()
    try:
        status = house().take_call(provider, headers, body)
    except Exception as fault:  # noqa: BLE001 - said in the next line
        # Whatever went wrong, the letter is not stored, and the provider must come again.
        # The traceback may hold the letter, so only the kind of fault is logged.
        log.error("a call of %s failed: %s", provider, type(fault).__name__)  # noqa: TRY400
        status = 503
    return _answer(status)


def _answer(status: int) -> Response:
    answer = Response(f"{_WORDS[status]}\n", status, mimetype="text/plain")
    if status == 401:
        # Some wait to be asked before they show the password of the address.
        answer.headers["WWW-Authenticate"] = 'Basic realm="letters"'
    return answer


def _body() -> bytes:
    request.max_content_length = house().settings.letter_bytes * _TIMES_A_LETTER
    try:
        return request.get_data(cache=False)
    except RequestEntityTooLarge:
        abort(413)
    raise AssertionError("unreachable")

"""Tokens that bind a form to the page that showed it, without a cookie."""

from datetime import timedelta

from flask import abort, request

from pbem.signing import signed, unsigned
from pbem.web.house import house

_PURPOSE = "form"
_LASTS = timedelta(days=14)
# What mail programs and mail servers send, from wherever they run.
_OTHERS_POST = frozenset(
    {
        "stopping.stop",
        "stopping.stop_all",
        "answering.never",
        "machine.hook",
        "hooks.call",
    }
)


def form_token(*facts: object) -> str:
    """Return the token of a form, bound to the page's name and facts such as seat and position."""
    return signed(house().keys, _PURPOSE, facts)


def is_form_ours(*facts: object) -> bool:
    """Tell whether the form sent came from this page, with the same facts."""
    given = request.form.get("form_token", "")
    return unsigned(house().keys, _PURPOSE, given, _LASTS) == list(facts)


def require_form(*facts: object) -> None:
    """Answer 400 unless the form sent came from this page, with the same facts."""
    if not is_form_ours(*facts):
        abort(400)


def refuse_foreign_posts() -> None:
    """Answer 403 to a form that another site made this browser send.

    Browsers say so in `Sec-Fetch-Site`. `Origin` is `null` even on our own forms,
    because our pages send no referrer, so that only another name is refused.
    """
    if request.method != "POST" or request.endpoint in _OTHERS_POST:
        return
    site = request.headers.get("Sec-Fetch-Site", "none")
    origin = request.headers.get("Origin", "null")
    own = {"null", house().settings.base_url, request.host_url.rstrip("/")}
    if site not in {"same-origin", "none"} or origin not in own:
        abort(403)

"""Where one goes after signing in: to the page one was on the way to, if it is one of ours."""

from typing import Final
from urllib.parse import parse_qs, urlsplit

from flask import current_app, request
from werkzeug.exceptions import HTTPException

# Pages that only show: what leads to them from a mail changes nothing.
_PAGES: Final = frozenset(
    {
        "account.my_games",
        "account.settings",
        "games.game",
        "links.look",
        "links.look_at_answer",
        "house_rules.rules_form",
        "starts.invitation",
        "starts.new",
    }
)
_LONGEST: Final = 300


def own_page(address: str) -> str:
    """Return the address of a page of ours, or nothing for whatever else was sent.

    It is made anew from the page's name and values, so that nothing of a scheme, a host
    or a path that browsers read in their own way comes back.
    """
    try:
        parts = urlsplit(address[:_LONGEST])
    except ValueError:
        return ""
    if parts.scheme or parts.netloc or not parts.path.startswith("/"):
        return ""
    adapter = current_app.url_map.bind("", url_scheme="")
    try:
        endpoint, values = adapter.match(parts.path, method="GET")
    except HTTPException:
        return ""
    if endpoint not in _PAGES:
        return ""
    return adapter.build(endpoint, parse_qs(parts.query) | dict(values))


def asked_for() -> str:
    """Return the page that this request asks for, to be come back to; nothing for a form sent."""
    return own_page(request.full_path) if request.method == "GET" else ""

"""Headers that every answer carries."""

from flask import Response, request

from pbem.web.house import house

_CONTENT = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'"
)
_OPEN_TO_SEARCH = frozenset(
    {
        "front.home",
        "front.help_page",
        "front.rules_list",
        "front.rules_page",
        "odds.odds_page",
        "keeper.setup",
        "sheets.blank_sheets",
        "static",
    }
)
_YEAR = 365 * 24 * 3600


def guard(response: Response) -> Response:
    """Forbid caching, framing, scripts, referrers and, but for the public pages, indexing."""
    headers = response.headers
    headers["Content-Security-Policy"] = _CONTENT
    headers["Referrer-Policy"] = "no-referrer"
    headers["X-Content-Type-Options"] = "nosniff"
    headers["X-Frame-Options"] = "DENY"
    headers["Cross-Origin-Opener-Policy"] = "same-origin"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"
    headers["Permissions-Policy"] = "interest-cohort=()"
    if request.endpoint != "static" or not response.status_code < 400:
        headers["Cache-Control"] = "no-store"
    if request.endpoint not in _OPEN_TO_SEARCH:
        headers["X-Robots-Tag"] = "noindex, nofollow"
    if house().settings.is_https:
        headers["Strict-Transport-Security"] = f"max-age={_YEAR}"
    return response

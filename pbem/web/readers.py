"""For whom a page is worded: the owner of the seat, the one signed in, or the browser."""

from flask import g, request
from flask_babel import refresh

from pbem.app.pages import SeatSight
from pbem.show.reader import Reader
from pbem.web.sessions import current_player

LOCALES = ("en",)


def read_as(page: SeatSight) -> None:
    """Word this request's page for the owner of its seat; a spectator reads as the browser asks."""
    if page.seat is None:
        return
    g.reader = Reader(page.locale, page.zone)
    refresh()


def reader() -> Reader:
    """Return for whom this request's page is worded."""
    if "reader" not in g:
        player = current_player()
        g.reader = Reader(player.locale, player.zone) if player else Reader(_browser_locale())
    found: Reader = g.reader
    return found


def locale() -> str:
    return reader().locale


def _browser_locale() -> str:
    return request.accept_languages.best_match(LOCALES) or LOCALES[0]

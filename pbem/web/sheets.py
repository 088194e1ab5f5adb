"""Score sheets as files: of a table for its players and spectators, and blank ones for anybody."""

from flask import Blueprint, Response, abort

from pbem.app import pages
from pbem.app.pages import SeatSight
from pbem.rules.options import Rules
from pbem.rules.presets import PRESETS, preset_rules, title_of
from pbem.show.sheet_csv import sheet_csv
from pbem.show.sheet_pdf import blank_pdf, sheet_pdf
from pbem.web.downloads import download
from pbem.web.house import house
from pbem.web.limits import FILES, limiter
from pbem.web.links import open_link
from pbem.web.readers import read_as, reader
from pbem.web.screens import screen
from pbem.web.sessions import current_player
from pbem.web.words import named_sheet

sheets = Blueprint("sheets", __name__)


@sheets.get("/sheets")
def blank_sheets() -> str:
    return screen("sheets.html", presets=tuple(PRESETS.values()))


@sheets.get("/sheets/<preset_id>-<int:players>.pdf")
@limiter.limit(FILES)
def blank(preset_id: str, players: int) -> Response:
    preset = PRESETS.get(preset_id)
    if preset is None or players not in preset.players:
        abort(404)
    rules = preset_rules(preset_id, players)
    if not isinstance(rules, Rules):
        abort(404)
    content = blank_pdf(reader(), rules, title_of(preset_id))
    return download(content, "application/pdf", f"{preset_id}-{players}")


@sheets.get("/g/<code>/sheet.<any(csv, pdf):ending>")
@limiter.limit(FILES)
def of_game(code: str, ending: str) -> Response:
    player = current_player()
    if player is None:
        abort(401)
    seat_id = pages.my_seat(house().services, player.id, code)
    page = None if seat_id is None else pages.seat_sight(house().services, seat_id)
    return _file(page, ending)


@sheets.get("/w/<watch_code>/sheet.<any(csv, pdf):ending>")
@limiter.limit(FILES)
def of_watched(watch_code: str, ending: str) -> Response:
    return _file(pages.watch(house().services, watch_code), ending)


@sheets.get("/t/<token>/sheet.<any(csv, pdf):ending>")
@limiter.limit(FILES)
def of_link(token: str, ending: str) -> Response:
    return _file(open_link(token).page, ending)


def _file(page: SeatSight | None, ending: str) -> Response:
    """Return the sheet of a table; 404 where nothing is scored, or there is no such table."""
    if page is None:
        abort(404)
    read_as(page)
    shown = named_sheet(page.sight)
    if shown is None:
        abort(404)
    name = page.sight.code if page.seat is not None else title_of(page.sight.preset)
    title = reader()._("Oh Hell: {name}", name=name)
    if ending == "csv":
        return download(sheet_csv(reader(), shown), "text/csv", f"oh-hell-{name}")
    return download(sheet_pdf(reader(), shown, title), "application/pdf", f"oh-hell-{name}")

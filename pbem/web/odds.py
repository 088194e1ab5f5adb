"""How good a hand of one card is: a page that anybody may read, and the same as CSV."""

from flask import Blueprint, Response, abort, request

from pbem.rules.odds import MOST_PLAYERS, RANKS_OF
from pbem.rules.packs import PACKS
from pbem.rules.ruleset import Pack
from pbem.show.odds import OddsTable, conditions, tables
from pbem.show.tabular import csv_text
from pbem.web.readers import reader
from pbem.web.screens import screen

odds = Blueprint("odds", __name__)

_USUAL = 4


@odds.get("/odds")
def odds_page() -> str:
    pack, counts, players = _asked()
    return screen(
        "odds.html",
        tables=tables(reader(), players, pack),
        conditions=conditions(reader()),
        counts=counts,
        players=players,
        packs=tuple((one, len(ranks) * 4) for one, ranks in RANKS_OF.items()),
        pack=pack,
    )


@odds.get("/odds.csv")
def odds_file() -> Response:
    """Return the exact fractions, a line per table and rank."""
    pack, _, players = _asked()
    lines = [line for table in tables(reader(), players, pack) for line in _lines(table)]
    return Response(csv_text(lines), mimetype="text/csv")


def _lines(table: OddsTable) -> list[tuple[str, ...]]:
    rows = [
        (row.words, *("" if chance is None else str(chance) for chance in row.chances))
        for row in table.rows
    ]
    return [(table.title, *table.heads), *rows]


def _asked() -> tuple[Pack, tuple[int, ...], int]:
    """Return the pack, for how many it is good, and the number asked for; 404 if there is none."""
    pack = next((one for one in RANKS_OF if one == request.args.get("pack", "std52")), None)
    if pack is None:
        abort(404)
    counts = tuple(count for count in PACKS[pack].players if count <= MOST_PLAYERS)
    asked = request.args.get("players", str(_USUAL))
    players = next((count for count in counts if str(count) == asked), None)
    return pack, counts, players if players is not None else abort(404)

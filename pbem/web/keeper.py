"""The score keeper for a real table: all it knows stands in the address, nothing in the house.

Each step is a form whose answer leads to a new address, so that a page may be
reloaded, kept as a bookmark or sent to somebody; undoing is an address too.
"""

from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from pbem.app.answers import RulesProblem
from pbem.keeper import KeptTable, Reckoned, query_of, reckon, table_of
from pbem.rules.options import Rules, RulesRefused, rules_of
from pbem.rules.presets import PRESETS, title_of
from pbem.show.sheet import Sheet, Standing, laid_out
from pbem.show.sheet_csv import sheet_csv
from pbem.show.sheet_pdf import sheet_pdf
from pbem.web.downloads import download
from pbem.web.keeper_forms import Fault, begun, written
from pbem.web.limits import FILES, limiter
from pbem.web.readers import reader
from pbem.web.refusing import refusal
from pbem.web.scorings import scoring_words
from pbem.web.screens import screen

keeper = Blueprint("keeper", __name__)

_REFUSED = 422
_USUAL = 4
_LONGEST_QUERY = 3800
"""Web servers and browsers cut longer addresses off."""


@keeper.get("/keeper")
def setup() -> str:
    return _setup(())


def _setup(problems: tuple[str, ...]) -> str:
    return screen(
        "keeper.html",
        presets=tuple(PRESETS.values()),
        systems=tuple(_systems()),
        sent=request.form or request.args,
        problems=problems,
    )


def _systems() -> Iterator[tuple[str, str]]:
    """Yield the scorings that there is something to write down for, with what they give."""
    usual = rules_of(_USUAL, {})
    if isinstance(usual, Rules):
        told = scoring_words(reader(), usual)
        yield from ((name, words) for name, words in told if name != "cooperative")


@keeper.post("/keeper")
def begin() -> AnyResponse | tuple[str, int]:
    query = begun(request.form)
    table = table_of(query)
    if isinstance(table, KeptTable):
        return _to(table)
    if table is None:
        wrong = reader()._("Write two names or more, each on a line of its own.")
    else:
        wrong = _refused(table)
    return _setup((wrong,)), _REFUSED


def _refused(refused: RulesRefused) -> str:
    return refusal(RulesProblem(refused.problems))


def _to(table: KeptTable) -> AnyResponse:
    return redirect(url_for("keeper.table") + "?" + urlencode(query_of(table)), 303)


def _asked() -> KeptTable:
    """Return the table that the address tells of; 404 if it tells of none."""
    found = table_of(list(request.args.items(multi=True)))
    return found if isinstance(found, KeptTable) else abort(404)


@keeper.get("/keeper/table")
def table() -> str:
    return _page(_asked())


@keeper.post("/keeper/table")
def write() -> AnyResponse | tuple[str, int]:
    found = table_of(parse_qsl(request.form.get("at", ""), keep_blank_values=True))
    if not isinstance(found, KeptTable) or reckon(found).next is None:
        abort(400)
    outcome = written(reader(), found, request.form)
    if isinstance(outcome, Fault):
        return _page(found, outcome), _REFUSED
    if len(urlencode(query_of(outcome.table))) > _LONGEST_QUERY:
        full = reader()._("This sheet is full. Save it as a file, and begin a new one.")
        return _page(found, Fault((full,))), _REFUSED
    return _to(outcome.table)


def _page(found: KeptTable, fault: Fault | None = None) -> str:
    so_far = reckon(found)
    return screen(
        "keeper_table.html",
        table=found,
        so_far=so_far,
        due=so_far.next,
        open_deal=found.open_deal if so_far.next else None,
        title=title_of(found.game),
        sheet=_sheet(found, so_far) if so_far.sheet else None,
        at=urlencode(query_of(found)),
        undo=_undone(found),
        fault=fault,
        sent=request.form if fault else {},
        winners=reader().all_of([found.names[seat] for seat in so_far.winners]),
    )


def _undone(found: KeptTable) -> str | None:
    """Return the query of the step before, if there is one."""
    if not found.deals:
        return None
    *before, last = found.deals
    deals = before if last.tricks is None else [*before, replace(last, tricks=None)]
    return urlencode(query_of(replace(found, deals=tuple(deals))))


def _sheet(found: KeptTable, so_far: Reckoned) -> Sheet:
    return laid_out(
        found.rules,
        so_far.sheet,
        Standing(so_far.totals, so_far.winners, so_far.payments),
        heads=found.names,
        order=range(len(found.names)),
    )


@keeper.get("/keeper/sheet.<any(csv, pdf):ending>")
@limiter.limit(FILES)
def file(ending: str) -> Response:
    found = _asked()
    shown = _sheet(found, reckon(found))
    if ending == "csv":
        return download(sheet_csv(reader(), shown), "text/csv", "score-sheet")
    content = sheet_pdf(reader(), shown, title_of(found.game))
    return download(content, "application/pdf", "score-sheet")

"""Beginning a game on the pages: practice, a new table, a place at somebody's table."""

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from pbem.app import pages, pending_desk
from pbem.app.answers import AlreadySeated, LineOutcome
from pbem.app.records import Player
from pbem.orders.orders import NewGame
from pbem.rules.options import Rules
from pbem.rules.presets import PRESETS, Preset, preset_rules
from pbem.web.account import LONGEST_ADDRESS
from pbem.web.forms import form_token, require_form
from pbem.web.house import house
from pbem.web.house_rules.carried import carried, rules_in
from pbem.web.limits import ASKS, TRIES, limiter
from pbem.web.readers import reader
from pbem.web.screens import screen
from pbem.web.sessions import current_player, session_mark
from pbem.web.versions import length_words, own_versions, shelves, usual_players

starts = Blueprint("starts", __name__)

_LONGEST_SEED = 64
_LONGEST_NAME = 60
_MOST_PLAYERS = 12
_PLAYERS = range(2, _MOST_PLAYERS + 1)
_REFUSED = 422


def _signed_in() -> Player:
    player = current_player()
    return player if player is not None else abort(401)


@starts.post("/practice")
@limiter.limit(ASKS)
def practice() -> AnyResponse | str | tuple[str, int]:
    """Begin a game against bots; a stranger's address is proven by mail first."""
    require_form("practice", session_mark())
    player = current_player()
    if player is not None:
        return _to_table(pages.practise(house().services, player.id))
    email = request.form.get("email", "").strip()
    if not pending_desk.ask_practice(house().services, email[:LONGEST_ADDRESS]):
        again = form_token("sign-in")
        return screen("sign_in.html", form_token=again, email=email, is_bad=True), _REFUSED
    return screen("sent.html", email=email, is_practice=True)


@starts.get("/new")
def new() -> str:
    """Offer all versions, or the table of the one that is chosen."""
    player = _signed_in()
    preset = PRESETS.get(request.args.get("preset", ""))
    return _choice_page(player) if preset is None else table_page(preset)


def _choice_page(player: Player) -> str:
    words = request.args.get("words", "").strip()[:_LONGEST_NAME]
    asked = request.args.get("players", "")
    players = next((count for count in _PLAYERS if str(count) == asked), None)
    return screen(
        "new.html",
        shelves=shelves(reader(), words, players),
        own_rules=own_versions(pages.my_rules(house().services, player.id), words),
        words=words,
        players=players,
        counts=_PLAYERS,
    )


@starts.post("/new")
@limiter.limit(ASKS)
def create() -> AnyResponse | tuple[str, int]:
    player = _signed_in()
    require_form("new", session_mark())
    own = _own_sent()
    outcome = pages.new_game(house().services, player.id, _wanted(), own)
    if outcome.done is None:
        return table_page(_preset_sent(), own=own, outcome=outcome), _REFUSED
    return _to_table(outcome)


def _own_sent() -> Rules | None:
    """Return the rules made from those of the version; 400 if they are none that we sent."""
    sent = request.form.get("own", "")
    own = rules_in(sent)
    return abort(400) if sent and own is None else own


def _preset_sent() -> Preset | None:
    return PRESETS.get(request.form.get("preset", ""))


def table_page(
    preset: Preset | None, *, own: Rules | None = None, outcome: LineOutcome | None = None
) -> str:
    """Return the page on which one says who plays. `own`: by rules made from the version's."""
    sent = request.values
    rules = own or _rules(preset, _number(sent.get("players", "")))
    return screen(
        "new_table.html",
        preset=preset,
        own=carried(own) if own else "",
        rules=rules,
        length=length_words(reader(), rules) if rules else None,
        form_token=form_token("new", session_mark()),
        sent=sent,
        refused=outcome.refused if outcome else None,
        most_bots=(rules.players if own and rules else max(preset.players) if preset else 2) - 1,
    )


def _rules(preset: Preset | None, players: int | None) -> Rules | None:
    if preset is None:
        return None
    rules = preset_rules(preset.id, usual_players(preset, players))
    return rules if isinstance(rules, Rules) else None


def _wanted() -> NewGame:
    """Return the game that the form asks for; its faults are judged where mails' are."""
    form = request.form
    addresses = form.get("invited", "").replace(",", " ").replace(";", " ").split()
    players = _number(form.get("players", ""))
    return NewGame(
        preset=form.get("preset", ""),
        invited=tuple(addresses[:_MOST_PLAYERS]),
        bots=_number(form.get("bots", "")) or 0,
        players=players,
        seed=form.get("seed", "").strip()[:_LONGEST_SEED],
    )


def _number(text: str) -> int | None:
    """Return a small number as typed, or None for an empty field; 400 for anything else."""
    if not text:
        return None
    if not (text.isascii() and text.isdigit()) or int(text[:3]) > _MOST_PLAYERS:
        abort(400)
    return int(text)


@starts.get("/join/<code>")
@limiter.limit(TRIES)
def invitation(code: str) -> str:
    return _join_page(code)


@starts.post("/join/<code>")
@limiter.limit(TRIES)
def join(code: str) -> AnyResponse | tuple[str, int]:
    player = _signed_in()
    require_form("join", code, session_mark())
    name = request.form.get("name", "").strip()[:_LONGEST_NAME]
    outcome = pages.join(house().services, player.id, code, name)
    if isinstance(outcome.refused, AlreadySeated):
        return redirect(url_for("games.game", code=outcome.refused.code), 303)
    if outcome.done is None:
        return _join_page(code, outcome), _REFUSED
    return _to_table(outcome)


def _join_page(code: str, outcome: LineOutcome | None = None) -> str:
    table = pages.join_sight(house().services, code)
    if table is None:
        abort(404)
    return screen(
        "join.html",
        code=code,
        table=table,
        form_token=form_token("join", code, session_mark()),
        sign_in_token=form_token("sign-in"),
        refused=outcome.refused if outcome else None,
    )


def _to_table(outcome: LineOutcome) -> AnyResponse:
    """Go to the new table if its code is known, else to the list of games."""
    code = outcome.done.text if outcome.done else ""
    to = url_for("games.game", code=code) if code else url_for("account.my_games")
    return redirect(to, 303)

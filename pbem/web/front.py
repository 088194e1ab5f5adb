"""The pages that anybody may read: home, help and the rules in plain words."""

from dataclasses import asdict
from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Response, abort, jsonify, request

from pbem import verify_deals
from pbem.app import called_off
from pbem.rules.options import Rules
from pbem.rules.presets import PRESETS, WELL_KNOWN, preset_rules
from pbem.web.forms import form_token
from pbem.web.house import house
from pbem.web.screens import screen
from pbem.web.sessions import session_mark

front = Blueprint("front", __name__)


@front.get("/")
def home() -> str:
    return screen(
        "home.html",
        presets=WELL_KNOWN,
        practice_token=form_token("practice", session_mark()),
    )


@front.get("/help")
def help_page() -> str:
    return screen("help.html")


@front.get("/rules")
def rules_list() -> str:
    return screen("rules_list.html", presets=tuple(PRESETS.values()))


@front.get("/rules/<preset_id>")
def rules_page(preset_id: str) -> str:
    preset = PRESETS.get(preset_id)
    if preset is None:
        abort(404)
    asked = request.args.get("players", "")
    players = int(asked) if asked in {str(count) for count in preset.players} else None
    count = players or _usual(preset.players)
    rules = preset_rules(preset_id, count)
    if not isinstance(rules, Rules):
        abort(404)
    return screen("rules.html", preset=preset, rules=rules, players=count, asked=players)


def _usual(players: tuple[int, ...]) -> int:
    """Return four, or the number nearest to it that the preset is meant for."""
    return min(players, key=lambda count: (abs(count - 4), count))


@front.get("/verify")
def verify() -> str:
    """Show how to check the deals of a game, and what that proves."""
    return screen("verify.html", script_hash=sha256(_script()).hexdigest())


@front.get("/verify/verify_deals.py")
def script() -> Response:
    answer = Response(_script(), mimetype="text/x-python")
    answer.headers["Content-Disposition"] = 'attachment; filename="verify_deals.py"'
    return answer


@front.get("/verify/called-off")
def called_off_games() -> str:
    """Show the public list of games that were called off, with the hash of its last row."""
    rows = called_off.listed(house().services)
    return screen("called_off.html", rows=rows, is_unbroken=called_off.is_unbroken(rows))


@front.get("/verify/called-off.json")
def called_off_plain() -> Response:
    rows = called_off.listed(house().services)
    return jsonify([asdict(row) | {"at": int(row.at.timestamp())} for row in rows])


@cache
def _script() -> bytes:
    """Return the script for checking at home, as it is: its hash is told."""
    return Path(verify_deals.__file__).read_bytes()


@front.get("/robots.txt")
def robots() -> Response:
    closed = ("/t/", "/g/", "/w/", "/in/", "/stop/", "/never/", "/join/", "/games", "/new")
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in closed)]
    return Response("\n".join(lines) + "\n", mimetype="text/plain")

"""The pages that anybody may read: home, help and the rules in plain words."""

from flask import Blueprint, Response, abort, request

from pbem.rules.options import Rules
from pbem.rules.presets import PRESETS, WELL_KNOWN, preset_rules
from pbem.web.forms import form_token
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


@front.get("/robots.txt")
def robots() -> Response:
    closed = ("/t/", "/g/", "/w/", "/in/", "/stop/", "/join/", "/games", "/new")
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in closed)]
    return Response("\n".join(lines) + "\n", mimetype="text/plain")

"""The page on which one makes rules of one's own, from those of a version."""

import json

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from pbem.app import pages
from pbem.app.records import Player, RuleSet
from pbem.rules.options import Rules
from pbem.rules.presets import PRESETS, Preset, house_id, name_key
from pbem.show.conflicts import once
from pbem.web.forms import form_token, require_form
from pbem.web.house import house
from pbem.web.house_rules.clashes import clash
from pbem.web.house_rules.draft import Draft, draft_of, read_draft
from pbem.web.house_rules.form import player_field, shown_groups
from pbem.web.limits import TRIES, limiter
from pbem.web.readers import reader
from pbem.web.screens import screen
from pbem.web.sessions import current_player, session_mark
from pbem.web.starts import table_page
from pbem.web.versions import base_of, length_words, usual_players

house_rules = Blueprint("house_rules", __name__)

_MOST_PLAYERS = 12
_PLAYERS = range(2, _MOST_PLAYERS + 1)
_REFUSED = 422
_LONGEST_TITLE = 40


@house_rules.get("/new/rules")
def rules_form() -> str:
    player = _signed_in()
    name = request.args.get("kept", "")
    if name:
        return _kept_page(player, name)
    preset = _preset(request.args.get("preset", ""))
    players = usual_players(preset, _players_asked())
    return _page(preset, draft_of(players, preset.options))


def _kept_page(player: Player, name: str) -> str:
    """Return the form filled in with rules that the player keeps; 404 if there are none."""
    kept = _kept(player, name)
    preset = base_of(kept)
    players = _players_asked() or usual_players(preset)
    return _page(preset, draft_of(players, kept.options), kept=kept)


def _kept(player: Player, name: str) -> RuleSet:
    """Return rules that the player keeps; 404 if there are none of this name."""
    mine = pages.my_rules(house().services, player.id)
    found = next((one for one in mine if one.name == name), None)
    return found if found is not None else abort(404)


def _signed_in() -> Player:
    player = current_player()
    return player if player is not None else abort(401)


def _players_asked() -> int | None:
    asked = request.args.get("players", "")
    return int(asked) if asked in map(str, _PLAYERS) else None


@house_rules.post("/new/rules")
@limiter.limit(TRIES)
def rules_chosen() -> AnyResponse | str | tuple[str, int]:
    """Show the form again as it was filled in, or go on to the table if all goes together."""
    player = _signed_in()
    require_form("house-rules", session_mark())
    preset = _preset(request.form.get("preset", ""))
    draft = read_draft(_players(), request.form)
    way, do = request.form.get("way", ""), request.form.get("do", "")
    if way:
        return _page(preset, draft.changed(_way(way)))
    rules = draft.judged()
    if do not in {"use", "keep"}:
        return _page(preset, draft)
    if not isinstance(rules, Rules):
        return _page(preset, draft), _REFUSED
    if do == "use":
        return table_page(preset, own=rules)
    return _keep(player, preset, draft, rules)


def _keep(player: Player, preset: Preset, draft: Draft, rules: Rules) -> str | tuple[str, int]:
    """Keep rules under the name that was typed, and show the form as it was filled in."""
    title = _title()
    if not title:
        return _page(preset, draft, nameless=True), _REFUSED
    changed = request.form.get("kept", "")
    refused = pages.keep_rules(
        house().services, player.id, title, house_id(preset.id), rules, changed
    )
    if refused is not None:
        return _page(preset, draft, refused=refused), _REFUSED
    return _page(preset, draft, kept=_kept(player, name_key(title)), is_done=True)


@house_rules.get("/new/rules/delete")
def forget() -> str:
    """Ask whether kept rules are to go."""
    kept = _kept(_signed_in(), request.args.get("kept", ""))
    bound = form_token("forget-rules", kept.name, session_mark())
    return screen("forget_rules.html", kept=kept, form_token=bound)


@house_rules.post("/new/rules/delete")
@limiter.limit(TRIES)
def forgotten() -> AnyResponse:
    player, name = _signed_in(), request.form.get("kept", "")
    require_form("forget-rules", name, session_mark())
    pages.forget_rules(house().services, player.id, name)
    return redirect(url_for("starts.new", _anchor="own"), 303)


def _title() -> str:
    return " ".join(request.form.get("title", "").split())[:_LONGEST_TITLE]


def _preset(name: str) -> Preset:
    preset = PRESETS.get(name)
    return preset if preset is not None else abort(404)


def _players() -> int:
    asked = request.form.get("players", "")
    return int(asked) if asked in map(str, _PLAYERS) else abort(400)


def _way(text: str) -> dict[str, object]:
    """Return the options that a button sets; 400 for what is none of ours."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        abort(400)
    if not isinstance(found, dict) or not _is_count(found.get("players", 2)):
        abort(400)
    return found


def _is_count(players: object) -> bool:
    """Tell whether a table may be laid for so many: what is shown is reckoned for them."""
    return type(players) is int and players in _PLAYERS


def _page(preset: Preset, draft: Draft, kept: RuleSet | None = None, **more: object) -> str:
    """Return the form. `kept`: the rules as they are kept, which are being changed."""
    base = draft_of(usual_players(preset, draft.players), preset.options)
    rules = draft.judged()
    return screen(
        "new_rules.html",
        preset=preset,
        players=draft.players,
        player_field=player_field(reader(), draft, _PLAYERS),
        groups=shown_groups(reader(), draft, base),
        clashes=tuple(map(clash, once(draft.problems()))),
        rules=rules if isinstance(rules, Rules) else None,
        length=length_words(reader(), rules) if isinstance(rules, Rules) else None,
        form_token=form_token("house-rules", session_mark()),
        longest_title=_LONGEST_TITLE,
        title=_title() or (kept.title if kept else ""),
        kept_name=kept.name if kept else request.form.get("kept", ""),
        **more,
    )

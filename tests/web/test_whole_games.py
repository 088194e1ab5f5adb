"""Whole games of every kind, played to the end by nothing but the buttons of the pages."""

import random

import pytest

from pbem.app import audit
from pbem.rules.presets import PRESETS, Preset
from tests.web.every_move import SCENES
from tests.web.visitors import page_of, submit

SHORT = {
    "cards to lay aside": {},
    "annulled trick": {"max_cards": 5},
    "round tried again": {"max_cards": 1},
    "foreheads": {"sequence": "down", "max_cards": 2},
}
TO_THE_END = frozenset({"seven_six_five"})
"""Versions always played whole; the others with `--all`."""

REPEATED = frozenset({"cooperative", "cooperative_upcard"})
"""Versions whose rounds are repeated until all make their bid: by chance they have no end."""

MANY = 150
ENDLESS = 5000
KINDS = [scene for scene in SCENES if scene.name not in {"cards laid aside", "bids come in"}]


def shortened(scene) -> dict[str, object]:
    """Return the rules of a scene with so few cards that a game is soon over."""
    own = SHORT.get(scene.name)
    if own is None:
        own = {"sequence": "down", "max_cards": 3}
    return {**scene.options, **own}


def press_an_answer(client, path: str):
    """Press the last answer of the page, with all that has to be chosen first."""
    page = page_of(client.get(path))
    button = page.xpath("//button[@name='answer']")[-1]
    form = button.xpath("ancestor::form[1]")[0]
    more = {field.get("name"): field.xpath("option/@value")[0] for field in form.xpath(".//select")}
    ticks = form.xpath(".//input[@name='card']/@value")[:3]
    return submit(client, button, **more, **({"card": ticks} if ticks else {}))


@pytest.mark.parametrize("scene", KINDS, ids=lambda scene: scene.name)
def test_a_game_is_played_to_its_end_by_pressing_buttons(site, scene):
    names = [f"Player {letter}" for letter in "ABCDEFGHIJKL"[: scene.players]]
    row, seats = site.table(*names, **shortened(scene))
    clients = {seat.id: site.owner(seat) for seat in seats.values()}
    first = next(iter(seats.values()))

    for _ in range(400):
        if site.view(first).phase == "over":
            break
        seat = site.on_turn(seats)
        answer = press_an_answer(clients[seat.id], f"/g/{row.code}")
        assert answer.status_code == 303

    view = site.view(first)
    assert view.phase == "over" or scene.options.get("on_miss") == "repeat_round"
    assert view.sheet


def press_any_answer(client, path: str, chance: random.Random):
    """Press an answer drawn from those of the page, with choices and ticks drawn as well."""
    page = page_of(client.get(path))
    button = chance.choice(page.xpath("//button[@name='answer']"))
    form = button.xpath("ancestor::form[1]")[0]
    selects = form.xpath(".//select")
    more = {one.get("name"): chance.choice(one.xpath("option/@value")) for one in selects}
    ticks = form.xpath(".//input[@name='card']/@value")
    if ticks:
        more["card"] = chance.sample(ticks, 3)
    return submit(client, button, **more)


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.id)
def test_a_version_is_played_to_its_end_by_pressing_buttons(site, house, preset: Preset, request):
    if preset.id not in TO_THE_END and not request.config.getoption("--all"):
        pytest.skip("played to its end with --all only")
    chance = random.Random(preset.id)
    names = [f"Player {letter}" for letter in "ABCDEFGHIJKL"[: min(preset.players)]]
    row, seats = house.table(*names, preset=preset.id)
    clients = {seat.id: site.owner(seat) for seat in seats.values()}
    first = next(iter(seats.values()))

    most = MANY if preset.id in REPEATED else ENDLESS
    count = 0
    while site.view(first).phase != "over" and count < most:
        seat = site.on_turn(seats)
        assert press_any_answer(clients[seat.id], f"/g/{row.code}", chance).status_code == 303
        count += 1

    assert site.view(first).phase == "over" or preset.id in REPEATED
    assert site.view(first).sheet
    assert all(finding.holds for finding in audit.replay(house.services, row.id))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_version_opens_with_something_to_press(site, house, preset):
    players = PRESETS[preset].players[-1]
    names = [f"Player {letter}" for letter in "ABCDEFGHIJKL"[:players]]
    row, seats = house.table(*names, preset=preset)
    seat = site.on_turn(seats)
    client = site.owner(seat)

    assert press_an_answer(client, f"/g/{row.code}").status_code == 303
    watched = site.stranger().get(f"/w/{row.watch_code}")
    assert watched.status_code == 200
    assert len(page_of(watched).xpath("//ol[@class='ring']/li")) == players

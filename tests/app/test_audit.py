"""Replay, verification and what anybody may check."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

import pbem
from pbem.app import audit
from pbem.rules import consequences, dealing
from pbem.rules.events import Dealt, Event
from pbem.rules.state import Game
from tests.app.house import House
from tests.app.test_moves import CAST, play_on


def test_a_replay_equals_what_is_kept(house: House):
    row, _seats = house.table(*CAST)
    play_on(house, row.code, 40)

    findings = audit.replay(house.services, row.id)

    assert len(findings) > 3
    assert all(finding.holds for finding in findings), findings


def test_every_deal_is_what_was_committed_to(house: House):
    row, _seats = house.table(*CAST)
    play_on(house, row.code, 40)

    findings = audit.verify(house.services, row.id)

    assert any(finding.what == "deal 2" for finding in findings)
    assert all(finding.holds for finding in findings), findings


def test_published_deals_hold_no_card_of_a_deal_that_is_played(house: House):
    row, _seats = house.table(*CAST)
    play_on(house, row.code, 5)

    published = audit.published(house.services, row.watch_code)

    assert published is not None
    assert published["deals"] == []
    assert published["secret"] is None


def test_the_standalone_script_accepts_a_finished_game_and_finds_a_changed_card(
    house: House, tmp_path: Path
):
    row, _seats = house.table(*CAST)
    play_on(house, row.code, 10_000)
    published = audit.published(house.services, row.watch_code)
    assert published is not None
    script = Path(pbem.__file__).parent / "verify_deals.py"
    file = tmp_path / "deals.json"

    file.write_text(json.dumps(published))
    good = subprocess.run([sys.executable, "-I", script, file], capture_output=True, text=True)
    published["deals"][2]["hands"][0][0] = "2C"  # type: ignore[index]
    published["deals"][2]["hands"][0][1] = "2C"  # type: ignore[index]
    file.write_text(json.dumps(published))
    bad = subprocess.run([sys.executable, "-I", script, file], capture_output=True, text=True)

    assert good.returncode == 0, good.stdout + good.stderr
    assert bad.returncode == 1, bad.stdout


def is_accepted_by_the_script(house: House, watch_code: str, folder: Path) -> bool:
    script = Path(pbem.__file__).parent / "verify_deals.py"
    file = folder / "deals.json"
    file.write_text(json.dumps(audit.published(house.services, watch_code)))
    done = subprocess.run([sys.executable, "-I", script, file], capture_output=True, check=False)
    assert done.stderr == b""
    return done.returncode == 0


def is_proven(house: House, game_id: int) -> bool:
    return all(finding.holds for finding in audit.verify(house.services, game_id))


@pytest.mark.parametrize(
    "chosen",
    [
        lambda game: replace(game, attempt=7),
        lambda game: replace(game, round=game.round + 1),
        lambda game: replace(game, dealer=(game.dealer + 1) % 4),
    ],
    ids=["attempt", "round", "dealer"],
)
def test_an_operator_who_chooses_among_shuffles_is_found_out(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chosen: Callable[[Game], Game]
):
    def due(game: Game) -> dealing.DealNeeded | None:
        needed = dealing.next_deal(game)
        return needed and dealing.next_deal(chosen(game))

    # Another program deals, whose cards all follow from the game's own secret.
    monkeypatch.setattr("pbem.app.course.next_deal", due)
    monkeypatch.setattr(
        "pbem.app.course.deal_out", lambda game, chance: dealing.deal_out(chosen(game), chance)
    )
    row, _seats = house.table(*CAST)
    play_on(house, row.code, 45)

    assert not is_proven(house, row.id)
    assert not is_accepted_by_the_script(house, row.watch_code, tmp_path)


def test_an_operator_who_turns_no_card_is_found_out(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def nothing_turned(game: Game, chance: dealing.Chance) -> tuple[Event, ...]:
        return tuple(
            replace(event, turned=None) if isinstance(event, Dealt) else event
            for event in dealing.deal_out(game, chance)
        )

    monkeypatch.setattr("pbem.app.course.deal_out", nothing_turned)
    row, _seats = house.table(*CAST)
    play_on(house, row.code, 45)

    assert not is_proven(house, row.id)
    assert not is_accepted_by_the_script(house, row.watch_code, tmp_path)


def test_a_round_that_the_rules_do_not_bring_again_is_found_out(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(consequences, "is_dealt_again", lambda rules, bids, taken: True)
    row, _seats = house.table(*CAST)
    play_on(house, row.code, 64)

    wrong = [one.what for one in audit.verify(house.services, row.id) if not one.holds]
    assert "what follows deal 1" in wrong
    assert not is_accepted_by_the_script(house, row.watch_code, tmp_path)


def test_an_honest_game_in_play_is_accepted(house: House, tmp_path: Path):
    row, _seats = house.table(*CAST)
    play_on(house, row.code, 45)

    assert is_proven(house, row.id)
    assert is_accepted_by_the_script(house, row.watch_code, tmp_path)

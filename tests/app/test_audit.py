"""Replay, verification and what anybody may check."""

import json
import subprocess
import sys
from pathlib import Path

import pbem
from pbem.app import audit
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

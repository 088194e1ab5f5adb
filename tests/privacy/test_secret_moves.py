"""What a seat bids in secret, or lays aside, reaches nobody before its time, by any way."""

from pathlib import Path

import pytest
import time_machine

from pbem.app import clock
from pbem.signing import Keys
from tests.app.house import START
from tests.privacy import twins
from tests.privacy.twins import NAMES, Twin

ASKED = ("status", "hand", "scores", "history", "rules")


@pytest.fixture
def houses(template: Path, tmp_path: Path, keys: Keys, engines: list):
    """Build a house with a table of a version; all houses of a test are alike."""

    def build(preset: str, players: int) -> Twin:
        folder = tmp_path / f"house-{len(engines)}"
        twin = twins.build(template, folder, keys, names=NAMES[:players], preset=preset)
        engines.append(twin.engine)
        assert twin.play([])
        return twin

    return build


def all_that_is_shown(twin: Twin, viewer: str) -> list[object]:
    """Let a seat ask for all there is, and time go by; return all mails and pages of it."""
    assert twin.play([(viewer, line) for line in ASKED])
    row = twin.house.game(twin.code)
    twin.house.clock.turn(row.limit / 2)
    clock.tick(twin.house.services)
    assert twin.play([])
    return [*twin.mails_to(viewer), *sorted(twin.pages_of(viewer).items())]


@time_machine.travel(START, tick=False)
@pytest.mark.parametrize(
    ("preset", "bids"),
    [("boerenbridge", "03"), ("boerenbridge", "10"), ("oh_hell_simultaneous", "10")],
)
def test_a_secret_bid_changes_nothing_that_others_are_sent_or_shown(houses, preset, bids):
    shown = []
    for bid in bids:
        twin = houses(preset, 4)
        assert twin.play([("Bob", bid)])
        shown.append(all_that_is_shown(twin, "Alice"))

    assert shown[0] == shown[1]


@time_machine.travel(START, tick=False)
@pytest.mark.parametrize("claim", ["", " declare", " reveal"])
def test_cards_laid_aside_change_nothing_that_others_are_sent_or_shown(houses, claim):
    shown = []
    for low, said in ((True, ""), (False, claim)):
        twin = houses("ninety_nine", 3)
        hand = twin.view("Bob").hand
        laid = hand[-3:] if low else hand[:3]
        assert twin.play([("Bob", f"lay {' '.join(map(str, laid))}{said}")])
        shown.append(all_that_is_shown(twin, "Alice"))

    assert shown[0] == shown[1]


@time_machine.travel(START, tick=False)
def test_a_bid_that_is_replaced_in_secret_changes_nothing_but_that_it_was(houses):
    shown = []
    for bids in (("0", "1", "0"), ("1", "0", "1")):
        twin = houses("oh_hell_simultaneous", 4)
        assert twin.play([("Bob", bid) for bid in bids])
        shown.append(all_that_is_shown(twin, "Alice"))

    assert shown[0] == shown[1]

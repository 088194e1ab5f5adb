"""What a seat is sent and shown does not depend on cards that it may not see."""

import random
from pathlib import Path

import pytest
import time_machine

from pbem.signing import Keys
from tests.app.house import START
from tests.privacy import twins
from tests.privacy.twins import NAMES, Lines, Twin


def seen_by(twin: Twin, name: str) -> set:
    """Return the cards that were played or are in this seat's hand."""
    deal = twin.view(name).deal
    assert deal is not None
    tricks = [*deal.tricks, *([deal.table] if deal.table else [])]
    return {played.card for trick in tricks for played in trick.cards}


@time_machine.travel(START, tick=False)
@pytest.mark.parametrize("viewer", NAMES)
@pytest.mark.parametrize("moves", [0, 5, 11])
def test_other_hidden_cards_give_the_same_mails_pages_and_answers(
    viewer: str,
    moves: int,
    template: Path,
    tmp_path: Path,
    keys: Keys,
    engines: list,
    monkeypatch: pytest.MonkeyPatch,
):
    chance = random.Random(f"{viewer}{moves}")
    deck = twins.a_deck(chance)
    monkeypatch.setattr("pbem.rules.verifiable.deck", twins.stacked(deck))
    one = twins.build(template, tmp_path / "one", keys)
    engines.append(one.engine)
    assert one.play([])
    lines = one.moves(moves, chance)

    deal = one.view(viewer).deal
    assert deal is not None
    seat = one.view(viewer).seat
    assert seat is not None
    places = twins.hidden_places(deck, deal.size, seat, deal.dealer, seen_by(one, viewer))
    other = _another_world(deck, places, lines, template, tmp_path, keys, engines, monkeypatch)

    assert _hands(one) != _hands(other)
    assert one.mails_to(viewer)
    for mine, theirs in zip(one.mails_to(viewer), other.mails_to(viewer), strict=True):
        assert mine[2].decode().splitlines() == theirs[2].decode().splitlines()
        assert mine == theirs
    assert one.pages_of(viewer) == other.pages_of(viewer)


def _another_world(deck, places, lines: Lines, template, tmp_path, keys, engines, monkeypatch):
    """Return a house where the same lines were played over other hidden cards.

    Where hidden cards make a card that was played illegal, others are drawn.
    """
    for attempt in range(200):
        chance = random.Random(attempt)
        elsewhere = twins.shuffled_elsewhere(deck, places, chance)
        monkeypatch.setattr("pbem.rules.verifiable.deck", twins.stacked(elsewhere))
        twin = twins.build(template, tmp_path / f"other-{attempt}", keys)
        engines.append(twin.engine)
        if twin.play(lines):
            return twin
    raise AssertionError("no other world was found in which the same cards could be played")


def _hands(twin: Twin) -> list:
    return [twin.view(name).hand for name in NAMES]

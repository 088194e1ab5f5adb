"""A mail that offers some cards of a hand only says why, and says what the gate would say."""

from random import Random

import pytest

from pbem.mailout.state import state_words
from pbem.orders.reading import fragments_that_read_as_orders
from pbem.rules.engine import Accepted, Game, decide, waits
from pbem.rules.moves import Play
from pbem.rules.presets import PRESETS
from pbem.rules.refusals import MustFollowSuit, MustPlay, Refusal
from pbem.rules.views import view
from pbem.show.held_back import held_back_line, whys
from pbem.show.names import Company
from tests.show import build
from tests.show.test_versions import (
    READER,
    after,
    bids,
    dealt,
    plays,
    rules_with,
    seen,
)

TRUMPING = {"void_rule": "must_trump", "sequence": "constant", "deal_count": 1, "hook": "free"}
HEADING = {**TRUMPING, "head_rule": "must_head"}
JOKERS = {
    "pack": "jokers54",
    "sequence": "constant",
    "deal_count": 1,
    "hook": "free",
    "joker_rule": "atkinson",
}


def trick(options: dict[str, object], led: str, *hands: str, turned: str = "KC") -> str | None:
    """Return the line for who is on turn, the first of these hands if nothing is led."""
    players = len(hands)
    chosen = rules_with(players, **{"max_cards": len(hands[0].split()), **options})
    game = dealt(chosen, *hands, turned=turned, dealer=players - 1)
    game = after(game, *bids(*[0] * players), *plays(led))
    return held_back_line(READER, seen(game, len(led.split())))


def test_who_is_out_of_the_suit_and_must_trump_is_told_so() -> None:
    line = trick(TRUMPING, "5H", "5H 6H", "2C KS", "9S TS")

    assert line == "You are out of hearts, so you must trump."


def test_who_follows_suit_is_told_nothing() -> None:
    assert trick(TRUMPING, "5H", "5H 6H", "2H KS", "9S TS") is None
    assert trick(HEADING, "5H", "5H 6H", "9H KS", "9S TS") is None


def test_who_may_play_all_cards_is_told_nothing() -> None:
    assert trick(TRUMPING, "5H", "5H 6H", "2D KS", "9S TS") is None
    assert trick(TRUMPING, "", "5H 6H", "2C KS", "9S TS") is None


def test_who_must_beat_the_table_is_told_so() -> None:
    assert trick(HEADING, "5H", "5H 6H", "2H 9H", "9S TS") == (
        "You can beat the hearts on the table, so you must."
    )


def test_who_must_trump_higher_is_told_so() -> None:
    line = trick(HEADING, "5H 7C", "5H 6H", "7C KS", "9C 3C")

    assert line == (
        "You are out of hearts, so you must trump, and higher than the trumps on the table."
    )


@pytest.mark.parametrize(
    ("led", "told"),
    [
        ("", "Jokers may not be led while you have other cards."),
        ("5H", "Jokers may not go to the first trick while you have other cards."),
    ],
)
def test_a_joker_that_is_kept_back_is_told_of(led: str, told: str) -> None:
    others = ("9S TS", "2D 3D", "4D 5D", "2C 3C")

    assert trick(JOKERS, led, "JK1 5H", "JK2 KS", *others) == told


def test_it_stands_in_the_mail_of_a_version_with_this_rule() -> None:
    table = build.Table("la_podrida", 4)
    table.until(lambda game: _shut_by(game, "must_trump"))
    (wait,) = waits(table.now)

    said = state_words(READER, table.sight(wait.seat), Company(build.NAMES[:4], wait.seat), None)

    assert said is not None
    assert "so you must trump" in str(said.barred)


def _shut_by(game: Game, why: str) -> bool:
    return any(why in whys(view(game, wait.seat)).values() for wait in waits(game))


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_it_agrees_with_the_gate_card_by_card(preset: str) -> None:
    table = build.Table(preset, PRESETS[preset].players[-1], chance=Random(5))
    for _ in range(200):
        for wait in waits(table.now):
            said = view(table.now, wait.seat)
            for card, why in whys(said).items():
                assert why == _by_the_gate(decide(table.now, wait.seat, Play(card))), card
            line = held_back_line(READER, said)
            assert not line or fragments_that_read_as_orders(line) == ()
        if not table.step():
            break


def _by_the_gate(verdict: Accepted | Refusal) -> str | None:
    match verdict:
        case MustPlay(_, why, _):
            return why
        case MustFollowSuit():
            return None
    raise AssertionError(verdict)

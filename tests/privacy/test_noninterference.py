"""What a seat is sent and shown does not depend on what it may not know."""

import random
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import mkdtemp

import pytest
import time_machine
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from pbem.rules.engine import waits
from pbem.rules.moves import Move
from pbem.rules.options import Rules, as_options, rules_of
from pbem.rules.presets import PRESETS, preset_rules
from pbem.signing import Keys
from tests.app.house import START
from tests.privacy import twins, worlds
from tests.privacy.twins import CROWD, Twin, line_of
from tests.privacy.worlds import Dice, World
from tests.rules.playing import moves_open
from tests.rules.test_noninterference import HIDING

WORDS = ("hand", "history", "status", "scores", "rules", "say well played", "say what now?")


TABLES = [*sorted(PRESETS), *sorted(HIDING) * 5]
"""Every version, and as often tables of rules that hide something."""


@dataclass(frozen=True)
class Case:
    """A table, how far it is played, who looks (None: a spectator), and what they write when."""

    rules: Rules
    preset: str
    moves: int
    viewer: int | None
    words: tuple[tuple[int, str], ...]
    is_reminded: bool
    seed: int


@st.composite
def cases(draw: st.DrawFn) -> Case:
    preset = draw(st.sampled_from(TABLES))
    if preset in HIDING:
        preset, rules = "oh_hell_standard", HIDING[preset]
    else:
        chosen = preset_rules(preset, draw(st.sampled_from(PRESETS[preset].players)))
        assert isinstance(chosen, Rules)
        rules = _with_small_hands(chosen, draw(st.sampled_from([None, 1, 2, 3])))
    moves = draw(st.integers(0, 14))
    words = st.tuples(st.integers(0, moves), st.sampled_from(WORDS))
    return Case(
        rules=rules,
        preset=preset,
        moves=moves,
        viewer=draw(st.sampled_from([None, *range(rules.players), *range(rules.players)])),
        words=tuple(draw(st.lists(words, max_size=4))),
        is_reminded=draw(st.booleans()),
        seed=draw(st.integers(0, 2**32)),
    )


def _with_small_hands(rules: Rules, most: int | None) -> Rules:
    """Return the rules with hands of so many cards, where they allow it: more deals are reached."""
    options = {**as_options(rules), "max_cards": most}
    players = options.pop("players")
    made = rules_of(players, options) if most else rules
    return made if isinstance(made, Rules) else rules


class Street:
    """Houses that are alike."""

    def __init__(self, template: Path, folder: Path, keys: Keys, closing: ExitStack) -> None:
        self._template, self._folder, self._keys = template, folder, keys
        self._closing = closing

    def build(self, case: Case) -> Twin:
        twin = twins.build(
            self._template,
            Path(mkdtemp(dir=self._folder)) / "house",
            self._keys,
            names=CROWD[: case.rules.players],
            preset=case.preset,
            own=case.rules,
            secret=str(case.seed),
        )
        self._closing.callback(twin.engine.dispose)
        twin.readers = () if case.viewer is None else (_name(twin, case.viewer),)
        assert twin.play([])
        return twin


@dataclass(frozen=True)
class Step:
    """A line that a seat writes, or a move in a deal."""

    seat: int
    what: Move | str
    deal: int = 0


def steps_of(twin: Twin, case: Case) -> list[Step]:
    """Play at random, the viewer's words between; return what was done."""
    chance, steps = random.Random(case.seed), []

    def do(step: Step) -> None:
        steps.append(step)
        assert written(twin, step), step

    for number in range(case.moves + 1):
        for line in [line for at, line in case.words if at == number]:
            do(Step(case.viewer or 0, line))
        game = twin.game()
        if number == case.moves or game.phase == "over":
            break
        wait = chance.choice(waits(game))
        do(Step(wait.seat, chance.choice(moves_open(game, wait)), wait.deal))
    return steps


def written(twin: Twin, step: Step) -> bool:
    """Deliver the letter of a step, and all mail; tell whether it was carried out."""
    line = step.what if isinstance(step.what, str) else line_of(step.what)
    return twin.play([(_name(twin, step.seat), line)])


def elsewhere(case: Case, twin: Twin, dice: Dice, steps: list[Step]) -> tuple[Dice, list[Step]]:
    """Return another world for the viewer: what chance gives in it, and what is done."""
    game = twin.game()
    assume(game.deal is not None)
    assert game.deal is not None
    round_ = game.deal.round, game.deal.attempt
    running = [step for step in steps if step.deal == game.deal.number]
    here = World(dice.given[round_], [(step.seat, step.what) for step in running])
    there = worlds.other_world(twin.events(), here, case.viewer, random.Random(case.seed))
    assume(there is not None)
    assert there is not None
    done = iter(there.made)
    others = [
        replace(step, what=next(done)[1]) if step.deal == game.deal.number else step
        for step in steps
    ]
    return Dice(loaded={round_: there.chance}), others


def shown(twin: Twin, case: Case) -> list[object]:
    """Return all that the viewer was sent and can open, and what they are reminded of."""
    if case.is_reminded:
        twin.wait()
    name = None if case.viewer is None else _name(twin, case.viewer)
    mails = [] if name is None else twin.mails_to(name)
    assert mails or name is None
    return [*mails, *sorted(twin.pages_of(name).items())]


def compare(case: Case, street: Street) -> None:
    here = Dice()
    with here.rolling():
        one = street.build(case)
        steps = steps_of(one, case)
    there, others = elsewhere(case, one, here, steps)
    with there.rolling():
        other = street.build(case)
        assert all(written(other, step) for step in others)
    assert other.game().deal != one.game().deal
    for mine, theirs in zip(shown(one, case), shown(other, case), strict=True):
        assert mine == theirs


def _name(twin: Twin, number: int) -> str:
    return next(one.name for one in twin.house.seats(twin.code).values() if one.number == number)


@pytest.fixture
def many(request: pytest.FixtureRequest) -> int:
    return 400 if request.config.getoption("--all") else 12


def test_what_a_seat_cannot_know_changes_nothing_that_it_is_sent_or_shown(
    template: Path, tmp_path: Path, keys: Keys, many: int
):
    # A case takes a second, so that to make a found one smaller would take minutes.
    @settings(
        max_examples=many,
        deadline=None,
        phases=[Phase.reuse, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(cases())
    def holds(case: Case) -> None:
        with ExitStack() as closing, time_machine.travel(START, tick=False):
            compare(case, Street(template, tmp_path, keys, closing))

    holds()

"""Every version of the game is played by mail, by somebody who knows only what the mails say."""

import random
import re
from collections.abc import Iterator

import pytest
from werkzeug.test import Client

from pbem.app import audit
from pbem.app.records import GameStatus
from pbem.rules.presets import PRESETS, Preset
from tests.hostile.front import Front, Person, front_of
from tests.journeys.town import Mail

pytestmark = pytest.mark.proof

SERVICE = "play@cards.example.org"
ANSWERS = 8
"""How many answers are given in each version; with `--all` each is played to its end."""

TO_THE_END = frozenset({"seven_six_five"})
"""Versions always played to their end."""

REPEATED = frozenset({"cooperative", "cooperative_upcard"})
"""Versions whose rounds are repeated until all make their bid: by chance they have no end."""
MANY = 150


@pytest.fixture
def front(database_url: str) -> Iterator[Front]:
    with front_of(database_url) as opened:
        yield opened


def offers(mail: Mail) -> list[str]:
    """Return the lines that a mail says may be written: in its first line, else at the hand."""
    asked = mail.first_line.rpartition("done: ")[2]
    first = re.findall(r"<([^>]+)>", asked)
    if first:
        return first
    hand = re.search(r"^Hand: (.*?)(?=^[A-Z]\S*[:,]|^$|\Z)", mail.text, re.MULTILINE | re.DOTALL)
    return re.findall(r"<([^>]+)>", hand.group(1)) if hand else []


def begin(front: Front, preset: Preset) -> Person:
    alice = Person(front, "Alice")
    alice.write(f"new {preset.id} with {min(preset.players) - 1} bots")
    alice.reply("yes")
    return alice


def the_game(front: Front) -> int:
    with front.services.uow() as uow:
        return max(uow.games.kept())


def is_over(front: Front, game_id: int) -> bool:
    with front.services.uow() as uow:
        return uow.games.get(game_id).status is GameStatus.OVER


def play(front: Front, alice: Person, game_id: int, most: int | None, chance: random.Random) -> int:
    """Answer what is asked, each time with one of the lines the mail offers; return how often."""
    pages = Client(front.house.pages())
    count = 0
    while not is_over(front, game_id) and (most is None or count < most):
        mail = alice.last
        lines = offers(mail)
        assert lines, f"nothing to answer:\n{mail.text}"
        assert pages.get(mail.link).status_code == 200
        line = chance.choice(lines)
        assert alice.reply(line, mail).verdict == "applied", f"{line} in answer to\n{mail.text}"
        count += 1
    return count


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.id)
def test_a_version_is_played_by_mail(front: Front, preset: Preset, request: pytest.FixtureRequest):
    alice = begin(front, preset)
    game_id = the_game(front)

    is_whole = preset.id in TO_THE_END or request.config.getoption("--all")
    most = (MANY if preset.id in REPEATED else None) if is_whole else ANSWERS
    count = play(front, alice, game_id, most, random.Random(preset.id))

    front.assert_nothing_blew_up()
    assert count == most or is_over(front, game_id)
    assert all(finding.holds for finding in audit.replay(front.services, game_id))
    assert all(finding.holds for finding in audit.verify(front.services, game_id))

"""What others have chosen for their mails shows in nothing that a seat is sent or shown."""

from pathlib import Path

import pytest
import time_machine

from pbem.orders.choices import SETTINGS, Choices, Choose, Hours
from pbem.rules.engine import waits
from pbem.signing import Keys
from tests.app.house import START
from tests.privacy.twins import NAMES, Lines, Twin, build, line_of
from tests.rules.playing import moves_open

CHOSEN = {
    "Bob": Choices("digest", 9, Hours(22, 6), "words", "only", "signed in"),
    "Carol": Choices("deals", 7, Hours(8, 9)),
    "Dan": Choices("every turn", cards="words"),
}


def choose(twin: Twin) -> None:
    seats = twin.house.seats(twin.code)
    with twin.house.services.uow() as uow:
        for name, choices in CHOSEN.items():
            player = seats[name].player_id or 0
            for setting in SETTINGS:
                uow.players.choose(player, Choose(setting.name, setting.of(choices)))
        uow.commit()


def next_line(twin: Twin) -> Lines:
    game = twin.game()
    wait = waits(game)[0]
    names = {seat.number: name for name, seat in twin.house.seats(twin.code).items()}
    return [(names[wait.seat], line_of(moves_open(game, wait)[0]))]


@pytest.mark.parametrize("reader", ["Alice", None])
def test_choices_of_others_show_in_no_mail_and_on_no_page(
    template: Path, tmp_path: Path, keys: Keys, engines: list, reader: str | None
) -> None:
    with time_machine.travel(START, tick=False):
        plain, chosen = (build(template, tmp_path / name, keys) for name in ("one", "other"))
        engines += [plain.engine, chosen.engine]
        choose(chosen)
        for step in range(14):
            lines = next_line(plain)
            assert plain.play(lines)
            assert chosen.play(lines)
            if step % 5 == 4:
                plain.wait()
                chosen.wait()
        plain.play([])
        chosen.play([])

        assert plain.events() == chosen.events()
        assert plain.mails_to("Alice") == chosen.mails_to("Alice") != []
        assert plain.pages_of(reader) == chosen.pages_of(reader)
        assert plain.mails_to("Bob") != chosen.mails_to("Bob"), "nothing was chosen at all"
        assert set(CHOSEN) < set(NAMES)

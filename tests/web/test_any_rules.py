"""Games by rules drawn at random, played by two people and bots: every page stands, and the log."""

import itertools
import random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from pbem.app import audit, clock, pages
from pbem.app.records import GameStatus, Seat
from pbem.orders.orders import NewGame
from pbem.rules.moves import Lay, Move
from pbem.rules.options import Rules
from pbem.rules.view import View
from pbem.web.answers import answer_text, read_answer
from pbem.web.replies import answers
from tests.app.house import House
from tests.rules.option_sets import option_sets
from tests.web.visitors import Site

pytestmark = pytest.mark.proof

PEOPLE = ("Alice", "Bob")

_numbers = itertools.count(1)


class Evening:
    """A table of two people and bots, and all the pages of it."""

    def __init__(self, site: Site, rules: Rules, seed: int) -> None:
        self.site, self.house, self.chance = site, site.house, random.Random(seed)
        number = next(_numbers)
        players = [site.house.player(name, f"{name}{number}@home.example") for name in PEOPLE]
        order = NewGame("blackout", bots=max(0, rules.players - 2))
        begun = pages.new_game(site.house.services, players[0].id, order, rules)
        assert begun.done is not None
        self.code = begun.done.text
        pages.join(site.house.services, players[1].id, self.house.game(self.code).join_code)
        self.row, self.seats = self.house.game(self.code), self.house.seats(self.code)
        self.browsers = [site.signed_in(player.id) for player in players]

    def is_over(self) -> bool:
        return self.house.game(self.code).status is not GameStatus.RUNNING

    def act(self, seat: Seat) -> None:
        """Answer what the seat is asked, if it is, and the same again, which does nothing."""
        view = seen(self.house, seat)
        if view.wants is None or view.position is None:
            return
        if self.chance.random() < 0.04:
            self.house.clock.turn(self.row.limit)
            clock.tick(self.house.services)
            return
        move = self._move(view)
        first, again = (
            pages.play(self.house.services, seat.id, move, view.position) for _ in range(2)
        )
        assert first.done is not None, first
        assert again.refused is not None, again

    def _move(self, view: View) -> Move:
        if view.wants == "lay":
            claim = self.chance.choice(["", "declare", "reveal"]) if view.may_claim else ""
            return Lay(tuple(self.chance.sample(view.hand, view.lay)), claim)
        move = read_answer(self.chance.choice(answers(view)))
        assert move is not None
        assert read_answer(answer_text(move)) == move
        return move

    def look(self) -> None:
        watched = f"/w/{self.row.watch_code}"
        open_ = [watched, f"{watched}/deals.json", *map(self.site.link, self.seats_of_people())]
        for path in open_:
            assert self.site.stranger().get(path).status_code == 200, path
        for browser in self.browsers:
            assert browser.get(f"/g/{self.code}").status_code == 200
        # There is no sheet before a deal is scored.
        for ending in ("csv", "pdf"):
            file = self.site.stranger().get(f"{watched}/sheet.{ending}")
            assert file.status_code in {200, 404}

    def seats_of_people(self) -> list[Seat]:
        return [self.seats[name] for name in PEOPLE]


def seen(house: House, seat: Seat) -> View:
    page = pages.seat_sight(house.services, seat.id)
    assert page is not None
    assert page.sight.view is not None
    return page.sight.view


@settings(
    max_examples=10,
    deadline=None,
    # A game takes a second, so that finding the smallest that fails would take an hour.
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(option_sets(), st.integers(0, 10**6))
def test_a_game_by_any_rules_stands_on_all_its_pages_and_in_its_log(site, rules, seed):
    evening = Evening(site, rules, seed)
    for turn in range(60):
        if evening.is_over():
            break
        for seat in evening.seats_of_people():
            evening.act(seat)
        if turn % 12 == 0:
            evening.look()
    evening.look()

    services, game_id = site.house.services, evening.row.id
    found = [*audit.replay(services, game_id), *audit.verify(services, game_id)]
    assert [one for one in found if not one.holds] == []

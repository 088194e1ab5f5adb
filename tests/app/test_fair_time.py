"""However many tables have a fault, the clocks of all others run."""

from datetime import timedelta

import pytest

from pbem.app import clock
from pbem.app.records import InvitationState
from tests.app.house import House
from tests.app.test_starting import invite_all

MANY = clock._AT_ONCE + 5


@pytest.fixture
def broken(monkeypatch) -> set[int]:
    """The ids of tables that have a fault whenever they are opened."""
    ids: set[int] = set()
    whole = clock.open_course

    def open_course(services, uow, game_id):
        if game_id in ids:
            raise RuntimeError("a bug")
        return whole(services, uow, game_id)

    monkeypatch.setattr(clock, "open_course", open_course)
    return ids


def tables(house: House, count: int) -> list[int]:
    rows = [house.table(f"Player {number}", bots=2)[0] for number in range(count)]
    return [row.id for row in rows]


def seqs(house: House, ids: list[int]) -> list[int]:
    with house.services.uow() as uow:
        return [uow.games.get(game_id).seq for game_id in ids]


def test_tables_behind_more_broken_ones_than_a_tick_tends_have_their_turn(house: House, broken):
    ids = tables(house, MANY + 2)
    broken.update(ids[:MANY])
    before = seqs(house, ids)
    house.clock.turn(timedelta(hours=25))

    for _ in range(2):
        with pytest.raises(ExceptionGroup) as raised:
            clock.tick(house.services)
        assert len(raised.value.exceptions) == MANY

    after = seqs(house, ids)
    assert after[:MANY] == before[:MANY]
    assert all(now > then for now, then in zip(after[MANY:], before[MANY:], strict=True))


def test_a_tick_tends_so_many_tables_and_leaves_the_rest_to_the_next(house: House):
    tables(house, MANY)
    house.clock.turn(timedelta(hours=25))

    assert clock.tick(house.services) == clock._AT_ONCE
    assert clock.tick(house.services) == MANY - clock._AT_ONCE
    assert clock.tick(house.services) == 0


def test_invitations_behind_broken_ones_expire(house: House, broken, monkeypatch):
    monkeypatch.setattr(clock, "_AT_ONCE", 1)
    invitations = invite_all(house)
    with house.services.uow() as uow:
        [first, *rest] = [uow.invitations.get(one) for one in sorted(invitations.values())]
    house.clock.turn(timedelta(days=30))
    whole = clock.end_invitation

    def end(uow, invitation, state):
        if invitation.id == first.id:
            raise RuntimeError("a bug")
        whole(uow, invitation, state)

    monkeypatch.setattr(clock, "end_invitation", end)
    for _ in rest:
        with pytest.raises(ExceptionGroup):
            clock.tick(house.services)

    with house.services.uow() as uow:
        states = [uow.invitations.get(one.id).state for one in (first, *rest)]
    assert rest
    assert states == [InvitationState.OPEN, *[InvitationState.EXPIRED] * len(rest)]

"""The door on a real database: who is known, and what is kept."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import pytest

from pbem.app.incoming import ToInvitation, ToPending, ToSeat
from pbem.app.ports import UowFactory
from pbem.app.records import Invitation, InvitationState, StoredLetter
from pbem.mailin.desks import bounce_desk, reply_desk
from pbem.mailin.doorstep import StoringDoorstep
from pbem.rules.moves import Position
from pbem.signing import Keys, reply_token
from pbem.store import StateCache, open_engine, uow_factory
from tests.mailin.letters import HOUSE, letter
from tests.store.rows import new_game, new_seat

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
HERE = Position(3, 2)
NOWHERE = Position(0, 0)


class Noon:
    def now(self) -> datetime:
        return NOON


class Rings:
    def __init__(self) -> None:
        self.rung: list[int] = []

    def letters(self, ids: Sequence[int]) -> None:
        self.rung += ids

    def heard(self) -> None:
        raise AssertionError

    def notices(self, ids: Sequence[int]) -> None:
        raise AssertionError(ids)

    def game(self, game_id: int) -> None:
        raise AssertionError(game_id)


class House:
    """A table with Alice at it, and an invitation to Bob."""

    def __init__(self, uows: UowFactory, keys: Keys) -> None:
        self.uows, self.keys, self.bell = uows, keys, Rings()
        self.door = StoringDoorstep(
            uow=uows, keys=keys, identity=HOUSE, bell=self.bell, clock=Noon()
        )
        with uows() as uow:
            inviter = uow.players.add("Carol")
            game = new_game(uow)
            self.seat = new_seat(uow, game.id, generation=4)
            self.invitation = uow.invitations.add(
                Invitation(0, game.id, "bob@example.com", inviter.id, InvitationState.OPEN, NOON)
            )
            uow.commit()

    def token(self, kind, row_id, position=NOWHERE, generation=0) -> str:
        return reply_token(self.keys, kind, row_id, position, generation)

    def seat_address(self, generation: int = 4) -> str:
        token = self.token("seat", self.seat.id, HERE, generation)
        return f"play+{token}@cards.example.org"

    def letters(self) -> list[StoredLetter]:
        with self.uows() as uow:
            found = [uow.letters.get(one.id) for one in uow.letters.newest(10)]
        return [one for one in found if one is not None]


@pytest.fixture
def house(database_url, keys) -> Iterator[House]:
    engine = open_engine(database_url)
    yield House(uow_factory(engine, keys, StateCache(), Noon()), keys)
    engine.dispose()


def test_only_our_addresses_are_accepted(house):
    seat = house.token("seat", house.seat.id, HERE, 4)
    bounce = house.token("bounce", house.seat.id, generation=4)
    known = {
        "play": "yes",
        "postmaster": "yes",
        f"play+{seat}": "yes",
        f"PLAY+{seat.upper()}": "yes",
        f"play+{house.token('invitation', house.invitation.id)}": "yes",
        f"play+{house.token('pending', 99)}": "yes",
        f"bounce+{bounce}": "yes",
        f"bounce+{house.token('bounce', house.seat.id, generation=3)}": "unknown",
        f"play+{bounce}": "unknown",
        f"bounce+{house.token('bounce_invitation', house.invitation.id)}": "yes",
        f"bounce+{house.token('bounce_pending', 99)}": "yes",
        f"play+{house.token('bounce_invitation', house.invitation.id)}": "unknown",
        f"play+{house.token('bounce_pending', 99)}": "unknown",
        f"bounce+{house.token('invitation', house.invitation.id)}": "unknown",
        f"bounce+{house.token('pending', 99)}": "unknown",
        f"bounce+{seat}": "unknown",
        f"play+{seat[:-2]}{'a' if seat[-2] != 'a' else 'b'}{seat[-1]}": "unknown",
        f"play+{house.token('seat', house.seat.id, HERE, 3)}": "revoked",
        f"play+{house.token('seat', house.seat.id + 1000)}": "unknown",
        f"play+{house.token('invitation', house.invitation.id + 1000)}": "unknown",
        f"bounce+{house.token('bounce', 100_000)}": "unknown",
        "play+x": "unknown",
        "alice": "unknown",
    }

    found = {local: house.door.accepts(f"{local}@cards.example.org") for local in known}

    assert found == known
    assert house.door.accepts(house.seat_address().replace("cards.", "")) == "unknown"


def test_tokens_stand_for_what_they_were_made_for(house):
    with house.uows() as uow:
        reply, bounce = reply_desk(uow, house.keys), bounce_desk(uow, house.keys)
        assert reply(house.token("seat", house.seat.id, HERE, 4)) == ToSeat(house.seat.id, HERE)
        invitation = house.invitation.id
        assert reply(house.token("invitation", invitation)) == ToInvitation(invitation)
        assert reply(house.token("pending", 5)) == ToPending(5)
        back = house.token("bounce", house.seat.id, generation=4)
        assert reply(back) is None
        assert bounce(back) == ToSeat(house.seat.id, NOWHERE)
        assert bounce(house.token("bounce", house.seat.id + 1000, generation=4)) is None
        assert bounce(house.token("seat", house.seat.id, HERE, 4)) is None
        assert bounce(house.token("bounce_invitation", invitation)) == ToInvitation(invitation)
        assert bounce(house.token("bounce_pending", 5)) == ToPending(5)
        assert bounce(house.token("invitation", invitation)) is None
        assert reply(house.token("bounce_invitation", invitation)) is None
        assert bounce("junk") is None


def test_a_letter_is_kept_with_its_envelope_and_the_bell_rings(house):
    address = house.seat_address()
    house.door.store(letter(), address, (address, "play@cards.example.org"), "lmtp")

    (kept,) = house.letters()

    assert kept.raw == letter()
    assert (kept.recipient, kept.recipients) == (address, (address, "play@cards.example.org"))
    assert (kept.lane, kept.transport) == (f"seat:{house.seat.id}", "lmtp")
    assert kept.received_at == NOON
    assert house.bell.rung == [kept.id]


def test_letters_for_one_seat_share_a_lane_whatever_their_position(house):
    later = house.token("seat", house.seat.id, Position(4, 1), 4)
    invitation = house.token("invitation", house.invitation.id)
    lanes = {
        house.seat_address(): f"seat:{house.seat.id}",
        f"play+{later}@cards.example.org": f"seat:{house.seat.id}",
        f"play+{invitation}@cards.example.org": f"invitation:{house.invitation.id}",
        f"play+{house.token('pending', 5)}@cards.example.org": "pending:5",
        f"bounce+{house.token('bounce', house.seat.id, generation=4)}@cards.example.org": None,
        "play@cards.example.org": None,
        house.seat_address(generation=3): None,
        "bob@example.com": None,
    }
    for address in lanes:
        house.door.store(letter(), address, (address,), "smtp")

    assert {one.recipient: one.lane for one in house.letters()} == lanes


def test_the_same_delivery_is_kept_once_by_whatever_way(house):
    address = house.seat_address()
    house.door.store(letter(), address, (address,), "lmtp")
    house.door.store(letter(), address, (address,), "hook")
    house.door.store(letter(), address.upper(), (address,), "smtp")
    assert len(house.letters()) == 1

    house.door.store(letter("bid 3\n"), address, (address,), "lmtp")
    house.door.store(letter(), "play@cards.example.org", (address,), "lmtp")
    assert len(house.letters()) == 3


@pytest.mark.parametrize("first", ["play+x@cards.example.org", "bob@example.com"])
def test_a_call_that_brought_a_letter_for_nobody_is_good_for_no_other(house, first):
    address = house.seat_address()

    assert house.door.take(letter(), [first], "mailgun", "token") == "unknown"
    assert house.door.take(letter(), [first], "mailgun", "token") == "unknown"
    assert house.door.take(letter(), [address], "mailgun", "token") == "replayed"
    assert house.letters() == []

    assert house.door.take(letter(), [address], "mailgun", "other") == "stored"
    assert house.door.take(letter(), [address], "mailgun", "other") == "stored"
    assert house.door.take(letter("bid 3\n"), [first], "mailgun", "other") == "replayed"
    assert len(house.letters()) == 1


def test_without_a_database_the_door_raises_and_rings_nothing(keys, tmp_path):
    engine = open_engine(f"sqlite:///{tmp_path}/empty.db")
    bell = Rings()
    door = StoringDoorstep(
        uow=uow_factory(engine, keys, StateCache(), Noon()),
        keys=keys,
        identity=HOUSE,
        bell=bell,
        clock=Noon(),
    )

    with pytest.raises(Exception, match="no such table"):
        door.store(letter(), "play@cards.example.org", (), "lmtp")
    with pytest.raises(Exception, match="no such table"):
        door.accepts(f"play+{reply_token(keys, 'seat', 1, NOWHERE, 0)}@cards.example.org")
    assert bell.rung == []
    engine.dispose()

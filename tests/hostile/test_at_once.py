"""Things that happen at the same instant happen one after the other, each once."""

import threading
from collections.abc import Callable

import pytest

from pbem.app import clock, pages
from pbem.app.inviting import InvitationState
from pbem.app.notice_records import Notice
from pbem.app.records import GameStatus
from pbem.rules.events import BidMade, BidSealed, BidsShown
from tests.hostile.front import SERVICE, Front, Person, Table


def together(*works: Callable[[], object]) -> None:
    """Let all of these begin at the same instant, and wait for them; a fault in one is raised."""
    gate = threading.Barrier(len(works))
    faults: list[BaseException] = []

    def run(work: Callable[[], object]) -> None:
        gate.wait()
        try:
            work()
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    if faults:
        raise faults[0]


def reading(front: Front, *ids: int) -> list[Callable[[], None]]:
    return [lambda one=one: front.reader.read(one) for one in ids]


def bids(table: Table) -> list[BidMade]:
    with table.front.services.uow() as uow:
        records = uow.log.since(table.row.id, 0)
    return [record.event for record in records if isinstance(record.event, BidMade)]


def test_one_letter_read_by_many_at_once_acts_once(table: Table, front: Front):
    turn = table.on_turn()
    [letter] = front.store(
        turn.raw(turn.last.answers()[-1], turn.last.reply_to), turn.last.reply_to
    )

    together(*reading(front, letter, letter, letter, letter))
    front.run()

    assert len(bids(table)) == 1
    assert front.letter(letter).verdict == "applied"


def test_two_copies_of_a_letter_read_at_once_act_once(table: Table, front: Front):
    turn = table.on_turn()
    to = turn.last.reply_to
    raw = turn.raw(turn.last.answers()[-1], to)
    # As two mail servers relay it: the same Message-ID under other trace lines.
    [one] = front.store(b"Received: by a.example\r\n" + raw, to)
    [two] = front.store(b"Received: by b.example\r\n" + raw, to)

    together(*reading(front, one, two, two, one))
    front.run()

    assert len(bids(table)) == 1
    assert sorted(str(front.letter(each).verdict) for each in (one, two)) == [
        "applied",
        "duplicate",
    ]


def test_the_same_delivery_made_twice_at_once_is_stored_once(table: Table, front: Front):
    turn = table.on_turn()
    to, raw = turn.last.reply_to, turn.raw("status", turn.last.reply_to)
    before = len(front.letters())

    together(*[lambda: front.door.store(raw, to, (to,), "lmtp")] * 4)

    assert len(front.letters()) == before + 1


@pytest.mark.parametrize("round_", range(3))
def test_letters_of_one_seat_act_in_the_order_of_receipt(table: Table, front: Front, round_: int):
    turn = table.on_turn()
    to, first = turn.last.reply_to, turn.last.answers()[-1]
    second = turn.last.answers()[0]
    ids = front.store(turn.raw(first, to), to) + front.store(turn.raw(second, to), to)

    together(*reading(front, *reversed(ids)))
    front.run()

    assert [front.letter(one).verdict for one in ids] == ["applied", "refused"]
    assert [bid.tricks for bid in bids(table)] == [int(first)]


def test_a_pressed_link_and_a_letter_for_the_same_position_make_one_move(
    table: Table, front: Front
):
    turn = table.on_turn()
    to, answer = turn.last.reply_to, turn.last.answers()[-1]
    seat = table.seat(turn)
    position = pages.seat_sight(front.services, seat.id).sight.view.position
    [letter] = front.store(turn.raw(answer, to), to)

    together(
        lambda: pages.act(front.services, seat.id, answer, position),
        *reading(front, letter),
        lambda: pages.act(front.services, seat.id, answer, position),
    )

    assert len(bids(table)) == 1


def test_a_tick_and_a_letter_at_the_deadline_make_one_move(table: Table, front: Front):
    turn = table.on_turn()
    to, answer = turn.last.reply_to, turn.last.answers()[-1]
    number = table.seat(turn).number
    front.clock.wait(hours=25)
    [letter] = front.store(turn.raw(answer, to), to)

    together(
        lambda: clock.tick(front.services),
        *reading(front, letter),
        lambda: clock.tick(front.services),
    )
    front.run()

    assert [bid.seat for bid in bids(table)] == [number]
    assert front.letter(letter).verdict in {"applied", "refused"}


def test_a_letter_that_came_in_time_acts_though_it_is_read_after_the_deadline(table, front):
    turn = table.on_turn()
    [letter] = front.store(
        turn.raw(turn.answerable.answers()[-1], turn.answerable.reply_to), turn.answerable.reply_to
    )
    front.clock.wait(hours=25)
    before = table.seq

    front.tick()
    assert table.seq == before
    front.run()

    assert front.letter(letter).verdict == "applied"
    front.clock.wait(hours=25)
    front.tick()
    assert table.seq > before + 1


def in_secret(front: Front) -> tuple[Table, list[int]]:
    """Return a table where four bid at once, and the stored letters with their bids."""
    table = Table(front, "Alice", "Bob", "Carol", "Dan", preset="boerenbridge")
    letters = [
        front.store(person.raw(str(bid), person.last.reply_to), person.last.reply_to)[0]
        for bid, person in enumerate(table.people)
    ]
    return table, letters


def of_kind(table: Table, kind: type) -> list:
    with table.front.services.uow() as uow:
        records = uow.log.since(table.row.id, 0)
    return [record.event for record in records if isinstance(record.event, kind)]


def test_all_who_bid_in_secret_at_once_have_bid_and_it_is_shown_once(front: Front):
    table, letters = in_secret(front)

    together(*reading(front, *letters))
    front.run()

    assert [front.letter(one).verdict for one in letters] == ["applied"] * 4
    assert len(of_kind(table, BidSealed)) == 4
    (shown,) = of_kind(table, BidsShown)
    assert [shown.bids[table.seat(one).number or 0] for one in table.people] == [0, 1, 2, 3]


def test_secret_bids_and_the_deadline_at_once_make_one_bid_of_each(front: Front):
    table, letters = in_secret(front)
    front.clock.wait(hours=25)

    together(
        lambda: clock.tick(front.services),
        *reading(front, *letters),
        lambda: clock.tick(front.services),
    )
    front.run()

    sealed = [event.seat for event in of_kind(table, BidSealed)]
    assert sorted(sealed) == [0, 1, 2, 3]
    assert len(of_kind(table, BidsShown)) == 1


def started(front: Front, seat_id: int) -> list[Notice]:
    """Return the notices that told a seat of the start."""
    with front.services.uow() as uow:
        all_ = [uow.outbox.get(number) for number in range(1, 100)]
    return [one for one in all_ if one and one.kind == "start" and one.seat_id == seat_id]


def invited(front: Front) -> list[Person]:
    alice, bob, carol = (Person(front, name) for name in ("Alice", "Bob", "Carol"))
    alice.write(f"new nomination_whist with {bob.email} and {carol.email}")
    alice.reply("yes")
    return [alice, bob, carol]


def test_two_last_players_who_accept_at_once_start_one_game_and_both_are_told(front: Front):
    people = invited(front)
    ids = [
        front.store(one.raw("yes", one.last.reply_to), one.last.reply_to)[0] for one in people[1:]
    ]

    together(*reading(front, *ids))
    front.run()

    with front.services.uow() as uow:
        rows = [uow.games.get(1)]
        seats = uow.seats.of(1)
        log = uow.log.since(1, 0)
    assert [row.status for row in rows] == [GameStatus.RUNNING]
    assert [seat.number for seat in seats] == [0, 1, 2]
    assert sum(type(record.event).__name__ == "GameStarted" for record in log) == 1
    told = [seat.id for seat in seats for _ in started(front, seat.id)]
    assert told == [seat.id for seat in seats]
    assert all("Hand:" in person.last.text for person in people)


def test_one_person_who_accepts_two_invitations_at_once_is_one_player(front: Front):
    alice, dave, bob = (Person(front, name) for name in ("Alice", "Dave", "Bob"))
    for starter in (alice, dave):
        starter.write(f"new nomination_whist with {bob.email} and 2 bots")
        starter.reply("yes")
    asked = front.mails(bob.email)
    ids = [front.store(bob.raw("yes", mail.reply_to), mail.reply_to)[0] for mail in asked]

    together(*reading(front, *ids))
    front.run()

    with front.services.uow() as uow:
        assert len(uow.players.at(bob.email)) == 1
    bob.write("games")
    assert "which" not in bob.last.first_line.lower()
    front.assert_nothing_blew_up()


def test_one_yes_to_two_questions_at_once_makes_one_player(front: Front):
    bob = Person(front, "Bob")
    bob.write("practice")
    bob.write("practice")
    asked = front.mails(bob.email)
    ids = [front.store(bob.raw("yes", mail.reply_to), mail.reply_to)[0] for mail in asked]

    together(*reading(front, *ids))
    front.run()

    with front.services.uow() as uow:
        assert len(uow.players.at(bob.email)) == 1
    front.assert_nothing_blew_up()


def test_the_same_yes_from_two_programs_at_once_seats_once(front: Front):
    people = invited(front)
    bob = people[1]
    to = bob.last.reply_to
    ids = front.store(bob.raw("yes", to), to) + front.store(bob.raw("yes as Bobby", to), to)

    together(*reading(front, *ids))
    front.run()

    with front.services.uow() as uow:
        seats = uow.seats.of(1)
        invitations = uow.invitations.of(1)
    assert len(seats) == 2
    assert [one.state for one in invitations].count(InvitationState.ACCEPTED) == 1
    front.assert_nothing_blew_up()


def test_more_people_than_places_who_join_at_once_fill_the_table_and_no_more(front: Front):
    alice = Person(front, "Alice")
    alice.write("practice")
    alice.reply("yes")
    alice.write("new nomination_whist for 3 players with 1 bot")
    alice.reply("yes")
    with front.services.uow() as uow:
        [(player, _)] = uow.players.at(alice.email)
        row = uow.games.of_player(player.id)[0]
    people = [Person(front, name) for name in ("Bob", "Carol", "Dan")]
    # All are asked while there is room for each of them, and only then say yes.
    for person in people:
        person.write(f"join {row.join_code}")
    ids = []
    for person in people:
        ids += front.store(person.raw("yes", person.last.reply_to), person.last.reply_to)

    together(*reading(front, *ids))
    front.run()

    assert len(front.seats(row.code)) == 3
    assert front.game(row.code).status == "running"
    front.assert_nothing_blew_up()


def test_stopping_by_link_mail_and_button_at_once_hands_over_once(table: Table, front: Front):
    from pbem.app import leaving

    turn = table.on_turn()
    seat = table.seat(turn)
    [letter] = front.store(turn.raw("stop", turn.last.reply_to), turn.last.reply_to)

    together(
        lambda: leaving.stop(front.services, seat.id),
        *reading(front, letter),
        lambda: leaving.stop(front.services, seat.id),
    )
    front.run()

    assert table.seat(turn).stand_in
    with front.services.uow() as uow:
        log = uow.log.since(table.row.id, 0)
    assert sum(type(record.event).__name__ == "SeatHandedOver" for record in log) == 1
    assert table.on_turn() is not turn


def test_a_notice_in_many_hands_is_sent_once(table: Table, front: Front):
    turn = table.on_turn()
    [letter] = front.store(turn.raw("status", turn.last.reply_to), turn.last.reply_to)
    front.reader.read(letter)
    [due] = front.due()
    before = len(front.server.tried)

    together(*[lambda: front.office.send(due)] * 4)

    assert len(front.server.tried) == before + 1
    assert SERVICE in front.server.tried[-1][1].decode()

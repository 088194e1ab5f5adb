"""Moves by letter: in turn, once, for the position they were written for."""

from datetime import timedelta

from pbem.app import pages
from pbem.app.answers import LineOutcome
from pbem.app.packing import unpack_answer
from pbem.app.records import GameStatus, Seat
from pbem.rules.moves import Position
from pbem.rules.refusals import BidForbidden, NotYourTurn, TooLate
from tests.app.house import House

CAST = ("Alice", "Bob", "Carol", "Dan")


def on_turn(house: House, seats: dict[str, Seat]) -> Seat:
    for seat in seats.values():
        page = pages.seat_sight(house.services, seat.id)
        assert page is not None
        assert page.sight.view is not None
        if page.sight.view.wants is not None:
            return seat
    raise AssertionError("nobody is on turn")


def an_answer(house: House, seat: Seat) -> str:
    """Return the first answer that is open to a seat."""
    page = pages.seat_sight(house.services, seat.id)
    assert page is not None
    view = page.sight.view
    assert view is not None
    return str(view.legal_bids[0]) if view.wants == "bid" else str(view.legal_cards[0])


def play_on(house: House, code: str, moves: int) -> None:
    seats = house.seats(code)
    for _ in range(moves):
        if house.game(code).status is GameStatus.OVER:
            return
        seat = on_turn(house, seats)
        assert house.letter(seat, an_answer(house, seat)).verdict == "applied"


def last_answer(house: House, seat: Seat) -> list[LineOutcome]:
    notice = [notice for notice in house.notices("answer") if notice.seat_id == seat.id][-1]
    return list(unpack_answer(notice.facts["answer"]).lines)  # type: ignore[arg-type]


def test_a_full_table_begins_and_everybody_is_told(house: House):
    row, seats = house.table(*CAST)

    assert row.status is GameStatus.RUNNING
    assert row.root is not None
    starts = house.notices("start")
    assert {notice.seat_id for notice in starts} == {seat.id for seat in seats.values()}
    assert not house.notices("turn")


def test_a_move_brings_the_next_player_a_turn_notice(house: House):
    row, seats = house.table(*CAST)
    first = on_turn(house, seats)

    taken = house.letter(first, an_answer(house, first))

    assert taken.verdict == "applied"
    second = on_turn(house, seats)
    (turn,) = house.notices("turn")
    assert turn.seat_id == second.id
    assert turn.position == Position(1, 0)
    assert house.game(row.code).seq == row.seq + 1


def test_the_first_letter_at_a_table_is_answered_and_later_moves_are_not(house: House):
    row, seats = house.table(*CAST)
    first = on_turn(house, seats)
    house.letter(first, an_answer(house, first))
    assert [notice.seat_id for notice in house.notices("answer")] == [first.id]

    play_on(house, row.code, 3)
    before = len(house.notices("answer"))
    play_on(house, row.code, 4)

    assert len(house.notices("answer")) == before


def test_one_letter_brings_its_writer_at_most_one_mail(house: House):
    row, seats = house.table("Alice", bots=3)
    seat = seats["Alice"]
    while house.game(row.code).status is GameStatus.RUNNING:
        before = {notice.id for notice in house.notices()}
        house.letter(seat, an_answer(house, seat))
        new = [notice for notice in house.notices() if notice.id not in before]
        assert len(new) <= 1, [notice.kind for notice in new]
    assert house.notices()[-1].kind == "over"


def test_the_same_letter_twice_acts_once(house: House):
    row, seats = house.table(*CAST)
    first = on_turn(house, seats)
    line, at = an_answer(house, first), house.position(first)

    house.letter(first, line, at=at, key="one")
    again = house.letter(first, line, at=at, key="one")

    assert again.verdict == "duplicate"
    assert house.game(row.code).seq == row.seq + 1


def test_the_same_move_in_a_new_letter_is_too_late(house: House):
    row, seats = house.table(*CAST)
    first = on_turn(house, seats)
    line, at = an_answer(house, first), house.position(first)
    house.letter(first, line, at=at)

    again = house.letter(first, line, at=at)

    assert again.verdict == "refused"
    (outcome,) = last_answer(house, first)
    assert isinstance(outcome.refused, TooLate)
    assert house.game(row.code).seq == row.seq + 1


def test_an_old_answer_is_never_played_into_a_later_trick(house: House):
    row, seats = house.table(*CAST)
    play_on(house, row.code, 4)
    leader = on_turn(house, seats)
    old = house.position(leader)
    play_on(house, row.code, 4)
    while on_turn(house, seats).id != leader.id:
        play_on(house, row.code, 1)
    seq = house.game(row.code).seq

    taken = house.letter(leader, an_answer(house, leader), at=old)

    assert taken.verdict == "refused"
    assert house.game(row.code).seq == seq


def test_who_is_not_on_turn_is_told_who_is(house: House):
    _row, seats = house.table(*CAST)
    first = on_turn(house, seats)
    other = next(seat for seat in seats.values() if seat.id != first.id)

    house.letter(other, "0")

    (outcome,) = last_answer(house, other)
    assert outcome.refused == NotYourTurn((first.number,))


def test_lines_after_a_refusal_are_not_tried(house: House):
    _row, seats = house.table(*CAST)
    first = on_turn(house, seats)

    house.letter(first, "99", "0", "say well")

    lines = last_answer(house, first)
    assert isinstance(lines[0].refused, BidForbidden)
    assert lines[1:] == [LineOutcome("0"), LineOutcome("say well")]


def test_a_foreign_sender_moves_nothing_and_only_the_owner_is_told(house: House):
    row, seats = house.table(*CAST)
    first = on_turn(house, seats)

    taken = house.letter(first, an_answer(house, first), sender="mallory@elsewhere.example")

    assert taken.verdict == "stranger"
    assert house.game(row.code).seq == row.seq
    assert [notice.seat_id for notice in house.notices("stranger")] == [first.id]


def test_a_letter_never_bids_for_a_hand_that_was_not_seen(house: House):
    row, seats = house.table(*CAST, preset="diminishing_bridge")
    while True:
        seat = on_turn(house, seats)
        view = pages.seat_sight(house.services, seat.id).sight.view  # type: ignore[union-attr]
        table = view.deal.table  # type: ignore[union-attr]
        last_card = len(view.hand) == 1 and table is not None and len(table.cards) == 3
        if last_card:
            break
        play_on(house, row.code, 1)
    deals = len(view.sheet)  # type: ignore[union-attr]

    taken = house.letter(seat, an_answer(house, seat), "0")

    after = pages.seat_sight(house.services, seat.id).sight.view  # type: ignore[union-attr]
    assert len(after.sheet) == deals + 1  # type: ignore[union-attr]
    assert taken.verdict == "refused"
    assert all(bid is None for bid in after.deal.bids)  # type: ignore[union-attr]


def test_a_deal_that_ends_is_news_for_those_not_asked(house: House):
    row, seats = house.table(*CAST, preset="nomination_whist")
    while not house.notices("news"):
        play_on(house, row.code, 1)

    news = house.notices("news")
    next_up = on_turn(house, seats)
    assert next_up.id not in {notice.seat_id for notice in news}
    delay = house.services.policy.news_delay
    assert all(notice.not_before == house.clock.now() + delay for notice in news)
    assert delay > timedelta(0)


def test_a_whole_game_is_played_by_letters_and_everybody_is_told_the_end(house: House):
    row, seats = house.table(*CAST, preset="nomination_whist")

    play_on(house, row.code, 10_000)

    ended = house.game(row.code)
    assert ended.status is GameStatus.OVER
    assert ended.ended_at == house.clock.now()
    assert {n.seat_id for n in house.notices("over")} == {seat.id for seat in seats.values()}
    with house.services.uow() as uow:
        assert uow.waits.of(row.id) == []


def test_letters_without_orders_are_answered_once_an_hour(house: House):
    _row, seats = house.table(*CAST)
    alice = seats["Alice"]

    for _ in range(5):
        house.letter(alice)
    assert len(house.notices("answer")) == 1

    house.clock.turn(timedelta(hours=1))
    house.letter(alice)
    assert len(house.notices("answer")) == 2


def test_who_ends_a_deal_and_is_not_asked_next_hears_the_news_too(house: House):
    row, seats = house.table(*CAST)
    for seat in seats.values():
        house.letter(seat, "hand")
    while not house.notices("news"):
        last = on_turn(house, seats)
        play_on(house, row.code, 1)

    told = {notice.seat_id for notice in house.notices("news")}
    assert told == {seat.id for seat in seats.values()} - {on_turn(house, seats).id}
    assert last.id in told or last.id == on_turn(house, seats).id

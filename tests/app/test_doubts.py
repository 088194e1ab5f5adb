"""Letters to a seat that may be forged: nothing moves before the player has said yes."""

from dataclasses import replace

import pytest

from pbem.app import pending_desk
from pbem.app.packing import unpack_answer
from pbem.app.records import Seat
from pbem.app.trust import Trust, TrustLevel
from pbem.rules.refusals import TooLate
from tests.app.house import House
from tests.app.test_moves import an_answer, play_on


def at_turn(house: House) -> tuple[str, Seat]:
    row, seats = house.table("Alice", "Bob", "Carol")
    with house.services.uow() as uow:
        [wait] = uow.waits.of(row.id)
    return row.code, next(seat for seat in seats.values() if seat.number == wait.seat)


def set_trust(house: House, level: TrustLevel) -> None:
    policy = replace(house.services.policy, trust=level)
    house.services = replace(house.services, policy=policy)


def question(house: House) -> int:
    pending_id = house.notices("confirm")[-1].facts["pending_id"]
    assert isinstance(pending_id, int)
    return pending_id


@pytest.mark.parametrize(
    ("level", "trust", "verdict"),
    [
        ("off", "fail", "applied"),
        ("off", "none", "applied"),
        ("soft", "fail", "asked"),
        ("soft", "none", "applied"),
        ("soft", "pass", "applied"),
        ("strict", "fail", "asked"),
        ("strict", "none", "asked"),
        ("strict", "pass", "applied"),
    ],
)
def test_what_it_takes_to_move_is_the_operators_choice(
    house: House, level: TrustLevel, trust: Trust, verdict: str
):
    code, seat = at_turn(house)
    set_trust(house, level)
    before = house.game(code).seq

    taken = house.letter(seat, an_answer(house, seat), trust=trust)

    assert taken.verdict == verdict
    assert (house.game(code).seq > before) == (verdict == "applied")


def test_a_doubtful_letter_brings_one_mail_to_the_players_own_address(house: House):
    _, seat = at_turn(house)
    before = {notice.id for notice in house.notices()}

    house.letter(seat, an_answer(house, seat), "say hello", trust="fail")

    [asked] = [notice for notice in house.notices() if notice.id not in before]
    assert (asked.kind, asked.email) == ("confirm", house.email_of(seat))


def test_a_yes_carries_out_what_was_written_and_only_once(house: House):
    code, seat = at_turn(house)
    before = house.game(code).seq
    house.letter(seat, an_answer(house, seat), trust="fail")
    pending_id = question(house)

    # The domain of the address is as bad as before, and the question came there alone.
    assert house.to_pending(pending_id, house.email_of(seat), "yes").verdict == "applied"
    moved = house.game(code).seq
    again = house.to_pending(pending_id, house.email_of(seat), "yes")

    assert moved > before
    assert (house.game(code).seq, again.verdict) == (moved, "refused")
    assert [notice.kind for notice in house.notices("answer")].count("answer") >= 1


def test_a_yes_is_worth_nothing_from_elsewhere(house: House):
    code, seat = at_turn(house)
    before = house.game(code).seq
    house.letter(seat, an_answer(house, seat), trust="fail")

    taken = house.to_pending(question(house), "mallory@else.example", "yes")

    assert (taken.verdict, house.game(code).seq) == ("stranger", before)


def test_a_late_yes_plays_nothing_for_another_position(house: House):
    code, seat = at_turn(house)
    line = an_answer(house, seat)
    house.letter(seat, line, trust="fail")
    pending_id = question(house)
    house.letter(seat, line)
    # The seat is asked again by now, and the same line might do there.
    play_on(house, code, 2)
    assert house.position(seat).decision == 1
    before = house.game(code).seq

    house.to_pending(pending_id, house.email_of(seat), "yes")

    assert house.game(code).seq == before
    told = unpack_answer(house.notices("answer")[-1].facts["answer"])  # type: ignore[arg-type]
    assert isinstance(told.lines[0].refused, TooLate)


def test_the_page_of_the_question_shows_the_lines_and_carries_them_out_once(house: House):
    code, seat = at_turn(house)
    before, line = house.game(code).seq, an_answer(house, seat)
    house.letter(seat, line, trust="fail")
    pending_id = question(house)

    asked = pending_desk.asked(house.services, pending_id)
    assert asked is not None
    assert (asked.lines, asked.table) == ((line,), code)
    assert house.game(code).seq == before
    done = pending_desk.confirm(house.services, pending_id)

    assert isinstance(done, pending_desk.Confirmed)
    assert done.is_told
    assert house.game(code).seq > before
    assert pending_desk.confirm(house.services, pending_id) is None


def test_a_no_forgets_the_letter(house: House):
    code, seat = at_turn(house)
    before = house.game(code).seq
    house.letter(seat, an_answer(house, seat), trust="fail")
    pending_id = question(house)

    house.to_pending(pending_id, house.email_of(seat), "no")

    assert pending_desk.confirm(house.services, pending_id) is None
    assert house.game(code).seq == before


def test_what_only_shows_something_is_answered_as_ever(house: House):
    _, seat = at_turn(house)
    set_trust(house, "strict")

    taken = house.letter(seat, "status", "hand", trust="fail")

    assert taken.verdict == "applied"
    assert house.notices("confirm") == []


def test_nobody_is_buried_under_questions(house: House):
    code, seat = at_turn(house)
    before, most = house.game(code).seq, house.services.policy.questions_an_hour

    verdicts = [house.letter(seat, f"say {n}", trust="fail").verdict for n in range(most + 3)]

    assert verdicts == ["asked"] * most + ["limited"] * 3
    asked = house.notices("confirm")
    assert len(asked) == most
    told = [unpack_answer(one.facts["answer"]).silence for one in asked]  # type: ignore[arg-type]
    assert told == [None] * (most - 1) + ["asked"]
    assert house.game(code).seq == before


def test_an_address_that_is_the_players_no_longer_says_no_yes(house: House):
    code, seat = at_turn(house)
    before, email = house.game(code).seq, house.email_of(seat)
    house.letter(seat, an_answer(house, seat), trust="fail")
    with house.services.uow() as uow:
        address = uow.players.address(seat.address_id or 0)
        uow.players.save_address(replace(address, email="new@home.example"))
        uow.commit()

    taken = house.to_pending(question(house), email, "yes")

    assert (taken.verdict, house.game(code).seq) == ("refused", before)

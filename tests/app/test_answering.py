"""What a letter brings back: from whom the answer comes, how often, and what it says."""

from dataclasses import replace
from datetime import timedelta

from pbem.app import leaving
from pbem.app.answers import LineOutcome, TableClosed
from pbem.app.incoming import Incoming, ToSeat
from pbem.app.letters import take
from pbem.app.naming import bot_names
from pbem.app.notice_records import Notice, NoticeState
from pbem.app.packing import unpack_answer
from pbem.app.records import GameStatus, Seat
from pbem.app.telling import told
from pbem.app.told import Told
from pbem.rules.moves import Position
from pbem.rules.refusals import GameNotRunning
from tests.app.house import House
from tests.app.test_moves import an_answer, play_on

ALICE, BOB = "alice@home.example", "bob@home.example"
NOWHERE = Position(0, 0)


def lines(notice: Notice) -> tuple[LineOutcome, ...]:
    return unpack_answer(notice.facts["answer"]).lines  # type: ignore[arg-type]


def shown(house: House, notice: Notice) -> Told:
    with house.services.uow() as uow:
        gathered = told(uow, notice, house.clock.now())
    assert gathered is not None
    return gathered


def open_table(house: House, line: str = "new blackout for 4") -> tuple[str, Seat]:
    """Let Alice open a table by letter; return its code and her seat."""
    house.player("Alice")
    house.order(ALICE, line)
    done = lines(house.notices()[-1])[0].done
    assert done is not None
    return done.text, house.seats(done.text)["Alice"]


def chat(house: House, seat: Seat, *words: str) -> str:
    """Deliver a letter of words that are no order."""
    incoming = Incoming(
        kind="empty",
        to=ToSeat(seat.id, house.position(seat)),
        sender=house.email_of(seat),
        sender_name="",
        lines=(),
        unread=words,
        offset=timedelta(hours=1),
        key=f"chat {words} {house.clock.now()}",
        message_id="<chat@home.example>",
        why_empty="no_order",
    )
    house.clock.turn(timedelta(seconds=10))
    with house.services.uow() as uow:
        verdict = take(house.services, uow, incoming).verdict
        uow.commit()
    return verdict


def test_a_new_table_answers_itself_with_the_code_for_others(house: House):
    code, seat = open_table(house)

    (answer,) = house.notices("answer")
    assert [notice.kind for notice in house.notices()] == ["confirm", "answer"]
    assert (answer.kind, answer.seat_id) == ("answer", seat.id)
    sight = shown(house, answer).sight
    assert sight is not None
    assert sight.join_code == house.game(code).join_code


def test_a_reply_to_the_answer_of_a_new_table_can_ask_people_in(house: House):
    _code, seat = open_table(house)

    taken = house.letter(seat, "invite bob@home.example", at=NOWHERE)

    assert taken.verdict == "applied"
    assert [notice.email for notice in house.notices("invitation")] == [BOB]


def test_who_joins_by_code_is_answered_by_the_table(house: House):
    code, _seat = open_table(house)
    house.player("Bob")

    house.order(BOB, f"join {house.game(code).join_code}")

    answer = house.notices("answer")[-1]
    assert answer.seat_id == house.seats(code)["Bob"].id


def test_bots_for_the_open_places_bring_one_mail(house: House):
    code, seat = open_table(house)
    before = len(house.notices())

    house.letter(seat, "bots", at=NOWHERE)

    assert house.game(code).status is GameStatus.RUNNING
    assert [notice.kind for notice in house.notices()[before:]] == ["start"]


def test_bots_that_come_later_have_names_of_their_own():
    first = bot_names(1, ["Alice"])
    later = bot_names(2, ["Alice", *first])

    assert not {name.partition(" ")[0] for name in first} & {
        name.partition(" ")[0] for name in later
    }
    assert len(set(bot_names(9, ["Alice"]))) == 9


def test_a_table_that_was_called_off_still_answers(house: House):
    code, seat = open_table(house)
    house.letter(seat, "cancel", at=NOWHERE)
    assert house.notices()[-1].kind == "cancelled"

    house.letter(seat, "invite bob@home.example", at=NOWHERE)

    assert house.game(code).status is GameStatus.CANCELLED
    answer = house.notices()[-1]
    assert (answer.kind, answer.seat_id) == ("answer", seat.id)
    assert lines(answer)[0].refused is not None


def test_whoever_tries_other_words_is_answered_again_and_a_machine_is_not(house: House):
    _row, seats = house.table("Alice", bots=3)
    seat = seats["Alice"]

    def answers() -> int:
        return len(house.notices("answer"))

    for words in ("pass", "what may I bid?", "two tricks, please"):
        before = answers()
        assert chat(house, seat, words) == "empty"
        assert answers() == before + 1
    for _ in range(3):
        chat(house, seat, "two tricks, please")
    assert answers() == 3

    for number in range(20):
        chat(house, seat, f"I am away, ticket {number}.")
    assert answers() <= 5

    house.clock.turn(timedelta(hours=1))
    before = answers()
    chat(house, seat, "pass")
    assert answers() == before + 1


def test_nobody_leaves_or_comes_back_once_a_game_is_over(house: House):
    house.player("Alice")
    house.order(ALICE, "practice")
    with house.services.uow() as uow:
        (row,) = uow.games.of_player(uow.players.at(ALICE)[0][0].id)
    play_on(house, row.code, 30)
    seat = house.seats(row.code)["Alice"]
    assert house.game(row.code).status is GameStatus.OVER

    for word in ("back", "stop", "resign", "resign for good"):
        house.letter(seat, word, at=NOWHERE)
        assert lines(house.notices("answer")[-1])[0].refused == GameNotRunning(over=True), word

    leaving.stop(house.services, seat.id)
    back = leaving.back(house.services, seat.id)
    assert (back.done, back.refused) == (None, GameNotRunning(over=True))


def test_nobody_comes_back_to_a_table_that_was_called_off(house: House):
    code, seat = open_table(house)
    leaving.stop(house.services, seat.id)
    with house.services.uow() as uow:
        uow.games.save(replace(house.game(code), status=GameStatus.CANCELLED))
        uow.commit()

    back = leaving.back(house.services, seat.id)

    assert (back.done, back.refused) == (None, TableClosed("cancelled"))
    house.letter(seat, "back", at=NOWHERE)
    assert lines(house.notices("answer")[-1])[0].refused == TableClosed("cancelled")


def test_whoever_asks_what_an_invitation_is_can_still_answer_it_in_reply(house: House):
    house.player("Alice")
    house.to_service(ALICE, "new blackout with bob@home.example and 2 bots")
    house.to_pending(house.notices("confirm")[-1].facts["pending_id"], ALICE, "yes")
    invitation_id = house.notices("invitation")[-1].facts["invitation_id"]

    house.to_invitation(invitation_id, BOB, "help")

    answer = house.notices("service")[-1]
    assert shown(house, answer).invitation_id == invitation_id
    house.to_invitation(invitation_id, BOB, "no")
    assert shown(house, house.notices("service")[-1]).invitation_id is None


def test_what_was_said_at_a_table_is_told_in_one_mail(house: House):
    _row, seats = house.table("Alice", bots=3)
    seat = seats["Alice"]
    house.clock.turn(timedelta(minutes=1))
    house.letter(seat, "say hello", "scores")
    first = house.notices("answer")[-1]
    assert [said.text for said in shown(house, first).talk] == ["hello"]
    _sent(house, first)

    house.clock.turn(timedelta(minutes=1))
    house.letter(seat, "scores")

    assert shown(house, house.notices("answer")[-1]).talk == ()


def _sent(house: House, notice: Notice) -> None:

    with house.services.uow() as uow:
        uow.outbox.save(
            replace(notice, state=NoticeState.SENT, number=1, sent_at=house.clock.now())
        )
        uow.commit()


def mails_to(house: House, seat: Seat) -> list[Notice]:
    return [notice for notice in house.notices() if notice.seat_id == seat.id]


def test_the_last_mail_of_a_game_carries_the_answer_to_the_letter_that_ended_it(house: House):
    house.player("Alice")
    house.order(ALICE, "practice")
    with house.services.uow() as uow:
        (row,) = uow.games.of_player(uow.players.at(ALICE)[0][0].id)
    seat = house.seats(row.code)["Alice"]
    while house.game(row.code).status is not GameStatus.OVER:
        before = len(mails_to(house, seat))
        house.letter(seat, an_answer(house, seat), "scores", "AS", "KS")
        assert len(mails_to(house, seat)) <= before + 1

    last = mails_to(house, seat)[-1]
    answer = shown(house, last).answer
    assert last.kind == "over"
    assert answer is not None
    assert answer.sections == ("scores",)
    assert [line.refused is not None for line in answer.lines] == [False, False, True, False]


def test_the_first_mail_of_a_game_carries_the_answer_to_the_letter_that_began_it(house: House):
    _code, seat = open_table(house)
    before = len(mails_to(house, seat))

    house.letter(seat, "bots", "rules", at=NOWHERE)

    first, *others = mails_to(house, seat)[before:]
    answer = shown(house, first).answer
    assert (first.kind, others) == ("start", [])
    assert answer is not None
    assert answer.sections == ("rules",)


def test_an_answer_to_an_invitation_that_begins_the_game_brings_one_mail(house: House):
    house.player("Alice")
    house.to_service(ALICE, "new blackout with bob@home.example and 2 bots")
    house.to_pending(house.notices("confirm")[-1].facts["pending_id"], ALICE, "yes")
    invitation_id = house.notices("invitation")[-1].facts["invitation_id"]
    before = len(house.notices())

    house.to_invitation(invitation_id, BOB, "yes", "rules", "zone Nowhere/Land")

    to_bob = [one for one in house.notices()[before:] if shown(house, one).reader == "Bob"]
    assert [one.kind for one in to_bob] == ["start"]
    answer = shown(house, to_bob[0]).answer
    assert answer is not None
    assert answer.sections == ("rules",)
    assert answer.lines[-1].refused is not None

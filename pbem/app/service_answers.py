"""Answers of the service address, and what it asks back."""

from dataclasses import dataclass

from pbem.app.answers import Answer, LineOutcome, TooOften
from pbem.app.incoming import Incoming
from pbem.app.lines import answer_to
from pbem.app.notice_records import NewNotice
from pbem.app.packing import pack_answer
from pbem.app.ports import Uow
from pbem.app.records import GameStatus, Player, Seat
from pbem.app.services import Services


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer of the service address: to whom, of which kind, once per key."""

    email: str
    player: Player | None
    answer: Answer
    key: str
    kind: str = "service"
    more: dict[str, object] | None = None


def queue_answer(services: Services, uow: Uow, reply: Reply) -> bool:
    """Queue an answer of the service address; False if one with its key is there already."""
    seat = _seat_taken(uow, reply)
    notice_id = uow.outbox.add(
        NewNotice(
            key=reply.key,
            kind=reply.kind if seat is None else "answer",
            email=reply.email if seat is None else "",
            not_before=services.clock.now(),
            game_id=None if seat is None else seat.game_id,
            seat_id=None if seat is None else seat.id,
            player_id=reply.player.id if reply.player is not None else None,
            facts={"answer": pack_answer(reply.answer), **(reply.more or {})},
        )
    )
    if notice_id is not None:
        uow.after_commit(lambda: services.bell.notices([notice_id]))
    return notice_id is not None


def _seat_taken(uow: Uow, reply: Reply) -> Seat | None:
    """Return the seat that a letter took at a table which waits for more, if all it did was that.

    The answer then comes from the table: a reply to it can ask people in, call for
    bots or call the table off, and it tells the code by which others sit down.
    """
    lines = [line.done for line in reply.answer.lines]
    done = lines[0] if len(lines) == 1 else None
    if reply.player is None or done is None or done.did not in ("created", "joined"):
        return None
    row = uow.games.by_code(done.text)
    seats = uow.seats.of(row.id) if row is not None and row.status is GameStatus.OPEN else ()
    return next((seat for seat in seats if seat.player_id == reply.player.id), None)


def ask_which(
    services: Services,
    uow: Uow,
    incoming: Incoming,
    names: list[str],
    about: dict[str, object] | None = None,
) -> tuple[str, str]:
    """Ask which of the people at one mailbox has written.

    `about`: the invitation or question (`invitation_id`, `pending_id`) to whose address
    the answer goes.
    """
    more: dict[str, object] = {"names": names, "lines": list(incoming.lines), **(about or {})}
    answer = answer_to(incoming, (), "service")
    email, key = incoming.sender or "", f"which:{incoming.key}"
    queue_answer(services, uow, Reply(email, None, answer, key, "which", more))
    return "asked", "several players share the address"


def say_too_often(services: Services, uow: Uow, incoming: Incoming) -> tuple[str, str]:
    """Tell an address that letters in its name are not answered for a while."""
    email = incoming.sender or ""
    first, *others = incoming.lines or ("",)
    lines = (LineOutcome(first, refused=TooOften(email)), *map(LineOutcome, others))
    answer = Answer(lines=lines, in_reply_to=incoming.message_id)
    queue_answer(services, uow, Reply(email, None, answer, f"limited:{incoming.key}"))
    return "limited", "the address is told that it was written to often enough"

"""Letters to a seat that may be forged: the player is asked, and a yes carries them out.

They count for the position they were written for, and for no other, however late the yes.
"""

from dataclasses import dataclass
from typing import Any

from pbem.app.answers import Answer, Done, LineOutcome
from pbem.app.incoming import Incoming, ToSeat
from pbem.app.limits import may_ask
from pbem.app.lines import section_of, unread_orders
from pbem.app.ports import Uow
from pbem.app.records import GameRow, Player, Seat
from pbem.app.service_answers import Reply, queue_answer
from pbem.app.services import Services
from pbem.app.trust import is_doubtful
from pbem.orders.orders import NotUnderstood, WrongDesk
from pbem.orders.reading import read_line
from pbem.rules.moves import Position

PURPOSE = "letter"


def must_be_asked(services: Services, incoming: Incoming) -> bool:
    """Tell whether a letter asks for a change, and may be from somebody else.

    What only shows something goes to the player's own address anyway.
    """
    doubtful = is_doubtful(services.policy.trust, incoming.trust)
    return doubtful and any(_changes_something(line) for line in incoming.lines)


def _changes_something(line: str) -> bool:
    order = read_line(line, "game")
    return not isinstance(order, NotUnderstood | WrongDesk) and section_of(order) is None


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A letter to a seat that waits for a yes, as it is kept."""

    seat_id: int
    at: Position
    lines: tuple[str, ...]


def ask(
    services: Services, uow: Uow, row: GameRow, seat: Seat, player: Player, incoming: Incoming
) -> tuple[str, str]:
    """Keep a letter, and ask the address that it names whether it is from there.

    It is one of the player's own, and proven.
    """
    if not isinstance(incoming.to, ToSeat):
        raise TypeError("only letters to seats are asked about here")
    room = may_ask(services, uow, f"player {player.id}")
    if room == "no":
        return "limited", "the player was asked often enough"
    facts: dict[str, object] = {
        "seat_id": seat.id,
        "deal": incoming.to.position.deal,
        "decision": incoming.to.position.decision,
        "lines": list(incoming.lines),
        "code": row.code,
        "player_id": player.id,
    }
    email, until = incoming.sender or "", services.clock.now() + services.policy.question_lasts
    pending_id = uow.pending.add(PURPOSE, email, facts, until)
    answer = Answer(
        lines=tuple(LineOutcome(line, done=Done("asked_to_confirm")) for line in incoming.lines),
        unread=unread_orders(incoming, "game"),
        in_reply_to=incoming.message_id,
        silence="asked" if room == "last" else None,
    )
    more: dict[str, object] = {"pending_id": pending_id, "table": row.code}
    key = f"confirm:{incoming.key}"
    queue_answer(services, uow, Reply(email, player, answer, key, "confirm", more))
    return "asked", f"the sender is not proven ({incoming.trust})"


def kept(facts: dict[str, Any]) -> Doubtful:
    """Return a letter as it was kept."""
    at = Position(int(facts["deal"]), int(facts["decision"]))
    return Doubtful(int(facts["seat_id"]), at, tuple(str(line) for line in facts["lines"]))


def table_of(uow: Uow, facts: dict[str, Any]) -> list[int]:
    """Return the table that a kept letter is for, to be locked."""
    seat = uow.seats.get(int(facts["seat_id"]))
    return [] if seat is None else [seat.game_id]


def as_written(facts: dict[str, Any], email: str, pending_id: int, by: Incoming | None) -> Incoming:
    """Return a kept letter as one that nobody doubts; `by` is the letter that said yes."""
    letter = kept(facts)
    return Incoming(
        kind="orders",
        to=ToSeat(letter.seat_id, letter.at),
        sender=email,
        sender_name="",
        lines=letter.lines,
        unread=(),
        offset=None if by is None else by.offset,
        key=f"confirmed {pending_id}",
        message_id=None if by is None else by.message_id,
        trust="pass",
    )

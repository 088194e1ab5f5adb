"""A table before play: places, who takes them, and the start when all are taken."""

import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from pbem.app import called_off
from pbem.app.addresses import address_key
from pbem.app.answers import (
    AlreadySeated,
    AnyRefusal,
    BadName,
    Done,
    LineOutcome,
    StarterOnly,
    TableClosed,
)
from pbem.app.course import Course
from pbem.app.inviting import end_invitations, invite
from pbem.app.naming import bot_names, name_fault, name_for, seemly
from pbem.app.ports import Uow
from pbem.app.records import GameStatus, Player, Seat
from pbem.app.services import Services
from pbem.orders.orders import CancelGame, FillWithBots, Invite, Order
from pbem.rules import verifiable
from pbem.rules.engine import start
from pbem.rules.events import SeatHandedOver
from pbem.rules.sizes import deal_sizes


def closed(course: Course) -> TableClosed | None:
    """Say why nobody can sit down at this table any more, if so."""
    return closed_at(course.row.status, course.row.rules.players - len(course.seats))


def closed_at(status: GameStatus, free: int) -> TableClosed | None:
    """Say why nobody can sit down at a table with so many places that nobody sits at, if so."""
    match status:
        case GameStatus.OPEN:
            return TableClosed("full") if free < 1 else None
        case GameStatus.CANCELLED:
            return TableClosed("cancelled")
        case _:
            return TableClosed("begun")


def taken_names(course: Course) -> tuple[str, ...]:
    return tuple(seat.name for seat in course.seats)


def sit_down(
    uow: Uow,
    course: Course,
    player: Player,
    address_id: int,
    *,
    name: str = "",
    seed: str = "",
) -> Seat | BadName | AlreadySeated | TableClosed:
    """Give a player a place at an open table, under a name that nobody there has."""
    shut = closed(course)
    if shut is not None:
        return shut
    if any(seat.player_id == player.id for seat in course.seats):
        return AlreadySeated(course.row.code)
    wanted = seemly(name)
    if name:
        fault = name_fault(wanted, taken_names(course))
        if fault is not None:
            return fault
    email = uow.players.address(address_id).email
    seat = uow.seats.add(
        Seat(
            id=0,
            game_id=course.row.id,
            number=None,
            player_id=player.id,
            address_id=uow.players.main_of(player.id) or address_id,
            name=wanted or name_for(player.name, email, taken_names(course)),
            seed=_trimmed_seed(seed),
        )
    )
    course.seats = (*course.seats, seat)
    return seat


def add_bots(uow: Uow, course: Course, count: int) -> None:
    for name in bot_names(count, taken_names(course)):
        seat = Seat(
            id=0, game_id=course.row.id, number=None, player_id=None, address_id=None, name=name
        )
        course.seats = (*course.seats, uow.seats.add(seat))


def start_if_full(uow: Uow, course: Course) -> bool:
    """Begin play when every place is taken.

    Seats get their numbers in the order in which they were taken, the starter's
    first; the deals are fixed by the game's secret, committed to before anybody
    joined, and by the players' own words.
    """
    rules = course.row.rules
    if course.row.status is not GameStatus.OPEN or len(course.seats) < rules.players:
        return False
    for number, seat in enumerate(course.seats):
        course.change_seat(replace(seat, number=number))
    secret = uow.games.secret(course.row.id)
    course.row = replace(
        course.row,
        status=GameStatus.RUNNING,
        started_at=course.now,
        root=_root(secret, course).hex(),
        rated=course.row.rated and not all(seat.is_bot for seat in course.seats),
    )
    entropy = verifiable.player_entropy([seat.seed.encode() for seat in course.seats])
    first = verifiable.first_dealer(rules, secret, course.row.id, entropy)
    course.begin(start(rules, first))
    course.begin(_stopped_before(course.seats))
    course.go_on()
    return True


def _stopped_before(seats: Sequence[Seat]) -> tuple[SeatHandedOver, ...]:
    """Seats whose owners stopped their mails before play: a stand-in begins."""
    return tuple(
        SeatHandedOver(number, "resigned" if seat.resigned else "stopped")
        for number, seat in enumerate(seats)
        if seat.stand_in
    )


def _root(secret: bytes, course: Course) -> bytes:
    count = len(deal_sizes(course.row.rules))
    game_id = course.row.id
    return verifiable.root(
        [
            verifiable.deal_commitment(game_id, deal, verifiable.deal_secret(secret, game_id, deal))
            for deal in range(1, count + 1)
        ]
    )


def starter_order(
    services: Services, uow: Uow, course: Course, seat: Seat, line: str, order: Order
) -> LineOutcome:
    """Carry out what only the starter of a table may ask, and only before play."""
    refusal = _starter_refusal(uow, course, seat)
    if refusal is not None:
        return LineOutcome(line, refused=refusal)
    match order:
        case Invite(email):
            refused = invite(services, uow, course, email)
            done = Done("invited", text=email)
            return LineOutcome(line, refused=refused) if refused else LineOutcome(line, done=done)
        case FillWithBots():
            return _fill(uow, course, line)
        case CancelGame():
            cancel(uow, course)
            return LineOutcome(line, done=Done("cancelled", text=course.row.code))
        case _:
            raise AssertionError(f"not an order of a starter: {type(order).__name__}")


def _starter_refusal(uow: Uow, course: Course, seat: Seat) -> AnyRefusal | None:
    if course.row.starter_id != seat.player_id:
        starter = course.row.starter_id
        return StarterOnly("" if starter is None else uow.players.get(starter).name)
    return closed(course)


def _fill(uow: Uow, course: Course, line: str) -> LineOutcome:
    """Let bots take the places that are open; open invitations end."""
    end_invitations(uow, course.row.id)
    add_bots(uow, course, course.row.rules.players - len(course.seats))
    start_if_full(uow, course)
    return LineOutcome(line, done=Done("filled"))


def cancel(uow: Uow, course: Course) -> None:
    """Call off a table before play, list it for everybody, and tell all who sit there.

    Who was only asked hears of it on answering: one mail of ours unasked is enough.
    """
    course.row = replace(course.row, status=GameStatus.CANCELLED, ended_at=course.now)
    uow.games.save(course.row)
    called_off.add(uow, course.row, course.now)
    end_invitations(uow, course.row.id)
    for other in course.seats:
        if other.player_id is not None and other.mails:
            course.notify(other, "cancelled", key=f"cancelled:{other.id}")


def tell_starter(course: Course, happening: str, who: str, asked: int = 0) -> None:
    """Tell the starter that somebody accepted, declined or did not answer.

    `asked` is the invitation, since an address may be asked again.
    """
    for seat in course.seats:
        if seat.player_id is not None and seat.player_id == course.row.starter_id and seat.mails:
            whom = asked or (address_key(who) if "@" in who else who)
            key = f"lobby:{course.row.id}:{happening}:{whom}"
            facts: dict[str, object] = {"happening": happening, "who": who}
            course.notices.held(seat, "lobby", key, facts=facts)


def _trimmed_seed(seed: str) -> str:
    """Cut a share of the shuffle to the 64 bytes that count; it is shown to all as it counts."""
    short = unicodedata.normalize("NFC", seed).strip().encode()[:64].decode(errors="ignore")
    return verifiable.clean_seed(short).decode()

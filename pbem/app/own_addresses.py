"""A player's own mail addresses: adding, removing, and which one gets the mails.

An address counts only once it has said yes to a mail that asks. Until then it is a
question, and no address: whoever is asked there may be somebody else.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from pbem.app.addresses import address_key
from pbem.app.answers import Answer, BadAddress, Done, LineOutcome
from pbem.app.inviting import valid_address
from pbem.app.limits import is_room, room_at
from pbem.app.locks import hold, tables_of
from pbem.app.own_lines import AddressLine
from pbem.app.ports import Uow
from pbem.app.records import Address, Player
from pbem.app.refused import CannotChange
from pbem.app.service_answers import Reply, queue_answer
from pbem.app.services import Services
from pbem.app.voiding import void_all
from pbem.orders.orders import AddAddress, Desk, MainAddress, RemoveAddress
from pbem.orders.reading import read_line

PURPOSE: Final = "address"
"""Of a question whether an address is somebody's own."""

_MOST: Final = 5
_ASKED_A_DAY: Final = 5
"""So many addresses a player may have asked, those included that they have given up again."""

Fault = BadAddress | CannotChange
Change = AddAddress | RemoveAddress | MainAddress


def listed(uow: Uow, player_id: int) -> tuple[AddressLine, ...]:
    """Return a player's addresses, the main one first, and those that wait for a yes."""
    main = main_address(uow, player_id)
    known = sorted(proven(uow, player_id), key=lambda one: (one.id != main.id, one.id))
    return (
        *(
            AddressLine(one.email, "main" if one.id == main.id else "proven", bool(one.failing))
            for one in known
        ),
        *(AddressLine(email, "asked") for _, email in uow.pending.of_player(player_id, PURPOSE)),
    )


def proven(uow: Uow, player_id: int) -> list[Address]:
    """Return the addresses of a player that count."""
    return [one for one in uow.players.addresses(player_id) if one.proven]


def main_address(uow: Uow, player_id: int) -> Address:
    """Return the address that gets a player's mails: as chosen, else the first that was proven."""
    chosen, known = uow.players.main_of(player_id), proven(uow, player_id)
    return next((one for one in known if one.id == chosen), known[0])


def named_in(lines: Iterable[str], desk: Desk) -> tuple[str, ...]:
    """Return the addresses that lines would add, remove or make the main one."""
    orders = (read_line(line, desk) for line in lines)
    return tuple(order.email for order in orders if isinstance(order, Change))


def fault_in(services: Services, uow: Uow, player: Player | None, order: Change) -> Fault | None:
    """Return why an address cannot be added, removed or made the main one, if so."""
    email = valid_address(order.email)
    if email is None:
        return BadAddress(order.email)
    own = proven(uow, player.id) if player is not None else []
    asked = uow.pending.of_player(player.id, PURPOSE) if player is not None else []
    mine = _find(own, email)
    match order:
        case AddAddress():
            return _cannot_add(services, uow, email, own, len(asked))
        case RemoveAddress() if mine is not None:
            return CannotChange(email, "last") if len(own) == 1 else None
        case RemoveAddress():
            return None if _is_asked(asked, email) else CannotChange(email, "not_yours")
        case MainAddress() if mine is None:
            return CannotChange(email, "unproven" if _is_asked(asked, email) else "not_yours")
        case _:
            return None


def _cannot_add(
    services: Services, uow: Uow, email: str, own: Sequence[Address], asked: int
) -> CannotChange | None:
    if address_key(email) == address_key(services.policy.service_address):
        return CannotChange(email, "service")
    if _find(own, email) is not None:
        return CannotChange(email, "have")
    if uow.players.is_barred(email):
        return CannotChange(email, "barred")
    return CannotChange(email, "limit") if len(own) + asked >= _MOST else None


def _find(own: Sequence[Address], email: str) -> Address | None:
    key = address_key(email)
    return next((one for one in own if address_key(one.email) == key), None)


def _is_asked(asked: Sequence[tuple[int, str]], email: str) -> bool:
    return any(address_key(one) == address_key(email) for _, one in asked)


def change(services: Services, uow: Uow, player: Player, order: Change) -> LineOutcome:
    """Carry out a change that its player is known to have asked for.

    The addresses, and the tables of `tables_of`, are held already.
    """
    fault = fault_in(services, uow, player, order)
    if fault is not None:
        return LineOutcome("", refused=fault)
    email = valid_address(order.email) or order.email
    match order:
        case AddAddress():
            return _ask(services, uow, player, email)
        case RemoveAddress():
            return _remove(services, uow, player, email)
        case MainAddress():
            return _make_main(services, uow, player, email)


def _ask(services: Services, uow: Uow, player: Player, email: str) -> LineOutcome:
    """Ask an address whether it is this player's; it hears of it and of nothing else."""
    now = services.clock.now()
    day = f"address:{player.id}:{now:%Y%m%d}"
    if not is_room(uow, day, _ASKED_A_DAY, now):
        return LineOutcome("", refused=CannotChange(email, "day"))
    if room_at(services, uow, email, question=True) != "yes":
        return LineOutcome("", refused=CannotChange(email, "limit"))
    facts: dict[str, object] = {"player_id": player.id, "name": player.name}
    until = now + services.policy.question_lasts
    pending_id = uow.pending.add(PURPOSE, email, facts, until, player_id=player.id)
    more: dict[str, object] = {"pending_id": pending_id, "proves": player.name}
    key = f"prove:{pending_id}"
    queue_answer(services, uow, Reply(email, player, Answer(), key, "confirm", more))
    return LineOutcome("", done=Done("address_asked", text=email))


def prove(
    services: Services, uow: Uow, email: str, facts: dict[str, Any], pending_id: int
) -> tuple[Player, LineOutcome]:
    """Add an address that has said yes, and tell the main one."""
    player = uow.players.get(int(facts["player_id"]))
    known = next((one for one in uow.players.addresses(player.id) if _find([one], email)), None)
    done = LineOutcome("yes", done=Done("address_added", text=email))
    if known is None:
        _tell(services, uow, player, main_address(uow, player.id).email, done, f"{pending_id}")
        uow.players.add_address(player.id, email, proven=True)
    return player, done


def _remove(services: Services, uow: Uow, player: Player, email: str) -> LineOutcome:
    """Remove an address, or the question to it; mails that went there open nothing any more."""
    done = LineOutcome("", done=Done("address_removed", text=email))
    for pending_id, asked in uow.pending.of_player(player.id, PURPOSE):
        if address_key(asked) == address_key(email):
            uow.pending.take(pending_id)
    own = proven(uow, player.id)
    gone = _find(own, email)
    if gone is None:
        return done
    if main_address(uow, player.id).id == gone.id:
        uow.players.set_main(player.id, next(one.id for one in own if one.id != gone.id))
    uow.seats.move_mails(player.id, gone.id, main_address(uow, player.id).id)
    uow.players.remove_address(gone)
    void_all(services, uow, player.id)
    _tell(services, uow, player, gone.email, done, f"removed:{gone.id}")
    return LineOutcome("", done=Done("address_voided", text=email))


def _make_main(services: Services, uow: Uow, player: Player, email: str) -> LineOutcome:
    before = main_address(uow, player.id)
    now_main = _find(proven(uow, player.id), email) or before
    uow.players.set_main(player.id, now_main.id)
    for seat in uow.seats.of_player(player.id):
        if seat.address_id is not None:
            uow.seats.move_mails(player.id, seat.address_id, now_main.id)
    done = LineOutcome("", done=Done("address_main", text=now_main.email))
    if before.id != now_main.id:
        moment = services.clock.now().isoformat()
        _tell(services, uow, player, before.email, done, f"main:{now_main.id}:{moment}")
    return done


def _tell(
    services: Services, uow: Uow, player: Player, email: str, done: LineOutcome, what: str
) -> None:
    """Tell an address what was changed: whoever reads there may know nothing of it."""
    key = f"address:{player.id}:{what}"
    queue_answer(services, uow, Reply(email, player, Answer(lines=(done,)), key))


def of_player(services: Services, player_id: int) -> tuple[AddressLine, ...]:
    """Return the addresses of a signed-in player."""
    with services.uow() as uow:
        return listed(uow, player_id)


def change_by_page(services: Services, player_id: int, order: Change) -> LineOutcome:
    """Carry out a change for a signed-in player."""
    with services.uow() as uow:
        main = main_address(uow, player_id)
        hold(uow, main.email, tables_of(uow, player_id), [order.email])
        outcome = change(services, uow, uow.players.get(player_id), order)
        if outcome.refused is None:
            uow.commit()
        return outcome

"""Letters to a seat from an address that is not its owner's: only the owner hears of them."""

from pbem.app import own_addresses
from pbem.app.course import Course
from pbem.app.inviting import valid_address
from pbem.app.ports import Uow
from pbem.app.records import Seat
from pbem.app.services import Services
from pbem.orders.orders import AddAddress

_LONGEST = 60


def warn(services: Services, uow: Uow, course: Course, seat: Seat, sender: str) -> None:
    """Tell the owner of a seat, once a day, that somebody else used its reply address.

    If it was the owner, a yes to this mail has the address asked whether it is theirs.
    """
    day = course.now.date().isoformat()
    if not uow.letters.first_time(f"stranger:{seat.id}:{day}", course.now):
        return
    email = valid_address(sender)
    facts: dict[str, object] = {}
    if email is not None and len(email) <= _LONGEST and _may_be_added(services, uow, seat, email):
        facts = {"pending_id": _question(services, uow, seat, email), "foreign": email}
    course.notify(seat, "stranger", key=f"stranger:{seat.id}:{day}", facts=facts)


def _may_be_added(services: Services, uow: Uow, seat: Seat, email: str) -> bool:
    player = None if seat.player_id is None else uow.players.get(seat.player_id)
    fault = own_addresses.fault_in(services, uow, player, AddAddress(email))
    return player is not None and fault is None


def _question(services: Services, uow: Uow, seat: Seat, email: str) -> int:
    """Keep what a yes is to do, from the address that gets the mails of the seat."""
    facts: dict[str, object] = {
        "lines": [f"address add {email}"],
        "name": "",
        "player_id": seat.player_id,
        "foreign": email,
    }
    own = uow.players.address(seat.address_id or 0).email
    until = services.clock.now() + services.policy.question_lasts
    return uow.pending.add("lines", own, facts, until)

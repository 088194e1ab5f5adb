"""Letters to the service address: new games, joining, practice, one's games, help."""

from dataclasses import dataclass, replace

from pbem.app import starting
from pbem.app.addresses import address_key, players_at
from pbem.app.answers import Answer, Done, LineOutcome, NothingOpen
from pbem.app.first_zone import guess_zone
from pbem.app.game_lists import games_asked_for
from pbem.app.incoming import Incoming
from pbem.app.limits import is_room
from pbem.app.lines import answer_key, answer_to, carry_out, section_of, shown
from pbem.app.packing import pack_answer
from pbem.app.ports import Uow
from pbem.app.records import Address, GameStatus, NewNotice, Player, Seat
from pbem.app.seat_orders import set_zone
from pbem.app.services import Services
from pbem.app.zones import zone_named
from pbem.orders.orders import (
    AsPlayer,
    Join,
    Never,
    NewGame,
    No,
    NotUnderstood,
    Order,
    Practice,
    SetZone,
    ShowHelp,
    ShowRules,
    WrongDesk,
    Yes,
)
from pbem.orders.reading import read_line


def take(services: Services, uow: Uow, incoming: Incoming) -> tuple[str, str]:
    """Carry out a letter to the service address; return a verdict and its reason.

    What is asked back goes to whoever the From line names, so it is asked seldom.
    """
    known = players_at(uow, incoming.sender or "")
    if len(known) > 1 and _named(incoming.lines) is None:
        return _ask_which(services, uow, incoming, known)
    player = _writer(known, _named(incoming.lines))
    if _needs_proof(incoming.lines, known=player is not None):
        return ask_to_confirm(services, uow, incoming, player)
    desk = ServiceDesk(services, uow, player, _address(uow, player, incoming.sender or ""))
    outcomes = carry_out(incoming.lines, "service", desk.carry)
    if player is not None:
        guess_zone(uow, player.id, incoming.offset, services.clock.now())
    games = games_asked_for(uow, player, outcomes)
    answer = answer_to(incoming, outcomes, "service", games=games)
    if desk.began and all(line.done for line in outcomes) and not answer.sections:
        return "applied", "the new table's own mail is the answer"
    now = services.clock.now()
    key = answer_key(uow, incoming, f"player {player.id}" if player else "", now)
    if player is None:
        # Whoever writes under an address that is not proven gets one answer a day.
        key = f"answer:{address_key(incoming.sender or '')}:{now.date().isoformat()}"
    queue_answer(services, uow, Reply(incoming.sender or "", player, answer, key))
    return ("applied" if outcomes and all(line.done for line in outcomes) else "refused"), ""


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


class ServiceDesk:
    """The service address, as one person writes to it.

    `began` is set once a table began to play: its own first mail is answer enough.
    """

    def __init__(
        self, services: Services, uow: Uow, player: Player | None, address: Address | None
    ) -> None:
        self._services = services
        self._uow = uow
        self._player = player
        self._address = address
        self.began = False

    def carry(self, line: str, order: Order) -> LineOutcome:
        """Carry out one order."""
        if section_of(order) is not None or isinstance(order, AsPlayer):
            return shown(line)
        if self._player is None or self._address is None:
            return LineOutcome(line, refused=NothingOpen("nothing"))
        outcome = self._carry(self._player, self._address, order)
        self.began = self.began or _has_begun(self._uow, outcome)
        return replace(outcome, line=line)

    def _carry(self, player: Player, address: Address, order: Order) -> LineOutcome:
        services, uow = self._services, self._uow
        match order:
            case NewGame():
                return starting.set_up(services, uow, player, address.id, order)
            case Join(code, name):
                return starting.take_place(services, uow, player, address.id, code, name)
            case Practice():
                return starting.practise(services, uow, player, address.id)
            case Never():
                uow.players.bar_invitations(address.email)
                return LineOutcome("", done=Done("barred"))
            case SetZone(name):
                refusal = set_zone(uow, player.id, name)
                done = Done("zone", text=zone_named(name) or name)
                return LineOutcome("", refused=refusal, done=None if refusal else done)
            case _:
                return LineOutcome("", refused=NothingOpen("nothing"))


def _has_begun(uow: Uow, outcome: LineOutcome) -> bool:
    """Whether a line brought a table to life whose first mail goes to the writer."""
    if outcome.done is None or outcome.done.did not in ("created", "joined", "practice"):
        return False
    row = uow.games.by_code(outcome.done.text)
    return row is not None and row.status is GameStatus.RUNNING


def ask_to_confirm(
    services: Services, uow: Uow, incoming: Incoming, player: Player | None
) -> tuple[str, str]:
    """Keep the lines and ask the address whether it wrote them: a From line proves nothing."""
    facts: dict[str, object] = {
        "lines": list(incoming.lines),
        "name": incoming.sender_name,
        "player_id": player.id if player is not None else None,
        # A name that is not known at this address makes a player of its own.
        "anew": "" if player is not None else _named(incoming.lines) or "",
        "key": incoming.key,
    }
    email = incoming.sender or ""
    if not _may_be_asked(services, uow, email):
        return "limited", "the address was asked often enough in this hour"
    until = services.clock.now() + services.policy.question_lasts
    pending_id = uow.pending.add("lines", email, facts, until)
    answer = Answer(
        lines=tuple(LineOutcome(line, done=Done("asked_to_confirm")) for line in incoming.lines),
        in_reply_to=incoming.message_id,
    )
    more: dict[str, object] = {"pending_id": pending_id}
    key = f"confirm:{incoming.key}"
    queue_answer(services, uow, Reply(email, player, answer, key, "confirm", more))
    return "asked", "the address is asked to confirm"


def _may_be_asked(services: Services, uow: Uow, email: str) -> bool:
    most = services.policy.questions_an_hour
    return is_room(uow, f"question:{address_key(email)}", most, services.clock.now())


def _needs_proof(lines: tuple[str, ...], *, known: bool) -> bool:
    """Whether these lines may only be carried out once the address has said yes.

    A stranger is asked before anything is kept under that address; a known player
    only before mail is sent to other people in that player's name.
    """
    orders = [read_line(line, "service") for line in lines]
    if known:
        return any(isinstance(order, NewGame) and order.invited for order in orders)
    harmless = (ShowHelp, ShowRules, NotUnderstood, WrongDesk, AsPlayer, Yes, No)
    return any(not isinstance(order, harmless) for order in orders)


def _named(lines: tuple[str, ...]) -> str | None:
    """Return the name in a line `as NAME`, if the letter begins with one."""
    order = read_line(lines[0], "service") if lines else None
    return order.name if isinstance(order, AsPlayer) else None


def _writer(known: list[Player], named: str | None) -> Player | None:
    for player in known:
        if named is None or player.name.casefold() == named.casefold():
            return player
    return None


def _address(uow: Uow, player: Player | None, email: str) -> Address | None:
    if player is None:
        return None
    return next(address for found, address in uow.players.at(email) if found.id == player.id)


def _ask_which(
    services: Services, uow: Uow, incoming: Incoming, known: list[Player]
) -> tuple[str, str]:
    if not _may_be_asked(services, uow, incoming.sender or ""):
        return "limited", "the address was asked often enough in this hour"
    names = [player.name for player in known]
    answer = answer_to(incoming, (), "service")
    more: dict[str, object] = {"names": names, "lines": list(incoming.lines)}
    email, key = incoming.sender or "", f"which:{incoming.key}"
    queue_answer(services, uow, Reply(email, None, answer, key, "which", more))
    return "asked", "several players share the address"

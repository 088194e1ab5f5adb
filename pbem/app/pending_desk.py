"""Answers to a mail that asked whether one really wrote this: by reply, or on its page."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.app import doubts, first_mails, game_desk, own_addresses
from pbem.app.addresses import address_key
from pbem.app.answers import Answer, Done, LineOutcome, NothingOpen
from pbem.app.first_zone import guess_zone
from pbem.app.game_lists import games_asked_for
from pbem.app.incoming import Incoming, ToSeat
from pbem.app.inviting import valid_address
from pbem.app.limits import may_answer, may_be_asked, room_at
from pbem.app.lines import answer_key, answer_to, carry_out, section_of, shown, warned
from pbem.app.naming import name_fault, seemly
from pbem.app.people import Choice, Unsure, doubt, known_at, person
from pbem.app.ports import Uow
from pbem.app.proven_orders import ProvenOrders, bar
from pbem.app.questions import PURPOSES, Asked, hold_for, lines_of, open_question
from pbem.app.reach import note_alive
from pbem.app.records import Address, Player
from pbem.app.service_answers import Reply, ask_which, queue_answer
from pbem.app.service_desk import writer
from pbem.app.services import Services
from pbem.app.verdicts import verdict_of
from pbem.orders.orders import AsPlayer, Never, No, Order, Yes
from pbem.orders.reading import read_line


def take(services: Services, uow: Uow, incoming: Incoming, pending_id: int) -> tuple[str, str]:
    """Carry out what was asked about, on a yes from the address that was asked."""
    found = uow.pending.get(pending_id)
    if found is not None and address_key(found[1]) != address_key(incoming.sender or ""):
        return "stranger", "the sender is not the address that was asked"
    if found is not None:
        hold_for(uow, found)
        question = open_question(services, uow, found)
        if question is not None and _is_unsure(question, incoming.lines):
            names = [player.name for player in question.players]
            return ask_which(services, uow, incoming, names, {"pending_id": pending_id})
    desk = _PendingDesk(services, uow, pending_id, by=incoming)
    outcomes = carry_out(incoming.lines, "invitation", desk.carry)
    outcomes = desk.carried or outcomes
    if desk.player is not None:
        guess_zone(services, uow, desk.player.id, incoming.offset)
    games = games_asked_for(uow, desk.player, outcomes)
    answer = answer_to(incoming, outcomes, "service", games=games)
    # A table's own mail may be the answer.
    whom = f"question {pending_id}"
    if desk.is_told:
        return verdict_of(incoming, outcomes)
    if not first_mails.carried(uow, desk.player, answer) and may_answer(services, uow, whom):
        key = answer_key(uow, incoming, whom, services.clock.now())
        more = _still_asked(services, uow, pending_id)
        queue_answer(
            services,
            uow,
            Reply(incoming.sender or "", desk.player, warned(answer, key), key, more=more),
        )
    return verdict_of(incoming, outcomes)


def _still_asked(services: Services, uow: Uow, pending_id: int) -> dict[str, object]:
    """Return the question that a reply to the answer can still answer, for its reply address."""
    found = uow.pending.get(pending_id)
    is_open = found is not None and open_question(services, uow, found) is not None
    return {"pending_id": pending_id} if is_open else {}


def _is_unsure(question: Asked, lines: tuple[str, ...]) -> bool:
    """Whether a yes leaves open which of the people at the address it is from."""
    orders = [read_line(line, "invitation") for line in lines]
    says_who = any(isinstance(order, AsPlayer) or getattr(order, "name", "") for order in orders)
    says_yes = any(isinstance(order, Yes) for order in orders)
    return says_yes and not says_who and len(question.players) > 1


@dataclass(frozen=True, slots=True)
class Confirmed:
    """What was carried out, and for whom; nobody becomes a player by a `never`.

    `is_told`: a mail tells what became of each line.
    """

    player: Player | None
    lines: tuple[LineOutcome, ...]
    from_page: bool
    is_told: bool = False


def asked(services: Services, pending_id: int) -> Asked | None:
    """Return what a mail asked about; None if it is answered, or its time is over."""
    with services.uow() as uow:
        found = uow.pending.get(pending_id)
        return open_question(services, uow, found) if found is not None else None


def confirm(
    services: Services, pending_id: int, choice: Choice | None = None
) -> Confirmed | Unsure | None:
    """Carry out by a pressed button what was asked about; None if it waits no longer."""
    choice = choice or Choice()
    with services.uow() as uow:
        found = uow.pending.get(pending_id)
        question = open_question(services, uow, found) if found is not None else None
        if found is None or question is None:
            return None
        hold_for(uow, found)
        unsure = doubt(uow, question.email, choice) if question.players or choice.name else None
        if unsure is not None:
            return unsure
        desk = _PendingDesk(services, uow, pending_id, choice)
        if desk.carry("yes", Yes()).refused is not None:
            return None
        uow.commit()
        return Confirmed(desk.player, desk.carried, question.from_page, desk.is_told)


def decline(services: Services, pending_id: int) -> bool:
    """Forget what was asked about; False if it waited no longer."""
    with services.uow() as uow:
        found = uow.pending.get(pending_id)
        if found is None or found[0] not in PURPOSES or uow.pending.take(pending_id) is None:
            return False
        uow.commit()
        return True


def ask_practice(services: Services, email: str) -> bool:
    """Ask an address typed on a page whether it wants a practice game; False if it is none.

    What the asker learns is the same whether the address is known or not.
    """
    address = valid_address(email)
    if address is None:
        return False
    now = services.clock.now()
    facts: dict[str, object] = {
        "lines": ["practice"],
        "name": "",
        "player_id": None,
        "from_page": True,
    }
    with services.uow() as uow:
        if not may_be_asked(uow, address):
            return True
        if room_at(services, uow, address, question=True) != "yes":
            return True
        until = now + services.policy.question_lasts
        pending_id = uow.pending.add("lines", address, facts, until)
        answer = Answer(lines=(LineOutcome("practice", done=Done("asked_to_confirm")),))
        key = f"practice:{address_key(address)}:{now:%Y%m%d%H%M}"
        more: dict[str, object] = {"pending_id": pending_id, "from_page": True}
        if queue_answer(services, uow, Reply(address, None, answer, key, "confirm", more)):
            uow.commit()
    return True


def _bars(line: str) -> bool:
    return isinstance(read_line(line, "service"), Never)


class _PendingDesk:
    """One question, as it is answered."""

    def __init__(
        self,
        services: Services,
        uow: Uow,
        pending_id: int,
        choice: Choice | None = None,
        by: Incoming | None = None,
    ) -> None:
        self._choice = choice or Choice()
        self._services = services
        self._uow = uow
        self._pending_id = pending_id
        self._by = by
        self.player: Player | None = None
        self.is_told = False
        self.carried: tuple[LineOutcome, ...] = ()

    def carry(self, line: str, order: Order) -> LineOutcome:
        if section_of(order) is not None:
            return shown(line)
        match order:
            case Yes(name=name):
                self._choice = Choice(name=name) if name else self._choice
                return self._confirm(line)
            case AsPlayer(name):
                self._choose(name)
                return shown(line)
            case No():
                self._uow.pending.take(self._pending_id)
                return shown(line)
            case _:
                return LineOutcome(line, refused=NothingOpen("nothing"))

    def _confirm(self, line: str) -> LineOutcome:
        wanted = self._choice.name
        fault = name_fault(seemly(wanted), ()) if wanted else None
        if fault is not None:
            return LineOutcome(line, refused=fault)
        taken = self._uow.pending.take(self._pending_id)
        if taken is None or taken[0] not in PURPOSES:
            return LineOutcome(line, refused=NothingOpen("answered"))
        if taken[3] <= self._services.clock.now():
            return LineOutcome(line, refused=NothingOpen("expired"))
        self._note_alive(taken[1], lines_of(taken[2]) if taken[0] == "lines" else ())
        if taken[0] == doubts.PURPOSE:
            return self._believe(line, taken[1], taken[2])
        if taken[0] == own_addresses.PURPOSE:
            return self._prove(line, taken[1], taken[2])
        self._carry_out(taken[1], taken[2])
        return shown(line)

    def _note_alive(self, email: str, lines: Sequence[str]) -> None:
        """Note that a question was read where it went; who only ever wants no mail gets none."""
        if lines and all(_bars(line) for line in lines):
            return
        for _, address in self._uow.players.at(email)[:1]:
            note_alive(self._uow, address)

    def _believe(self, line: str, email: str, facts: dict[str, Any]) -> LineOutcome:
        """Carry out a letter to a seat that was doubted."""
        incoming = doubts.as_written(facts, email, self._pending_id, self._by)
        if not isinstance(incoming.to, ToSeat):
            raise TypeError("a doubted letter is one to a seat")
        self.carried = game_desk.take_confirmed(self._services, self._uow, incoming, incoming.to)
        self.is_told = bool(self.carried)
        return shown(line) if self.carried else LineOutcome(line, refused=NothingOpen("expired"))

    def _prove(self, line: str, email: str, facts: dict[str, Any]) -> LineOutcome:
        """Let an address count as its player's, which has said yes to it."""
        self.player, done = own_addresses.prove(
            self._services, self._uow, email, facts, self._pending_id
        )
        self.carried = (replace(done, line=line),)
        return self.carried[0]

    def _carry_out(self, email: str, facts: dict[str, Any]) -> None:
        lines = lines_of(facts)
        if all(_bars(line) for line in lines):
            self.carried = carry_out(lines, "service", lambda line, _: bar(self._uow, email, line))
            return
        player, address = self._writer(email, facts)
        desk = ProvenOrders(self._services, self._uow, player, address)
        self.carried = carry_out(lines, "service", desk.carry)
        self.player = player

    def _choose(self, name: str) -> None:
        """Remember who says to be writing: somebody known at the address, or somebody new."""
        found = self._uow.pending.get(self._pending_id)
        known = writer(list(known_at(self._uow, found[1])), name) if found is not None else None
        self._choice = Choice(name=name) if known is None else Choice(known.id)

    def _writer(self, email: str, facts: dict[str, Any]) -> tuple[Player, Address]:
        choice = self._choice
        if facts["player_id"] is not None:
            choice = Choice(facts["player_id"])
        elif choice == Choice():
            choice = Choice(name=str(facts.get("anew", "")))
        return person(self._uow, email, choice, str(facts["name"]))

"""Answers to a mail that asked whether one really wrote this."""

from typing import Any

from pbem.app.accounts import player_for
from pbem.app.addresses import address_key
from pbem.app.answers import LineOutcome, NothingOpen
from pbem.app.game_lists import games_asked_for
from pbem.app.incoming import Incoming
from pbem.app.lines import answer_key, answer_to, carry_out, section_of, shown
from pbem.app.ports import Uow
from pbem.app.records import Address, Player
from pbem.app.service_desk import Reply, ServiceDesk, queue_answer
from pbem.app.services import Services
from pbem.orders.orders import No, Order, Yes


def take(services: Services, uow: Uow, incoming: Incoming, pending_id: int) -> tuple[str, str]:
    """Carry out what was asked about, on a yes from the address that was asked."""
    found = uow.pending.get(pending_id)
    if found is not None and address_key(found[1]) != address_key(incoming.sender or ""):
        return "stranger", "the sender is not the address that was asked"
    desk = _PendingDesk(services, uow, pending_id)
    outcomes = carry_out(incoming.lines, "invitation", desk.carry)
    outcomes = desk.carried or outcomes
    settled = bool(outcomes) and all(line.done for line in outcomes)
    if desk.began and settled:
        return "applied", "the new table's own mail is the answer"
    games = games_asked_for(uow, desk.player, outcomes)
    answer = answer_to(incoming, outcomes, "service", games=games)
    key = answer_key(incoming, f"question {pending_id}", services.clock.now())
    queue_answer(services, uow, Reply(incoming.sender or "", desk.player, answer, key))
    return ("applied" if settled else "refused"), ""


def confirm(services: Services, pending_id: int) -> tuple[LineOutcome, ...] | None:
    """Carry out by a pressed button what was asked about; None if it waits no longer."""
    with services.uow() as uow:
        desk = _PendingDesk(services, uow, pending_id)
        outcome = desk.carry("yes", Yes())
        if outcome.refused is not None:
            return None
        uow.commit()
        return desk.carried


class _PendingDesk:
    """One question, as it is answered."""

    def __init__(self, services: Services, uow: Uow, pending_id: int) -> None:
        self._services = services
        self._uow = uow
        self._pending_id = pending_id
        self.player: Player | None = None
        self.carried: tuple[LineOutcome, ...] = ()
        self.began = False

    def carry(self, line: str, order: Order) -> LineOutcome:
        if section_of(order) is not None:
            return shown(line)
        match order:
            case Yes():
                return self._confirm(line)
            case No():
                self._uow.pending.take(self._pending_id)
                return shown(line)
            case _:
                return LineOutcome(line, refused=NothingOpen("nothing"))

    def _confirm(self, line: str) -> LineOutcome:
        taken = self._uow.pending.take(self._pending_id)
        if taken is None or taken[0] != "lines":
            return LineOutcome(line, refused=NothingOpen("answered"))
        if taken[3] <= self._services.clock.now():
            return LineOutcome(line, refused=NothingOpen("expired"))
        player, address = self._writer(taken[1], taken[2])
        desk = ServiceDesk(self._services, self._uow, player, address)
        self.carried = carry_out(_lines(taken[2]), "service", desk.carry)
        self.player = player
        self.began = desk.began
        return shown(line)

    def _writer(self, email: str, facts: dict[str, Any]) -> tuple[Player, Address]:
        player_id = facts["player_id"]
        for player, address in self._uow.players.at(email):
            if player.id == player_id:
                return player, address
        found = player_for(self._uow, email, str(facts["name"]))
        if found is None:
            raise AssertionError("without a restriction there is always a player")
        return found


def _lines(facts: dict[str, Any]) -> list[str]:
    return [str(line) for line in facts["lines"]]

"""Orders to the service address, once the address has proven that it wrote them."""

from dataclasses import dataclass, replace

from pbem.app import leaving, own_addresses, starting
from pbem.app.answers import Done, LineOutcome, NothingOpen
from pbem.app.lines import section_of, shown
from pbem.app.ports import Uow
from pbem.app.records import Address, Player
from pbem.app.services import Services
from pbem.app.setting import choose, set_zone
from pbem.app.zones import zone_named
from pbem.orders.choices import Choose
from pbem.orders.orders import (
    AddAddress,
    AsPlayer,
    Back,
    Join,
    MainAddress,
    Never,
    NewGame,
    Order,
    Practice,
    RemoveAddress,
    SetZone,
    Stop,
)


@dataclass(slots=True)
class ProvenOrders:
    """The service as one person writes to it."""

    services: Services
    uow: Uow
    player: Player
    address: Address

    def carry(self, line: str, order: Order) -> LineOutcome:
        """Carry out one order."""
        if section_of(order) is not None or isinstance(order, AsPlayer):
            return shown(line)
        if isinstance(order, AddAddress | RemoveAddress | MainAddress):
            done = own_addresses.change(self.services, self.uow, self.player, order)
            return replace(done, line=line)
        return replace(self._carry(order), line=line)

    def _carry(  # noqa: PLR0911 - a row of cases, a line each
        self, order: Order
    ) -> LineOutcome:
        services, uow, player = self.services, self.uow, self.player
        match order:
            case NewGame():
                return starting.set_up(services, uow, player, self.address.id, order)
            case Join(code, name):
                return starting.take_place(services, uow, player, self.address.id, code, name)
            case Practice():
                return starting.practise(services, uow, player, self.address.id)
            case Never():
                return bar(uow, self.address.email, "never")
            case Stop(everywhere=True) | Back(everywhere=True):
                return self._leave(order)
            case Choose() | SetZone():
                return self._set(order)
            case _:
                return LineOutcome("", refused=NothingOpen("nothing"))

    def _leave(self, order: Stop | Back) -> LineOutcome:
        services, uow, player_id = self.services, self.uow, self.player.id
        if isinstance(order, Stop):
            leaving.stop_others(services, uow, player_id)
            return LineOutcome("", done=Done("stopped_all"))
        leaving.back_to_others(services, uow, player_id)
        return LineOutcome("", done=Done("back_all"))

    def _set(self, order: Choose | SetZone) -> LineOutcome:
        services, uow, player_id = self.services, self.uow, self.player.id
        if isinstance(order, Choose):
            return LineOutcome("", done=choose(services, uow, player_id, order))
        refusal = set_zone(services, uow, player_id, order.name)
        done = Done("zone", text=zone_named(order.name) or order.name)
        return LineOutcome("", refused=refusal, done=None if refusal else done)


def bar(uow: Uow, email: str, line: str) -> LineOutcome:
    """Never invite an address again."""
    uow.players.bar_invitations(email)
    return LineOutcome(line, done=Done("barred"))

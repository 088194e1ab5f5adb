"""All that `pbem doctor` and the daily look go through, in one order."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from pbem.wiring.dns_health import Dns, SystemDns, is_reserved, sick_names
from pbem.wiring.health import Ailment, ailments
from pbem.wiring.house import House
from pbem.wiring.loop_back import lost_loop
from pbem.wiring.pace import late, slow_clock


def examined(house: House, names: Dns | None = None, selector: str | None = None) -> list[Ailment]:
    """Return what is not right. `names` answers for DNS, `selector` is that of the
    DKIM key, where not we but the mail server signs.
    """
    found = ailments(house.settings)
    if not any(one.where == "database" for one in found):
        found += _of_time(house)
    return found + list(_of_names(house, names or SystemDns(), selector))


def gone_through(house: House, patience: float) -> list[Ailment]:
    """Return what the daily look finds: all of it, and whether a letter to ourselves comes in.

    A domain that stands for no real one (that of the demo) gets no mail from anywhere.
    """
    found = examined(house)
    return found if is_reserved(house.settings.domain) else found + looped(house, patience)


def _of_time(house: House) -> Iterator[Ailment]:
    for what, cure in slow_clock(house.engine, house.services.clock.now()):
        yield Ailment("clock", what, cure)
    for where, what, cure in late(house.services):
        yield Ailment(where, what, cure)


def _of_names(house: House, names: Dns, selector: str | None) -> Iterator[Ailment]:
    domain = house.settings.domain
    if is_reserved(domain):
        return
    pages = urlsplit(house.settings.base_url).hostname or ""
    selector = selector or house.settings.outgoing.dkim_selector
    for what, cure in sick_names(domain, pages, names, selector):
        yield Ailment("DNS", what, cure)


def looped(house: House, patience: float) -> list[Ailment]:
    """Send a letter to ourselves; return what is wrong if it does not come in, in seconds."""
    deliver = house.post_office.deliver_signed
    lost = lost_loop(house.services, house.settings, deliver, patience)
    return [] if lost is None else [Ailment("loop", *lost)]

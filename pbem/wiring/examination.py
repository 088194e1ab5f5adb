"""All that `pbem doctor` and the daily look go through, in one order."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from pbem.config import Settings
from pbem.wiring.dns_health import Dns, OwnDomain, SystemDns, is_reserved, sick_names
from pbem.wiring.health import Ailment, ailments
from pbem.wiring.house import House
from pbem.wiring.key_health import sick_keys
from pbem.wiring.loop_back import lost_loop
from pbem.wiring.outside_clock import Clocks, SystemClocks, outside_time
from pbem.wiring.pace import late, slow_clock


def examined(house: House, names: Dns | None = None, selector: str | None = None) -> list[Ailment]:
    """Return what is not right. `names` answers for DNS, `selector` is that of one more DKIM
    key than the one that the settings name.
    """
    found = ailments(house.settings)
    if not any(one.where == "database" for one in found):
        found += [*_of_time(house), *_of_keys(house)]
    return found + list(_of_names(house, names or SystemDns(), selector))


def gone_through(house: House, patience: float) -> list[Ailment]:
    """Return what the daily look finds: all of it, and whether a letter to ourselves comes in.

    A domain that stands for no real one (that of the demo) gets no mail from anywhere.
    """
    sick, _ = of_the_world(house)
    found = examined(house) + sick
    return found if is_reserved(house.settings.domain) else found + looped(house, patience)


def of_the_world(house: House, clocks: Clocks | None = None) -> tuple[list[Ailment], list[str]]:
    """Compare our clock with the world's; return what is wrong, and who could not be asked."""
    asked = outside_time(
        clocks or SystemClocks(), house.settings.clock_url, house.services.clock.now
    )
    sick = [] if asked.sick is None else [Ailment("clock", *asked.sick)]
    return sick, [] if asked.unasked is None else [f"clock: {asked.unasked}"]


def _of_time(house: House) -> Iterator[Ailment]:
    for what, cure in slow_clock(house.engine, house.services.clock.now()):
        yield Ailment("clock", what, cure)
    for where, what, cure in late(house.services):
        yield Ailment(where, what, cure)


def _of_keys(house: House) -> Iterator[Ailment]:
    for what, cure in sick_keys(house.engine, house.settings.keys):
        yield Ailment("keys", what, cure)


def _of_names(house: House, names: Dns, selector: str | None) -> Iterator[Ailment]:
    """A provider's domain is its own business: there only the host of the pages is ours."""
    settings = house.settings
    if is_reserved(settings.domain):
        return
    pages = urlsplit(settings.base_url).hostname or ""
    domain = _domain(settings, selector) if settings.owns_domain else None
    for what, cure in sick_names(domain, pages, names):
        yield Ailment("DNS", what, cure)


def _domain(settings: Settings, selector: str | None) -> OwnDomain:
    named, ours = settings.outgoing.dkim_selector, settings.outgoing.dkim_file
    keys = {} if named is None else {named: None if ours is None else ours.key.public}
    if selector is not None:
        keys.setdefault(selector, None)
    return OwnDomain(settings.domain, keys)


def looped(house: House, patience: float) -> list[Ailment]:
    """Send a letter to ourselves; return what is wrong if it does not come in, in seconds."""
    deliver = house.post_office.deliver_signed
    lost = lost_loop(house.services, house.settings, deliver, patience)
    return [] if lost is None else [Ailment("loop", *lost)]

"""The process that fetches mail from an ordinary mailbox."""

import signal
import uuid
from functools import partial

from pbem.config import ImapBox, Settings
from pbem.mailin.imap.box import opened
from pbem.mailin.imap.fetching import Fetching
from pbem.mailin.imap.watching import Watch
from pbem.wiring.door import identity_of
from pbem.wiring.house import House, open_house


def fetch_mail(settings: Settings, box: ImapBox) -> None:
    """Fetch letters whenever they come, until SIGTERM or SIGINT."""
    house = open_house(settings)
    watch = watch_of(house, box)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: watch.stop.set())
    try:
        watch.run()
    finally:
        house.close()


def watch_of(house: House, box: ImapBox) -> Watch:
    """Return what watches a mailbox for a house, as a reader of its own."""
    services = house.services
    fetching = Fetching(
        door=house.doorstep,
        uow=services.uow,
        clock=services.clock,
        identity=identity_of(house.settings),
        name=box.name,
        reader=uuid.uuid4().hex,
    )
    return Watch(fetching, partial(opened, box))

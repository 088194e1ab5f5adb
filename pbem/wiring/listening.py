"""The process that takes mail in."""

import asyncio

from pbem.config import Settings
from pbem.mailin.listener import Endpoint, Listener
from pbem.wiring.house import open_house


def listen_for_mail(settings: Settings) -> None:
    """Listen by LMTP and SMTP, as the settings say, until SIGTERM or SIGINT."""
    house = open_house(settings)
    listener = Listener(
        house.doorstep,
        hostname=settings.domain,
        smtp=_end(settings.smtp_listen),
        lmtp=_end(settings.lmtp_listen),
    )
    try:
        asyncio.run(listener.run())
    finally:
        house.close()


def _end(place: tuple[str, int] | None) -> Endpoint | None:
    return None if place is None else Endpoint(*place)

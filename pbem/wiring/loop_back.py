"""A letter of ours to ourselves: out by the real mail server, and in by the real way.

It bears our loop mark, so that it is read as what it is: it does nothing and is not answered.
"""

import hmac
import secrets
import time
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import Final

from pbem.app.services import Services
from pbem.config import Settings
from pbem.mailout.post import Deliver, Delivered

_PURPOSE: Final = "doctor/loop"
_PAUSE: Final = 0.5
_NEWEST: Final = 200


def lost_loop(
    services: Services, settings: Settings, deliver: Deliver, patience: float
) -> tuple[str, str] | None:
    """Send a letter to the service's own address; return what is wrong unless it is stored.

    `patience` is in seconds.
    """
    token = secrets.token_hex(10)
    mark = hmac.digest(settings.keys.current(_PURPOSE), token.encode(), "sha256").hex()[:20]
    name = f"<loop.{token}.{mark}@{settings.domain}>"
    with services.uow() as uow:
        known = {letter.id for letter in uow.letters.newest(_NEWEST)}
    ours = settings.service_address
    # Should it be refused later, that comes back to us too, and does nothing either.
    outcome = deliver(_letter(services, settings, name), ours, ours)
    if not isinstance(outcome, Delivered):
        why = f"{type(outcome).__name__}, {outcome.code}"
        return f"The mail server takes no letter to {ours} ({why}).", "Look into its log."
    until = time.monotonic() + patience
    while not _has_come(services, known, name):
        if time.monotonic() > until:
            what = f"A letter to {ours} went out, and after {patience:.0f} seconds it is not in."
            return what, "Look at the MX record, the mail server's log and `pbem listen`."
        time.sleep(_PAUSE)
    return None


def _letter(services: Services, settings: Settings, name: str) -> bytes:
    message = EmailMessage(SMTP.clone(max_line_length=998))
    message["From"] = message["To"] = settings.service_address
    message["Subject"] = "A letter to see whether letters come in"
    message["Date"] = format_datetime(services.clock.now())
    message["Message-ID"] = name
    message["Auto-Submitted"] = "auto-generated"
    message["X-Loop"] = settings.service_address
    message.set_content("Nothing is to be done about this one.\n")
    return message.as_bytes()


def _has_come(services: Services, known: set[int], name: str) -> bool:
    with services.uow() as uow:
        new = [one.id for one in uow.letters.newest(_NEWEST) if one.id not in known]
        raws = [letter.raw for one in new if (letter := uow.letters.get(one)) is not None]
    return any(name.encode() in raw for raw in raws)

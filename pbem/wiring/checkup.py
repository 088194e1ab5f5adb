"""The daily look at the house, of which the operator hears when something changes."""

import hashlib
import logging
import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import Final, Literal

from pbem.app.ports import Beats
from pbem.app.services import Services
from pbem.config import Settings
from pbem.mailout.post import Deliver, Delivered
from pbem.wiring.health import Ailment

# The beats in which it is kept what the operator knows.
_LOOKED, _ILL, _WELL = "doctor", "doctor told ill", "doctor told well"
# A look is due once a day; whoever asks for it comes by every quarter of an hour.
_EVERY: Final = timedelta(hours=23, minutes=30)
_REMIND: Final = timedelta(days=7)

News = Literal["ill", "well"]
Look = Callable[[], Sequence[Ailment]]

log = logging.getLogger(__name__)


def look_daily(
    services: Services,
    settings: Settings,
    look: Look,
    deliver: Deliver,
    outage: datetime | None = None,
) -> bool:
    """Look once a day, and write to the operator if there is news; return whether that is over.

    That is something new to mend, the same after a week, or that all is well again. What
    was told is noted only once the mail is taken; until then it is tried again each time.
    `outage` is when the operator heard of a database that is back now: then a look is due.
    """
    now = services.clock.now()
    with services.uow() as uow:
        last = uow.beats.last(_LOOKED)
        if outage is not None:
            uow.beats.beat(_ILL, outage)
            uow.commit()
    if outage is None and not is_due(last, now):
        return True
    found = look()
    with services.uow() as uow:
        news = news_of(uow.beats, found, now)
    if news is not None and not sent(settings, found, news, now, deliver):
        return False
    with services.uow() as uow:
        _note(uow.beats, found, news, now)
        uow.commit()
    return True


def is_due(last: datetime | None, now: datetime) -> bool:
    """Tell whether a day has gone by."""
    return last is None or now - last >= _EVERY


def news_of(beats: Beats, found: Sequence[Ailment], now: datetime) -> News | None:
    """Return what the operator has to hear: of something ill, that all is well, or nothing."""
    told_ill, told_well = beats.last(_ILL), beats.last(_WELL)
    knows = told_ill is not None and (told_well is None or told_ill > told_well)
    if not found:
        return "well" if knows else None
    if told_ill is None or not knows or now - told_ill >= _REMIND:
        return "ill"
    # Whatever a look finds is told then, or was before: what the last one did not find is news.
    looked = beats.last(_LOOKED)
    return None if all(beats.last(_name(one)) == looked for one in found) else "ill"


def _note(beats: Beats, found: Sequence[Ailment], news: News | None, now: datetime) -> None:
    for name in (_LOOKED, *(_name(one) for one in found)):
        beats.beat(name, now)
    if news is not None:
        beats.beat(_ILL if news == "ill" else _WELL, now)


def _name(ailment: Ailment) -> str:
    """Return the name of a beat for one thing to mend, however long it has lasted."""
    kind = re.sub(r"\d+", "", f"{ailment.where}: {ailment.what}")
    return f"doctor saw {hashlib.sha256(kind.encode()).hexdigest()[:20]}"


def sent(
    settings: Settings, found: Sequence[Ailment], news: News, now: datetime, deliver: Deliver
) -> bool:
    """Write to the operator; return whether the mail server has taken the mail."""
    message = letter(settings, found, news, now)
    sender, to = settings.service_address, settings.operator_email
    outcome = deliver(message.as_bytes(), sender, to)
    if not isinstance(outcome, Delivered):
        log.error("the operator was not told what is to mend: %s", type(outcome).__name__)
    return isinstance(outcome, Delivered)


def letter(settings: Settings, found: Sequence[Ailment], news: News, now: datetime) -> EmailMessage:
    """Return the mail to the operator. Nobody is asked to answer it."""
    many = "1 thing" if len(found) == 1 else f"{len(found)} things"
    title = f"{many} to mend" if news == "ill" else "all is well again"
    lines = [line for one in found for line in (f"{one.where}: {one.what}", f"    {one.cure}", "")]
    message = EmailMessage(SMTP.clone(max_line_length=998))
    message["From"] = settings.service_address
    message["To"] = settings.operator_email
    message["Subject"] = f"Oh Hell at {settings.domain}: {title}"
    message["Date"] = format_datetime(now)
    message["Message-ID"] = f"<doctor.{now:%Y%m%d%H%M%S}@{settings.domain}>"
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    message["X-Loop"] = settings.service_address
    end = "`pbem doctor` looks anew at any time. The same is told again after a week."
    message.set_content("\n".join([f"{title.capitalize()}.", "", *lines, end]))
    return message

"""Sending notices: rendered once, tried until taken, at least once delivered."""

import logging
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final, assert_never

from pbem.app import telling
from pbem.app.delivery import refused, taken, whose
from pbem.app.overtaken import is_overtaken
from pbem.app.ports import Uow
from pbem.app.records import Link, Notice, NoticeState
from pbem.app.services import Services
from pbem.app.told import Told
from pbem.mailout.compose import compose
from pbem.mailout.letterhead import links_in
from pbem.mailout.outside import Outside, with_ascii_domain
from pbem.mailout.post import Deliver, Delivered, Delivery, Refused, TryLater, wait_after
from pbem.signing import Keys, short_token
from pbem.wiring.faults import is_passing, where

_GIVEN_UP_AFTER: Final = timedelta(days=2)
_AT_A_STRETCH: Final = 1.0

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PostOffice:
    """Where mails are rendered and handed to the mail server.

    For `held` a notice is in the hands of one worker. Should that one die, another
    sends the same bytes again.
    """

    services: Services
    keys: Keys = field(repr=False)
    outside: Outside
    deliver: Deliver
    held: timedelta = timedelta(minutes=5)

    def send(self, notice_id: int) -> None:
        """Send a notice if it is due, not overtaken and in nobody else's hands.

        The database is not held while the mail server is talked to. A mail that was
        taken by the server just before this process died is sent again, with the
        same bytes and Message-ID.
        """
        try:
            prepared = self._prepared(notice_id)
        except Exception as fault:
            if is_passing(fault):
                raise
            self._put_aside(notice_id, fault)
            return
        if prepared is not None:
            self._conclude(notice_id, self.deliver(*prepared))

    def send_all(self, notice_ids: Sequence[int]) -> None:
        """Send notices one after the other.

        If that takes more than a second, the rest is rung for again: somebody else may
        have time for it.
        """
        until = time.monotonic() + _AT_A_STRETCH
        for count, notice_id in enumerate(notice_ids, 1):
            self.send(notice_id)
            if time.monotonic() > until:
                self.services.bell.notices(notice_ids[count:])
                return

    def _put_aside(self, notice_id: int, fault: Exception) -> None:
        log.error("notice %s could not be rendered: %s", notice_id, where(fault))
        self._conclude(notice_id, TryLater(0, f"not rendered: {type(fault).__name__}"), tried=1)

    def _prepared(self, notice_id: int) -> tuple[bytes, str, str] | None:
        """Take the notice in hand; return its bytes, sender and recipient, or None."""
        now = self.services.clock.now()
        with self.services.uow() as uow:
            notice = uow.outbox.claimed(notice_id)
            if notice is None or notice.not_before > now:
                return None
            if notice.rendered is None:
                notice = self._rendered(uow, notice, now)
            elif is_overtaken(uow, notice):
                notice = replace(notice, state=NoticeState.SUPERSEDED)
            envelope = self._envelope(uow, notice)
            uow.outbox.save(replace(notice, not_before=now + self.held, tries=notice.tries + 1))
            uow.commit()
        if notice.rendered is None or notice.state is not NoticeState.WAITING:
            return None
        return notice.rendered, *envelope

    def _envelope(self, uow: Uow, notice: Notice) -> tuple[str, str]:
        """Return the envelope sender, which takes failure reports, and the recipient.

        A seat's mail goes to the present address of its player.
        """
        seat = None if notice.seat_id is None else uow.seats.get(notice.seat_id)
        email = notice.email
        if not email and seat is not None and seat.address_id is not None:
            email = uow.players.address(seat.address_id).email
        return self.outside.bounce_address(whose(uow, notice)), with_ascii_domain(email)

    def _rendered(self, uow: Uow, notice: Notice, now: datetime) -> Notice:
        told = telling.told(uow, notice, now)
        if told is None:
            return replace(notice, state=NoticeState.SUPERSEDED)
        composed = compose(told, self.outside)
        self._add_links(uow, told, now)
        telling.after_rendering(uow, told)
        return replace(
            notice,
            number=told.number,
            message_id=composed.message_id,
            rendered=composed.raw,
        )

    def _add_links(self, uow: Uow, told: Told, now: datetime) -> None:
        expires_at = now + self.services.policy.link_lasts
        for seat_id, at, generation in links_in(told):
            token = short_token(self.keys, seat_id, at, generation)
            uow.links.add(token, Link(seat_id, at, generation, expires_at))

    def _conclude(self, notice_id: int, delivery: Delivery, tried: int = 0) -> None:
        """Note how it went: sent, to be tried later, or given up.

        `tried` counts a try that was not noted when it began.
        """
        now = self.services.clock.now()
        with self.services.uow() as uow:
            notice = uow.outbox.claimed(notice_id)
            if notice is None:
                # It was overtaken while it was under way.
                return
            notice = replace(notice, tries=notice.tries + tried)
            concluded = _concluded(notice, delivery, now)
            uow.outbox.save(concluded)
            self._note(uow, concluded, delivery)
            uow.commit()
        log.info("notice %s: %s after %s tries", notice_id, concluded.state, concluded.tries)

    def _note(self, uow: Uow, notice: Notice, delivery: Delivery) -> None:
        """Let the table see whether mail to this player arrives."""
        if notice.state is NoticeState.FAILED:
            told = isinstance(delivery, Refused) and delivery.of_recipient
            if told or notice.seat_id is not None:
                refused(self.services, uow, notice, notice.last_reply or "")
        elif notice.state is NoticeState.SENT:
            taken(uow, notice)


def _concluded(notice: Notice, delivery: Delivery, now: datetime) -> Notice:
    match delivery:
        case Delivered(reply):
            return replace(notice, state=NoticeState.SENT, last_reply=reply, sent_at=now)
        case Refused(code, text, of_recipient=True):
            return replace(notice, state=NoticeState.FAILED, last_reply=f"{code} {text}")
        case Refused(code, text) | TryLater(code, text):
            # A refusal that is not about the recipient is about us: our password, our
            # name, our words. It may be mended while the mail waits.
            return _put_off(notice, f"{code} {text}", now)
        case _:
            assert_never(delivery)


def _put_off(notice: Notice, reply: str, now: datetime) -> Notice:
    if now - notice.created_at > _GIVEN_UP_AFTER:
        return replace(notice, state=NoticeState.FAILED, last_reply=reply)
    jitter = secrets.randbelow(1000) / 1000
    again = now + wait_after(notice.tries, jitter)
    return replace(notice, not_before=again, last_reply=reply)

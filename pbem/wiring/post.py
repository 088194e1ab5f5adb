"""Sending notices: rendered once, tried until taken, at least once delivered."""

import logging
import secrets
import time
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final, assert_never

from pbem.app import telling
from pbem.app.delivery import refused, taken, wanted_until, whose
from pbem.app.gathering import Busy, gathered, renewed
from pbem.app.notice_records import Notice, NoticeState
from pbem.app.ports import Uow
from pbem.app.providers import provider_of
from pbem.app.reach import grade_of_reply
from pbem.app.records import Failure, Link
from pbem.app.services import Services
from pbem.app.told import Told
from pbem.app.ways import Way, way_of
from pbem.mailout.compose import compose
from pbem.mailout.letterhead import links_in
from pbem.mailout.outside import Outside, with_ascii_domain
from pbem.mailout.post import (
    Deliver,
    Delivered,
    Delivery,
    Refused,
    Relay,
    TryLater,
    is_of_reader,
    is_slow,
    wait_after,
)
from pbem.mailout.signature import Sign, unsigned
from pbem.signing import KeyGoneError, Keys, short_token
from pbem.wiring.faults import is_passing, where
from pbem.wiring.lanes import Entered, Lanes, NotBefore, OpenLanes, Outcome

_GIVEN_UP_AFTER: Final = timedelta(days=2)
_FOR_A_KEY: Final = timedelta(minutes=10)
# A mail that was tried without coming to talk with any server: there was no code.
_NO_REPLY: Final = "0 "
_NOT_RENDERED: Final = "0 not rendered"
_AT_A_STRETCH: Final = 1.0
_BUSY: Final = timedelta(seconds=5)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A mail in hand: its bytes, its envelope, and its place among those under way."""

    notice_id: int
    raw: bytes = field(repr=False)
    sender: str
    recipient: str = field(repr=False)
    entered: Entered


@dataclass(frozen=True, slots=True)
class PostOffice:
    """Where mails are rendered and handed to the mail server.

    For `held` a notice is in the hands of one worker. Should that one die, another
    sends the same bytes again. `lanes` limit how many are under way to one provider.
    """

    services: Services
    keys: Keys = field(repr=False)
    outside: Outside
    deliver: Deliver
    held: timedelta = timedelta(minutes=5)
    lanes: Lanes = field(default_factory=OpenLanes)
    sign: Sign = unsigned

    def send(self, notice_id: int) -> None:
        """Send a notice if it is due, not overtaken and in nobody else's hands.

        Of several that wait for one seat at one table a single mail is made. The database is
        not held while the mail server is talked to. A mail that was taken by the server just
        before this process died is sent again, with the same bytes and Message-ID.
        """
        try:
            prepared = self._prepared(notice_id)
        except KeyGoneError as fault:
            self._wait_for_key(notice_id, fault.key_id)
            return
        except Exception as fault:
            if is_passing(fault):
                raise
            self._put_aside(notice_id, fault)
            return
        if prepared is not None:
            self._conclude(prepared.notice_id, self._delivered(prepared))

    def send_all(self, notice_ids: Sequence[int]) -> None:
        """Send notices one after the other, in one conversation with the mail server.

        If that takes more than a second, the rest is rung for again: somebody else may
        have time for it.
        """
        until = time.monotonic() + _AT_A_STRETCH
        with self._conversation() as deliver:
            office = replace(self, deliver=deliver)
            for count, notice_id in enumerate(notice_ids, 1):
                office.send(notice_id)
                if time.monotonic() > until:
                    self.services.bell.notices(notice_ids[count:])
                    return

    def _conversation(self) -> "nullcontext[Deliver] | Relay":
        return self.deliver if isinstance(self.deliver, Relay) else nullcontext(self.deliver)

    def deliver_signed(self, raw: bytes, sender: str, recipient: str) -> Delivery:
        """Sign a mail that is no notice as all are signed, and hand it to the server."""
        return self.deliver(self.sign(raw), sender, recipient)

    def _delivered(self, prepared: _Prepared) -> Delivery:
        outcome: Outcome = "other"
        try:
            delivery = self.deliver(prepared.raw, prepared.sender, prepared.recipient)
            outcome = _outcome(delivery)
            return delivery
        finally:
            self.lanes.leave(prepared.entered, self.services.clock.now(), outcome)

    def _wait_for_key(self, notice_id: int, key_id: int) -> None:
        log.error("notice %s needs key %s, which is not in PBEM_KEYS", notice_id, key_id)
        with self.services.uow() as uow:
            uow.outbox.put_off(notice_id, self.services.clock.now() + _FOR_A_KEY)
            uow.commit()

    def _put_aside(self, notice_id: int, fault: Exception) -> None:
        log.error("notice %s could not be rendered: %s", notice_id, where(fault))
        self._conclude(notice_id, TryLater(0, f"not rendered: {type(fault).__name__}"), tried=1)

    def _prepared(self, notice_id: int) -> _Prepared | None:
        """Take in hand what is to be sent now for a notice; None if nothing is."""
        now = self.services.clock.now()
        with self.services.uow() as uow:
            notice = self._due(uow, notice_id, now)
            way = None if notice is None else way_of(uow, notice)
            prepared = None
            if notice is not None and way is None:
                uow.outbox.save(replace(notice, state=NoticeState.SUPPRESSED))
            elif notice is not None and way is not None:
                prepared = self._on_its_way(uow, notice, way, now)
            uow.commit()
        return prepared

    def _due(self, uow: Uow, notice_id: int, now: datetime) -> Notice | None:
        """Return the notice that is to be sent for this one now."""
        notice = uow.outbox.claimed(notice_id)
        if notice is None or notice.not_before > now:
            return None
        match gathered(uow, notice, now):
            case Busy():
                uow.outbox.save(replace(notice, not_before=now + _BUSY))
                return None
            case found:
                return found

    def _on_its_way(self, uow: Uow, notice: Notice, way: Way, now: datetime) -> _Prepared | None:
        recipient = with_ascii_domain(way.email)
        entered = self.lanes.enter(provider_of(recipient), now, self.held)
        if isinstance(entered, NotBefore):
            uow.outbox.save(replace(notice, not_before=entered.at, provider=provider_of(recipient)))
            return None
        try:
            made = self._made(uow, notice, way, now)
        except Exception:
            self.lanes.leave(entered, now, "other")
            raise
        in_hand = replace(
            made,
            not_before=now + self.held,
            in_hand_until=now + self.held,
            tries=made.tries + 1,
            address_id=way.address_id,
            provider=entered.provider,
        )
        uow.outbox.save(in_hand)
        if made.rendered is None or made.state is not NoticeState.WAITING:
            self.lanes.leave(entered, now, "other")
            return None
        sender = self.outside.bounce_address(whose(uow, made, way.address_id))
        return _Prepared(made.id, made.rendered, sender, recipient, entered)

    def _made(self, uow: Uow, notice: Notice, way: Way, now: datetime) -> Notice:
        """Return the notice with its mail, made anew if it is made out to another address."""
        if notice.rendered is not None and notice.address_id in (None, way.address_id):
            return notice
        if notice.rendered is not None:
            notice = renewed(uow, notice, now)
        return self._rendered(uow, notice, way, now)

    def _rendered(self, uow: Uow, notice: Notice, way: Way, now: datetime) -> Notice:
        told = telling.told(uow, notice, now, way)
        if told is None:
            return replace(notice, state=NoticeState.SUPERSEDED)
        composed = compose(told, self.outside)
        self._add_links(uow, told, now)
        return replace(
            notice,
            number=told.number,
            message_id=composed.message_id,
            rendered=self.sign(composed.raw),
            told_seq=telling.tells_up_to(uow, told),
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
            notice = replace(notice, tries=notice.tries + tried, in_hand_until=None)
            concluded = _concluded(notice, delivery, now, wanted_until(uow, notice))
            uow.outbox.save(concluded)
            self._note(uow, concluded, delivery, now)
            uow.commit()
        log.info("notice %s: %s after %s tries", notice_id, concluded.state, concluded.tries)

    def _note(self, uow: Uow, notice: Notice, delivery: Delivery, now: datetime) -> None:
        """Note what a seat has been told, and let the table see whether its mail arrives."""
        if notice.state is NoticeState.SENT:
            if notice.seat_id is not None and notice.told_seq is not None:
                uow.outbox.told(notice.seat_id, notice.told_seq)
            taken(uow, notice, now)
        elif notice.state is NoticeState.FAILED:
            refused(self.services, uow, notice, _grade(delivery), notice.last_reply or "")


def _outcome(delivery: Delivery) -> Outcome:
    if isinstance(delivery, Delivered):
        return "taken"
    return "slow" if is_slow(delivery) else "other"


def _grade(delivery: Delivery) -> Failure | None:
    """Return how an address has failed; None if it is our own fault, or that of our server."""
    if isinstance(delivery, Delivered) or not is_of_reader(delivery):
        return None
    if isinstance(delivery, Refused) and delivery.of_recipient:
        return grade_of_reply(delivery.code, delivery.text)
    return "soft"


def _concluded(notice: Notice, delivery: Delivery, now: datetime, until: datetime | None) -> Notice:
    """Return a notice as it is after a try; what it asks is of use until then, if it asks."""
    match delivery:
        case Delivered(reply):
            return replace(notice, state=NoticeState.SENT, last_reply=reply, sent_at=now)
        case Refused(code, text, of_recipient=True):
            return replace(notice, state=NoticeState.FAILED, last_reply=f"{code} {text}")
        case Refused(code, text) | TryLater(code, text):
            # A refusal that is not about the recipient is about us: our password, our
            # name, our words. It may be mended while the mail waits.
            later = _put_off(notice, f"{code} {text}", now, code)
            return (
                replace(later, state=NoticeState.FAILED) if _is_lost(later, now, until) else later
            )
        case _:
            assert_never(delivery)


def _is_lost(notice: Notice, now: datetime, until: datetime | None) -> bool:
    """Whether a mail that could not be sent is given up: when what it asks is over, or in time.

    While our own server is out of reach none is, however long that is: nobody would hear of it.
    What waits for a seat tells at last how its table stands, questions would be over.
    """
    reply = notice.last_reply or ""
    is_our_own = reply.startswith(_NO_REPLY) and not reply.startswith(_NOT_RENDERED)
    if until is not None and not (is_our_own and notice.seat_id is not None):
        return now >= until
    return not is_our_own and now - notice.created_at > _GIVEN_UP_AFTER


def _put_off(notice: Notice, reply: str, now: datetime, code: int) -> Notice:
    jitter = secrets.randbelow(1000) / 1000
    again = now + wait_after(notice.tries, jitter, is_near=code == 0)
    return replace(notice, not_before=again, last_reply=reply)

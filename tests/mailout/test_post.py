"""Handing mails to a real SMTP server on this machine."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.mailout.compose import Composed, compose
from pbem.mailout.post import (
    Delivered,
    Delivery,
    PostSettings,
    Refused,
    TryLater,
    deliver,
    wait_after,
)
from tests.mailout.build import OUTSIDE, parsed, text_of
from tests.show import build


@dataclass
class Sink:
    """A mail server that keeps what it gets and says what it is told to say."""

    rcpt: str = "250 OK"
    data: str = "250 kept"
    kept: list[Envelope] = field(default_factory=list)

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.rcpt.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.rcpt

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.data.startswith("250"):
            self.kept.append(envelope)
        return self.data


@contextmanager
def running(sink: Sink, **options: object) -> Iterator[PostSettings]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(sink, hostname="127.0.0.1", port=port, **options)
    controller.start()
    try:
        yield PostSettings("127.0.0.1", port, timeout=5)
    finally:
        controller.stop()


def turn_mail() -> Composed:
    return compose(build.Table().told(0), OUTSIDE)


def sent(sink: Sink, recipient: str = "anna@example.org", **options: object) -> Delivery:
    composed = turn_mail()
    with running(sink, **options) as settings:
        return deliver(composed.raw, "bounce+x@cards.example.org", recipient, settings)


def test_a_mail_arrives_as_it_was_made() -> None:
    sink = Sink()

    assert sent(sink) == Delivered("kept")

    envelope = sink.kept[0]
    assert envelope.rcpt_tos == ["anna@example.org"]
    assert (envelope.mail_from or "").startswith("bounce+")
    assert "Anna, your bid" in text_of(parsed(bytes(envelope.content or b"")))


@pytest.mark.parametrize("reply", ["450 4.2.1 busy", "421 4.7.0 slow down"])
def test_a_passing_refusal_is_tried_later(reply: str) -> None:
    assert sent(Sink(rcpt=reply)) == TryLater(int(reply[:3]), reply[4:])
    assert sent(Sink(data=reply)) == TryLater(int(reply[:3]), reply[4:])


def test_a_lasting_refusal_of_the_address_is_one() -> None:
    sink = Sink(rcpt="550 5.1.1 no such user")

    assert sent(sink) == Refused(550, "5.1.1 no such user", of_recipient=True)
    assert sink.kept == []


def test_a_lasting_refusal_of_the_mail_is_not_about_the_address() -> None:
    assert sent(Sink(data="554 5.7.1 no")) == Refused(554, "5.7.1 no", of_recipient=False)
    about_us = Sink(data="550 5.1.8 bad sender")
    assert sent(about_us) == Refused(550, "5.1.8 bad sender", of_recipient=False)


def test_a_mailbox_may_be_found_missing_when_the_mail_is_there() -> None:
    late = Sink(data="550 5.1.1 no such user")
    assert sent(late) == Refused(550, "5.1.1 no such user", of_recipient=True)


def test_no_server_means_later() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    delivery = deliver(b"", "a@example.org", "b@example.org", PostSettings("127.0.0.1", port))

    assert isinstance(delivery, TryLater)
    assert delivery.code == 0


def test_a_server_that_hangs_up_means_later() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        settings = PostSettings("127.0.0.1", port, timeout=0.2)

        assert isinstance(deliver(b"", "a@example.org", "b@example.org", settings), TryLater)


def test_an_address_beyond_ascii_needs_a_server_that_takes_it() -> None:
    zoe = "zo\u00eb@example.org"

    assert sent(Sink(), zoe, enable_SMTPUTF8=True) == Delivered("kept")
    refused = sent(Sink(), zoe, enable_SMTPUTF8=False)
    assert isinstance(refused, Refused)
    assert refused.of_recipient


def test_the_back_off_grows_from_a_minute_to_six_hours() -> None:
    minutes = [wait_after(tries, 0).total_seconds() / 60 for tries in range(1, 9)]

    assert minutes == [1, 5, 15, 60, 180, 360, 360, 360]


def test_jitter_adds_a_quarter_at_most() -> None:
    assert wait_after(1, 1).total_seconds() == 75


def test_a_password_does_not_show_in_a_repr() -> None:
    assert "secret" not in repr(PostSettings("mail.example.org", password="secret"))

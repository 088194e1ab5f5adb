"""Mail on its way out: limits by provider, one connection for several mails, and signatures."""

import contextlib
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import dkim
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP
from click.testing import CliRunner

from pbem.app.addresses import ascii_domain
from pbem.app.notice_records import NoticeState
from pbem.app.providers import provider_of
from pbem.cli import commands
from pbem.config import ConfigError, settings_from
from pbem.mailout.post import Delivered, PostSettings, Refused, Relay, TryLater
from pbem.mailout.signature import Signer
from pbem.signing.dkim import dkim_key, new_dkim_key
from pbem.wiring.health import ailments
from pbem.wiring.lanes import Entered, NotBefore, RedisLanes
from tests.infra.houses import ALICE, StoppedClock, begin_game, environ_of, house_of

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
LEASE = timedelta(minutes=5)


@dataclass
class RealServer:
    """A mail server on a port of its own, which keeps what it was given byte by byte."""

    utf8: bool = True
    answer: Callable[[str], str] = lambda _recipient: "250 taken"
    mails: list[bytes] = field(default_factory=list)
    peers: list[tuple[str, int]] = field(default_factory=list)
    controller: Controller | None = None

    async def handle_RCPT(self, _server, _session, envelope, address, _options):
        said = self.answer(address)
        if said.startswith("250"):
            envelope.rcpt_tos.append(address)
        return said

    async def handle_DATA(self, _server, session, envelope):
        self.mails.append(envelope.original_content)
        self.peers.append(session.peer)
        return "250 taken"

    @property
    def settings(self) -> PostSettings:
        return PostSettings("127.0.0.1", self.controller.port, timeout=10)


class OnAnyPort(Controller):
    """Listens on whatever port is free, and tells which."""

    def __init__(self, handler: RealServer) -> None:
        super().__init__(handler, hostname="127.0.0.1", port=0)

    def factory(self) -> SMTP:
        return SMTP(self.handler, enable_SMTPUTF8=self.handler.utf8)

    def _trigger_server(self) -> None:
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


@contextlib.contextmanager
def serving(server: RealServer) -> Iterator[RealServer]:
    server.controller = OnAnyPort(server)
    server.controller.start()
    try:
        yield server
    finally:
        server.controller.stop()


MAIL = b"From: play@cards.example.org\r\nSubject: a card\r\n\r\nbody\r\n"


def test_large_providers_are_one_under_all_their_domains():
    pairs = {
        "gmail.com": "google",
        "googlemail.com": "google",
        "HOTMAIL.co.uk": "microsoft",
        "outlook.com": "microsoft",
        "live.nl": "microsoft",
        "yahoo.co.jp": "yahoo",
        "gmx.net": "gmx",
        "example.org": "example.org",
        "live.example.org": "live.example.org",
        "yahoo.evil.example": "yahoo.evil.example",
    }
    assert {domain: provider_of(f"x@{domain}") for domain in pairs} == pairs


def test_no_more_than_so_many_mails_are_under_way_to_a_provider_over_all_workers(broker_url):
    one, other = RedisLanes(broker_url, 2), RedisLanes(broker_url, 2)

    first, second = one.enter("google", NOON, LEASE), other.enter("google", NOON, LEASE)
    assert isinstance(first, Entered)
    assert isinstance(second, Entered)
    third = one.enter("google", NOON, LEASE)
    assert isinstance(third, NotBefore)
    assert NOON < third.at < NOON + timedelta(minutes=1)
    assert isinstance(one.enter("yahoo", NOON, LEASE), Entered)

    one.leave(first, NOON, "taken")
    assert isinstance(other.enter("google", NOON, LEASE), Entered)
    # Workers that died give nothing back.
    assert isinstance(other.enter("google", NOON + LEASE - timedelta(seconds=1), LEASE), NotBefore)
    assert isinstance(other.enter("google", NOON + LEASE, LEASE), Entered)


def test_a_provider_that_asks_to_wait_is_left_alone_longer_each_time_and_others_go_on(broker_url):
    lanes, now, pauses = RedisLanes(broker_url, 4), NOON, []
    for _ in range(4):
        held = [lanes.enter("google", now, LEASE) for _ in range(2)]
        for entered in held:
            # Two that had begun are one reason to wait, not two.
            lanes.leave(entered, now, "slow")
        said = lanes.enter("google", now, LEASE)
        assert isinstance(said, NotBefore)
        assert isinstance(lanes.enter("yahoo", now, LEASE), Entered)
        pauses.append(said.at - now)
        now = said.at + timedelta(seconds=1)
    assert timedelta(seconds=30) <= pauses[0] < timedelta(seconds=45)
    assert pauses == sorted(pauses)
    assert pauses[-1] > 4 * pauses[0]

    lanes.leave(lanes.enter("google", now, LEASE), now, "taken")
    lanes.leave(lanes.enter("google", now, LEASE), now, "slow")
    assert lanes.enter("google", now, LEASE).at - now < timedelta(seconds=45)


def test_without_redis_nothing_is_limited_and_mails_go_out(database_url):
    with house_of(environ_of(database_url, "redis://127.0.0.1:9/0")) as house:
        taken = []
        office = replace(
            house.post_office, deliver=lambda *mail: taken.append(mail) or Delivered("250")
        )
        begin_game(house)
        with house.services.uow() as uow:
            due = uow.outbox.due(datetime.now(UTC) + timedelta(hours=1), 9)
        for notice in due:
            office.send(notice)

    assert len(taken) == 1


def test_a_mail_that_finds_its_provider_busy_waits_untouched(database_url, broker_url):
    environ = environ_of(database_url, broker_url) | {"PBEM_PROVIDER_SESSIONS": "1"}
    with house_of(environ) as house:
        clock, taken = StoppedClock(), []
        services = replace(house.services, clock=clock)
        office = replace(
            house.post_office,
            services=services,
            deliver=lambda *mail: taken.append(mail) or Delivered("250"),
        )
        begin_game(house)
        held = office.lanes.enter(provider_of(ALICE), clock.now(), LEASE)
        with services.uow() as uow:
            [first] = uow.outbox.due(clock.now(), 9)

        office.send(first)
        with services.uow() as uow:
            waiting = uow.outbox.get(first)
        assert taken == []
        assert (waiting.state, waiting.tries, waiting.rendered) == (NoticeState.WAITING, 0, None)

        office.lanes.leave(held, clock.now(), "taken")
        clock.wait(seconds=30)
        office.send(first)

    assert len(taken) == 1


def test_several_mails_go_over_one_connection_each_to_its_reader():
    with serving(RealServer()) as server, Relay(server.settings) as relay:
        said = [relay(MAIL, "a@b.example", f"x{n}@home.example") for n in range(3)]
    assert said == [Delivered("taken")] * 3
    assert len(set(server.peers)) == 1


def test_a_refused_reader_does_not_hold_up_the_next_on_the_same_connection():
    server = RealServer(answer=lambda to: "550 5.1.1 gone" if "gone" in to else "250 ok")
    with serving(server), Relay(server.settings) as relay:
        said = [
            relay(MAIL, "a@b.example", to)
            for to in ("x@y.example", "gone@y.example", "z@y.example")
        ]
    assert [type(one) for one in said] == [Delivered, Refused, Delivered]
    assert len(set(server.peers)) == 1


def test_a_connection_that_was_closed_meanwhile_is_opened_anew():
    server = RealServer()
    with serving(server), Relay(server.settings) as relay:
        assert relay(MAIL, "a@b.example", "x@y.example") == Delivered("taken")
        relay._server.sock.shutdown(2)
        assert relay(MAIL, "a@b.example", "x@y.example") == Delivered("taken")
    assert len(set(server.peers)) == 2


def test_a_server_that_is_not_there_is_tried_later():
    with serving(RealServer()) as server:
        settings = server.settings
    with Relay(settings) as relay:
        assert isinstance(relay(MAIL, "a@b.example", "x@y.example"), TryLater)


@pytest.mark.parametrize(
    ("utf8", "recipient", "is_taken"),
    [
        (True, "jörg@bücher.example", True),
        (False, "jörg@bücher.example", False),
        (False, "jorg@bücher.example", True),
    ],
)
def test_domains_travel_in_punycode_and_names_beyond_ascii_only_where_they_are_taken(
    database_url, broker_url, utf8, recipient, is_taken
):
    from pbem.app.notice_records import NewNotice

    server = RealServer(utf8=utf8)
    with serving(server), house_of(environ_of(database_url, broker_url)) as house:
        office = replace(house.post_office, deliver=Relay(server.settings))
        with house.services.uow() as uow:
            player = uow.players.add("Jörg")
            address = uow.players.add_address(player.id, recipient, proven=True)
            now = house.services.clock.now()
            later = now + timedelta(days=1)
            facts = {"pending_id": uow.pending.add("sign_in", recipient, {"to": ""}, later)}
            new = NewNotice("x", "sign_in", recipient, now, player_id=player.id, facts=facts)
            notice = uow.outbox.add(new)
            uow.commit()
        office.send_all([notice])
        with house.services.uow() as uow:
            found, after = uow.players.find_address(address.id), uow.outbox.get(notice)

    if is_taken:
        [raw] = server.mails
        head = raw.partition(b"\r\n\r\n")[0]
        assert b"@xn--bcher-kva.example" in head
        assert "bücher".encode() not in head
        assert after.state is NoticeState.SENT
    else:
        assert server.mails == []
        assert (found.suppressed, after.state) == ("hard", NoticeState.FAILED)
        assert "ASCII" in found.failing


def test_a_sharp_s_is_a_letter_of_its_own_in_domains():
    assert ascii_domain("straße.example") == "xn--strae-oqa.example"
    assert ascii_domain("STRASSE.example") == "strasse.example"
    assert ascii_domain("Bücher.example") == "xn--bcher-kva.example"


@pytest.mark.parametrize("kind", ["rsa", "ed25519"])
def test_a_mail_is_signed_as_it_arrives_and_later_tries_have_the_same_bytes(
    database_url, broker_url, tmp_path, kind
):
    key = tmp_path / "dkim.pem"
    environ = environ_of(database_url, broker_url)
    made = CliRunner(env=environ).invoke(commands, ["keys", "dkim", "s1", str(key), "--kind", kind])
    assert made.exit_code == 0, made.output
    assert key.stat().st_mode & 0o777 == 0o600
    name, _, record = made.output.partition(" IN TXT ")
    assert name == "s1._domainkey.cards.example.org."
    record = "".join(re.findall(r'"([^"]*)"', record))
    environ |= {"PBEM_DKIM_SELECTOR": "s1", "PBEM_DKIM_KEY_FILE": str(key)}
    server = RealServer(answer=lambda _: "451 4.3.0 later")
    with serving(server), house_of(environ) as house:
        clock = StoppedClock()
        office = replace(
            house.post_office,
            services=replace(house.services, clock=clock),
            deliver=Relay(server.settings),
        )
        begin_game(house)
        with house.services.uow() as uow:
            [notice] = uow.outbox.due(clock.now(), 9)
        office.send_all([notice])
        with house.services.uow() as uow:
            tried = uow.outbox.get(notice).rendered
        server.answer = lambda _: "250 ok"
        clock.wait(minutes=10)
        office.send_all([notice])
    [raw] = server.mails

    assert raw == tried
    signature = re.search(rb"DKIM-Signature:.*?\r\n(?! )", raw, re.DOTALL)[0]
    signed = re.sub(rb"\s", b"", re.search(rb"h=([^;]*);", signature)[1]).lower().split(b":")
    assert signed.count(b"from") == 2
    wanted = "to subject date message-id references reply-to list-unsubscribe in-reply-to"
    wanted += " list-unsubscribe-post mime-version content-type"
    assert set(wanted.encode().split()) <= set(signed)
    asked = []

    def dns(name: bytes, timeout: int = 5) -> bytes:
        asked.append(name)
        return record.encode()

    assert dkim.verify(raw, dnsfunc=dns)
    assert asked == [b"s1._domainkey.cards.example.org."]
    assert not dkim.verify(
        raw.replace(b"List-Unsubscribe: <", b"List-Unsubscribe: <x"), dnsfunc=dns
    )
    assert not dkim.verify(b"From: evil@evil.example\r\n" + raw, dnsfunc=dns)


def test_lines_stay_within_what_mail_servers_take():
    signer = Signer("cards.example.org", "s" * 60, dkim_key(new_dkim_key("rsa")))

    raw = signer(MAIL)

    assert raw.endswith(MAIL)
    assert raw.count(b"\n") == raw.count(b"\r\n")
    assert max(map(len, raw.split(b"\r\n"))) < 998


def weak_key() -> bytes:
    from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        NoEncryption,
        PrivateFormat,
    )

    key = generate_private_key(65537, 1024)  # noqa: S505 - it is to be refused
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "cannot be read (FileNotFoundError)"),
        (b"nonsense", "holds no private key"),
        (weak_key(), "1024 bits"),
    ],
)
def test_a_key_file_that_will_not_do_is_told_of(tmp_path, content, told):
    key = tmp_path / "key.pem"
    if content is not None:
        key.write_bytes(content)
    environ = environ_of("postgresql://h/n", "redis://h/0")
    environ |= {"PBEM_DKIM_SELECTOR": "s1", "PBEM_DKIM_KEY_FILE": str(key)}
    with pytest.raises(ConfigError, match=re.escape(told)):
        settings_from(environ)

    found = CliRunner(env=environ).invoke(commands, ["doctor"])
    assert found.exit_code == 1
    assert told in found.output

    del environ["PBEM_DKIM_SELECTOR"]
    with pytest.raises(ConfigError, match="PBEM_DKIM_SELECTOR is missing"):
        settings_from(environ)


def test_the_doctor_sees_a_key_that_everybody_can_read(tmp_path, database_url, broker_url):
    key = tmp_path / "key.pem"
    key.write_bytes(new_dkim_key("ed25519"))
    environ = environ_of(database_url, broker_url)
    environ |= {"PBEM_DKIM_SELECTOR": "s1", "PBEM_DKIM_KEY_FILE": str(key)}
    key.chmod(0o644)
    assert "signature" in {one.where for one in ailments(settings_from(environ))}
    key.chmod(0o600)
    assert "signature" not in {one.where for one in ailments(settings_from(environ))}


def test_a_key_is_never_written_over(tmp_path):
    key = tmp_path / "key.pem"
    key.write_bytes(b"precious")

    refused = CliRunner().invoke(commands, ["keys", "dkim", "s1", str(key)])

    assert refused.exit_code == 1
    assert key.read_bytes() == b"precious"


def test_operators_see_queue_and_addresses_masked_and_lift_a_suppression(
    database_url, broker_url, caplog
):
    environ = environ_of(database_url, broker_url)
    with house_of(environ) as house:
        gone = Refused(550, f"5.1.1 <{ALICE}>: no such user", of_recipient=True)
        office = replace(house.post_office, deliver=lambda *_: gone)
        begin_game(house)
        with house.services.uow() as uow:
            due = uow.outbox.due(datetime.now(UTC) + timedelta(hours=1), 9)
        for notice in due:
            office.send(notice)
        metrics = house.pages().test_client().get("/metrics").get_data(as_text=True)
        with house.services.uow() as uow:
            [(_, address)] = uow.players.at(ALICE)
    run = CliRunner(env=environ).invoke

    listed = run(commands, ["mail", "list", "--state", "failed"]).output
    troubled = run(commands, ["mail", "addresses"]).output

    assert "start" in listed
    assert "a***@example.org" in troubled
    assert "suppressed" in troubled
    assert ALICE not in listed + troubled + metrics
    assert 'pbem_mails{provider="other",state="failed"} 1.0' in metrics
    assert 'pbem_addresses{state="suppressed"} 1.0' in metrics
    assert run(commands, ["mail", "lift", str(address.id)]).exit_code == 2
    lifted = run(commands, ["mail", "lift", str(address.id), "--reason", "she called"])
    assert lifted.exit_code == 0, lifted.output
    assert run(commands, ["mail", "addresses"]).output == ""


def test_lanes_hold_under_many_workers_at_once(broker_url):
    lanes, most, lock = [RedisLanes(broker_url, 3) for _ in range(8)], [0, 0], threading.Lock()
    barrier = threading.Barrier(8)

    def work(own: RedisLanes) -> None:
        barrier.wait()
        for _ in range(40):
            entered = own.enter("google", NOON, LEASE)
            if isinstance(entered, Entered):
                with lock:
                    most[0] += 1
                    most[1] = max(most)
                with lock:
                    most[0] -= 1
                own.leave(entered, NOON, "taken")

    threads = [threading.Thread(target=work, args=(own,)) for own in lanes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert 1 <= most[1] <= 3

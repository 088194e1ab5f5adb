"""What `pbem doctor` finds, and when the operator hears of it by mail."""

import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import dns.message
import dns.rcode
import dns.resolver
import dns.rrset
import pytest

from pbem import embedded, store
from pbem.app.records import LetterState
from pbem.config import settings_from
from pbem.mailout.post import Delivered, TryLater
from pbem.signing.dkim import dkim_key, new_dkim_key
from pbem.wiring.checkup import look_daily
from pbem.wiring.dns_health import OwnDomain, Silent, SystemDns, is_reserved, sick_names
from pbem.wiring.examination import examined
from pbem.wiring.health import Ailment, ailments
from pbem.wiring.outside_clock import SystemClocks, outside_time
from pbem.wiring.pace import late, slow_clock
from tests.infra.houses import StoppedClock, environ_of, house_of
from tests.journeys.town import Town, wait_until
from tests.servers import own_postgres

RIGHT = {
    ("cards.ohhell.net", "MX"): ("10 mx.ohhell.net",),
    ("cards.ohhell.net", "TXT"): ("v=spf1 mx -all", "something else"),
    ("cards.ohhell.net", "A"): ("192.0.2.7",),
    ("_dmarc.ohhell.net", "TXT"): ("v=DMARC1; p=quarantine",),
    ("s1._domainkey.cards.ohhell.net", "TXT"): ("v=DKIM1; k=rsa; p=MIIB",),
    ("mx.ohhell.net", "A"): ("192.0.2.8",),
    ("8.2.0.192.in-addr.arpa.", "PTR"): ("mx.ohhell.net",),
}


class ToldDns:
    """Knows what it was told, and nothing else; or gives no answer at all."""

    def __init__(self, told, *, silent=False) -> None:
        self._told, self._silent = told, silent

    def records(self, name, kind):
        if self._silent:
            raise Silent("LifetimeTimeout")
        return self._told.get((name, kind), ())


def sick(change, *, silent=False):
    told = {key: records for key, records in (RIGHT | change).items() if records}
    domain = OwnDomain("cards.ohhell.net", {"s1": "MIIB"})
    return list(sick_names(domain, "cards.ohhell.net", ToldDns(told, silent=silent)))


def test_nothing_is_said_of_a_domain_that_is_set_up_well():
    assert sick({}) == []


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({("cards.ohhell.net", "MX"): ()}, "has no MX record"),
        ({("cards.ohhell.net", "MX"): ("0 .",)}, "has no address"),
        ({("mx.ohhell.net", "A"): ()}, "The MX mx.ohhell.net has no address"),
        ({("8.2.0.192.in-addr.arpa.", "PTR"): ()}, "192.0.2.8 has no PTR record"),
        ({("8.2.0.192.in-addr.arpa.", "PTR"): ("a.b.net",)}, "points to a.b.net, which does not"),
        ({("cards.ohhell.net", "TXT"): ("v=spf10 x",)}, "has no SPF record"),
        ({("cards.ohhell.net", "TXT"): ("v=spf1 mx", "v=spf1 a")}, "has 2 SPF records"),
        ({("cards.ohhell.net", "TXT"): ("v=spf1 +all",)}, "lets everybody write"),
        ({("_dmarc.ohhell.net", "TXT"): ()}, "has no DMARC record"),
        ({("s1._domainkey.cards.ohhell.net", "TXT"): ("v=DKIM1; p=",)}, "holds no DKIM key"),
        ({("s1._domainkey.cards.ohhell.net", "TXT"): ("p=MI IC; k=rsa",)}, "another DKIM key"),
        ({("cards.ohhell.net", "A"): ()}, "where the pages are, has no address"),
    ],
)
def test_each_record_that_is_missing_or_wrong_is_told_with_a_cure(change, what):
    [(told, cure)] = sick(change)

    assert what in told
    assert cure.endswith((".", "..."))


def test_a_resolver_that_is_silent_is_one_thing_to_mend_and_no_record_is_called_missing():
    assert sick({}, silent=True) == [
        ("DNS gives no answer (LifetimeTimeout).", "Mend the resolver of this machine.")
    ]


def test_names_for_examples_are_not_asked_for():
    assert all(is_reserved(name) for name in ("cards.example.org", "example.com", "a.test"))
    assert not any(is_reserved(name) for name in ("cards.ohhell.net", "myexample.org"))


@pytest.fixture
def name_server() -> Iterator[dns.resolver.Resolver]:
    """A real server of names on this machine, and a resolver that asks it."""
    known = {
        "long.ohhell.net. TXT": '"v=spf1 mx " "-all"',
        "ohhell.net. MX": "10 mx.ohhell.net.",
    }
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        door.bind(("127.0.0.1", 0))

        def serve() -> None:
            while True:
                asked, whence = door.recvfrom(2000)
                if asked == b"end":
                    return
                query = dns.message.from_wire(asked)
                answer = dns.message.make_response(query)
                [question] = query.question
                kind = dns.rdatatype.to_text(question.rdtype)
                found = known.get(f"{question.name} {kind}")
                if found:
                    answer.answer.append(dns.rrset.from_text(question.name, 9, "IN", kind, found))
                else:
                    is_ill = str(question.name).startswith("ill.")
                    answer.set_rcode(dns.rcode.SERVFAIL if is_ill else dns.rcode.NXDOMAIN)
                door.sendto(answer.to_wire(), whence)

        server = threading.Thread(target=serve)
        server.start()
        resolver = dns.resolver.Resolver(configure=False)
        resolver.nameservers, resolver.port = ["127.0.0.1"], door.getsockname()[1]
        yield resolver
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
            last.sendto(b"end", door.getsockname())
        server.join()


def test_records_come_from_a_real_server_of_names(name_server):
    names = SystemDns(name_server)

    assert names.records("long.ohhell.net", "TXT") == ("v=spf1 mx -all",)
    assert names.records("ohhell.net", "MX") == ("10 mx.ohhell.net",)
    assert names.records("nobody.ohhell.net", "MX") == ()
    with pytest.raises(Silent):
        names.records("ill.ohhell.net", "A")


def test_a_clock_that_differs_from_that_of_the_database_is_told(database_url, tmp_path):
    engine = store.open_engine(database_url)
    now = datetime.now(UTC)

    assert list(slow_clock(engine, now)) == []
    [(what, cure)] = slow_clock(engine, now + timedelta(minutes=1))
    assert "differ by" in what
    assert "NTP" in cure
    engine.dispose()
    assert not list(slow_clock(store.open_engine(f"sqlite:///{tmp_path / 'x.db'}"), now))


class ToldClocks:
    """Other clocks, which tell what they were told."""

    def __init__(self, there: datetime | None, keeps: bool | None = None) -> None:
        self._there, self._keeps = there, keeps

    def of(self, url: str) -> datetime | None:
        return self._there

    def keeps_time(self) -> bool | None:
        return self._keeps


def test_a_clock_that_differs_from_the_worlds_is_told_and_that_nobody_could_be_asked():
    now = datetime(2026, 3, 2, 7, 0, 0, 400_000, tzinfo=UTC)

    def asked(there: datetime | None, keeps: bool | None = None):
        found = outside_time(ToldClocks(there, keeps), "https://w.example", lambda: now)
        return found.sick and found.sick[0], found.unasked

    assert asked(now.replace(microsecond=0), keeps=False) == (None, None)
    assert asked(now + timedelta(minutes=2)) == (
        "The clock of this machine is 120 seconds slow.",
        None,
    )
    assert asked(now - timedelta(minutes=2))[0] == "The clock of this machine is 119 seconds fast."
    assert asked(None, keeps=True) == (None, None)
    assert asked(None, keeps=False) == ("Nothing sets the clock of this machine.", None)
    assert asked(None) == (
        None,
        "https://w.example tells no time, and timedatectl tells nothing here.",
    )


def test_a_real_web_server_and_a_real_program_are_asked(tmp_path, monkeypatch):
    class Refusing(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self.send_error(405)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Refusing) as server:
        threading.Thread(target=server.handle_request).start()
        there = SystemClocks().of(f"http://127.0.0.1:{server.server_port}")
    assert abs(there - datetime.now(UTC)) < timedelta(minutes=1)
    assert SystemClocks().of(f"http://127.0.0.1:{embedded.free_port()}") is None

    program = tmp_path / "timedatectl"
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    answers = []
    for said in ("echo yes", "echo no", "exit 1"):
        program.write_text(f"#!/bin/sh\n{said}\n")
        program.chmod(0o755)
        answers.append(SystemClocks().keeps_time())
    assert answers == [True, False, None]


@pytest.fixture
def house(tmp_path):
    with house_of(environ_of(f"sqlite:///{tmp_path / 'house.db'}", "redis://127.0.0.1:9/0")) as one:
        yield one


def test_letters_and_beats_that_wait_too_long_are_told(house):
    clock = StoppedClock()
    services = replace(house.services, clock=clock)
    with house.services.uow() as uow:
        uow.beats.beat("tick", clock.now())
        uow.letters.add(
            raw=b"From: a@b.example\r\n\r\nhelp\r\n",
            recipient="play@cards.example.org",
            recipients=("play@cards.example.org",),
            lane=None,
            transport="smtp",
            key="one",
            at=clock.now(),
        )
        uow.commit()
    clock.wait(seconds=90)
    assert list(late(services)) == []
    clock.wait(hours=2, minutes=5)

    assert [(where, what) for where, what, _ in late(services)] == [
        ("beat", "The last tick was 2 h 6 min ago."),
        ("letters", "The oldest has been unread for 2 h 6 min."),
    ]


class Operator:
    """Who is written to, by a mail server that takes mail or does not."""

    def __init__(self, house) -> None:
        self.clock, self.mails, self.answer = StoppedClock(), [], Delivered("taken")
        self._services = replace(house.services, clock=self.clock)
        self._settings = house.settings
        self.looks = 0

    def day(self, *found: Ailment, hours: float = 24) -> list[str]:
        """Let time pass, look, and return the subjects of new mails."""
        self.clock.wait(hours=hours)
        before = len(self.mails)

        def look() -> list[Ailment]:
            self.looks += 1
            return list(found)

        look_daily(self._services, self._settings, look, self._take)
        return [str(mail["Subject"]).partition(": ")[2] for mail in self.mails[before:]]

    def _take(self, raw: bytes, sender: str, to: str):
        assert to == "erik@cards.example.org"
        if isinstance(self.answer, Delivered):
            self.mails.append(message_from_bytes(raw, policy=policy.default))
        return self.answer


BROKER = Ailment("broker", "Redis does not answer.", "Start it.")


def old_letters(minutes: int) -> Ailment:
    return Ailment("letters", f"The oldest has been unread for {minutes} min.", "Look.")


def test_the_operator_hears_once_of_what_is_ill_again_of_more_and_when_all_is_well(house):
    erik = Operator(house)

    assert erik.day() == []
    assert erik.day(old_letters(11)) == ["1 thing to mend"]
    assert erik.day(old_letters(1451)) == []
    assert erik.day(old_letters(2891), BROKER) == ["2 things to mend"]
    assert erik.day(BROKER) == []
    # It went away and has come back, while the broker was ill all the time.
    assert erik.day(old_letters(11), BROKER) == ["2 things to mend"]
    assert erik.day(old_letters(11), BROKER) == []
    assert erik.day() == ["all is well again"]
    assert erik.day() == []
    assert erik.day(BROKER) == ["1 thing to mend"]
    assert "Start it." in erik.mails[-1].get_content()
    assert erik.mails[-1]["Auto-Submitted"] == "auto-generated"


def test_what_nobody_mends_is_told_again_after_a_week(house):
    erik = Operator(house)

    told = [erik.day(BROKER) for _ in range(9)]

    assert [number for number, mails in enumerate(told) if mails] == [0, 7]


def test_one_looks_once_a_day_and_again_soon_while_the_mail_is_not_taken(house):
    erik = Operator(house)
    erik.answer = TryLater(451, "busy")
    assert erik.day(BROKER) == []
    assert erik.day(BROKER, hours=0.25) == []
    erik.answer = Delivered("taken")

    assert erik.day(BROKER, hours=0.25) == ["1 thing to mend"]
    assert erik.day(BROKER, hours=0.25) == []
    assert erik.looks == 3


def test_all_is_gone_through_for_a_house_with_names_of_its_own(house):
    named = replace(house.settings, service_address="play@cards.ohhell.net")
    found = examined(replace(house, settings=named), ToldDns({}), "s1")

    assert {"DNS", "broker", "mail server"} <= {one.where for one in found}
    assert "cards.ohhell.net has no MX record: answers do not come back." in [
        one.what for one in found
    ]


def told_of_names(house, change: dict[str, str], **names: tuple[str, ...]) -> list[str]:
    url = house.engine.url.render_as_string(hide_password=False)
    settings = settings_from(environ_of(url, "redis://127.0.0.1:9/0") | change)
    told = ToldDns(RIGHT | {(name, kind): found for kind, (name, *found) in names.items()})
    found = examined(replace(house, settings=settings), told)
    return [one.what for one in found if one.where == "DNS"]


def test_of_a_domain_of_a_provider_only_the_host_of_the_pages_is_looked_at(house):
    change = {"PBEM_SERVICE_ADDRESS": "me@gmail.com", "PBEM_OWN_DOMAIN": "no"}
    elsewhere = change | {"PBEM_BASE_URL": "https://nowhere.ohhell.net"}
    here = change | {"PBEM_BASE_URL": "https://cards.ohhell.net"}

    assert told_of_names(house, elsewhere) == [
        "nowhere.ohhell.net, where the pages are, has no address."
    ]
    assert told_of_names(house, here) == []


def test_the_key_in_the_dns_is_the_one_that_signs_or_any_where_the_mail_server_signs(
    house, tmp_path
):
    file = tmp_path / "s1.pem"
    file.write_bytes(new_dkim_key("ed25519"))
    signed_there = {
        "PBEM_SERVICE_ADDRESS": "play@cards.ohhell.net",
        "PBEM_BASE_URL": "https://cards.ohhell.net",
        "PBEM_DKIM_SELECTOR": "s1",
    }
    signed_here = signed_there | {"PBEM_DKIM_KEY_FILE": str(file)}
    ours = ("s1._domainkey.cards.ohhell.net", f"v=DKIM1; p={dkim_key(file.read_bytes()).public}")

    assert told_of_names(house, signed_there) == []
    [missing] = told_of_names(house, signed_there | {"PBEM_DKIM_SELECTOR": "s2"})
    assert missing == "s2._domainkey.cards.ohhell.net holds no DKIM key."
    [other] = told_of_names(house, signed_here)
    assert "another DKIM key" in other
    assert told_of_names(house, signed_here, TXT=ours) == []


@pytest.mark.parametrize("scheme", ["smtp", "smtp+starttls", "smtps"])
def test_a_mail_server_where_nobody_listens_is_told_however_it_is_spoken_to(scheme, tmp_path):
    url = f"{scheme}://127.0.0.1:{embedded.free_port()}"
    settings = settings_from(
        environ_of(f"sqlite:///{tmp_path / 'x.db'}", "redis://127.0.0.1:9/0")
        | {"PBEM_SMTP_URL": url}
    )

    found = [one.what for one in ailments(settings) if one.where == "mail server"]

    assert found == [f"Nobody listens at {url.partition('//')[2]}."]


def test_a_mail_server_that_refuses_the_login_is_told(town):
    town.environ["PBEM_SMTP_URL"] = f"smtp://erik:wrong@127.0.0.1:{town.postman.port}"

    [found] = [one for one in told(town) if one["where"] == "mail server"]

    assert "offers neither login nor TLS" in found["what"]


def told(town: Town) -> list[dict[str, str]]:
    return json.loads(doctor(town, "--json").stdout)["found"]


@pytest.fixture
def town(database_url, broker_url, tmp_path):
    one = Town(database_url, broker_url, tmp_path)
    one.environ["STATE_DIRECTORY"] = str(tmp_path / "state")
    # Nothing is ill: senders of letters straight from the net are checked.
    one.environ["PBEM_CHECK_SENDERS"] = "own"
    one.postman.start()
    try:
        yield one
    finally:
        one.stop()


@contextmanager
def quick_beat(town: Town) -> Iterator[None]:
    """Beat alone, which looks every half second, and waits no longer than that for a letter."""
    quick = (
        "from workers import lookout; from workers.app import app; "
        "lookout.SECONDS = 0.5; lookout.WORDS += ('--patience=0.5',); "
        "app.start(['beat', '--pidfile='])"
    )
    beat = subprocess.Popen([sys.executable, "-c", quick], env=town.environ)
    try:
        yield
    finally:
        beat.terminate()
        beat.wait()


def told_by_mail(town: Town, many: int = 1) -> list[str]:
    raws = wait_until("a mail", lambda: operators_mails(town)[many - 1 :] and operators_mails(town))
    mails = [message_from_bytes(raw, policy=policy.default) for raw in raws]
    return [f"{mail['Subject']}\n{mail.get_content()}" for mail in mails]


def operators_mails(town: Town) -> list[bytes]:
    return town.postman.mails("erik@cards.example.org")


def test_beat_tells_the_operator_and_no_worker_is_held_up_by_that(town):
    town.environ["PBEM_MAILGUN_KEYS"] = f"{'a' * 24},{'a' * 24}"
    town.environ["PBEM_SERVICE_ADDRESS"] = "play@cards.ohhell.net"
    with quick_beat(town):
        [text] = told_by_mail(town)

    assert "things to mend" in text
    assert "A key of PBEM_MAILGUN_KEYS stands there twice." in text
    # The postman takes the letter to ourselves, and hands nothing on.
    assert "loop: A letter to play@cards.ohhell.net went out" in text
    assert "a" * 24 not in text


def test_a_broker_that_is_dead_is_told_by_mail(town):
    town.environ["PBEM_REDIS_URL"] = f"redis://127.0.0.1:{embedded.free_port()}/0"
    with quick_beat(town):
        [text] = told_by_mail(town)

    assert "broker: Redis does not answer" in text


def test_a_database_that_is_dead_is_told_by_mail_once_a_day_and_that_it_is_back(town):
    with own_postgres() as cluster:
        engine = store.open_engine(cluster.url)
        store.migrate(engine)
        engine.dispose()
        town.environ["PBEM_DATABASE_URL"] = cluster.url
        cluster.stop()
        for _ in range(2):
            looked(town)
        [stamp] = Path(town.environ["STATE_DIRECTORY"]).iterdir()
        [first] = told_by_mail(town)
        stamp.write_text((datetime.now(UTC) - timedelta(days=1)).isoformat())
        looked(town)
        cluster.start()
        for _ in range(2):
            looked(town)

    *outages, well = told_by_mail(town, 3)
    assert ["database: The database does not answer" in one for one in outages] == [True, True]
    assert outages[0] == first
    assert "all is well again" in well
    assert not stamp.exists()


def test_an_outage_that_cannot_be_noted_is_not_told_every_quarter_of_an_hour(town, tmp_path):
    town.environ["PBEM_DATABASE_URL"] = f"postgresql://127.0.0.1:{embedded.free_port()}/x"
    (tmp_path / "file").touch()
    town.environ["STATE_DIRECTORY"] = str(tmp_path / "file")

    assert "cannot be written" in looked(town).stderr
    assert operators_mails(town) == []


def looked(town: Town) -> subprocess.CompletedProcess[str]:
    done = doctor(town, "--mail")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    return done


def test_a_letter_to_ourselves_comes_in_does_nothing_and_is_not_answered(town):
    # Our own listener takes mail for us as a mail server does that hands it on.
    town.environ["PBEM_SMTP_URL"] = f"smtp://127.0.0.1:{town.smtp_port}"
    town.start("listen", "worker")
    wait_until("the door", lambda: is_open(town.smtp_port))

    done = doctor(town, "--loop", "--json")

    # The pages do not run, and nothing says so here; the loop is well.
    told = json.loads(done.stdout)
    assert (told["well"], told["found"]) == (True, [])
    assert done.returncode == 0
    with closing(town.house()) as house:
        letter = wait_until("its reading", lambda: only_letter(house))
        with house.services.uow() as uow:
            assert uow.outbox.due(datetime.now(UTC) + timedelta(days=1), 9) == []
            assert uow.outbox.oldest_waiting() is None
    assert letter.verdict == "loop"


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def only_letter(house):
    """Return the one letter there is, once it has been read."""
    with house.services.uow() as uow:
        [letter] = uow.letters.newest(9)
    return letter if letter.state is LetterState.DONE else None


def test_a_letter_to_ourselves_that_stays_away_is_told(town):
    done = doctor(town, "--loop", "--patience=1", "--json")

    [found] = json.loads(done.stdout)["found"]
    assert done.returncode == 1
    assert found["where"] == "loop"
    assert "after 1 seconds it is not in" in found["what"]


def doctor(town: Town, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pbem.cli", "doctor", *words],
        env=town.environ,
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_settings_that_do_not_do_are_told_as_json_too(monkeypatch):
    done = subprocess.run(
        [sys.executable, "-m", "pbem.cli", "doctor", "--json"],
        env={"PBEM_X": "1"},
        capture_output=True,
        text=True,
        timeout=60,
    )

    told = json.loads(done.stdout)
    assert done.returncode == 1
    assert not told["well"]
    assert {"configuration"} == {one["where"] for one in told["found"]}

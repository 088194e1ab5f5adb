"""The house: settings in, everything that runs out."""

from dataclasses import dataclass, field

from flask import Flask
from sqlalchemy import Engine

from pbem import store
from pbem.app import clock, recovery, upkeep
from pbem.app.services import Policy, Services
from pbem.chance import SystemChance
from pbem.config import Settings
from pbem.doorbell import CeleryBell
from pbem.mailin.doorstep import StoringDoorstep
from pbem.mailin.hooks import check_signature
from pbem.mailout.outside import Outside
from pbem.mailout.post import PostSettings, Relay
from pbem.mailout.signature import Sign, Signer, unsigned
from pbem.store.clock import SystemClock
from pbem.web import WebSettings, create_app
from pbem.wiring.amazon import Amazon, AmazonByHttps
from pbem.wiring.door import door_of, identity_of, limits_url
from pbem.wiring.faults import again
from pbem.wiring.hooks import provider_desk
from pbem.wiring.lanes import Lanes, OpenLanes, RedisLanes
from pbem.wiring.post import PostOffice
from pbem.wiring.reading import LetterReader
from pbem.wiring.rounds import read_waiting


@dataclass(frozen=True, slots=True)
class House:
    """Everything of one process. It holds connections, so each process opens its own."""

    settings: Settings
    engine: Engine = field(repr=False)
    services: Services = field(repr=False)
    doorstep: StoringDoorstep = field(repr=False)
    letter_reader: LetterReader = field(repr=False)
    post_office: PostOffice = field(repr=False)
    amazon: Amazon = field(default_factory=AmazonByHttps, repr=False)

    def read_letters(self) -> bool:
        """Read letters that wait; return False if some are to be tried again."""
        return read_waiting(self.letter_reader)

    def tick(self) -> None:
        """Do what is due by now."""
        clock.tick(self.services)

    def sweep(self) -> None:
        """Ring for what was not rung."""
        upkeep.sweep(self.services)

    def go_on(self, game_id: int) -> None:
        """Let the bots of a table go on."""
        clock.go_on(self.services, game_id)

    def forget(self) -> None:
        """Delete mail whose time is over."""
        upkeep.forget(self.services)

    def recover(
        self, *, stands_still: bool = False
    ) -> recovery.Recovered | recovery.StillRunning | None:
        """Make a restored backup fit to go on from."""
        return recovery.recover(self.services, self.letter_reader.read, stands_still=stands_still)

    def pages(self) -> Flask:
        """Return the web side."""
        settings = self.settings
        web = WebSettings(
            base_url=settings.base_url,
            service_address=settings.service_address,
            operator_name=settings.operator_name,
            operator_email=settings.operator_email,
            hook_keys=settings.hook_keys,
            secure_cookies=settings.is_secure,
            limits_url=limits_url(settings),
            proxies=settings.proxies,
            metrics_token=settings.metrics_token,
        )
        take_call = provider_desk(
            settings.providers, self.doorstep, self.amazon, self.services.clock
        )
        return create_app(
            self.services,
            web,
            settings.keys,
            self._receive,
            check_signature,
            take_call,
            again=again,
        )

    def _receive(self, raw: bytes, recipient: str) -> None:
        self.doorstep.store(raw, recipient, (recipient,), "hook")

    def close(self) -> None:
        """Give the connections back."""
        self.engine.dispose()


def open_house(settings: Settings) -> House:
    """Return the house of this process. Nothing is connected to until it is needed."""
    engine = store.open_engine(settings.database_url)
    services = _services(settings, engine)
    return House(
        settings=settings,
        engine=engine,
        services=services,
        doorstep=door_of(settings, services.uow, services.bell, services.clock),
        letter_reader=LetterReader(
            services, settings.keys, identity_of(settings), settings.senders
        ),
        post_office=_post_office(settings, services),
    )


def _services(settings: Settings, engine: Engine) -> Services:
    time = SystemClock()
    return Services(
        uow=store.uow_factory(engine, settings.keys, clock=time),
        clock=time,
        chance=SystemChance(),
        bell=CeleryBell(settings.redis_url or ""),
        policy=Policy(
            service_address=settings.service_address,
            operator_name=settings.operator_name,
            operator_email=settings.operator_email,
            move_limit=settings.move_limit,
            news_delay=settings.news_delay,
            keep=settings.keep_mail,
            # Of the mails of an hour half may be questions; a day is soon over that writes all day.
            questions_an_hour=settings.unproven_mails // 2,
            unproven_an_hour=settings.unproven_mails,
            unproven_a_day=settings.unproven_mails * 5 // 2,
            trust=settings.senders.trust,
        ),
    )


def _post_office(settings: Settings, services: Services) -> PostOffice:
    relay = settings.relay
    post = PostSettings(
        host=relay.host,
        port=relay.port,
        security="none" if relay.security == "plain" else relay.security,
        user=relay.user,
        password=relay.password,
        helo=settings.domain,
        timeout=settings.smtp_timeout.total_seconds(),
    )
    outside = Outside(
        service=settings.service_address,
        base_url=settings.base_url,
        operator_name=settings.operator_name,
        operator_email=settings.operator_email,
        keys=settings.keys,
        delimiter=settings.delimiter,
        owns_domain=settings.owns_domain,
    )
    # A conversation with the mail server has several turns, each of which may take that long.
    held = settings.smtp_timeout * 10
    return PostOffice(
        services,
        settings.keys,
        outside,
        Relay(post),
        held,
        lanes=_lanes(settings),
        sign=_sign(settings, outside.domain),
    )


def _lanes(settings: Settings) -> Lanes:
    url = _redis_url(settings)
    return RedisLanes(url, settings.outgoing.sessions) if url else OpenLanes()


def _sign(settings: Settings, domain: str) -> Sign:
    selector, key_file = settings.outgoing.dkim_selector, settings.outgoing.dkim_file
    if selector is None or key_file is None:
        return unsigned
    return Signer(domain, selector, key_file.key)


def _redis_url(settings: Settings) -> str | None:
    """Return where Redis is; None where the queue is a folder, as in the demo."""
    url = settings.redis_url or ""
    return url if url.startswith(("redis:", "rediss:")) else None

"""Two houses with the same table: equal in all that a seat may know, different in the rest.

Clock and chance are loaded, so that ids, times, codes and commitments are equal. How
packs, secret bids and cards laid aside differ is in `tests.privacy.worlds`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache
from sqlalchemy import Engine

from pbem.app import accounts, clock, pages
from pbem.mailout.outside import Outside
from pbem.mailout.post import Delivered
from pbem.rules.engine import Game
from pbem.rules.events import Event
from pbem.rules.moves import Bid, Lay, Move, NameTrump, Play
from pbem.rules.options import Rules
from pbem.rules.view import View
from pbem.signing import Keys
from pbem.store import StateCache, open_engine, uow_factory
from pbem.web import WebSettings, create_app
from pbem.wiring import PostOffice
from tests.app.house import House

NAMES = ("Alice", "Bob", "Carol", "Dan")
SITE = "https://cards.example.org"
FILES = ("", "/state.json", "/deals.json", "/sheet.csv", "/sheet.pdf")
CROWD = (*NAMES, "Erin", "Frank", "Grace", "Heidi", "Ivan", "Judy")

Lines = list[tuple[str, str]]

Answer = tuple[int, list[tuple[str, str]], bytes]
"""Status, headers and bytes of a page."""


@dataclass
class Twin:
    """One of the two houses, with its post and its pages.

    Mail is sent to `readers` only: what others get costs time, and is not looked at.
    """

    house: House
    post: PostOffice
    app: Flask
    engine: Engine
    sent: list[tuple[str, str, bytes]] = field(default_factory=list)
    code: str = ""
    watch: str = ""
    readers: Sequence[str] = CROWD

    def play(self, lines: Lines) -> bool:
        """Deliver these lines, sending all mail at once; False if one was not carried out."""
        self._send()
        for name, line in lines:
            seat = self.house.seats(self.code)[name]
            if self.house.letter(seat, line).verdict != "applied":
                return False
            self._send()
        return True

    def _send(self) -> None:
        seats = self.house.seats(self.code)
        readers = {seats[name].id for name in self.readers if name in seats}
        for notice in self.house.notices():
            if notice.seat_id in readers:
                self.post.send(notice.id)

    def mails_to(self, name: str) -> list[tuple[str, str, bytes]]:
        return [mail for mail in self.sent if mail[1] == _address(name)]

    def pages_of(self, name: str | None) -> dict[str, Answer]:
        """Fetch all that a seat can open by its latest link and signed in; None: a spectator."""
        client = self.app.test_client()
        if name is None:
            return self._fetched(client, f"/w/{self.watch}", FILES)
        return {
            **self._fetched(client, self._link(name), ("", "/state.json")),
            **self._fetched(client, f"/w/{self.watch}", FILES),
            **self._fetched(self._signed_in(name), f"/g/{self.code}", FILES),
        }

    def _signed_in(self, name: str) -> FlaskClient:
        player_id, token = self.house.seats(self.code)[name].player_id, f"session-of-{name}"
        assert player_id is not None
        accounts.open_session(self.house.services, player_id, token)
        client = self.app.test_client()
        client.set_cookie("__Host-session", token, domain="cards.example.org", secure=True)
        return client

    @staticmethod
    def _fetched(client: FlaskClient, start: str, ends: Sequence[str]) -> dict[str, Answer]:
        answers = {f"{start}{end}": client.get(f"{start}{end}", base_url=SITE) for end in ends}
        return {
            path: (answer.status_code, sorted(answer.headers.items()), answer.data)
            for path, answer in answers.items()
        }

    def _link(self, name: str) -> str:
        text = self.mails_to(name)[-1][2].decode().replace("=\r\n", "")
        return "/t/" + text.split("/t/", 1)[1][:20]

    def view(self, name: str) -> View:
        page = pages.seat_sight(self.house.services, self.house.seats(self.code)[name].id)
        assert page is not None
        assert page.sight.view is not None
        return page.sight.view

    def events(self) -> list[Event]:
        with self.house.services.uow() as uow:
            return [one.event for one in uow.log.since(self.house.game(self.code).id, 0)]

    def game(self) -> Game:
        with self.house.services.uow() as uow:
            return uow.log.game(self.house.game(self.code))

    def wait(self) -> None:
        """Let half of the time for an answer go by, after which seats are reminded."""
        self.house.clock.turn(self.house.game(self.code).limit / 2)
        clock.tick(self.house.services)
        assert self.play([])


def _address(name: str) -> str:
    return f"{name.lower()}@home.example"


def line_of(move: Move) -> str:
    """Return a move as it is written in a mail."""
    match move:
        case Bid(tricks):
            return str(tricks)
        case Play(card, call):
            return f"{card} as {call}" if card.suit and call else f"{card} {call}".strip()
        case NameTrump(trump):
            return "no trumps" if trump == "NT" else f"trumps {trump}"
        case Lay(laid, claim):
            return " ".join(["lay", *map(str, laid), claim]).strip()


def build(
    template: Path,
    folder: Path,
    keys: Keys,
    *,
    names: Sequence[str] = NAMES,
    preset: str = "nomination_whist",
    own: Rules | None = None,
    secret: str = "a",
) -> Twin:
    """Return a house with a full table on a copy of an empty database.

    `own` are rules of this table alone; all that chance gives follows from `secret`.
    """
    path = folder / "twin.db"
    folder.mkdir(parents=True)
    path.write_bytes(template.read_bytes())
    engine = open_engine(f"sqlite:///{path}")
    house = House(uow_factory(engine, keys, StateCache()), secret=secret)
    outside = Outside(
        service="play@cards.example.org",
        base_url=SITE,
        operator_name="Erik Lund",
        operator_email="erik@cards.example.org",
        keys=keys,
    )
    sent: list[tuple[str, str, bytes]] = []

    def deliver(raw: bytes, sender: str, recipient: str) -> Delivered:
        sent.append((sender, recipient, raw))
        return Delivered("250 taken")

    settings = WebSettings(
        base_url=outside.base_url,
        service_address=outside.service,
        operator_name=outside.operator_name,
        operator_email=outside.operator_email,
    )
    app = create_app(house.services, settings, keys, lambda *_: None, lambda *_: "absent")
    # Templates are compiled once for all houses.
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(template.parent))
    twin = Twin(house, PostOffice(house.services, keys, outside, deliver), app, engine, sent)
    row, _seats = house.table(*names, preset=preset, own=own)
    twin.code, twin.watch = row.code, row.watch_code
    return twin

"""Two houses with the same table: equal in all that a seat may know, different in the rest.

Clock, chance and shuffle are loaded, so that ids, times, codes and commitments are
equal; the second house's pack differs only in cards that the viewer has not seen.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from flask import Flask
from sqlalchemy import Engine

from pbem.app import pages
from pbem.mailout.outside import Outside
from pbem.mailout.post import Delivered
from pbem.rules.cards import STANDARD_PACK, Card
from pbem.rules.view import View
from pbem.signing import Keys
from pbem.store import StateCache, open_engine, uow_factory
from pbem.web import WebSettings, create_app
from pbem.wiring import PostOffice
from tests.app.house import House

NAMES = ("Alice", "Bob", "Carol", "Dan")
SEATS = len(NAMES)

Lines = list[tuple[str, str]]


@dataclass
class Twin:
    """One of the two houses, with its post and its pages."""

    house: House
    post: PostOffice
    app: Flask
    engine: Engine
    sent: list[tuple[str, str, bytes]] = field(default_factory=list)
    code: str = ""
    watch: str = ""

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
        for notice in self.house.notices():
            self.post.send(notice.id)

    def mails_to(self, name: str) -> list[tuple[str, str, bytes]]:
        return [mail for mail in self.sent if mail[1] == f"{name.lower()}@home.example"]

    def pages_of(self, name: str) -> dict[str, tuple[int, list[tuple[str, str]], bytes]]:
        """Fetch every page that a seat can open by its latest link, and the spectator's."""
        link = self._link(name)
        paths = [link, f"{link}/state.json", f"/w/{self.watch}", f"/w/{self.watch}/deals.json"]
        client = self.app.test_client()
        return {path: self._fetch(client, path) for path in paths}

    @staticmethod
    def _fetch(client, path: str) -> tuple[int, list[tuple[str, str]], bytes]:
        answer = client.get(path)
        return answer.status_code, sorted(answer.headers.items()), answer.data

    def _link(self, name: str) -> str:
        text = self.mails_to(name)[-1][2].decode().replace("=\r\n", "")
        return "/t/" + text.split("/t/", 1)[1][:20]

    def view(self, name: str) -> View:
        page = pages.seat_sight(self.house.services, self.house.seats(self.code)[name].id)
        assert page is not None
        assert page.sight.view is not None
        return page.sight.view

    def moves(self, count: int, chance: random.Random) -> Lines:
        """Let everybody play at random; return what was written, with some talk between."""
        lines: Lines = []
        for _ in range(count):
            name = next(name for name in NAMES if self.view(name).wants is not None)
            view = self.view(name)
            choices: Sequence[object] = view.legal_bids or view.legal_cards
            lines.append((name, str(chance.choice(choices))))
            if chance.random() < 0.2:
                lines.append((chance.choice(NAMES), "say well played"))
            assert self.play(lines[-2:] if lines[-1][1].startswith("say") else lines[-1:])
        return lines


def build(
    template: Path,
    folder: Path,
    keys: Keys,
    *,
    names: Sequence[str] = NAMES,
    preset: str = "nomination_whist",
) -> Twin:
    """Return a house with a full table on a copy of an empty database."""
    path = folder / "twin.db"
    folder.mkdir()
    path.write_bytes(template.read_bytes())
    engine = open_engine(f"sqlite:///{path}")
    house = House(uow_factory(engine, keys, StateCache()))
    outside = Outside(
        service="play@cards.example.org",
        base_url="https://cards.example.org",
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
    twin = Twin(house, PostOffice(house.services, keys, outside, deliver), app, engine, sent)
    row, _seats = house.table(*names, preset=preset)
    twin.code, twin.watch = row.code, row.watch_code
    return twin


def hidden_places(deck: Sequence[Card], size: int, seat: int, dealer: int, seen: set[Card]) -> list:
    """Return the places of the pack whose cards this seat has not seen."""
    turned = SEATS * size
    own = {index for index in range(turned) if (dealer + 1 + index) % SEATS == seat}
    return [
        index
        for index, card in enumerate(deck)
        if index not in own and index != turned and card not in seen
    ]


def shuffled_elsewhere(
    deck: Sequence[Card], places: Sequence[int], chance: random.Random
) -> tuple[Card, ...]:
    """Return the pack with the cards at these places permuted."""
    cards = [deck[place] for place in places]
    chance.shuffle(cards)
    other = list(deck)
    for place, card in zip(places, cards, strict=True):
        other[place] = card
    return tuple(other)


def stacked(deck: Sequence[Card]) -> Callable[..., tuple[Card, ...]]:
    """Return a shuffle that always gives this pack."""
    return lambda *_args: tuple(deck)


def a_deck(chance: random.Random) -> tuple[Card, ...]:
    return tuple(chance.sample(STANDARD_PACK, len(STANDARD_PACK)))

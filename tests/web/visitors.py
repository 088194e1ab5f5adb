"""Visitors of the pages: who is signed in, who follows a link, and what they see."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from flask import Flask
from flask.testing import FlaskClient
from lxml import html as lxml_html
from sqlalchemy import MetaData, select

from pbem.app import accounts, pages, signing_in
from pbem.app.records import GameRow, Link, Seat
from pbem.orders.orders import NewGame
from pbem.rules.moves import Lay, Position
from pbem.rules.options import Rules, rules_of
from pbem.rules.view import View
from pbem.signing import Keys, page_token, short_token, signed
from pbem.web import replies
from pbem.web.answers import answer_text, read_answer
from tests.app.house import House

BASE = "https://cards.example.org"

_sessions = itertools.count(1)


class Browser(FlaskClient):
    """A browser that is always on our site, by https."""

    def open(self, *args, **kwargs):
        if args and isinstance(args[0], str):
            kwargs.setdefault("base_url", BASE)
        return super().open(*args, **kwargs)


@dataclass
class Site:
    app: Flask
    house: House
    keys: Keys

    def __post_init__(self) -> None:
        self.app.test_client_class = Browser

    def stranger(self) -> FlaskClient:
        return self.app.test_client()

    def signed_in(self, player_id: int) -> FlaskClient:
        token = f"session-{next(_sessions)}"
        accounts.open_session(self.house.services, player_id, token)
        client = self.app.test_client()
        client.set_cookie("__Host-session", token, domain="cards.example.org", secure=True)
        return client

    def owner(self, seat: Seat) -> FlaskClient:
        return self.signed_in(seat.player_id or 0)

    def link(self, seat: Seat, position: Position | None = None) -> str:
        """Return the path of the short link as a mail to this seat has it."""
        at = position or self.house.position(seat)
        token = short_token(self.keys, seat.id, at, seat.generation)
        until = self.house.clock.now() + timedelta(days=14)
        with self.house.services.uow() as uow:
            uow.links.add(token, Link(seat.id, at, seat.generation, until))
            uow.commit()
        return f"/t/{token}"

    def stop_link(self, seat: Seat) -> str:
        return f"/stop/{page_token(self.keys, 'stop', seat.id, seat.generation)}"

    def stop_all_link(self, seat: Seat) -> str:
        return f"/stop-all/{page_token(self.keys, 'stop_all', seat.player_id or 0)}"

    def confirm_link(self) -> str:
        """Return the path of the link in the newest mail that asks for a yes."""
        notice = self.house.notices("confirm")[-1]
        return f"/confirm/{page_token(self.keys, 'confirm', (notice.facts or {})['pending_id'])}"

    def invitation_link(self, email: str) -> str:
        """Return the path of the link in the invitation that went to this address."""
        (notice,) = [one for one in self.house.notices("invitation") if one.email == email]
        found = (notice.facts or {})["invitation_id"]
        return f"/come/{page_token(self.keys, 'invitation', found)}"

    def sign_in_link(self, email: str) -> str:
        """Ask for a sign-in mail; return the path of the link in it."""
        signing_in.ask_sign_in(self.house.services, email)
        return self.newest_sign_in_link()

    def newest_sign_in_link(self) -> str:
        notice = self.house.notices("sign_in")[-1]
        return f"/in/{signed(self.keys, 'sign-in', (notice.facts or {})['pending_id'])}"

    def view(self, seat: Seat):
        page = pages.seat_sight(self.house.services, seat.id)
        assert page is not None
        return page.sight.view

    def table(self, *names: str, **options: object) -> tuple[GameRow, dict[str, Seat]]:
        """Start a game of these people by rules with these options."""
        own = rules_of(len(names), options)
        assert isinstance(own, Rules), own
        starter, *others = [self.house.player(name) for name in names]
        order = NewGame("oh_hell_standard")
        created = pages.new_game(self.house.services, starter.id, order, own)
        assert created.done is not None, created
        row = self.house.game(created.done.text)
        for other in others:
            joined = pages.join(self.house.services, other.id, row.join_code)
            assert joined.done is not None, joined
        return self.house.game(row.code), self.house.seats(row.code)

    def on_turn(self, seats: dict[str, Seat]) -> Seat:
        """Return the seat that is waited for, or the first of those that are."""
        number = self.view(next(iter(seats.values()))).on_turn[0]
        return next(seat for seat in seats.values() if seat.number == number)

    def answers(self, seat: Seat) -> list[str]:
        """Return what a seat may answer now, as its page's forms send it."""
        view = self.view(seat)
        if view.lay:
            return [answer_text(Lay(view.hand[: view.lay]))]
        return list(replies.answers(view))

    def play(self, seats: dict[str, Seat], moves: int) -> None:
        """Let whoever is on turn give the first possible answer, so many times."""
        for _ in range(moves):
            seat = self.on_turn(seats)
            answers = self.answers(seat)
            lying = self.view(seat).deal.table
            copies = [str(one.card) for one in lying.cards] if lying else []
            # A second copy of what lies there comes first, so that equal cards do meet.
            self.answer(seat, next((one for one in answers if one in copies), answers[0]))

    def answer(self, seat: Seat, text: str) -> None:
        """Let a seat answer for its present position."""
        move = read_answer(text)
        assert move is not None
        outcome = pages.play(self.house.services, seat.id, move, self.house.position(seat))
        assert outcome.done is not None, outcome

    def play_until(self, seats: dict[str, Seat], met: Callable[[View], object]) -> Seat:
        """Play first answers until what the seat on turn sees meets a wish; return that seat."""
        while not met(self.view(seat := self.on_turn(seats))):
            self.play(seats, 1)
        return seat

    def rows(self) -> dict[str, list]:
        """Return all rows of all tables."""
        known = MetaData()
        with self.house.engine.connect() as connection:
            known.reflect(connection)
            return {
                name: sorted(map(repr, connection.execute(select(table)).all()))
                for name, table in known.tables.items()
            }


def page_of(response):
    """Return the page as a tree."""
    return lxml_html.document_fromstring(response.get_data(as_text=True))


def form_with(page, selector: str) -> tuple[str, dict[str, str]]:
    """Return address and fields of the first form that holds what the XPath selects."""
    form, *_ = page.xpath(f"//form[{selector}]")
    fields = {
        field.get("name"): field.get("value") or "" for field in form.xpath(".//input[@name]")
    }
    return form.get("action"), fields


def text_of(page) -> str:
    return " ".join(page.text_content().split())


def press(client: FlaskClient, page, label: str, **more: str):
    """Press the button with these words, as a browser would, and return the answer."""
    (button, *_) = [
        found for found in page.xpath("//button") if label in " ".join(found.text_content().split())
    ]
    return submit(client, button, **more)


def submit(client: FlaskClient, button, **more: str):
    """Send the form of a button with its fields."""
    (form,) = button.xpath("ancestor::form[1]")
    fields = {
        field.get("name"): field.get("value") or field.text or ""
        for field in form.xpath(
            ".//input[@name and (@checked or not(@type='radio' or @type='checkbox'))]"
            " | .//textarea[@name]"
        )
    }
    fields |= {
        choice.getparent().get("name"): choice.get("value") or choice.text
        for choice in form.xpath(".//option[@selected]")
    }
    if button.get("name"):
        fields[button.get("name")] = button.get("value")
    fields |= more
    action = form.get("action").partition("#")[0]
    if form.get("method") == "get":
        return client.get(action, query_string=fields)
    return client.post(action, data=fields)

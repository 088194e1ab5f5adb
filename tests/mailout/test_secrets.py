"""A mail tells its seat nothing that this seat may not know."""

import re
from datetime import UTC, datetime
from random import Random

import pytest
import time_machine

from pbem.mailout.compose import compose
from pbem.rules.cards import STANDARD_PACK, Card
from pbem.rules.engine import Accepted, decide
from pbem.rules.events import BidMade, CardPlayed
from pbem.rules.moves import Bid, Move, Play
from pbem.show import cards
from pbem.show.reader import Reader
from tests.mailout.build import OUTSIDE, html_of, mail, text_of
from tests.show import build

PRESETS = ("nomination_whist", "oh_pshaw", "british_oh_hell", "blackout")

_BY_CODE = {cards.code(card): card for card in STANDARD_PACK}
_BY_WORDS = {cards.words(Reader(), card): card for card in STANDARD_PACK}


def shown_cards(text: str) -> set[Card]:
    """Return every card that a text names: by code, in words, in a link."""
    codes = re.findall(r"(?:10|\b[2-9JQKA])[CDHS]\b", text)
    links = re.findall(r"/t/[a-z]{20}/([2-9TJQKA])([CDHS])", text)
    plain = " ".join(text.split())
    words = re.findall(r"(?:\d+|jack|queen|king|ace) of (?:clubs|diamonds|hearts|spades)", plain)
    return (
        {_BY_CODE[code] for code in codes}
        | {Card(*link) for link in links}
        | {_BY_WORDS[told] for told in words}
    )


def known_to(table: build.Table, seat: int) -> set[Card]:
    """Return the own hand, and what has lain open in the running deal and the last."""
    sight = table.sight(seat)
    assert sight.view is not None
    known = set(sight.view.hand)
    for deal in (sight.view.deal, sight.view.last_deal):
        if deal is not None:
            tricks = (*deal.tricks, *([deal.table] if deal.table else []))
            known |= {played.card for trick in tricks for played in trick.cards}
            known |= {deal.turned} if deal.turned else set()
    return known


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(2))
def test_no_card_that_is_hidden_from_a_seat_is_in_its_mails(preset: str, seed: int) -> None:
    chance = Random(seed)
    table = build.Table(preset, 4, chance=chance)
    shown = 0
    while table.step():
        if chance.random() > 0.08:
            continue
        for seat in range(4):
            message = mail(table.told(seat, since=shown))
            named = shown_cards(text_of(message)) | shown_cards(html_of(message))
            assert set(table.sight(seat).view.hand) <= named
            assert named <= known_to(table, seat)
        shown = len(table.happened)


class Twins:
    """A game, and one that differs from it in cards that seat 0 has not seen."""

    def __init__(self, seed: int, steps: int) -> None:
        self.chance = Random(seed)
        packs = {deal: self._pack() for deal in range(1, 20)}
        self.one = build.Table(deck=packs.__getitem__)
        for _ in range(steps):
            self.one.step()
        deal = self.one.now.deal
        assert deal is not None
        self.deal = deal.number
        self.other = self._other(packs)

    def _pack(self) -> tuple[Card, ...]:
        return tuple(self.chance.sample(STANDARD_PACK, len(STANDARD_PACK)))

    def _other(self, packs: dict[int, tuple[Card, ...]]) -> build.Table:
        hidden = [card for card in STANDARD_PACK if card not in known_to(self.one, 0)]
        for _ in range(500):
            swapped = dict(packs)
            swapped[self.deal] = self._swapped(packs[self.deal], *self.chance.sample(hidden, 2))
            other = self._replayed(swapped)
            if other is not None and self._hands(other) != self._hands(self.one):
                return other
        raise AssertionError("no other hands fit what was played")

    def _swapped(self, pack: tuple[Card, ...], one: Card, other: Card) -> tuple[Card, ...]:
        partner = {one: other, other: one}
        return tuple(partner.get(card, card) for card in pack)

    def _replayed(self, packs: dict[int, tuple[Card, ...]]) -> build.Table | None:
        table = build.Table(deck=packs.__getitem__)
        for happened in self.one.happened:
            move: Move
            match happened.what:
                case BidMade(_, seat, tricks):
                    move = Bid(tricks)
                case CardPlayed(_, seat, card):
                    move = Play(card)
                case _:
                    continue
            if not isinstance(decide(table.now, seat, move), Accepted):
                return None
            table.move(seat, move)
        return table

    def _hands(self, table: build.Table) -> object:
        return [table.now.deal.hands[seat] for seat in (1, 2, 3)] if table.now.deal else None


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("steps", [3, 9, 20, 41])
def test_hidden_cards_make_no_difference_to_a_single_byte(seed: int, steps: int) -> None:
    twins = Twins(seed, steps)
    with time_machine.travel(datetime(2026, 3, 3, tzinfo=UTC), tick=False):
        for kind in ("turn", "reminder", "start", "news", "answer"):
            one = compose(twins.one.told(0, kind, since=2), OUTSIDE)
            other = compose(twins.other.told(0, kind, since=2), OUTSIDE)
            assert one == other

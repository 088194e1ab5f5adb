"""A mail tells its seat nothing that this seat may not know."""

import re
from datetime import UTC, datetime
from random import Random

import pytest
import time_machine

from pbem.app.told import Kind
from pbem.mailout.compose import compose
from pbem.rules.cards import ALL_CARDS, STANDARD_PACK, Card
from pbem.rules.cards import cards as card_names
from pbem.rules.engine import Accepted, decide
from pbem.rules.events import BidMade, CardPlayed
from pbem.rules.moves import Bid, Claim, Lay, Move, Play
from pbem.rules.presets import PRESETS as ALL_PRESETS
from pbem.show import cards
from pbem.show.reader import Reader
from tests.mailout.build import OUTSIDE, daily, html_of, mail, text_of
from tests.rules.playing import rules as with_options
from tests.show import build

PRESETS = (
    "nomination_whist",
    "oh_pshaw",
    "british_oh_hell",
    "blackout",
    "atkinson_blackout_5",
    "boerenbridge",
    "brader_jokers",
    "clag",
    "duell_oh_hell",
    "ninety_nine",
    "oh_hell_63",
    "okuneff",
)

_BY_CODE = {cards.code(card): card for card in ALL_CARDS}
_BY_WORDS = {cards.words(Reader(), card): card for card in ALL_CARDS}
_BY_NAME = {str(card): card for card in ALL_CARDS}
_RANK = r"(?:\d+|jack|queen|king|ace)"


def shown_cards(text: str) -> set[Card]:
    """Return every card that a text names: by code, in words, in a link."""
    # What a two may stand for is an example, not a card that somebody holds.
    text = re.sub(r" as \w+>", ">", text)
    codes = re.findall(r"\b(?:1[0-3]|[2-9JQKA])[CDHS]\b", text)
    links = re.findall(r"/t/[a-z]{20}/(\w+)", text)
    plain = " ".join(text.split())
    named = re.findall(r"[<(>;](JK1|JK2|joker(?! [12])|wizard|jester)\b", plain)
    words = re.findall(rf"{_RANK} of (?:clubs|diamonds|hearts|spades)|joker [12]", plain)
    return (
        {_BY_CODE[code] for code in (*codes, *named)}
        | {_BY_NAME[link] for link in links if link in _BY_NAME}
        | {_BY_WORDS[told] for told in words}
    )


def known_to(table: build.Table, seat: int) -> set[Card]:
    """Return the own hand, and what has lain open in the running deal and the last.

    That the view shows a hand to nobody but its holder, except as the rules have it, is
    tested with the views.
    """
    sight = table.sight(seat)
    assert sight.view is not None
    known = set(sight.view.hand)
    for deal in (sight.view.deal, sight.view.last_deal):
        if deal is not None:
            tricks = (*deal.tricks, *([deal.table] if deal.table else []))
            known |= {played.card for trick in tricks for played in trick.cards}
            known |= {one for one in (deal.turned, deal.upcard) if one is not None}
            known |= {*deal.own_laid, *deal.shown_laid}
            known |= {card for hand in deal.hands if hand for card in hand}
    return known


OF_TABLES: tuple[Kind, ...] = (
    "turn",
    "reminder",
    "start",
    "news",
    "moved",
    "answer",
    "over",
    "digest",
)


def cards_in(table: build.Table, seat: int, kind: Kind, since: int) -> set[Card]:
    """Return every card that a mail of this kind names to a seat."""
    sight = table.sight(seat)
    told = daily(sight, sight) if kind == "digest" else table.told(seat, kind, since=since)
    message = mail(told)
    return shown_cards(text_of(message)) | shown_cards(html_of(message))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(1))
def test_no_card_that_is_hidden_from_a_seat_is_in_its_mails(preset: str, seed: int) -> None:
    chance = Random(seed)
    players = chance.choice(ALL_PRESETS[preset].players)
    table = build.Table(preset, players, dealer=0, chance=chance)
    shown = 0
    while table.step():
        if chance.random() > 0.02:
            continue
        for seat in range(players):
            own = table.sight(seat).view.hand
            for kind in ("turn", "digest", chance.choice(OF_TABLES)):
                named = cards_in(table, seat, kind, shown)
                assert named <= known_to(table, seat), kind
                assert kind == "digest" or set(own) <= named
        shown = len(table.happened)


def assert_same(one: build.Table, other: build.Table) -> None:
    """Every kind of mail of a table tells seat 0 the same of both, byte for byte."""
    for kind in OF_TABLES:
        if kind == "digest":
            tolds = [daily(table.sight(0), table.sight(0)) for table in (one, other)]
        else:
            tolds = [table.told(0, kind, since=2) for table in (one, other)]
        mails = [compose(told, OUTSIDE) for told in tolds]
        assert mails[0] == mails[1], kind


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
        assert_same(twins.one, twins.other)


def bid_in_secret(moves: dict[int, Move], preset: str) -> build.Table:
    """Return a first deal in which these seats have bid."""
    table = build.Table(preset, ALL_PRESETS[preset].players[0], dealer=0, chance=Random(5))
    for seat, move in moves.items():
        table.move(seat, move)
    return table


def assert_alike(one: build.Table, other: build.Table) -> None:
    """Seat 0 is told the same of both, byte for byte."""
    with time_machine.travel(datetime(2026, 3, 3, tzinfo=UTC), tick=False):
        assert_same(one, other)


def test_a_secret_bid_makes_no_difference_to_a_single_byte() -> None:
    zero, three = ({1: Bid(bid)} for bid in (0, 3))

    assert_alike(bid_in_secret(zero, "boerenbridge"), bid_in_secret(three, "boerenbridge"))


@pytest.mark.parametrize("claim", ["", "declare", "reveal"])
def test_cards_laid_aside_make_no_difference_to_a_single_byte(claim: Claim) -> None:
    hand = bid_in_secret({}, "ninety_nine").sight(1).view.hand

    low = bid_in_secret({1: Lay(hand[-3:])}, "ninety_nine")
    assert_alike(low, bid_in_secret({1: Lay(hand[:3], claim)}, "ninety_nine"))


def test_a_card_on_the_own_forehead_makes_no_difference_to_a_single_byte() -> None:
    rules = with_options(3, max_cards=1, forehead="all_one_card")
    tables = [
        build.Table(players=3, rules=rules, dealer=2, deck=lambda _, pack=pack: card_names(pack))
        for pack in ("4H 5H 9S KC", "AC 5H 9S KC")
    ]

    assert_alike(*tables)

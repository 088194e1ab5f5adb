"""Mails of games by rules that nobody has thought of: they can be written, and tell no secret."""

from random import Random

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from pbem.app.answers import Answer
from pbem.app.told import Kind
from pbem.rules.cards import Card, card
from pbem.rules.events import CardPlayed
from pbem.rules.packs import PACKS
from tests.mailout.build import html_of, mail, text_of
from tests.mailout.test_secrets import known_to, shown_cards
from tests.rules.option_sets import option_sets
from tests.show import build

KINDS: tuple[Kind, ...] = ("turn", "reminder", "start", "news")
ALL = Answer(sections=("status", "hand", "scores", "history"))


def hidden_from(table: build.Table, seat: int) -> set[Card]:
    """Return what lies in other hands, face down, or aside, reckoned without the view."""
    deal = table.now.deal
    if deal is None or PACKS[table.now.rules.pack].has_copies:
        return set()
    away = {*([deal.covered] if deal.covered else [])}
    for holder, hand in enumerate(deal.hands):
        if (holder == seat) == _is_forehead(table):
            away |= set(hand)
        if holder != seat:
            away |= set(deal.laid[holder])
    open_ = {one for one in (deal.turned, deal.upcard) if one is not None}
    if deal.premium is not None:
        bidder, kind = deal.premium
        open_ |= set(deal.laid[bidder]) | (set(deal.hands[bidder]) if kind == "reveal" else set())
    # Four wizards look alike, and the pack of the upcard is another one.
    # The dealer's own last card may be the one that is covered; a cut card goes back.
    open_ |= set(table.sight(seat).view.hand)
    return {one for one in away - open_ if one.suit} - _lain_open(table)


def _is_forehead(table: build.Table) -> bool:
    seen = table.sight(None).view
    return seen is not None and seen.deal is not None and seen.deal.is_forehead


def _lain_open(table: build.Table) -> set[Card]:
    """Return the cards of the deal before, which all have seen."""
    last = table.now.last_deal
    if last is None:
        return set()
    return {one for hand in last.dealt for one in hand} | ({last.turned} if last.turned else set())


def _said(table: build.Table) -> set[Card]:
    """Return the cards for which twos were played."""
    played = [one.what for one in table.happened if isinstance(one.what, CardPlayed)]
    return {card(one.call) for one in played if one.call not in {"", "high", "low"}}


@settings(max_examples=60, deadline=None, phases=[Phase.generate], report_multiple_bugs=False)
@given(option_sets(), st.integers(0, 10**6))
def test_mails_by_any_rules_can_be_written_and_name_no_hidden_card(chosen, seed):
    chance = Random(seed)
    table = build.Table(rules=chosen, dealer=0, chance=chance)
    shown = 0
    for _ in range(chance.randint(0, 60)):
        if not table.step():
            break
        if chance.random() < 0.9:
            continue
        seat = chance.randrange(chosen.players)
        for told in (
            *(table.told(seat, kind, since=shown) for kind in KINDS),
            table.told(seat, "answer", since=shown, answer=ALL),
        ):
            message = mail(told)
            named = shown_cards(text_of(message)) | shown_cards(html_of(message))
            named |= shown_cards(str(message["Subject"]))
            named -= _said(table)
            assert named <= known_to(table, seat), (told.kind, named - known_to(table, seat))
            assert not named & hidden_from(table, seat), told.kind
        shown = len(table.happened)

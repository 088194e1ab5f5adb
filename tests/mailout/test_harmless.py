"""No mail of ours, re-wrapped as mail programs do, holds a line that reads as an order."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from zoneinfo import available_timezones

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pbem.app.answers import Answer, Done, LineOutcome
from pbem.app.told import Kind, Told
from pbem.mailout.compose import reader_of, words
from pbem.mailout.render import html_part, text_part
from pbem.orders.choices import USUAL, Choices
from pbem.orders.orders import BidOrder, LayOrder, NotUnderstood, PlayOrder, TrumpOrder
from pbem.orders.reading import fragments_that_read_as_orders, is_order, read_line
from pbem.rules.engine import Accepted, decide, waits
from pbem.rules.moves import Bid, Lay, Move, NameTrump, Play
from pbem.rules.options import Rules
from pbem.rules.presets import PRESETS
from pbem.rules.refusals import CallNeeded
from pbem.show.reader import Reader
from pbem.web.answers import read_answer
from tests.mailout.build import OUTSIDE, every_kind, html_as_text, html_of, mail, text_of
from tests.rules.option_sets import option_sets
from tests.show import build

ASKED = Answer(
    lines=(LineOutcome("status", done=Done("shown")),), sections=("scores", "history", "rules")
)
NAMES = (
    "Anna", "Ben Hill", "Li", "Constantin-Alexander", "Jo2", "O'Neil", "Ann B.", "Zoë",
    "Kim", "Lea", "Max", "Noa",
)  # fmt: skip


IN_WORDS = Choices(cards="words")


def parts(told: Told) -> tuple[str, str]:
    reader = reader_of(told)
    said = words(told, OUTSIDE)
    return text_part(reader, said), html_as_text(html_part(reader, said))


def assert_harmless(told: Told) -> None:
    for part in parts(told):
        assert fragments_that_read_as_orders(part) == (), part
    joined = " ".join(parts(told)[0].split())
    assert fragments_that_read_as_orders(joined) == (), joined


@pytest.mark.parametrize("name", [name for name, _ in every_kind()])
def test_no_fragment_of_any_kind_of_mail_reads_as_an_order(name: str) -> None:
    assert_harmless(dict(every_kind())[name])
    assert_harmless(replace(dict(every_kind())[name], choices=IN_WORDS))


def test_cards_to_lay_aside_are_codes_for_everybody() -> None:
    table = build.Table("ninety_nine", 3, dealer=0)
    text = parts(table.told(waits(table.now)[0].seat, since=0, choices=IN_WORDS))[0]

    assert re.search(r"<lay( \w+[CDHS]){3}>", " ".join(text.split()))


# A deal whose number a bid could be, at the end of a line of its own.
@example(seed=0, preset="cooperative", names=list(NAMES), steps=108)
@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    preset=st.sampled_from(sorted(PRESETS)),
    names=st.permutations(NAMES),
    steps=st.integers(0, 150),
)
def test_no_mail_of_a_random_game_reads_as_an_order(
    seed: int, preset: str, names: list[str], steps: int
) -> None:
    players = Random(seed).choice(PRESETS[preset].players)
    table = build.Table(preset, players, dealer=0, chance=Random(seed), names=tuple(names))
    shown = 0
    for _ in range(steps):
        shown = len(table.happened)
        table.step()
    assert_mails_harmless(table, seed % players, shown, in_words=seed % 2 == 1)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10_000), rules=option_sets(), names=st.permutations(NAMES), data=st.data()
)
def test_no_mail_by_whatever_rules_reads_as_an_order(
    seed: int, rules: Rules, names: list[str], data: st.DataObject
) -> None:
    table = build.Table(players=rules.players, rules=rules, dealer=0, names=tuple(names))
    table.chance.seed(seed)
    shown = 0
    for _ in range(data.draw(st.integers(0, 60))):
        shown = len(table.happened)
        table.step()
    assert_mails_harmless(table, seed % rules.players, shown, in_words=seed % 2 == 1)


def assert_mails_harmless(table: build.Table, seat: int, shown: int, *, in_words: bool) -> None:
    """Look at what this seat is told, and all who are asked; and when all is over."""
    choices = IN_WORDS if in_words else USUAL
    kinds: tuple[Kind, ...] = ("over",) if table.now.phase == "over" else ("turn", "news")
    for kind in kinds:
        assert_harmless(table.told(seat, kind, since=shown, choices=choices))
    for wait in waits(table.now):
        assert_harmless(table.told(wait.seat, since=shown, choices=choices))
    assert_harmless(table.told(seat, "answer", since=shown, answer=ASKED, choices=choices))


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000), rules=option_sets(), steps=st.integers(0, 60))
def test_every_answer_that_a_mail_offers_is_taken(seed: int, rules: Rules, steps: int) -> None:
    table = build.Table(players=rules.players, rules=rules, dealer=0, chance=Random(seed))
    for _ in range(steps):
        table.step()
    for wait in waits(table.now):
        choices = IN_WORDS if seed % 2 else USUAL
        text = " ".join(parts(table.told(wait.seat, choices=choices))[0].split())
        # What is barred is told as `Not <2>`, and the words of service as `Also <rules>`.
        offered = re.findall(r"(?<!Not )<([^<>]+)>", text.partition(" Also <")[0])
        moves = [move_of(line) for line in offered if line[0] != "/"]
        assert moves
        for move in moves:
            assert isinstance(decide(table.now, wait.seat, move), Accepted), (move, text)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), rules=option_sets(), steps=st.integers(0, 60))
def test_every_link_of_a_mail_is_an_answer_that_the_pages_take(
    seed: int, rules: Rules, steps: int
) -> None:
    table = build.Table(players=rules.players, rules=rules, dealer=0, chance=Random(seed))
    for _ in range(steps):
        table.step()
    for wait in waits(table.now):
        links = re.findall(r"/t/[a-z]{20}/([\w-]+)", html_of(mail(table.told(wait.seat))))
        assert links or wait.wants == "lay"
        for link in links:
            move = read_answer(link)
            assert move is not None
            verdict = decide(table.now, wait.seat, move)
            # What a wild two stands for is chosen on the page.
            assert isinstance(verdict, Accepted) or (
                isinstance(verdict, CallNeeded) and verdict.card.rank == "2"
            )


def move_of(line: str) -> Move:
    """Return the move that a line of a mail asks for."""
    match read_line(line):
        case BidOrder(tricks):
            return Bid(tricks)
        case PlayOrder(card, call):
            return Play(card, call)
        case TrumpOrder(trump):
            return NameTrump(trump)
        case LayOrder(cards, claim):
            return Lay(cards, claim)
        case other:
            raise AssertionError(f"no move: {line}, {other}")


def test_no_zone_makes_a_deadline_that_reads_as_an_order() -> None:
    for zone in sorted(available_timezones()):
        reader = Reader("en", zone)
        lines = (
            f"Anna, your bid: <0>, <2> or <3>, by {reader.when(build.DEADLINE)}.",
            f"Mail 41, {reader.when(build.NOW)}.",
            f"Mail of {reader.when(build.NOW)}.",
        )
        for line in lines:
            assert fragments_that_read_as_orders(line) == ()
        assert not is_order(reader.zone_name())


def test_no_minute_of_a_day_and_no_day_of_a_year_reads_as_an_order() -> None:
    reader = Reader("en", "Europe/Berlin")
    start = datetime(2026, 1, 1, tzinfo=UTC)
    moments = [start + timedelta(minutes=minute) for minute in range(24 * 60)]
    moments += [start + timedelta(days=day, minutes=day) for day in range(366)]
    for moment in moments:
        lines = (
            f"Anna, your bid: <0>, <2> or <3>, by {reader.when(moment)}.",
            f"The game waits for Ben, until {reader.when(moment)}.",
            f"Mail 41, {reader.when(moment)}.",
            f"Mail of {reader.when(moment)}.",
            f"Otherwise <no>, or nothing: it ends on {reader.day(moment)}. Free.",
        )
        for line in lines:
            assert fragments_that_read_as_orders(line) == (), line


@pytest.mark.parametrize("number", [1, 2, 7, 9, 10, 13, 20, 41, 99, 100, 1234])
def test_no_mail_number_reads_as_an_order(number: int) -> None:
    told = build.Table().told(0, number=number, last_number=number, since=3)

    assert_harmless(told)


@pytest.mark.parametrize(
    "words_", ["we say 2", "they say no", "I hold QS unfortunately", "not 3 unfortunately"]
)
def test_words_of_a_player_that_read_as_an_order_are_shown_on_the_page_only(words_: str) -> None:
    message = mail(build.Table().told(0, talk=(build.said(words_),)))

    assert f"({words_})" not in text_of(message)
    assert f"({words_})" not in html_of(message)
    assert "Ben wrote something that is read on the page only." in text_of(message)


def test_other_words_of_a_player_are_told_in_brackets() -> None:
    message = mail(build.Table().told(0, talk=(build.said("We miss\r\nour Thursdays!"),)))

    assert "Ben writes: (We miss our Thursdays!)" in text_of(message)
    assert "Ben writes: (We miss our Thursdays!)" in html_of(message)


@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=120))
def test_no_words_whatsoever_make_a_mail_read_as_an_order(text: str) -> None:
    assert_harmless(build.Table().told(0, talk=(build.said(text),)))


@settings(max_examples=60, deadline=None)
@given(seeds=st.lists(st.text(max_size=64), min_size=4, max_size=4))
@example(seeds=["2", "QS", "no", "7 of nine | 3"])
def test_no_words_for_the_shuffle_make_a_mail_read_as_an_order(seeds: list[str]) -> None:
    assert_harmless(build.Table(seeds=tuple(seeds)).told(0, "start"))


@pytest.mark.parametrize("line", ["say I bid 3 now", "2 of 3 QS", "x" * 300, "QS\r\nX: y", "<QS>"])
def test_an_echoed_line_does_not_read_as_an_order(line: str) -> None:
    refused = LineOutcome(line, refused=NotUnderstood(line, ("2", "QS")))
    two = Answer(lines=(refused, LineOutcome("KC")), unread=(line,))

    assert_harmless(build.Table().told(0, "answer", answer=two))


@pytest.mark.parametrize(
    "line",
    [
        *(f"new {preset} with qs@x.org, 2@x.org, no@x.org and 1 bot" for preset in sorted(PRESETS)),
        "new queen of spades for 4",
        "join 2222-help-yes",
        "join abcd-efgh-jkmn as Jack",
        "practice",
        "never",
        "zone Jamaica",
        "as Queen",
        "say 2 of QS",
        "not an order QS 2",
        "address add qs@x.org",
        "address main 2@x.org",
        "address remove anna@home.example",
    ],
)
def test_no_question_about_a_line_reads_as_an_order(line: str) -> None:
    asked = Answer(lines=(LineOutcome(line, done=Done("asked_to_confirm")),) * 2)

    assert_harmless(build.to_address("confirm", answer=asked))


@pytest.mark.parametrize(
    "line", ["2", "QS", "6: plan make it", "say we say 2", "resign for good", "JK1 high", "x" * 99]
)
def test_no_question_about_a_letter_to_a_table_reads_as_an_order(line: str) -> None:
    asked = Answer(
        lines=(LineOutcome(line, done=Done("asked_to_confirm")),) * 2,
        unread=(line,),
        silence="asked",
    )

    assert_harmless(build.to_address("confirm", answer=asked, facts={"table": "K7Q2"}))


@pytest.mark.parametrize("day", range(1, 32))
def test_that_mail_does_not_reach_somebody_is_harmless_on_every_day(day: int) -> None:
    since = datetime(2026, (1, 3, 5, 7, 8, 10, 12)[day % 7], day, 9, tzinfo=UTC)
    told = build.Table().told(0)
    sight = told.sight
    assert sight is not None
    places = tuple(
        replace(place, unreachable=True, unreachable_since=since) for place in sight.places
    )
    lost = replace(told, sight=replace(sight, places=places), instead_of="2@7.example.org")

    assert "Mail does not reach" in " ".join(parts(lost)[0].split())
    assert_harmless(lost)
    assert_harmless(replace(lost, zone=None, instead_of="pass.AS@example.org"))

"""The mail that answers `find`, and the one that asks about house rules."""

import pytest

from pbem.app.answers import Answer, Done, LineOutcome
from pbem.app.told import Told
from pbem.mailout.compose import words
from pbem.mailout.render import html_part, text_part
from pbem.orders.reading import fragments_that_read_as_orders
from pbem.show.reader import Reader
from tests.mailout.build import OUTSIDE, html_as_text
from tests.show import build

SHOWN = Done("shown")


def text(told: Told) -> str:
    return text_part(Reader(), words(told, OUTSIDE))


def assert_harmless(told: Told) -> None:
    html = html_as_text(html_part(Reader(), words(told, OUTSIDE)))
    for part in (text(told), html, " ".join(text(told).split())):
        assert fragments_that_read_as_orders(part) == (), part


def body(sought: str) -> str:
    line = LineOutcome(f"find {sought}".strip(), done=SHOWN)
    mail = build.to_address(
        "service", answer=Answer(lines=(line,), sections=("find",), sought=sought)
    )
    assert_harmless(mail)
    return " ".join(text(mail).split())


def test_the_nearest_versions_come_with_what_fits_and_what_differs():
    told = body("seven down to one and up again, hook, ten for a hit, turned trump")

    assert "Nomination Whist, see <rules nomination_whist>. All of it fits" in told
    assert "Different: the number of cards (up to (9) cards)" in told
    assert "How are trumps found?" not in told
    assert "write for example <new nomination_whist with 3 bots>." in told


def test_words_not_understood_are_told_with_the_questions():
    told = body("hook and purple bananas, 2 of QS")

    assert "Not understood: (purple)" in told
    assert "How are trumps found?" in told


@pytest.mark.parametrize("sought", ["", "for 30 players, hook", "blah", "no", "say 2"])
def test_what_finds_nothing_is_answered_with_the_questions(sought):
    assert "How are trumps found?" in body(sought)


@pytest.mark.parametrize(
    "line",
    [
        "new blackout for 4, hook free, cards 7, no trump",
        "new blackout for 4, scoring=say, trump_cycle=2 3",
        "new oh shit for 5, seven cards, hok free",
    ],
)
def test_a_question_about_house_rules_is_harmless(line):
    asked = Answer(lines=(LineOutcome(line, done=Done("asked_to_confirm")),))

    assert_harmless(build.to_address("confirm", answer=asked))


def test_changes_are_asked_about_as_one_writes_them():
    line = "new blackout with 3 bots, hook free, cards 7, no trump"
    asked = Answer(lines=(LineOutcome(line, done=Done("asked_to_confirm")),))

    told = " ".join(text(build.to_address("confirm", answer=asked)).split())

    assert "for (4) players with (3 bots) and with these changes: <hook free>," in told
    assert "hook=free" not in told


def test_the_whole_help_lists_the_words_for_house_rules():
    line = LineOutcome("help all", done=SHOWN)
    mail = build.to_address("service", answer=Answer(lines=(line,), sections=("help_all",)))

    assert_harmless(mail)
    assert "<scoring wizard>" in " ".join(text(mail).split())

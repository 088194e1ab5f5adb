"""What both parts of a mail say, and how the HTML part is made."""

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.app.answers import Answer, Done, LineOutcome, UnknownCode
from pbem.app.own_lines import GameLine
from pbem.app.told import Told
from pbem.mailout.render import wrapped
from pbem.rules.cards import STANDARD_PACK
from pbem.rules.engine import waits
from pbem.rules.options import Rules
from pbem.show import cards
from pbem.show.cards import TEXT_FORM
from pbem.show.places import templates_dir
from pbem.show.reader import Reader
from tests.mailout.build import every_kind, everything_asked, html_as_text, html_of, mail, text_of
from tests.rules.playing import rules as with_options
from tests.show import build

KINDS = dict(every_kind())
STATE_KINDS = ("start", "turn_bid", "turn_card", "reminder", "answer", "news")
GOLDEN = Path(__file__).parent.parent / "golden" / "mails"
GOLDEN_KINDS = ("turn_bid", "turn_card", "answer", "start", "over", "invitation")


def squeezed(text: str) -> str:
    return " ".join(text.split())


def text(told: Told) -> str:
    return text_of(mail(told)).replace("\r\n", "\n")


@pytest.mark.parametrize("name", GOLDEN_KINDS)
def test_text_is_as_it_was_found_good(name: str) -> None:
    """With PBEM_GOLDEN=write the files are made anew, to be read before they are kept."""
    file = GOLDEN / f"{name}.txt"
    if os.environ.get("PBEM_GOLDEN") == "write":
        file.write_text(text(KINDS[name]))

    assert text(KINDS[name]) == file.read_text()


@pytest.mark.parametrize("name", KINDS)
def test_no_line_of_the_text_is_wider_than_a_terminal(name: str) -> None:
    for line in text(KINDS[name]).splitlines():
        assert len(line) <= 72 or line.startswith("https://"), line


@pytest.mark.parametrize("name", KINDS)
def test_both_parts_begin_with_the_whole_matter(name: str) -> None:
    message = mail(KINDS[name])
    first = squeezed(text_of(message).partition("[")[0].partition("\r\n\r\n")[0])

    assert html_as_text(html_of(message)).splitlines()[0] == first


@pytest.mark.parametrize("name", sorted(set(KINDS) - {"sign_in"}))
def test_both_parts_have_the_marker_as_the_second_thing_said(name: str) -> None:
    message = mail(KINDS[name])
    marker = re.search(r"\[Reply above this line\. \w[\w ]*\]", text_of(message))

    assert marker is not None
    assert html_as_text(html_of(message)).splitlines()[1] == marker[0]


@pytest.mark.parametrize("name", KINDS)
def test_the_last_line_is_like_that_of_no_other_mail(name: str) -> None:
    message = mail(KINDS[name])
    last = text_of(message).splitlines()[-1]

    assert last.startswith("Mail ")
    assert html_as_text(html_of(message)).splitlines()[-1] == last


@pytest.mark.parametrize("name", STATE_KINDS)
def test_both_parts_show_the_same_cards_and_offer_the_same_answers(name: str) -> None:
    told = KINDS[name]
    message = mail(told)
    drawn = html_as_text(html_of(message))
    assert told.sight is not None
    assert told.sight.view is not None
    view = told.sight.view
    for card in view.hand:
        typed = card in view.legal_cards
        code, words = cards.code(card), cards.rank(Reader(), card)
        assert f"<{code}>" in drawn if typed else f"({code})" in drawn
        assert f"<{code}>" in text_of(message) if typed else f"({words})" in text_of(message)
    for bid in view.legal_bids if view.wants == "bid" else ():
        assert f"Bid <{bid}>" in drawn


@pytest.mark.parametrize("name", STATE_KINDS)
def test_there_is_a_link_per_possible_answer_and_for_nothing_else(name: str) -> None:
    told = KINDS[name]
    assert told.sight is not None
    assert told.sight.view is not None
    view = told.sight.view
    offered = re.findall(
        r'href="https://cards\.example\.org/t/[a-z]{20}/(\w+)"', html_of(mail(told))
    )
    wanted = [str(card) for card in view.hand if card in view.legal_cards]

    assert offered == (wanted if view.wants == "card" else [str(bid) for bid in view.legal_bids])


@pytest.mark.parametrize("name", STATE_KINDS)
def test_deadline_totals_and_what_happened_stand_in_both_parts(name: str) -> None:
    told = KINDS[name]
    message = mail(told)
    plain, drawn = squeezed(text_of(message)), squeezed(html_as_text(html_of(message)))
    assert told.sight is not None
    assert told.sight.view is not None
    for part in (plain, drawn):
        if told.sight.view.on_turn and name != "news":
            assert "Wed 4 March, 21:00 Berlin" in part
        if told.since:
            assert f"Since mail {told.last_number} this happened." in part
    if told.sight.view.sheet:
        for total in told.sight.view.totals:
            assert f"({total})" in plain
            assert f"({total})" in drawn


@pytest.mark.parametrize("name", [name for name in KINDS if KINDS[name].seat_id is not None])
def test_the_drawn_part_of_a_seat_has_a_link_to_end_the_mails(name: str) -> None:
    at_play = KINDS[name].sight is not None and KINDS[name].sight.view is not None

    assert not at_play or "https://cards.example.org/stop/" in html_of(mail(KINDS[name]))


@pytest.mark.parametrize("name", KINDS)
def test_html_is_small_and_has_what_programs_look_for(name: str) -> None:
    source = html_of(mail(KINDS[name]))

    assert len(source.encode()) < 60_000
    assert '<html lang="en" dir="ltr"' in source
    assert "<title>" in source
    assert 'content="light dark"' in source
    assert "prefers-color-scheme: dark" in source
    assert 'role="presentation"' in source
    for refused in ("flex", "grid", "background-image", "<script", "<img", "javascript", "@import"):
        assert refused not in source


@pytest.mark.parametrize(
    ("preset", "players"),
    [
        ("oh_hell_standard", 3),
        ("oh_hell_standard", 5),
        ("get_fred", 7),
        ("up_and_down_the_river", 8),
    ],
)
def test_html_stays_small_late_in_a_long_game_with_everything_asked(
    preset: str, players: int
) -> None:
    table = build.Table(preset, players, dealer=0)
    deals = len(table.now.sizes)
    table.until(lambda game: len(game.sheet) == deals - 2)
    events = len(table.happened)
    long = table.told(0, "answer", since=events - 60, answer=everything_asked())
    table.until(lambda game: game.phase == "over")

    for told in (long, table.told(0, "over", since=events)):
        assert len(html_of(mail(told)).encode()) < 60_000


@pytest.mark.parametrize("name", KINDS)
def test_every_piece_of_text_has_a_font_size(name: str) -> None:
    source = html_of(mail(KINDS[name]))
    body = source.partition("<body")[2]
    bare = [
        tag
        for tag in re.findall(r"<(?:p|h1|h2|a|li|td|th|span)\b[^>]*>", body)
        if "font-size" not in tag
    ]

    assert bare == []
    sizes = {int(size) for size in re.findall(r"font-size: (\d+)px", body)}
    assert min(sizes - {1}) >= 14


@pytest.mark.parametrize("name", KINDS)
def test_every_suit_symbol_is_text_and_has_letters_beside_it(name: str) -> None:
    drawn = html_as_text(html_of(mail(KINDS[name])))
    symbols = re.findall(r"[♣♦♥♠](.?)", drawn)
    lettered = re.findall(r"[♣♦♥♠]" + TEXT_FORM + r"[<(](?:10|[2-9JQKA])?[CDHS][>)]", drawn)

    assert all(following == TEXT_FORM for following in symbols)
    assert len(lettered) == len(symbols)


@pytest.mark.parametrize("name", KINDS)
def test_the_text_part_is_plain_ascii(name: str) -> None:
    assert text(KINDS[name]).isascii()


def test_every_kind_has_its_three_templates() -> None:
    folder = templates_dir() / "mail"
    kinds = {told.kind for told in KINDS.values()}

    assert kinds == {path.name for path in folder.iterdir() if path.is_dir()}
    for kind in kinds:
        names = {path.name for path in (folder / kind).iterdir()}
        assert names == {"subject.txt", "body.txt", "body.html"}


def test_names_are_shown_as_text_in_html() -> None:
    table = build.Table(names=("Anna", "<b>Ben</b>", "Carol", "Dan"))

    assert "<b>" not in html_of(mail(table.told(0)))


def test_ten_is_typed_with_two_digits_but_linked_by_its_letter() -> None:
    pack = [card for card in STANDARD_PACK if card.rank == "T"]

    assert [cards.code(card) for card in pack] == ["10C", "10D", "10H", "10S"]


def test_who_is_away_and_whom_mail_does_not_reach_stands_in_both_parts() -> None:
    told = build.Table().told(0)
    assert told.sight is not None
    assert told.sight.view is not None
    places = list(told.sight.places)
    places[2] = replace(places[2], unreachable=True)
    view = replace(told.sight.view, stand_ins=(1,))
    sight = replace(told.sight, places=tuple(places), view=view)
    message = mail(replace(told, sight=sight))

    for part in (text_of(message), html_as_text(html_of(message))):
        assert "A stand-in plays for Ben." in part
        assert "Mail does not reach Carol." in part


def test_readers_are_told_their_own_words_as_their_own() -> None:
    table = build.Table()
    own, other = replace(build.said("Hello!"), name="Anna"), build.said("Good evening!")

    body = text(table.told(0, talk=(own, replace(other, name="Ben"))))

    assert "You wrote: (Hello!)" in body
    assert "Ben writes: (Good evening!)" in body
    assert "Anna writes" not in body


def test_what_is_to_be_typed_stands_on_one_line() -> None:
    body = wrapped("Others sit down with a mail to the service that says <join 5Z2X-YMS3-MPYPB>.")

    assert "<join 5Z2X-YMS3-MPYPB>." in body.splitlines()


def test_a_line_that_may_not_be_quoted_is_told_of_without_it() -> None:
    done = Answer(lines=(LineOutcome("yes as Anna", done=Done("joined", text="K7Q2")),))
    refused = Answer(lines=(LineOutcome("yes as Anna", refused=UnknownCode("abcd")),))

    told = build.Table().told(0, "answer", answer=done)
    assert "Done: you sit at table K7Q2." in text(told)
    assert text(told).startswith("Anna, done: ")
    assert "Refused: a table" in text(replace(told, answer=refused))


@pytest.mark.parametrize("name", KINDS)
def test_every_time_of_day_is_told_with_its_zone(name: str) -> None:
    place = "Berlin" if KINDS[name].zone else "UTC"
    for part in (text(KINDS[name]), html_as_text(html_of(mail(KINDS[name])))):
        times = re.findall(r"\d\d:\d\d\b(?! *[A-Z]{2}:)\W*(\w+)?", squeezed(part))
        assert times, name
        assert set(times) == {place}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            "new blackout with ann@example.org, ben@example.org and 1 bot",
            "us that asks (ann@example.org) and (ben@example.org) to it and with (1 bot)",
        ),
        ("new blackout for 4", "a table of Blackout for (4) players"),
        ("new tarock with 3 bots", "a table of (tarock) for (4) players with (3 bots)"),
        ("join K7QM-4TRV-2WXZB", "a place at the table with the code (K7QM-4TRV-2WXZB)"),
        ("join K7QM-4TRV-2WXZB as Ann", "(K7QM-4TRV-2WXZB) under the name (Ann)"),
        ("practice", "a short game with our (bots), which begins at once"),
        ("never", "that we bar this address from invitations for good"),
        ("zone Prague", "times told in the zone (Prague)"),
        ("as Ann", "to be taken for (Ann)"),
    ],
)
def test_a_question_says_in_words_what_a_yes_does(line: str, words: str) -> None:
    asked = Answer(lines=(LineOutcome(line, done=Done("asked_to_confirm")),))
    message = mail(build.to_address("confirm", answer=asked))

    assert words in squeezed(text_of(message))
    assert words in squeezed(html_as_text(html_of(message)))
    assert "It asked for this:" in squeezed(text_of(message))


def test_games_of_an_open_number_of_deals_tell_the_deal_alone() -> None:
    games = (
        GameLine("K7Q2", "blackout", "running", True, build.DEADLINE, 3, 0),
        GameLine("M4TR", "blackout", "running", False, None, 7, 0),
    )
    shown = Answer(
        lines=(LineOutcome("games", done=Done("shown")),), sections=("games",), games=games
    )

    told = squeezed(text(build.to_address("service", answer=shown)))

    assert "K7Q2: your turn in deal (3), by Wed 4 March, 20:00 UTC." in told
    assert "M4TR: at play, deal (7)." in told


@pytest.mark.parametrize(
    ("preset", "of"),
    [("nomination_whist", "deal 1 of 13"), ("oh_well", "deal 1"), ("cooperative", "deal 1")],
)
def test_the_subject_tells_of_how_many_deals_only_where_that_is_known(preset: str, of: str) -> None:
    assert mail(build.Table(preset, 4).told(0))["Subject"] == f"Oh Hell K7Q2, {of}"


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (build.rules("oh_well"), "The deals go on up to (100) points."),
        (
            build.rules("boerenbridge"),
            "The end comes with exactly (100); points beyond it are taken off.",
        ),
        (build.rules("cooperative"), "Rounds made together: ("),
        (with_options(4, scoring="scratch", max_cards=3), "owest"),
    ],
    ids=["target", "exact", "together", "lowest"],
)
def test_what_totals_are_for_stands_in_both_parts(rules: Rules, told: str) -> None:
    table = build.Table(rules=rules).until(lambda game: bool(game.sheet) and bool(game.deal))
    message = mail(table.told(0))

    assert told in squeezed(text_of(message))
    assert told in squeezed(html_as_text(html_of(message)))


@pytest.mark.parametrize("name", ["ninety_nine", "okuneff"])
def test_other_questions_than_bids_and_cards_have_their_buttons(name: str) -> None:
    table = build.Table(name, 3 if name == "ninety_nine" else 4, dealer=0)
    table.until(lambda game: any(wait.wants in {"lay", "trump"} for wait in waits(game)))
    (seat, *_) = [wait.seat for wait in waits(table.now)]
    drawn = html_as_text(html_of(mail(table.told(seat))))

    assert ("Choose the cards" in drawn) == (name == "ninety_nine")
    assert ("<trumps hearts>" in drawn) == (name == "okuneff")


def test_the_short_help_of_the_service_names_the_rules_and_the_list_of_versions() -> None:
    answer = Answer(lines=(LineOutcome("help", done=Done("shown")),), sections=("help",))

    told = squeezed(text_of(mail(build.to_address("service", answer=answer))))

    assert "<rules blackout> (how that version is played)" in told
    assert "<rules all> (what versions there are)" in told
    assert "<find> (what to tell of the game you remember)" in told


def test_all_versions_are_listed_by_name() -> None:
    from pbem.mailout.sections import game_name
    from pbem.orders.reading import fragments_that_read_as_orders
    from pbem.rules.presets import PRESETS

    line = LineOutcome("rules all", done=Done("shown"))
    answer = Answer(lines=(line,), sections=("rules",), preset="all")
    body = text_of(mail(build.to_address("service", answer=answer)))

    told = squeezed(body)
    assert all(game_name(preset) in told for preset in PRESETS)
    assert fragments_that_read_as_orders(body) == ()


def test_the_first_mail_of_a_game_tells_everybodys_words_for_the_shuffle() -> None:
    told = build.Table(seeds=("blue whale", "", "they say no", "xyzzy")).told(0, "start")
    words = (
        "Own words in the shuffle: Anna (blue whale), Ben (gave none), "
        "Carol (read them on the page of the table) and Dan (xyzzy)."
    )

    assert words in squeezed(text(told))
    assert words in squeezed(html_as_text(html_of(mail(told))))


def test_the_last_mail_tells_the_secret_of_the_game() -> None:
    said = mail(KINDS["over"])

    for part in (text_of(said), html_as_text(html_of(said))):
        shown = re.search(r"Secret of this game: \(([^)]*)\)", squeezed(part))
        assert shown
        assert re.sub(r"[- ]", "", shown[1]) == build.SECRET


@pytest.mark.parametrize("name", ["invitation", "answer_open", "start", "over"])
def test_mails_that_promise_fair_deals_lead_to_how_to_check_them(name: str) -> None:
    message = mail(KINDS[name])

    assert "\nhttps://cards.example.org/verify" in text_of(message)
    assert 'href="https://cards.example.org/verify"' in html_of(message)

"""Lines to orders: what reads, what does not, and what never may."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.orders import orders as o
from pbem.orders.lexicon import ENGLISH
from pbem.orders.naming import write_card
from pbem.orders.reading import clean_line, is_greeting, is_order, read_line
from pbem.orders.verbs import usages
from pbem.rules.cards import STANDARD_PACK, Card, card, cards

DESKS: tuple[o.Desk, ...] = ("game", "service", "invitation")
CARDS = st.sampled_from(STANDARD_PACK)
INVISIBLE = (
    "\u200b\u200d\u200e\u200f\u202a\u202c\u2060\u2066\u2069\u00ad\ufeff\ufe0e\ufe0f\ufffc\x00"
)


def spellings(meanings, letter: str) -> list[str]:
    return [word for word, meaning in meanings.items() if meaning == letter]


def forms(one: Card) -> list[str]:
    """Every way to write a card: both orders, closed up and apart, and in words."""
    ranks, suits = spellings(ENGLISH.ranks, one.rank), spellings(ENGLISH.suits, one.suit)
    apart = [f"{rank} {suit}" for rank in ranks for suit in suits]
    apart += [f"{suit} {rank}" for rank in ranks for suit in suits]
    short_ranks = [rank for rank in ranks if len(rank) == 1 or rank.isdigit()]
    closed = [rank + suit for rank in short_ranks for suit in suits if len(suit) == 1]
    closed += [suit + rank for rank in short_ranks for suit in suits if len(suit) == 1]
    told = [f"{rank} of {suit}" for rank in ranks for suit in suits if len(suit) > 1]
    return apart + closed + told


HIGH_CARDS = tuple(card(rank + suit) for rank in ("11", "12", "13") for suit in "CDHS")


@pytest.mark.parametrize("one", [*STANDARD_PACK, *HIGH_CARDS], ids=str)
def test_every_card_reads_in_every_form_with_and_without_a_verb(one):
    for form in [*forms(one), write_card(one), str(one)]:
        assert read_line(form) == o.PlayOrder(one), form
        assert read_line(f"play {form}") == o.PlayOrder(one), form
        assert read_line(form.upper()) == o.PlayOrder(one), form


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("QS", "QS"),
        ("Q♠", "QS"),
        ("♠Q", "QS"),
        ("10h", "TH"),
        ("TH", "TH"),
        ("H10", "TH"),
        ("h 10", "TH"),
        ("C 2", "2C"),
        ("queen of spades", "QS"),
        ("10 of hearts", "TH"),
        ("Ten of Hearts!", "TH"),
        ("spades Q", "QS"),
        ("hearts 10", "TH"),
        ("Q spades", "QS"),
        ("Play As", "AS"),
        ("Play ♥\ufe0f10", "TH"),
        ("10♥.", "TH"),
        ("play  10\u00a0of\u202fhearts", "TH"),
    ],
)
def test_a_card_reads_as_people_write_it(line, name):
    assert read_line(line) == o.PlayOrder(card(name))


@pytest.mark.parametrize(
    ("line", "name", "call"),
    [
        ("joker", "JK", ""),
        ("JK", "JK", ""),
        ("JK1", "JK1", ""),
        ("Joker 2", "JK2", ""),
        ("joker one", "JK1", ""),
        ("wizard", "WZ", ""),
        ("WZ.", "WZ", ""),
        ("jester!", "JE", ""),
        ("JK1 high", "JK1", "high"),
        ("JK1:high", "JK1", "high"),
        ("joker low", "JK", "low"),
        ("joker 2 low", "JK2", "low"),
        ("2H as AD", "2H", "AD"),
        ("2H=AD", "2H", "AD"),
        ("2h = 10d", "2H", "TD"),
        ("2 of hearts as ace of diamonds", "2H", "AD"),
    ],
)
def test_a_card_reads_with_what_is_said_with_it(line, name, call):
    assert read_line(line) == o.PlayOrder(card(name), call)
    assert read_line(f"play {line}") == o.PlayOrder(card(name), call)


@pytest.mark.parametrize(
    ("line", "trump"),
    [("trumps S", "S"), ("trump hearts", "H"), ("Trumps \u2666", "D"), ("trumps clubs.", "C"),
     ("no trump", "NT"), ("No trumps!", "NT"), ("nt", "NT"), ("trumps NT", "NT")],
)  # fmt: skip
def test_trumps_read(line, trump):
    assert read_line(line) == o.TrumpOrder(trump)


@pytest.mark.parametrize(
    ("line", "names", "claim"),
    [
        ("lay 3C 5H 7S", "3C 5H 7S", ""),
        ("Lay 10C, 5 of hearts and ♠7.", "TC 5H 7S", ""),
        ("lay 3 c 5 h 7 s declare", "3C 5H 7S", "declare"),
        ("lay 3C 5H 7S, reveal", "3C 5H 7S", "reveal"),
        ("lay 3C", "3C", ""),
    ],
)
def test_cards_laid_aside_read(line, names, claim):
    assert read_line(line) == o.LayOrder(cards(names), claim)


@pytest.mark.parametrize(
    "line",
    ["hearts", "S", "trumps", "trumps none", "trumps JK", "QS high", "wizard high", "joker as AD",
     "2H as", "2H as wizard", "QS:", "=QS", "2H=AD=KD", "high", "low", "bower", "lay", "lay aside",
     "lay declare", "lay 3C 5H 7S please", "2", "jokers", "wizards"],
)  # fmt: skip
def test_what_is_said_without_its_card_or_suit_is_none_of_these_orders(line):
    found = read_line(line)
    assert not isinstance(found, o.PlayOrder | o.TrumpOrder | o.LayOrder)


@settings(deadline=None)
@given(st.integers(0, 99))
def test_every_bid_reads_bare_and_with_its_verb(tricks):
    assert read_line(str(tricks)) == o.BidOrder(tricks)
    assert read_line(f"Bid {tricks}.") == o.BidOrder(tricks)


@pytest.mark.parametrize(
    ("line", "tricks"),
    [("two", 2), ("Bid two", 2), ("zero!", 0), ("BID\u30002", 2), ("ｂｉｄ　２", 2), ("2,", 2)],
)
def test_a_bid_reads_in_words_and_wide_digits(line, tricks):
    assert read_line(line) == o.BidOrder(tricks)


@pytest.mark.parametrize(
    "line", ["02", "bid 02", "00", "100", "bid 100", "-1", "٢", "bid ٢", "1.5", "21:00", "1e1"]
)
def test_other_numbers_are_no_bids(line):
    assert isinstance(read_line(line), o.NotUnderstood)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("status", o.ShowStatus()),
        ("hand", o.ShowHand()),
        ("rules", o.ShowRules()),
        ("rules Up and down the river", o.ShowRules("up_and_down_the_river")),
        ("score", o.ShowScores()),
        ("Scores.", o.ShowScores()),
        ("history", o.ShowHistory()),
        ("say Well played, Ben!", o.Say("Well played, Ben!")),
        ("note good luck everyone", o.Say("good luck everyone")),
        ("resign", o.Resign()),
        ("Resign for good.", o.Resign(sure=True)),
        ("Help!", o.ShowHelp()),
        ("help all", o.ShowHelp(everything=True)),
        ("stop", o.Stop()),
        ("back", o.Back()),
        ("zone Europe/Prague", o.SetZone("Europe/Prague")),
        ("zone America/New York", o.SetZone("America/New_York")),
        ("zone UTC", o.SetZone("UTC")),
        ("invite ann@example.org", o.Invite("ann@example.org")),
        ("invite ann@example.org<mailto:ann@example.org>", o.Invite("ann@example.org")),
        ("bots", o.FillWithBots()),
        ("cancel", o.CancelGame()),
    ],
)
def test_the_game_desk_reads(line, order):
    assert read_line(line, "game") == order


@pytest.mark.parametrize(
    ("line", "order"),
    [
        (
            "new blackout with a@x.org, b@y.org and 1 bot",
            o.NewGame("blackout", ("a@x.org", "b@y.org"), 1),
        ),
        ("new blackout for 4", o.NewGame("blackout", players=4)),
        ("New Blackout for four players.", o.NewGame("blackout", players=4)),
        (
            "new oh_hell_pagat for 5 with a@x.org and 2 bots",
            o.NewGame("oh_hell_pagat", ("a@x.org",), 2, 5),
        ),
        (
            "new Up and Down the River with Anna@X.org and a bot seed Blue whale!",
            o.NewGame("up_and_down_the_river", ("Anna@X.org",), 1, None, "Blue whale!"),
        ),
        ("new blackout with 3 bots", o.NewGame("blackout", (), 3)),
        ("new blackout with <a@x.org>; b@y.org", o.NewGame("blackout", ("a@x.org", "b@y.org"))),
        ("join abcd-efgh-jkmn", o.Join("abcd-efgh-jkmn")),
        ("join K7QM 4TRV 2WXZB", o.Join("K7QM 4TRV 2WXZB")),
        ("join k7qm4trv2wxzb", o.Join("k7qm4trv2wxzb")),
        ("join k7qm\u20134trv\u20132wxzb as Ben", o.Join("k7qm\u20134trv\u20132wxzb", "Ben")),
        ("join k7qm-4trv- 2wxzb.", o.Join("k7qm-4trv- 2wxzb")),
        ("join abcdefgh as Ben Hill", o.Join("abcdefgh", "Ben Hill")),
        ("yes", o.Yes()),
        ("Accept!", o.Yes()),
        ("yes seed blue whale", o.Yes("blue whale")),
        ("yes as Ben", o.Yes(name="Ben")),
        ("yes as Ben seed blue whale", o.Yes("blue whale", "Ben")),
        ("no", o.No()),
        ("decline", o.No()),
        ("never", o.Never()),
        ("practise", o.Practice()),
        ("practice", o.Practice()),
        ("games", o.ShowGames()),
        ("as Anna", o.AsPlayer("Anna")),
        ("as de Boer", o.AsPlayer("de Boer")),
        ("as 安娜", o.AsPlayer("安娜")),
        ("rules blackout", o.ShowRules("blackout")),
    ],
)
def test_the_service_desk_reads(line, order):
    assert read_line(line, "service") == order


@pytest.mark.parametrize(
    "line",
    [
        "bid",
        "play XX",
        "bid 2 or 3",
        "new blackout",
        "new blackout with",
        "new blackout with ann",
        "new blackout with a@nodot",
        "new blackout for many",
        "new blackout with a@x.org and many bots",
        "new blackout with 1 bot and 2 bots",
        "new for 4",
        "join",
        "join a",
        "join the table",
        "join us all for dinner",
        "join K7QM 4TRV",
        "join K7QM 4TRV 2WXZBQ",
        "join K7Q M4TR V2WXZB",
        "yes please",
        "yes as",
        "say",
        "status now",
        "zone",
        "zone of the players",
        "as soon as I can",
        "as I said",
        "invite Ben",
        "invite a@x.org b@y.org",
        "pass",
        "10 of heart",
        "queen of",
        "1H",
        "14 of clubs",
        "",
    ],
)
def test_a_malformed_line_is_no_order_anywhere(line):
    assert not is_order(line)
    assert all(isinstance(read_line(line, desk), o.NotUnderstood) for desk in DESKS)


@pytest.mark.parametrize("desk", DESKS)
def test_everything_the_help_shows_reads_at_its_desk(desk):
    shown = usages(desk, everything=True)
    assert set(usages(desk, everything=False)) <= set(shown)
    for usage in shown:
        order = read_line(usage.example, desk)
        assert not isinstance(order, o.NotUnderstood | o.WrongDesk), usage


@pytest.mark.parametrize(
    ("line", "here", "there"),
    [
        ("bid 2", "service", "game"),
        ("QS", "invitation", "game"),
        ("status", "service", "game"),
        ("new blackout for 4", "game", "service"),
        ("join abcdefgh", "game", "service"),
        ("games", "invitation", "service"),
        ("never", "game", "invitation"),
        ("practice", "game", "invitation"),
        ("zone Europe/Prague", "invitation", "game"),
        ("as Anna", "game", "service"),
    ],
)
def test_an_order_at_the_wrong_desk_is_known_and_told_where_it_belongs(line, here, there):
    found = read_line(line, here)
    assert isinstance(found, o.WrongDesk)
    assert (found.line, found.desk) == (line, there)
    assert read_line(line, there) == found.order
    assert is_order(line)


ORDERS = [usage.example for desk in DESKS for usage in usages(desk, everything=True)]


@settings(deadline=None)
@given(st.sampled_from(ORDERS), st.sampled_from([">", "> ", "> > ", "|", "| ", "AB> ", ">\u00a0"]))
def test_a_quoted_order_is_no_order(line, mark):
    assert not is_order(mark + line)


@settings(deadline=None)
@given(st.sampled_from(ORDERS), st.sampled_from(["<{}>", "({})", "[{}]"]))
def test_an_order_in_brackets_is_no_order(line, brackets):
    assert not is_order(brackets.format(line))


@settings(deadline=None)
@given(
    st.one_of(
        st.text(),
        st.text(alphabet="bidplayQS♠10 .,!'\"*_`>|<()@-2seedforwithAs\u200b\u00a0\ud800"),
        st.lists(st.sampled_from([*ORDERS, "with", "for", "2", "QS", "of", "bot"])).map(" ".join),
    ),
    st.sampled_from(DESKS),
)
def test_no_text_makes_reading_raise(text, desk):
    found = read_line(text, desk)
    understood = not isinstance(found, o.NotUnderstood)
    assert understood == is_order(text)
    assert not (is_greeting(text) and understood)


@settings(deadline=None)
@given(
    st.one_of(
        st.text(),
        st.text(alphabet="bid 2'\"*_`‘’“”«»\u200b\u00a0\u2033\u00b4\u0301\u2057\ufe0f"),
    )
)
def test_cleaning_twice_is_cleaning_once(text):
    once = clean_line(text)
    assert clean_line(once) == once
    assert once == once.strip()
    assert len(once.splitlines()) <= 1


@settings(deadline=None)
@given(st.sampled_from(ORDERS), st.data())
def test_invisible_signs_change_nothing(line, data):
    signs = st.text(alphabet=INVISIBLE, max_size=2)
    dotted = "".join(data.draw(signs) + letter for letter in line) + data.draw(signs)
    assert clean_line(dotted) == line
    for desk in DESKS:
        assert read_line(dotted, desk) == read_line(line, desk)


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("  bid\t 2\r\n", "bid 2"),
        ("“bid 2”", "bid 2"),
        ("*bid 2*", "bid 2"),
        ("_*`bid 2`*_", "bid 2"),
        ("‘Bid 2!’", "Bid 2!"),
        ("“ bid 2 ”", "bid 2"),
        ("*bid* 2", "*bid* 2"),
        ("“bid 2", '"bid 2'),
        ("don’t", "don't"),
        ("♥️10", "♥10"),
        ("ｂｉｄ　２", "bid 2"),
        ("\u202bbid\u200b 2\u200f", "bid 2"),
        ("*", "*"),
        ("**", ""),
    ],
)
def test_cleaning_takes_away_what_programs_and_phones_add(text, clean):
    assert clean_line(text) == clean


@pytest.mark.parametrize(
    "line",
    ["Hi", "hello,", "Hey Dan,", "Dear all", "Hallo zusammen!", "Salut Anna", "Good morning Ben",
     "Guten Morgen,", "Ahoj", "Dobrý den,", "你好", "Hola amigos -"],
)  # fmt: skip
def test_a_greeting_is_known(line):
    assert is_greeting(line)


@pytest.mark.parametrize(
    "line",
    ["", "2", "bid 2", "Hi 2 all", "hi bid two", "Hello, play QS", "hey you, status", "Hi. QS",
     "Hello everybody, I shall be away all of next week", "Thanks", "Anna", "hi " + "x" * 60],
)  # fmt: skip
def test_what_holds_more_than_a_greeting_is_none(line):
    assert not is_greeting(line)

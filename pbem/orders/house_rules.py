"""The one table of words by which a starter changes an option: it parses, and it is the help.

A row sets an option and what goes with it, so that `no trump` also works for a version
with a fixed suit. Every option can be set by its name too: `hook=free`, `max cards 7`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from pbem.orders.lexicon import Lexicon
from pbem.orders.marks import N_
from pbem.orders.named_options import read_named
from pbem.orders.naming import bare, read_number
from pbem.rules.scoring import SYSTEMS

Options = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class OptionWords:
    """Words for an option. `example` is one of them, `summary` what it does.

    `read` gets the groups of the match, and answers None if there is no such value.
    """

    words: re.Pattern[str]
    read: Callable[[tuple[str, ...]], Options | None]
    example: str
    summary: str


def _fixed(words: str, options: Options, example: str, summary: str) -> OptionWords:
    return OptionWords(re.compile(words), lambda _: options, example, summary)


def _number(words: str, option: str, example: str, summary: str, **more: object) -> OptionWords:
    return OptionWords(
        re.compile(words), lambda found: {option: int(found[0]), **more}, example, summary
    )


def _scoring(found: tuple[str, ...]) -> Options | None:
    system = found[0].replace(" ", "_").replace("-", "_")
    return {"scoring": system, "scoring_params": {}} if system in SYSTEMS else None


def _zero(found: tuple[str, ...]) -> Options:
    names = {"5": "five", "10": "ten", "20": "twenty", "0": "normal", "normal": "normal"}
    return {"zero_bid": names.get(found[0], "five_plus_cards")}


def _suit(found: tuple[str, ...]) -> Options:
    return {**_TRUMP, "trump_method": "fixed", "fixed_trump": found[0][0].upper()}


def _course(sequence: str) -> Options:
    return {"sequence": sequence, "sequence_list": None, "deal_count": None, **_ENDS, **_BLOCKS}


_TRUMP: Final[Options] = {
    "fixed_trump": None,
    "trump_cycle": None,
    "no_trump_upcards": [],
    "all_dealt_trump": "no_trump",
}
_BLOCKS: Final[Options] = {"first_block": 1, "turn_block": 1, "last_block": 1}
_ENDS: Final[Options] = {"end": "fixed_deals"}


def _trump(method: str) -> Options:
    return {**_TRUMP, "trump_method": method}


OPTION_WORDS: Final = (
    _fixed(r"(?:hook free|no hook)", {"hook": "free"}, "hook free", N_("the last bid is free")),
    _fixed(
        r"hook(?: not| on)?",
        {"hook": "not_equal"},
        "hook not",
        N_("the bids may not add up to the tricks"),
    ),
    _fixed(
        r"hook must", {"hook": "must_equal"}, "hook must", N_("the bids must add up to the tricks")
    ),
    _number(
        r"hook from (\d{1,6})(?: cards?)?",
        "hook_min_cards",
        "hook from 2",
        N_("the last bid is free with fewer cards"),
        hook="not_equal",
    ),
    _fixed(
        r"(?:cards all|all cards)",
        {"max_cards": None, "deal_out": "all"},
        "cards all",
        N_("deal as many cards as there are"),
    ),
    _number(
        r"(?:(?:up to )?(\d{1,6}) cards?|cards? (\d{1,6}))",
        "max_cards",
        "cards 7",
        N_("so many cards at most"),
    ),
    _fixed(
        r"down(?: and)? up", _course("down_up"), "down up", N_("from many cards to few and again")
    ),
    _fixed(
        r"up(?: and)? down", _course("up_down"), "up down", N_("from few cards to many and again")
    ),
    _fixed(r"up(?: only)?", _course("up"), "up", N_("from few cards to many")),
    _fixed(r"down(?: only)?", _course("down"), "down", N_("from many cards to few")),
    _number(
        r"(?:same )?(\d{1,6}) deals",
        "deal_count",
        "8 deals",
        N_("so many deals, always as many cards"),
        sequence="constant",
        sequence_list=None,
        **_ENDS,
        **_BLOCKS,
    ),
    _number(r"steps? (\d{1,6})", "step", "step 2", N_("change by so many cards from deal to deal")),
    _fixed(
        r"(?:no trumps?|trumps? none)", _trump("none"), "no trump", N_("every deal without trumps")
    ),
    _fixed(
        r"trumps? turned|turned trumps?",
        _trump("turn_up"),
        "trump turned",
        N_("a card is turned for trumps"),
    ),
    OptionWords(
        re.compile(r"trumps? (?:fixed )?([shdc]|spades|hearts|diamonds|clubs)"),
        _suit,
        "trump fixed S",
        N_("the same suit always"),
    ),
    _fixed(
        r"trumps? bidder",
        _trump("high_bidder"),
        "trump bidder",
        N_("the highest bidder calls trumps"),
    ),
    _fixed(
        r"trumps? dealer", _trump("dealer_names"), "trump dealer", N_("the dealer calls trumps")
    ),
    _fixed(
        r"trumps? last(?: card)?",
        _trump("dealer_last_card"),
        "trump last",
        N_("the dealer's last card shows trumps"),
    ),
    OptionWords(
        re.compile(r"scor(?:ing|e) ([a-z][a-z0-9 _-]*)"),
        _scoring,
        "scoring wizard",
        N_("points by another system"),
    ),
    OptionWords(
        re.compile(r"(?:zero|0) (0|5|10|20|normal|5 ?(?:\+|plus|and) ?cards)"),
        _zero,
        "zero 5",
        N_("what a bid of nothing scores if it is made"),
    ),
    _fixed(
        r"bids? together",
        {"bid_mode": "simultaneous", "hook": "free", "bid_change": "never"},
        "bids together",
        N_("all bid at once, unseen"),
    ),
    _fixed(r"bids? in turn", {"bid_mode": "in_turn"}, "bids in turn", N_("one after the other")),
    _fixed(
        r"must trump",
        {"void_rule": "must_trump"},
        "must trump",
        N_("who cannot follow suit must trump"),
    ),
    _fixed(
        r"dealer leads", {"first_leader": "dealer"}, "dealer leads", N_("the dealer leads first")
    ),
    _fixed(
        r"double spades",
        {"double_spades": True},
        "double spades",
        N_("points double when spades are trumps"),
    ),
    _fixed(
        r"forehead",
        {"forehead": "all_one_card"},
        "forehead",
        N_("with a single card one sees all but one's own"),
    ),
    _number(
        r"target (\d{1,6})",
        "target_score",
        "target 100",
        N_("play until somebody has so many points"),
        end="target",
        sequence="constant",
        deal_count=None,
        sequence_list=None,
        **_BLOCKS,
    ),
)
"""All words, with those that begin alike in the order in which they are tried."""

RESETS: Final[Options] = {
    **_TRUMP,
    **_BLOCKS,
    **_ENDS,
    "sequence_list": None,
    "deal_count": None,
    "scoring_params": {},
}
"""What words set besides what they are about: another change of the same line may say otherwise."""


def read_option(text: str, lexicon: Lexicon) -> Options | None:
    """Read the words of one change; None if they are none. Unknown values by name are kept.

    Those are judged where the rules are, together with all others.
    """
    plain = bare(text)
    words = " ".join(_digits(word, lexicon) for word in plain.split())
    # As written first, since names of systems hold numbers in words.
    return _read_words(plain) or _read_words(words) or read_named(text, lexicon)


def together(one: Options, other: Options) -> Options | None:
    """Return two changes as one; None if they contradict each other."""
    both = dict(one)
    for name, value in other.items():
        if name not in both or _is_reset(name, both[name]):
            both[name] = value
        elif both[name] != value and not _is_reset(name, value):
            return None
    return both


def _is_reset(name: str, value: object) -> bool:
    return name in RESETS and value == RESETS[name]


def _read_words(words: str) -> Options | None:
    for row in OPTION_WORDS:
        found = row.words.fullmatch(words)
        if found is not None:
            return row.read(tuple(group for group in found.groups() if group is not None))
    return None


def _digits(word: str, lexicon: Lexicon) -> str:
    number = read_number(word, lexicon)
    return word if number is None else str(number)

"""The words in which people tell what they remember of a game: one table.

Each row reads a piece of the text that answers one question; the first row of a piece
that applies counts. Numbers are digits here, whatever was typed. In the patterns
`{each}` stands for words such as "per trick", `{point}` for "a point", `{hit}` and
`{miss}` for a bid made or missed, `{is}` for "scores", `{less}` for "minus".
"""

import re
from dataclasses import dataclass
from typing import Final

from pbem.rules.finding import Piece


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words for one or several values of a piece."""

    piece: Piece
    values: tuple[str, ...]
    words: re.Pattern[str]


_PARTS: Final = {
    "count": r"(?:{point} (?:{each}|each)|(?:the )?(?:bid|tricks))",
    "each": r"(?:per|a|an|each|every|for each|for every|for a|times) (?:bid |won )?tricks?",
    "point": r"(?:a|1|one)(?: points?)?",
    "miss": r"(?:missing|(?:a |the )?miss(?:es|ed)?(?: bids?)?|failing|(?:a )?failed bid"
    r"|not getting it)",
    "hit": r"(?:(?:getting|making|hitting) (?:it|the bid|your bid)|(?:a |the )?hit|success"
    r"|(?:a |the )?made bid|(?:the |a )?bid(?: made)?|being right|(?:being )?exact)",
    "last": r"(?:the )?(?:dealer|last bidder|last(?: one)?)",
    "is": r"(?: (?:is|are|scores?|gives?|gets?|costs?|worth|for))*",
    "less": r"(?:minus|lose|-) ?",
    "suit": r"(?:spades|hearts|clubs|diamonds)",
    "plus": r"(?:plus|and|\+)",
    "tricks": r"(?: to the tricks)?",
    "off": r"(?: off)?",
    "it": r"(?:make it |let it |bids? )?",
}


def _phrase(piece: Piece, values: str, *words: str) -> Phrase:
    any_of = "|".join(words)
    for name, pattern in _PARTS.items():
        any_of = any_of.replace(f"{{{name}}}", pattern)
    return Phrase(piece, tuple(values.split()), re.compile(rf"(?<![\w-])(?:{any_of})(?![\w-])"))


_HOOK: Final = (
    _phrase(
        "hook",
        "must",
        r"(?:{last} )?(?:bids |totals? )?must (?:add up|come out|be equal|equal){tricks}",
    ),
    _phrase(
        "hook",
        "free",
        r"(?:no|without(?: a| the)?) hook|hook free|free hook|hook off",
        r"(?:{last} |everybody |anybody |all )?(?:may|can) bid (?:anything|freely)",
        r"{last} is free|any bids?|free bids?|free bidding|bids (?:are )?free",
    ),
    _phrase(
        "hook",
        "hook",
        r"(?:{last} )?(?:may|can|must|is|are)(?: ?not|n?'t) (?:allowed to )?{it}"
        r"(?:come out|add up|be even|even|equal|work out)(?: even)?{tricks}",
        r"(?:with )?(?:the |a )?hook(?: on)?|screw the dealer|not even|never even",
    ),
)

_TRUMPS: Final = (
    _phrase("trumps", "none", r"no ?-?trumps?|without(?: any)? trumps?|trumps? none"),
    _phrase(
        "trumps",
        "named",
        r"(?:the )?(?:dealer|high(?:est)? bidder|bidder|winner) "
        r"(?:names|calls|chooses|picks|makes)(?: the)? trumps?",
        r"trumps? (?:are |is )?(?:named|called|chosen)",
    ),
    _phrase(
        "trumps",
        "last_card",
        r"(?:the )?(?:dealer'?s )?last card(?: dealt)?(?: is| makes)?(?: the)?(?: trumps?)?",
    ),
    _phrase(
        "trumps",
        "rotating",
        r"rotat\w+ trumps?",
        r"trumps? (?:are |is )?(?:rotat\w+|in turn|by turns|go(?:es)? round|in order|by list)",
    ),
    _phrase(
        "trumps",
        "fixed",
        r"{suit}(?: are| is)?(?: always)?(?: the)? trumps?|always {suit}|(?:fixed|same) trumps?",
        r"trumps? (?:are |is )?(?:always|fixed|always the same|(?:always )?{suit})",
    ),
    _phrase(
        "trumps",
        "turned",
        r"(?:a )?(?:turned|flipped|cut|turn-?up)(?: up)?(?: card)?(?: (?:is|makes|for))?"
        r"(?: the)? trumps?",
        r"trumps? (?:are |is )?(?:turned|flipped|cut|by (?:a )?turned card)(?: up)?",
        r"(?:a )?card is turned(?: for trumps?)?|turned card",
    ),
)

_MISS: Final = (
    _phrase(
        "miss",
        "nothing",
        r"(?:nothing|0|no points?)(?: points?)? (?:for|if|when|on)(?: you)? {miss}",
        r"{miss}{is} (?:nothing|0|no points?)|(?:otherwise|else|or) (?:nothing|0)",
    ),
    _phrase("miss", "ten_each", r"{less}10 (?:points? )?{each}{off}"),
    _phrase("miss", "five_and_five_each", r"{less}5 and 5 (?:points? )?{each}{off}"),
    _phrase("miss", "five_each", r"{less}5 (?:points? )?{each}{off}"),
    _phrase("miss", "square_each", r"{less}(?:the )?squared?(?: of the)?(?: difference)?"),
    _phrase("miss", "five_times_bid", r"{less}5 times the bid"),
    _phrase("miss", "bid", r"(?:{miss}{is} )?{less}(?:the |your )?bid"),
    _phrase(
        "miss",
        "one_each",
        r"(?:{miss}{is} )?{less}(?:(?:{point} )?{each}{off}|(?:the )?difference)",
    ),
    _phrase(
        "miss",
        "tricks",
        r"{miss}{is} (?:the |your )?(?:tricks?(?: taken)?|{point} {each})",
        r"tricks (?:always |still )?count(?: anyway| always)?|keep (?:the |your )?tricks",
        r"{point} {each} (?:anyway|always|in any case|for {miss})",
    ),
)

_HIT: Final = (
    _phrase("hit", "twenty_and_ten_each", r"20 {plus} 10 {each}"),
    _phrase("hit", "five_and_ten_each", r"5 {plus} 10 {each}"),
    _phrase("hit", "ten_and_five_each", r"10 {plus} 5 {each}"),
    _phrase("hit", "ten_and_two_each", r"10 {plus} 2 {each}"),
    _phrase(
        "hit",
        "ten_and_square",
        r"10 {plus} (?:the )?(?:square|squared|bid squared)(?: of the bid)?|squares?",
    ),
    _phrase(
        "hit",
        "ten",
        r"10 (?:flat|only|and (?:nothing|no) (?:else|more))(?: for {hit})?|only 10(?: for {hit})?",
    ),
    _phrase(
        "hit",
        "ten_and_tricks",
        r"10 (?:points? )?(?:for {hit} )?{plus} {count}",
    ),
    _phrase(
        "hit",
        "five_and_tricks",
        r"5 (?:points? )?(?:for {hit} )?{plus} {count}",
    ),
    _phrase("hit", "ten_each", r"10 (?:points? )?{each}|10 times(?: the)?(?: bid| tricks)?"),
    _phrase("hit", "eight", r"8 (?:points? )?(?:for|if|when) {hit}"),
    _phrase(
        "hit",
        "five_and_tricks five_and_ten_each",
        r"5 (?:points? )?(?:for|if|when) {hit}|{hit}{is} 5",
    ),
    _phrase("hit", "twenty_and_ten_each", r"20 (?:points? )?(?:for|if|when) {hit}|{hit}{is} 20"),
    _phrase(
        "hit",
        "ten_and_tricks ten ten_and_two_each ten_and_five_each ten_and_square",
        r"10 (?:points? )?(?:for|if|when)(?: you)? {hit}|{hit}{is} 10|bonus (?:of )?10|10 bonus",
    ),
)

_DIRECTION: Final = (
    _phrase(
        "direction",
        "up_down",
        r"up(?: and)?(?: then)? down(?: again)?|growing and shrinking",
    ),
    _phrase(
        "direction",
        "down_up",
        r"down(?: and)?(?: then)?(?: back)? up(?: again)?|shrinking and growing",
    ),
    _phrase(
        "direction",
        "same",
        r"(?:always )?(?:the )?same(?: number(?: of cards)?| size)?|always all cards|constant",
    ),
    _phrase("direction", "up", r"(?:only |just |going )?up(?: only)?|growing|ascending"),
    _phrase("direction", "down", r"(?:only |just |going )?down(?: only)?|shrinking|descending"),
)

PHRASES: Final = (*_HOOK, *_TRUMPS, *_MISS, *_HIT, *_DIRECTION)
"""All phrases, longer and more particular ones before those that they contain."""

FILLERS: Final = frozenset(
    re.findall(
        r"\w+",
        """a all also an and any are at be bid bids but by called card cards each for from
        game games has have i in is it like many me most my of on one or our play played
        player players points round rules score scores scoring so some that the then there
        they to trick tricks trump trumps up us version was way we were where which whist
        with you""",
    )
)
"""Words that say nothing about a game by themselves."""

"""The words of the order language, a lexicon per language. English so far."""

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.rules.moves import Claim


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words, lower case, by what they mean.

    `verbs` maps a verb's name to its spellings, `numbers` a word to its value,
    `ranks` and `suits` a word or sign to the letter of the catalogue. `free` are the
    cards without a suit, `calls` what is said with a joker, `claims` with cards laid
    aside; `without_trumps` are the words for no trumps.
    """

    verbs: Mapping[str, tuple[str, ...]]
    numbers: Mapping[str, int]
    ranks: Mapping[str, str]
    suits: Mapping[str, str]
    free: Mapping[str, str]
    calls: Mapping[str, str]
    claims: Mapping[str, Claim]
    without_trumps: frozenset[str]
    of: str
    everything: str
    odds: str
    for_good: str
    with_: str
    for_: str
    and_: str
    bots: frozenset[str]
    one: frozenset[str]
    players: frozenset[str]
    seed: str
    as_: str
    add: str
    remove: str
    main: str
    list_: str


_NUMBERS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]

_RANKS = {
    **{digit: digit for digit in "23456789"},
    **dict(zip(_NUMBERS[2:10], "23456789", strict=True)),
    **dict.fromkeys(("10", "t", "ten"), "T"),
    **{rank: rank for rank in ("11", "12", "13")},
    **dict(zip(_NUMBERS[11:14], ("11", "12", "13"), strict=True)),
    **dict.fromkeys(("j", "jack"), "J"),
    **dict.fromkeys(("q", "queen"), "Q"),
    **dict.fromkeys(("k", "king"), "K"),
    **dict.fromkeys(("a", "ace"), "A"),
}

# Both the black and the white signs, and the heart of the phones.
_SUITS = {
    **dict.fromkeys(("c", "clubs", "\u2663", "\u2667"), "C"),
    **dict.fromkeys(("d", "diamonds", "\u2666", "\u2662"), "D"),
    **dict.fromkeys(("h", "hearts", "\u2665", "\u2661", "\u2764"), "H"),
    **dict.fromkeys(("s", "spades", "\u2660", "\u2664"), "S"),
}

_FREE = {
    **dict.fromkeys(("jk", "joker"), "JK"),
    **dict.fromkeys(("jk1", "joker1", "joker 1", "joker one"), "JK1"),
    **dict.fromkeys(("jk2", "joker2", "joker 2", "joker two"), "JK2"),
    **dict.fromkeys(("wz", "wizard"), "WZ"),
    **dict.fromkeys(("je", "jester"), "JE"),
}

ENGLISH = Lexicon(
    verbs={
        "bid": ("bid",),
        "play": ("play",),
        "trumps": ("trumps", "trump"),
        "lay": ("lay",),
        "status": ("status",),
        "hand": ("hand",),
        "rules": ("rules",),
        "scores": ("scores", "score"),
        "history": ("history",),
        "say": ("say", "note"),
        "resign": ("resign",),
        "stop": ("stop",),
        "back": ("back",),
        "revoke": ("revoke",),
        "zone": ("zone",),
        "settings": ("settings", "setting"),
        "mails": ("mails",),
        "digest": ("digest",),
        "hours": ("hours",),
        "cards": ("cards",),
        "text": ("text",),
        "links": ("links",),
        "help": ("help",),
        "yes": ("yes", "accept"),
        "no": ("no", "decline"),
        "never": ("never",),
        "new": ("new",),
        "join": ("join",),
        "practice": ("practice", "practise"),
        "games": ("games",),
        "address": ("address",),
        "find": ("find",),
        "save": ("save",),
        "as": ("as",),
        "invite": ("invite",),
        "bots": ("bots",),
        "cancel": ("cancel",),
    },
    numbers={word: value for value, word in enumerate(_NUMBERS)},
    ranks=_RANKS,
    suits=_SUITS,
    free=_FREE,
    calls={"high": "high", "low": "low"},
    claims={"declare": "declare", "reveal": "reveal"},
    without_trumps=frozenset({"nt", "no trump", "no trumps"}),
    of="of",
    everything="all",
    odds="odds",
    for_good="for good",
    with_="with",
    for_="for",
    and_="and",
    bots=frozenset({"bot", "bots"}),
    one=frozenset({"a", "one"}),
    players=frozenset({"players"}),
    seed="seed",
    as_="as",
    add="add",
    remove="remove",
    main="main",
    list_="list",
)

GREETINGS = (
    "hi",
    "hello",
    "hey",
    "hiya",
    "howdy",
    "dear",
    "greetings",
    "good morning",
    "good afternoon",
    "good evening",
    "good day",
    "morning",
    "evening",
    "hallo",
    "servus",
    "moin",
    "liebe",
    "lieber",
    "guten morgen",
    "guten tag",
    "guten abend",
    "gr\u00fc\u00df gott",
    "salut",
    "bonjour",
    "bonsoir",
    "coucou",
    "ch\u00e8re",
    "cher",
    "hola",
    "buenos d\u00edas",
    "buenas",
    "buenas tardes",
    "querido",
    "querida",
    "ciao",
    "salve",
    "buongiorno",
    "buonasera",
    "ol\u00e1",
    "bom dia",
    "boa tarde",
    "hoi",
    "dag",
    "beste",
    "goedemorgen",
    "goedenavond",
    "hej",
    "hejsan",
    "hei",
    "god morgon",
    "god dag",
    "moi",
    "terve",
    "ahoj",
    "\u010dau",
    "dobr\u00fd den",
    "dobr\u00e9 r\u00e1no",
    "cze\u015b\u0107",
    "witam",
    "dzie\u0144 dobry",
    "szia",
    "\u043f\u0440\u0438\u0432\u0435\u0442",
    "\u0437\u0434\u0440\u0430\u0432\u0441\u0442\u0432\u0443\u0439\u0442\u0435",
    "\u4f60\u597d",
    "\u3053\u3093\u306b\u3061\u306f",
    "\u3053\u3093\u306b\u3061\u308f",
)
"""First words of a line that greets, in many languages: replies open in any of them."""

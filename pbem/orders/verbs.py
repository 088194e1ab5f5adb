"""The one table of what may be written: it parses, and it is the help and the error texts."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from pbem.orders.lexicon import ENGLISH, Lexicon
from pbem.orders.naming import bare, read_card, read_number
from pbem.orders.newgames import read_invite, read_join, read_new, read_preset_rules
from pbem.orders.orders import (
    Back,
    BidOrder,
    CancelGame,
    Desk,
    FillWithBots,
    Never,
    No,
    Order,
    PlayOrder,
    Practice,
    Resign,
    Say,
    SetZone,
    ShowGames,
    ShowHand,
    ShowHelp,
    ShowHistory,
    ShowRules,
    ShowScores,
    ShowStatus,
    Stop,
    Yes,
)

Read = Callable[[str, Lexicon], Order | None]

_ZONE = re.compile(r"[a-z][a-z0-9_+-]{0,30}(/[a-z0-9][a-z0-9_+-]{0,30}){0,2}", re.IGNORECASE)
_ZONE_WORDS = 3


def N_(message: str) -> str:  # noqa: N802 - the name by which translators' tools find messages
    """Mark a message for translation; it is translated where it is shown."""
    return message


@dataclass(frozen=True, slots=True)
class Usage:
    """A complete line one may write, and what it does (a message to translate).

    `common` lines are in the short help.
    """

    example: str
    summary: str
    common: bool = True


@dataclass(frozen=True, slots=True)
class Verb:
    """One kind of line. `name` is its key in the lexicon, "" if it has no verb.

    The first of `desks` is where it belongs. `read` gets what stands after the verb
    and answers None if that is malformed.
    """

    name: str
    desks: tuple[Desk, ...]
    read: Read
    usages: tuple[Usage, ...]


def _alone(order: Order) -> Read:
    """Read a verb after which nothing may stand."""

    def read(rest: str, _lexicon: Lexicon) -> Order | None:
        return None if bare(rest) else order

    return read


def _read_bid(rest: str, lexicon: Lexicon) -> BidOrder | None:
    tricks = read_number(bare(rest), lexicon)
    return None if tricks is None else BidOrder(tricks)


def _read_play(rest: str, lexicon: Lexicon) -> PlayOrder | None:
    card = read_card(bare(rest), lexicon)
    return None if card is None else PlayOrder(card)


def _read_say(rest: str, _lexicon: Lexicon) -> Say | None:
    return Say(rest) if rest else None


def _read_resign(rest: str, lexicon: Lexicon) -> Resign | None:
    words = bare(rest)
    return Resign(sure=bool(words)) if words in {"", lexicon.for_good} else None


def _read_help(rest: str, lexicon: Lexicon) -> ShowHelp | None:
    words = bare(rest)
    return ShowHelp(everything=bool(words)) if words in {"", lexicon.everything} else None


def _read_zone(rest: str, _lexicon: Lexicon) -> SetZone | None:
    """Read `Prague`, `Europe/Prague` or `America/New York`; whether it exists is judged later."""
    words = rest[: len(bare(rest))].split()
    name = "_".join(words)
    if not _ZONE.fullmatch(name) or (len(words) > 1 and "/" not in words[0]):
        return None
    return SetZone(name) if len(words) <= _ZONE_WORDS else None


def _read_yes(rest: str, lexicon: Lexicon) -> Yes | None:
    if not bare(rest):
        return Yes()
    word, _, seed = rest.partition(" ")
    return Yes(seed) if word.lower() == lexicon.seed and seed else None


_GAME: tuple[Desk, ...] = ("game",)
_SERVICE: tuple[Desk, ...] = ("service",)
_ANSWER: tuple[Desk, ...] = ("invitation", "service")
_ANYWHERE: tuple[Desk, ...] = ("game", "service", "invitation")

VERBS: tuple[Verb, ...] = (
    Verb(
        "",
        _GAME,
        _read_bid,
        (Usage("2", N_("bid so many tricks")),),
    ),
    Verb(
        "bid",
        _GAME,
        _read_bid,
        (Usage("bid 2", N_("the same in words"), common=False),),
    ),
    Verb(
        "",
        _GAME,
        _read_play,
        (
            Usage("QS", N_("play a card: rank and suit")),
            Usage("queen of spades", N_("play a card, in words"), common=False),
        ),
    ),
    Verb("play", _GAME, _read_play, (Usage("play QS", N_("the same with a verb"), common=False),)),
    Verb("status", _GAME, _alone(ShowStatus()), (Usage("status", N_("how the game stands")),)),
    Verb("hand", _GAME, _alone(ShowHand()), (Usage("hand", N_("your cards"), common=False),)),
    Verb("scores", _GAME, _alone(ShowScores()), (Usage("scores", N_("the score sheet")),)),
    Verb("history", _GAME, _alone(ShowHistory()), (Usage("history", N_("what was played")),)),
    Verb(
        "rules",
        ("game", "invitation"),
        _alone(ShowRules()),
        (Usage("rules", N_("the rules of this game")),),
    ),
    Verb("say", _GAME, _read_say, (Usage("say well played", N_("a word to the table")),)),
    Verb(
        "stop",
        _GAME,
        _alone(Stop()),
        (Usage("stop", N_("no more mail of this game, a stand-in plays for you")),),
    ),
    Verb("back", _GAME, _alone(Back()), (Usage("back", N_("play on yourself again")),)),
    Verb(
        "resign",
        _GAME,
        _read_resign,
        (
            Usage("resign", N_("leave the game; you are asked once more"), common=False),
            Usage("resign for good", N_("leave the game at once"), common=False),
        ),
    ),
    Verb(
        "invite",
        _GAME,
        read_invite,
        (Usage("invite ann@example.org", N_("ask one more to your table"), common=False),),
    ),
    Verb(
        "bots",
        _GAME,
        _alone(FillWithBots()),
        (Usage("bots", N_("let bots take the open places of your table"), common=False),),
    ),
    Verb(
        "cancel",
        _GAME,
        _alone(CancelGame()),
        (Usage("cancel", N_("call your table off before it begins"), common=False),),
    ),
    Verb(
        "yes",
        _ANSWER,
        _read_yes,
        (
            Usage("yes", N_("accept")),
            Usage("yes seed blue whale", N_("accept, with your share of the shuffle"), common=False),
        ),
    ),
    Verb("no", _ANSWER, _alone(No()), (Usage("no", N_("decline")),)),
    Verb("never", _ANSWER, _alone(Never()), (Usage("never", N_("bar invitations for good")),)),
    Verb(
        "practice",
        _ANSWER,
        _alone(Practice()),
        (Usage("practice", N_("play a short game with bots at once")),),
    ),
    Verb(
        "new",
        _SERVICE,
        read_new,
        (
            Usage(
                "new blackout with ann@example.org, ben@example.org and 1 bot",
                N_("begin a game with these people"),
            ),
            Usage("new blackout for 4", N_("open a table; you get a code for others")),
            Usage(
                "new blackout for 5 with ann@example.org and 2 bots seed blue whale",
                N_("both at once, with your share of the shuffle"),
                common=False,
            ),
        ),
    ),
    Verb(
        "join",
        ("service", "invitation"),
        read_join,
        (Usage("join abcd-efgh-jkmn", N_("sit down at a table whose code you have")),),
    ),
    Verb("games", _SERVICE, _alone(ShowGames()), (Usage("games", N_("your games")),)),
    Verb(
        "rules",
        _ANYWHERE,
        read_preset_rules,
        (Usage("rules blackout", N_("the rules of a version of the game"), common=False),),
    ),
    Verb(
        "zone",
        ("game", "service"),
        _read_zone,
        (Usage("zone Europe/Prague", N_("times in your time zone"), common=False),),
    ),
    Verb(
        "help",
        _ANYWHERE,
        _read_help,
        (
            Usage("help", N_("what you may write")),
            Usage("help all", N_("everything you may write")),
        ),
    ),
)

_BARE = tuple(verb for verb in VERBS if not verb.name)


def verbs_by_word(lexicon: Lexicon = ENGLISH) -> dict[str, tuple[Verb, ...]]:
    """Return the verbs that each word may stand for."""
    words = {word: name for name, words in lexicon.verbs.items() for word in words}
    return {
        word: tuple(verb for verb in VERBS if verb.name == name) for word, name in words.items()
    }


_BY_WORD = verbs_by_word()


def find(text: str) -> tuple[Verb, Order] | None:
    """Read a clean line as an order of whatever desk."""
    for verb, rest in _candidates(text):
        order = verb.read(rest, ENGLISH)
        if order is not None:
            return verb, order
    return None


def _candidates(text: str) -> list[tuple[Verb, str]]:
    word, _, rest = text.partition(" ")
    # "Help!" is help, but "say" of "say, Ben" is no verb.
    named = _BY_WORD.get(word.lower() if rest else bare(word), ())
    return [(verb, rest) for verb in named] + [(verb, text) for verb in _BARE]


def usages(desk: Desk, everything: bool) -> tuple[Usage, ...]:  # noqa: FBT001 - part of the contract
    """Return what may be written at a desk: the common lines, or everything."""
    return tuple(
        usage
        for verb in VERBS
        if desk in verb.desks
        for usage in verb.usages
        if everything or usage.common
    )

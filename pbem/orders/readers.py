"""What may stand after the simple verbs."""

import re
from collections.abc import Callable

from pbem.orders.choices import Choose, read_choice
from pbem.orders.lexicon import Lexicon
from pbem.orders.naming import bare, read_number
from pbem.orders.orders import BidOrder, Order, Resign, Say, SetZone, ShowHelp

Read = Callable[[str, Lexicon], Order | None]
"""Gets what stands after the verb; answers None if that is malformed."""

_ZONE = re.compile(r"[a-z][a-z0-9_+-]{0,30}(/[a-z0-9][a-z0-9_+-]{0,30}){0,2}", re.IGNORECASE)
_ZONE_WORDS = 3


def alone(order: Order) -> Read:
    """Read a verb after which nothing may stand."""

    def read(rest: str, _lexicon: Lexicon) -> Order | None:
        return None if bare(rest) else order

    return read


def read_bid(rest: str, lexicon: Lexicon) -> BidOrder | None:
    tricks = read_number(bare(rest), lexicon)
    return None if tricks is None else BidOrder(tricks)


def read_say(rest: str, _lexicon: Lexicon) -> Say | None:
    return Say(rest) if rest else None


def read_everywhere(here: Order, everywhere: Order) -> Read:
    """Read a verb behind which `all` may stand."""

    def read(rest: str, lexicon: Lexicon) -> Order | None:
        words = bare(rest)
        if words in {lexicon.everything, f"{lexicon.everything} games"}:
            return everywhere
        return None if words else here

    return read


def read_resign(rest: str, lexicon: Lexicon) -> Resign | None:
    words = bare(rest)
    return Resign(sure=bool(words)) if words in {"", lexicon.for_good} else None


def read_help(rest: str, lexicon: Lexicon) -> ShowHelp | None:
    words = bare(rest)
    if words == lexicon.odds:
        return ShowHelp(topic="odds")
    return ShowHelp(everything=bool(words)) if words in {"", lexicon.everything} else None


def read_setting(name: str) -> Read:
    """Read the value of a setting behind its verb."""

    def read(rest: str, _lexicon: Lexicon) -> Choose | None:
        return read_choice(name, bare(rest))

    return read


def read_zone(rest: str, _lexicon: Lexicon) -> SetZone | None:
    """Read `Prague`, `Europe/Prague` or `America/New York`; whether it exists is judged later."""
    words = rest[: len(bare(rest))].split()
    name = "_".join(words)
    if not _ZONE.fullmatch(name) or (len(words) > 1 and "/" not in words[0]):
        return None
    return SetZone(name) if len(words) <= _ZONE_WORDS else None

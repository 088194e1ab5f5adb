"""Orders about tables and people: `new`, `join`, `yes`, `as`, `invite`, `rules PRESET`."""

import re

from pbem.orders.cleaning import CLOSING
from pbem.orders.codes import is_split_code
from pbem.orders.company import MAILTO, read_address, read_company
from pbem.orders.lexicon import Lexicon
from pbem.orders.naming import bare, read_number
from pbem.orders.orders import AsPlayer, Invite, Join, NewGame, SaveRules, ShowRules, Yes

_CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.IGNORECASE)
_PRESET_WORD = r"[^\W_]+(?:['_.-]?[^\W_]+)*!?"
# Signs that names have inside: `Up & Down the River`, `Oh! Well`, `Blackout, Blob`.
_PRESET = re.compile(rf"{_PRESET_WORD}(?:(?: ?[&+,] ?| ){_PRESET_WORD}){{0,6}}")
_PRESET_LENGTH = 40
_NAME = re.compile(r"[^\W\d_][\w'.-]*(?: [^\W\d_][\w'.-]*){0,2}")
_NAME_LENGTH = 40
_CODE_LENGTHS = range(4, 41)


def read_preset(text: str) -> str | None:
    """Return the name of a preset: lower case, blanks as `_`. It need not exist."""
    name = bare(text)
    if len(name) > _PRESET_LENGTH or not _PRESET.fullmatch(name):
        return None
    return name.replace(" ", "_")


def read_join(text: str, lexicon: Lexicon) -> Join | None:
    """Read `CODE [as NAME]`."""
    code, name = _cut(text.rstrip(CLOSING), lexicon.as_)
    is_whole = len(code) in _CODE_LENGTHS and _CODE.fullmatch(code) is not None
    if not is_whole and not is_split_code(code):
        return None
    return Join(code, name) if not name or _is_name(name) else None


def read_yes(text: str, lexicon: Lexicon) -> Yes | None:
    """Read `[as NAME] [seed TEXT]`."""
    head, seed = _cut(f" {text}", lexicon.seed)
    if not bare(head).strip():
        return Yes(seed)
    nothing, name = _cut(head.rstrip(CLOSING), lexicon.as_)
    return None if nothing or not _is_name(name) else Yes(seed, name)


def read_as(text: str, _lexicon: Lexicon) -> AsPlayer | None:
    """Read a name, with a capital in it: our mails are full of "as soon" and "as it"."""
    name = text.rstrip(CLOSING)
    return AsPlayer(name) if _is_name(name) and _has_capital(name) else None


def _has_capital(name: str) -> bool:
    """Tell whether a word of two letters or more has a capital, or is of a script without."""
    return any(len(word) > 1 and not word[0].islower() for word in name.split())


def _is_name(text: str) -> bool:
    return len(text) <= _NAME_LENGTH and _NAME.fullmatch(text) is not None


def read_invite(text: str, _lexicon: Lexicon) -> Invite | None:
    address = read_address(text)
    return None if address is None else Invite(address)


def read_preset_rules(text: str, _lexicon: Lexicon) -> ShowRules | None:
    preset = read_preset(text)
    return None if preset is None else ShowRules(preset)


def read_new(text: str, lexicon: Lexicon) -> NewGame | None:
    """Read `PRESET [for N] [with ADDRESS, ... and N bots, OPTION, ...] [seed TEXT]`.

    `for` or `with` must be there.
    """
    head, seed = _cut(MAILTO.sub("", text), lexicon.seed)
    head, company = _cut(head, lexicon.with_)
    name, after = _cut(head, lexicon.for_)
    number, *changes = re.split(r"[,;]\s*", after.rstrip(CLOSING))
    preset = read_preset(name)
    players = _players(number, lexicon) if number else None
    if preset is None or not (company or number) or (number and players is None):
        return None
    read = read_company([*changes, *_parts(company, lexicon)], lexicon)
    if read is None or not (players or read.is_anything):
        return None
    # `players=4` says what `for 4` does; what else it says is refused with the rules.
    told = read.named.get("players")
    players = told if players is None and type(told) is int else players
    return NewGame(preset, read.invited, read.bots, players, seed, read.named, read.unread)


def read_save(text: str, lexicon: Lexicon) -> SaveRules | None:
    """Read `as NAME`."""
    nothing, name = _cut(f" {text}", lexicon.as_)
    preset = read_preset(name)
    return None if nothing or preset is None else SaveRules(preset)


def _parts(company: str, lexicon: Lexicon) -> list[str]:
    """Split a list at commas and at the word for and."""
    text = company.rstrip(CLOSING)
    return [part for part in re.split(rf"[,;]\s*|\s+{lexicon.and_}\s+", text) if part.strip()]


def _cut(text: str, word: str) -> tuple[str, str]:
    """Split a text at the first blank-bounded occurrence of a word."""
    found = re.search(rf" {re.escape(word)} ", text, re.IGNORECASE)
    if found is None:
        return text, ""
    return text[: found.start()], text[found.end() :]


def _players(text: str, lexicon: Lexicon) -> int | None:
    match bare(text).split():
        case [number]:
            return read_number(number, lexicon)
        case [number, word] if word in lexicon.players:
            return read_number(number, lexicon)
        case _:
            return None

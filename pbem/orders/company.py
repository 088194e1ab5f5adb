"""Who is asked to a game, and what is changed in its rules: the list after `with`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from pbem.orders.cleaning import CLOSING
from pbem.orders.house_rules import read_option, together
from pbem.orders.lexicon import Lexicon
from pbem.orders.naming import read_number

# Only what can be one address; whether it is one is judged where it is used.
_ADDRESS = re.compile(r"[^\s@,;:<>()\[\]\"]{1,64}@[^\s@,;:<>()\[\]\"]{1,253}")

# Some mail programs write the link of an address after it.
MAILTO: Final = re.compile(r"\s*<mailto:[^<>\s]*>", re.IGNORECASE)


@dataclass(slots=True)
class Company:
    """What a list names: people, bots, changes of rules, and parts that are neither."""

    invited: tuple[str, ...] = ()
    bots: int = 0
    named: dict[str, object] = field(default_factory=dict)
    unread: tuple[str, ...] = ()

    @property
    def is_anything(self) -> bool:
        """Whether any part of the list was understood."""
        return bool(self.invited or self.bots or self.named)


def read_address(text: str) -> str | None:
    """Return a mail address as written; it has a dot in its domain."""
    address = MAILTO.sub("", text).rstrip(CLOSING)
    if address.startswith("<") and address.endswith(">"):
        address = address[1:-1]
    if not _ADDRESS.fullmatch(address):
        return None
    domain = address.rpartition("@")[2]
    return address if "." in domain.strip(".") else None


def read_company(parts: Sequence[str], lexicon: Lexicon) -> Company | None:
    """Read the parts of a list, in any order; None if it names people or bots wrongly."""
    company = Company()
    for part in parts:
        is_read = _take_change(company, part, lexicon) or _take_people(company, part, lexicon)
        if not is_read and _is_about_people(part, lexicon):
            return None
        if not is_read:
            company.unread += (part,)
    return company


def _take_change(company: Company, part: str, lexicon: Lexicon) -> bool:
    """Note a change of the rules; one that takes another back is left unread."""
    change = read_option(part, lexicon)
    both = None if change is None else together(company.named, change)
    if both is None:
        return False
    company.named = dict(both)
    return True


def _take_people(company: Company, part: str, lexicon: Lexicon) -> bool:
    """Note addresses and a number of bots, with blanks between them."""
    words = part.split()
    invited: list[str] = []
    bots = 0
    while words:
        word = words.pop(0)
        address = read_address(word)
        if address is not None:
            invited.append(address)
        elif not (company.bots or bots) and words and words[0].lower() in lexicon.bots:
            words.pop(0)
            count = _count(word.lower(), lexicon)
            if count is None:
                return False
            bots = count
        else:
            return False
    company.invited += tuple(invited)
    company.bots += bots
    return True


def _is_about_people(part: str, lexicon: Lexicon) -> bool:
    return "@" in part or any(word.lower() in lexicon.bots for word in part.split())


def _count(word: str, lexicon: Lexicon) -> int | None:
    return 1 if word in lexicon.one else read_number(word, lexicon)

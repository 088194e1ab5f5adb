"""What a page's buttons may send: a move as a short text, and no other order.

A bid is its number, a card its name, and what is said with a card follows behind a
hyphen: `3`, `QS`, `JK1-high`, `2C-KH` (or as the catalogue writes it, `JK1:high` and
`2C=KH`). Trumps and cards laid aside begin with a word: `trumps-H`,
`lay-7C-8H-KS-declare`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, assert_never

from pbem.rules.cards import Card, card
from pbem.rules.moves import Bid, Claim, Lay, Move, NameTrump, Play

_BID: Final = re.compile(r"\d{1,2}", re.ASCII)
_WORDS: Final = re.compile(r"\w{1,7}([-:=]\w{1,7}){0,8}", re.ASCII)
_TRUMPS: Final = frozenset({"C", "D", "H", "S", "NT"})
_CLAIMS: Final[Mapping[str, Claim]] = {"": "", "declare": "declare", "reveal": "reveal"}
_CALLS: Final = frozenset({"high", "low"})


def read_answer(text: str) -> Move | None:
    """Return the move that a text of this form says; None if it is none."""
    if _BID.fullmatch(text):
        return Bid(int(text))
    if not _WORDS.fullmatch(text):
        return None
    head, *rest = re.split("[-:=]", text)
    match head, rest:
        case "trumps", [trump] if trump in _TRUMPS:
            return NameTrump(trump)
        case "lay", names:
            return _laid(names)
        case _:
            return _played(head, rest)


def answer_text(move: Move) -> str:
    """Return a move as the text from which `read_answer` makes it again."""
    match move:
        case Bid(tricks):
            return str(tricks)
        case Play(played, call):
            return f"{played}-{call}" if call else str(played)
        case NameTrump(trump):
            return f"trumps-{trump}"
        case Lay(cards, claim):
            return "-".join(["lay", *map(str, cards), *([claim] if claim else [])])
        case _:
            assert_never(move)


def _played(name: str, said: Sequence[str]) -> Play | None:
    found = _card(name)
    call = said[0] if said else ""
    if found is None or len(said) > 1 or not (call in _CALLS or call == "" or _card(call)):
        return None
    return Play(found, call)


def _laid(names: Sequence[str]) -> Lay | None:
    claim = _CLAIMS.get(names[-1], "") if names else ""
    found = [_card(name) for name in (names[:-1] if claim else names)]
    held = tuple(one for one in found if one is not None)
    return Lay(held, claim) if len(held) == len(found) else None


def _card(name: str) -> Card | None:
    try:
        return card(name)
    except ValueError:
        return None


def sent_answer(form: Mapping[str, str], cards: Sequence[str]) -> Move | None:
    """Return the move that a form sends; None if it is none.

    `answer` is a move, or `lay` for the `cards` that are ticked with the `claim` that is
    chosen; `call-2C` names what the card of the button stands for.
    """
    answer = form.get("answer", "")
    if answer == "lay":
        return _laid([*cards, *_claim(form)])
    called = form.get(f"call-{answer}", "")
    return read_answer(f"{answer}-{called}" if called else answer)


def _claim(form: Mapping[str, str]) -> Iterator[str]:
    claim = form.get("claim", "")
    if claim:
        yield claim

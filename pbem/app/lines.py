"""The lines of a letter, carried out in turn up to the first refusal."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from hashlib import sha256

from pbem.app.answers import Answer, Done, LineOutcome, Section, WhyEmpty
from pbem.app.incoming import Incoming
from pbem.app.ports import Uow
from pbem.orders.orders import (
    Desk,
    Find,
    NotUnderstood,
    Order,
    ShowAddresses,
    ShowGames,
    ShowHand,
    ShowHelp,
    ShowHistory,
    ShowRules,
    ShowScores,
    ShowSettings,
    ShowStatus,
    WrongDesk,
)
from pbem.orders.reading import read_line

Carry = Callable[[str, Order], LineOutcome]


def carry_out(lines: Iterable[str], desk: Desk, carry: Carry) -> tuple[LineOutcome, ...]:
    """Carry out each line until one is refused; the rest is not tried.

    A letter is one person's list of wishes made with the table in mind as it lay:
    what stands after a refusal was written for a game that did not come about.
    """
    outcomes: list[LineOutcome] = []
    refused = False
    for line in lines:
        outcome = LineOutcome(line) if refused else _one(line, desk, carry)
        refused = refused or outcome.refused is not None
        outcomes.append(outcome)
    return tuple(outcomes)


def _one(line: str, desk: Desk, carry: Carry) -> LineOutcome:
    order = read_line(line, desk)
    if isinstance(order, NotUnderstood | WrongDesk):
        return LineOutcome(line, refused=order)
    return carry(line, order)


def shown(line: str) -> LineOutcome:
    """The outcome of a line that only asks for something to be shown."""
    return LineOutcome(line, done=Done("shown"))


_SECTIONS: dict[type, Section] = {
    ShowStatus: "status",
    ShowHand: "hand",
    ShowRules: "rules",
    ShowScores: "scores",
    ShowHistory: "history",
    ShowGames: "games",
    Find: "find",
    ShowAddresses: "addresses",
    ShowSettings: "settings",
}


def section_of(order: Order) -> Section | None:
    """Which part of an answer an order asks for, if any."""
    if isinstance(order, ShowHelp):
        if order.topic == "odds":
            return "odds"
        return "help_all" if order.everything else "help"
    return _SECTIONS.get(type(order))


def sections_of(lines: Iterable[LineOutcome], desk: Desk) -> tuple[Section, ...]:
    """Return the sections that lines which were carried out ask for, each once."""
    wanted: dict[Section, None] = {}
    for outcome in lines:
        order = read_line(outcome.line, desk)
        if outcome.done is None or isinstance(order, NotUnderstood | WrongDesk):
            continue
        section = section_of(order)
        if section is not None:
            wanted[section] = None
    return tuple(wanted)


def preset_of(lines: Iterable[LineOutcome], desk: Desk) -> str | None:
    """Return the preset whose rules a line asked for, if one did."""
    for outcome in lines:
        order = read_line(outcome.line, desk)
        if outcome.done is not None and isinstance(order, ShowRules) and order.preset:
            return order.preset
    return None


def sought_in(lines: Iterable[LineOutcome], desk: Desk) -> str | None:
    """Return what a line told of a game that is sought, if one did."""
    for outcome in lines:
        order = read_line(outcome.line, desk)
        if outcome.done is not None and isinstance(order, Find):
            return order.text
    return None


def unread_orders(incoming: Incoming, desk: Desk) -> tuple[str, ...]:
    """Return the unread lines that look like orders; a signature is not echoed."""
    found = []
    for line in incoming.unread:
        order = read_line(line, desk)
        if not isinstance(order, NotUnderstood) or order.near:
            found.append(line)
    return tuple(found[:5])


_TRIES_AN_HOUR = 4
_LAST_TRY = f":{_TRIES_AN_HOUR - 1}"


def answer_key(uow: Uow, incoming: Incoming, whom: str, now: datetime) -> str:
    """Return the key of the answer to a letter.

    Of letters from which nothing was taken the same words are answered once an
    hour, and so are a few different ones: a person who tries again is not left
    alone, a machine that answers our answers is soon.
    """
    if incoming.lines:
        return f"answer:{incoming.key}"
    hour = f"empty:{whom}:{incoming.kind}:{incoming.why_empty}:{now:%Y%m%d%H}"
    words = sha256("\n".join(incoming.unread).encode()).hexdigest()
    keys = [f"{hour}:{number}" for number in range(_TRIES_AN_HOUR)]
    if uow.letters.first_time(f"{hour}:{words}", now):
        return next((key for key in keys if uow.letters.first_time(key, now)), keys[-1])
    return keys[0]


def warned(answer: Answer, key: str | None) -> Answer:
    """Return the answer with this key; the last before silence says that it is that."""
    is_last = key is not None and key.startswith("empty:") and key.endswith(_LAST_TRY)
    return replace(answer, silence="hour") if is_last else answer


def _why_empty(incoming: Incoming) -> WhyEmpty | None:
    match incoming.kind:
        case "too_big" | "malformed":
            return incoming.kind
        case _:
            return incoming.why_empty


def answer_to(
    incoming: Incoming, outcomes: tuple[LineOutcome, ...], desk: Desk, **more: object
) -> Answer:
    """Gather what an answer to this letter has to say."""
    return Answer(
        lines=outcomes,
        unread=incoming.unread[:5] if not outcomes else unread_orders(incoming, desk),
        sections=sections_of(outcomes, desk),
        why_empty=_why_empty(incoming),
        preset=preset_of(outcomes, desk),
        sought=sought_in(outcomes, desk),
        in_reply_to=incoming.message_id,
        **more,  # type: ignore[arg-type]
    )

"""The first line of each kind of state mail: the whole matter in one sentence."""

from datetime import datetime

from pbem.app.answers import Answer, LineOutcome, ResignAsks
from pbem.app.records import GameStatus
from pbem.app.sight import Sight
from pbem.app.told import Told
from pbem.rules.scoring import is_made
from pbem.rules.view import DealResult, View
from pbem.show import matter, outcomes, quoting, results
from pbem.show.names import Company, capital, one_line
from pbem.show.points import figure
from pbem.show.reader import Reader


def first_line(reader: Reader, told: Told, company: Company) -> str:
    """Return the first line of a mail about a table."""
    sight = told.sight
    if sight is None:
        raise ValueError("a state mail is about a table")
    return _matter(reader, told, sight, company) + _set_back(reader, told)


def _set_back(reader: Reader, told: Told) -> str:
    """Return why a table is mailed that was restored from a backup."""
    made = (told.facts or {}).get("set_back")
    if not isinstance(made, str):
        return ""
    why = reader._(
        "A fault of ours undid what was played after {when}. Use this mail: older ones are void.",
        when=reader.when(datetime.fromisoformat(made)),
    )
    return f" {why}"


def _matter(reader: Reader, told: Told, sight: Sight, company: Company) -> str:
    name = one_line(told.reader)
    match told.kind:
        case "reminder":
            due = _due(reader, sight) or reader._("the game goes on")
            return reader._("Still waiting for you, {name}: {due}.", name=name, due=due)
        case "answer":
            return f"{name}, {_answer(reader, sight, told.answer or Answer(), company)}"
        case "news" | "start" | "over":
            return f"{name}, {_news(reader, told, sight, company)}"
        case _:
            return f"{name}, {_due(reader, sight, ':') or _rest(reader, sight, company)}."


def _due(reader: Reader, sight: Sight, mark: str = ",") -> str | None:
    asked = matter.asked(reader, sight.view, mark) if sight.view is not None else None
    return None if asked is None else f"{asked}{matter.by_when(reader, sight)}"


def _rest(reader: Reader, sight: Sight, company: Company) -> str:
    """Return what goes on when the reader is not asked, without a full stop."""
    view = sight.view
    if sight.status is GameStatus.CANCELLED:
        return reader._("the table is called off")
    if view is None:
        return reader._("the table waits for its players")
    if view.phase == "over":
        return _over(reader, view, company)
    waits = matter.waits_for(reader, sight, company)
    return waits[:1].lower() + waits[1:-1] if waits else reader._("the game goes on")


def _over(reader: Reader, view: View, company: Company) -> str:
    won = results.winners_line(reader, view, company)
    if view.rules.on_miss == "repeat_round":
        return reader._("the game is over: {won}", won=won)
    best = max(view.totals[seat] for seat in view.winners) if view.winners else 0
    return reader._("the game is over: {won} with ({points})", won=won, points=figure(best))


def _news(reader: Reader, told: Told, sight: Sight, company: Company) -> str:
    view = sight.view
    if view is None:
        return f"{_rest(reader, sight, company)}."
    if told.kind == "start":
        due = _due(reader, sight)
        if due is None:
            return reader._("the game begins. You are not asked yet.")
        return reader._("the game begins: {due}.", due=due)
    if told.kind == "news" and view.sheet and view.phase != "over" and sight.seat is not None:
        return _deal_over(reader, view.sheet[-1], sight.seat, view)
    return f"{_rest(reader, sight, company)}."


def _deal_over(reader: Reader, last: DealResult, seat: int, view: View) -> str:
    bid, taken, points = last.bids[seat], last.tricks[seat], figure(last.points[seat])
    if view.rules.on_miss == "repeat_round":
        return _round_over(reader, last)
    if bid is None:
        return reader._(
            "deal {deal} is over: you took ({taken}), worth ({points}).",
            deal=last.deal,
            taken=taken,
            points=points,
        )
    return reader._(
        "deal {deal} is over: you took ({taken}) of ({bid}), worth ({points}).",
        deal=last.deal,
        taken=taken,
        bid=bid,
        points=points,
    )


def _round_over(reader: Reader, last: DealResult) -> str:
    if all(is_made(bid, t) for bid, t in zip(last.bids, last.tricks, strict=True)):
        return reader._("deal {deal} is over: all bids were made.", deal=last.deal)
    return reader._(
        "deal {deal} is over: not every bid was made, so the round is dealt again.", deal=last.deal
    )


def _answer(reader: Reader, sight: Sight, answer: Answer, company: Company) -> str:
    done = _lines(reader, answer)
    view = sight.view
    if view is not None and view.wants:
        if any(line.refused for line in answer.lines) or not answer.lines:
            due = f"{matter.still_due(reader, view)}{matter.by_when(reader, sight)}"
        else:
            due = _due(reader, sight) or ""
        return f"{done}: {due}."
    return f"{done}: {_rest(reader, sight, company)}."


def _lines(reader: Reader, answer: Answer) -> str:
    """Return in a few words what became of a letter's lines, for a first line."""
    if not answer.lines:
        return reader._("nothing was done")
    if len(answer.lines) == 1:
        return _one_line(reader, answer.lines[0])
    refused = next((n for n, line in enumerate(answer.lines, 1) if line.refused), None)
    if refused is None:
        return reader._("all ({n}) lines are done", n=len(answer.lines))
    return _refused(reader, answer, refused)


def _refused(reader: Reader, answer: Answer, number: int) -> str:
    """Return which line of several was refused, and what became of those above it."""
    if isinstance(answer.lines[number - 1].refused, ResignAsks):
        return reader._("line {r} is not done yet", r=number)
    if number == 1:
        return reader._("line 1 was refused, the rest was not tried")
    if outcomes.is_before_refusal(answer.lines):
        return reader._("line {r} was refused, the rest was not tried", r=number)
    if number == 2:
        return reader._("line 1 is done, line 2 was refused")
    return reader._("lines 1 to {n} are done, line {r} was refused", n=number - 1, r=number)


def _one_line(reader: Reader, line: LineOutcome) -> str:
    typed = quoting.typed(line.line)
    if isinstance(line.refused, ResignAsks):
        return reader._("{line} is not done yet", line=typed or "").strip()
    if typed is None:
        return reader._("refused") if line.refused is not None else reader._("done")
    if line.refused is not None:
        return reader._("{line} was refused", line=typed)
    return reader._("{line} is done", line=typed)


def service_line(reader: Reader, answer: Answer, company: Company) -> str:
    """Return the first line of an answer of the service address."""
    done = answer.lines[0].done if len(answer.lines) == 1 else None
    if done is not None and done.did == "shown":
        return reader._("Here is what you asked for.")
    if done is not None:
        return capital(outcomes.done(reader, done, company))
    if not answer.lines:
        return reader._("Your mail reached Oh Hell, but nothing was done.")
    told = _lines(reader, answer)
    return f"{capital(told)}."

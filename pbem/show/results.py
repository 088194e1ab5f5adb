"""What deals and the game have brought: points of a deal, totals, who won."""

from pbem.rules.ruleset import Rules
from pbem.rules.scoring import lowest_wins
from pbem.rules.view import DealResult, View
from pbem.show.names import Company
from pbem.show.points import signed
from pbem.show.reader import Reader
from pbem.show.sheet import sheet, totals_words


def result_line(reader: Reader, result: DealResult, rules: Rules, company: Company) -> str:
    """Return one deal of the score sheet, as in `Deal 4: you (1 of 1: +11), Ben (1 of 2: +1)`.

    Who has done best stands first. A table that plays together has no points.
    """
    sign = 1 if lowest_wins(rules) else -1
    order = sorted(company.round_table(), key=lambda seat: sign * result.points[seat])
    told = [_result(reader, result, seat, rules, company) for seat in order]
    return reader._("Deal {deal}: {results}.", deal=result.deal, results=", ".join(told))


def _result(reader: Reader, result: DealResult, seat: int, rules: Rules, company: Company) -> str:
    taken = {"name": company.who(reader, seat), "taken": result.tricks[seat]}
    bid, points = result.bids[seat], signed(result.points[seat])
    if rules.on_miss == "repeat_round":
        return reader._("{name} ({taken} of {bid})", bid=bid, **taken)
    if bid is None:
        return reader._("{name} ({taken} without bid: {points})", points=points, **taken)
    return reader._("{name} ({taken} of {bid}: {points})", bid=bid, points=points, **taken)


def totals_line(reader: Reader, view: View, company: Company) -> str | None:
    """Return the totals, the best first, and where the game ends; None before the first deal.

    A table that plays together has rounds instead.
    """
    shown = sheet(reader, view, company)
    if shown is None:
        return None
    if view.rules.on_miss == "repeat_round":
        return _rounds(reader, view)
    goes_on = _goes_on(reader, view)
    return " ".join([totals_words(reader, shown), *([goes_on] if goes_on else [])])


def aim_line(reader: Reader, view: View) -> str | None:
    """Return what the totals are for, where it is not the usual, for below a table of them."""
    if view.rules.on_miss == "repeat_round":
        return _rounds(reader, view) if view.sheet else None
    if lowest_wins(view.rules):
        return reader._("The lowest total wins.")
    return _goes_on(reader, view)


def _goes_on(reader: Reader, view: View) -> str | None:
    """Return at which total the game ends, if one ends it."""
    if view.phase == "over":
        return None
    match view.rules.end:
        case "target":
            return reader._("The deals go on up to ({n}) points.", n=view.rules.target_score)
        case "exact_target":
            return reader._(
                "The end comes with exactly ({n}); points beyond it are taken off.",
                n=view.rules.target_score,
            )
        case _:
            return None


def _rounds(reader: Reader, view: View) -> str:
    """Return how far the table has come together."""
    made = max((row.round for row in view.sheet), default=0)
    if view.deal is not None:
        made = view.deal.round - 1
    return reader._(
        "Rounds made together: ({made}) of ({all}), in ({deals}) deals.",
        made=made,
        all=view.deals,
        deals=len(view.sheet),
    )


def winners_line(reader: Reader, view: View, company: Company) -> str:
    """Return who won the game, as a sentence without its full stop."""
    if view.rules.on_miss == "repeat_round":
        return reader._("all rounds are made, in ({n}) deals", n=len(view.sheet))
    if view.winners == (company.me,):
        return reader._("you have won")
    if len(view.winners) > 1:
        return reader._("{names} have won together", names=company.all(reader, view.winners))
    return reader._("{name} has won", name=company.all(reader, view.winners))

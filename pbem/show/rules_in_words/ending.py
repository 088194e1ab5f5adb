"""When a game is over and for whom, in words (catalogue, sections 10 and 11)."""

from pbem.rules.ruleset import Rules
from pbem.rules.scoring import lowest_wins
from pbem.show.reader import Reader
from pbem.show.rules_in_words.chapter import lines


def ending(reader: Reader, rules: Rules) -> tuple[str, ...]:
    """Return the end, who has won, and what happens in a tie."""
    if rules.on_miss == "repeat_round":
        return _together(reader)
    return lines((_end(reader, rules), _tie(reader, rules), _bonus(reader, rules)))


def _together(reader: Reader) -> tuple[str, ...]:
    return (
        reader._(
            "All play together. If everybody makes the bid, the next round follows. Otherwise the "
            "deal passes on and the same round is dealt afresh, until everybody makes it."
        ),
        reader._(
            "The game is over when the last round is made. It is the whole table's: the fewer "
            "deals it took, the better."
        ),
    )


def _end(reader: Reader, rules: Rules) -> str:
    match rules.end:
        case "fixed_deals":
            if lowest_wins(rules):
                return reader._("After the last deal whoever has the lowest total has won.")
            return reader._("After the last deal whoever has the highest total has won.")
        case "target":
            return reader._(
                "The game ends after a deal in which somebody has reached ({n}) points, or after "
                "({deals}) deals. Whoever has the highest total then has won.",
                n=rules.target_score,
                deals=rules.deal_limit,
            )
        case "exact_target":
            return reader._(
                "The game ends after a deal in which somebody has exactly ({n}) points, and that "
                "player has won. A total beyond that bounces: what it is above, it is below "
                "instead. After ({deals}) deals it ends in any case, and the highest total has "
                "won.",
                n=rules.target_score,
                deals=rules.deal_limit,
            )


def _tie(reader: Reader, rules: Rules) -> str:
    match rules.tie_break:
        case "shared":
            return reader._("Those who tie have won together.")
        case "extra_max_deal":
            told = reader._(
                "In a tie further deals of the largest size follow, in which all play, until "
                "somebody is alone at the top."
            )
            if rules.end == "fixed_deals":
                return told
            return f"{told} " + reader._("After the last deal allowed, those who tie share.")
        case "successful_bids":
            return reader._(
                "Of those who tie, that player has won whose bids that were made add up to more. "
                "If these are equal too, they have won together."
            )


def _bonus(reader: Reader, rules: Rules) -> str:
    if not rules.hard_score_bonus:
        return ""
    return reader._("Whoever has won gets ({n}) points more in the end.", n=rules.hard_score_bonus)

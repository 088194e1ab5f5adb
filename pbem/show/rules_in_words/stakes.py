"""What is paid after the game, in words (catalogue, section 12)."""

from pbem.rules.ruleset import Rules
from pbem.rules.scoring import lowest_wins
from pbem.show.reader import Reader


def stakes(reader: Reader, rules: Rules) -> tuple[str, ...]:
    """Return who pays what; nothing where nothing is paid."""
    match rules.stakes:
        case "none":
            return ()
        case "average":
            return _average(reader, rules)
        case "pairwise":
            return (
                reader._(
                    "After the game everybody settles with everybody else: {coins} for each "
                    "point between their totals.",
                    coins=_coins(reader, rules.stake_unit),
                ),
            )
        case "pool":
            return (
                reader._(
                    "Everybody puts {coins} into the pool, and whoever has won takes it. Those "
                    "who tie share it; coins that cannot be shared go to the first seats.",
                    coins=_coins(reader, rules.ante),
                ),
            )


def _average(reader: Reader, rules: Rules) -> tuple[str, ...]:
    told = reader._(
        "After the game everybody receives {coins} for each point above the average of all "
        "totals, or pays the same for each point below it. Parts of coins are rounded so that all "
        "adds up.",
        coins=_coins(reader, rules.stake_unit),
    )
    if not lowest_wins(rules):
        return (told,)
    return (told, reader._("Since the lowest total is best, points above are paid for."))


def _coins(reader: Reader, count: int) -> str:
    return reader.n_("({n}) coin", "({n}) coins", count)

"""Options that do not go together (catalogue, section 13)."""

from pbem.rules.ruleset import Problem, Rules


def conflicts(rules: Rules) -> tuple[Problem, ...]:
    """Return all refused combinations in these rules, in the order of the catalogue."""
    del rules
    return ()

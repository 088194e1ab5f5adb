"""Devil's Bridge: 1-card deals in which everybody sees all cards but the own one.

Catalogue, section 6 (`forehead`).
"""

from collections.abc import Sequence

from pbem.rules.ruleset import Rules


def is_forehead(rules: Rules, round_: int, size: int, sizes: Sequence[int]) -> bool:
    """Tell whether a round with hands of this size is such a deal."""
    if size != 1 or rules.forehead == "never":
        return False
    if rules.forehead == "all_one_card":
        return True
    last = max((number for number, one in enumerate(sizes, 1) if one == 1), default=0)
    return round_ == last

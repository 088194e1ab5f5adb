"""Which scoring systems go with which modifiers (catalogue, sections 8 and 9)."""

from typing import Final

LOW_WINS: Final = frozenset({"negative", "negative_square", "negative_hand", "scratch"})
"""Systems in which the lowest total wins (**L**)."""

NO_DOUBLING: Final = frozenset({"scratch", "binary_halving", "cooperative"})
"""Systems without points that could be doubled."""

NO_SECOND_HALF: Final = NO_DOUBLING | {"ninety_nine"}
"""Systems that cannot change, or be changed to, in the middle of a game."""

ZERO_BONUS: Final = frozenset(
    {
        "basic",
        "basic_variant",
        "exact",
        "exact_penalty",
        "exact_penalty_x5",
        "penalty_under_zero_over",
        "exact_set",
        "exact_progressive_penalty",
        "double_hammer",
        "progressive",
        "montreal",
        "get_fred",
        "oy_vey",
        "squares",
    }
)
"""Systems whose made zero is a bonus, which `zero_bid` may replace."""

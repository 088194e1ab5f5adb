"""Scoring: why it is refused (catalogue, section 13)."""

from typing import Final

from pbem.show.conflicts.explained import N_, Explained, either, table

SCORES: Final = table(
    {
        "E_ZERO_BID zero_bid scoring": Explained(
            N_("points of its own for a bid of (0) (nil) do not go with the scoring ({detail})."),
            either(("zero_bid", "normal"), ("scoring", "basic")),
        ),
        "E_DOUBLE_SPADES double_spades trump_method": Explained(
            N_(
                "points count double for spades (double spades) only where a card drawn by "
                "chance makes trumps (trump method)."
            ),
            either(("double_spades", False), ("trump_method", "turn_up")),
        ),
        "E_DOUBLE_SPADES double_spades scoring": Explained(
            N_(
                "points cannot count double for spades (double spades) with the scoring ({detail})."
            ),
            either(("double_spades", False), ("scoring", "basic")),
        ),
        "E_SECOND_HALF second_half_scoring end": Explained(
            N_("a second half (second half scoring) needs a fixed number of deals (end)."),
            either(("second_half_scoring", "same"), ("end", "fixed_deals")),
        ),
        "E_SECOND_HALF second_half_scoring scoring": Explained(
            N_(
                "most points cannot be best in one half and fewest in the other (scoring, "
                "second half scoring)."
            ),
            either(("second_half_scoring", "same"), ("second_half_scoring", "double_points")),
        ),
        "E_SECOND_HALF scoring second_half_scoring": Explained(
            N_(
                "this scoring cannot begin or end in the middle of a game (scoring, second "
                "half scoring)."
            ),
            either(("second_half_scoring", "same")),
        ),
    }
)

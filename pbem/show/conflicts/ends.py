"""The end of a game, and playing together: why it is refused (catalogue, section 13)."""

from typing import Final

from pbem.show.conflicts.explained import N_, Explained, either, table

ENDS: Final = table(
    {
        "E_TARGET_SEQUENCE end sequence": Explained(
            N_("a game up to a number of points (end) needs hands all equally large (sequence)."),
            either(("end", "fixed_deals"), ("sequence", "constant")),
        ),
        "E_TARGET_SEQUENCE end deal_count": Explained(
            N_("a game up to a number of points (end) has no number of deals (deal count)."),
            either(("end", "fixed_deals"), ("deal_count", None)),
        ),
        "E_LOW_WINS_TARGET end scoring": Explained(
            N_(
                "nobody plays up to a number of points (end) where the lowest total is best, "
                "as with the scoring ({detail})."
            ),
            either(("end", "fixed_deals"), ("scoring", "basic")),
        ),
        "E_HARD_SCORE hard_score_bonus scoring": Explained(
            N_(
                "more points for whoever has won (winner bonus) are none where the lowest "
                "total is best, as with the scoring ({detail})."
            ),
            either(("hard_score_bonus", 0), ("scoring", "basic")),
        ),
        "E_TIE_BREAK tie_break sequence": Explained(
            N_(
                "extra deals (tie break) have the largest hand, and if a turned card decides "
                "(sequence), there is none."
            ),
            either(("tie_break", "shared"), ("sequence", "up_down")),
        ),
        "E_TIE_BREAK tie_break on_miss": Explained(
            N_("where all play together (on miss), there are no ties (tie break)."),
            either(("tie_break", "shared")),
        ),
        "E_COOPERATIVE on_miss hook": Explained(
            N_(
                "rounds are repeated (on miss) only where the bids must add up to the tricks "
                "(hook)."
            ),
            either(("hook", "must_equal"), (("on_miss", "continue"), ("scoring", "basic"))),
        ),
        "E_COOPERATIVE on_miss scoring": Explained(
            N_(
                "rounds that are repeated (on miss) and the (scoring) for playing together go "
                "only with each other."
            ),
            either(
                (("on_miss", "continue"), ("scoring", "basic")),
                (("on_miss", "repeat_round"), ("scoring", "cooperative")),
            ),
        ),
        "E_COOPERATIVE on_miss stakes": Explained(
            N_("where all play together (on miss), there is nothing to pay (stakes)."),
            either(("stakes", "none")),
        ),
        "E_COOPERATIVE on_miss hard_score_bonus": Explained(
            N_("where all play together (on miss), nobody gets more points (winner bonus)."),
            either(("hard_score_bonus", 0)),
        ),
        "E_COOPERATIVE on_miss end": Explained(
            N_("where all play together (on miss), there is no number of points to reach (end)."),
            either(("end", "fixed_deals")),
        ),
        "E_COOPERATIVE on_miss no_bid_at_score": Explained(
            N_("where all play together (on miss), everybody bids (no bid from)."),
            either(("no_bid_at_score", None)),
        ),
        "E_COOPERATIVE on_miss special_deals": Explained(
            N_(
                "where all play together (on miss), no special deal can be a (misere): its "
                "tricks must fall to somebody."
            ),
            either(("special_deals", ())),
        ),
    }
)

"""Presets whose hands are all of one size, or follow a list or a card."""

from typing import Final

from pbem.rules.presets.preset import Preset

ROWS: Final = (
    Preset(
        "cooperative_upcard",
        "Cooperative Oh Hell, second pack",
        (4,),
        {
            "first_dealer": "high_card",
            "deal_out": "all",
            "sequence": "upcard",
            "deal_count": 13,
            "trump_method": "second_pack_upcard",
            "hook": "must_equal",
            "on_miss": "repeat_round",
            "scoring": "cooperative",
        },
        sure="medium",
        also=("upcard",),
    ),
    Preset(
        "boerenbridge",
        "Boerenbridge (Kaartspellen online)",
        (4,),
        {
            "sequence": "constant",
            "deal_out": "all",
            "trump_method": "none",
            "bid_mode": "simultaneous",
            "hook": "free",
            "no_bid_at_score": 80,
            "scoring": "boerenbridge",
            "end": "exact_target",
            "target_score": 100,
        },
        sure="high",
        also=("Boeren bridge", "Farmers Bridge", "Kaartspellen"),
    ),
    Preset(
        "clag",
        "Clag, Nominations",
        (4, 5, 6, 7),
        {
            "sequence": "list",
            "sequence_list": (1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 6, 5, 4, 3, 2, 1),
            "special_deals": (
                {"deal": 8, "rule": "no_trump"},
                {"deal": 9, "rule": "misere"},
                {"deal": 10, "rule": "guess_trumps"},
                {"deal": 11, "rule": "blind"},
                {"deal": 12, "rule": "twos_wild"},
                {"deal": 13, "rule": "aces_low"},
                {"deal": 14, "rule": "dealer_calls"},
                {"deal": 15, "rule": "most_tricks"},
            ),
        },
        sure="medium",
        outside="most",
        also=("Clag", "Nominations"),
    ),
    Preset(
        "dkm_ten",
        "Oh Hell (DKM)",
        (4,),
        {
            "sequence": "constant",
            "max_cards": 10,
            "hook": "free",
            "end": "target",
            "target_score": 101,
        },
        sure="medium",
        outside="part",
        also=("DKM",),
    ),
    Preset(
        "ludopoli_whist",
        "Whist, Bid Whist (Ludopoli)",
        (2, 3, 4, 5, 6),
        {
            "rank_order": "ace_low",
            "sequence": "constant",
            "max_cards": 6,
            "deal_count": 12,
            "void_rule": "must_trump",
        },
        sure="low",
        outside="most",
        also=("Ludopoli", "Whist", "Bid Whist"),
    ),
)

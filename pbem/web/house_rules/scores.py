"""What the form for house rules asks about points, the end of the game and stakes."""

from typing import Final

from pbem.web.house_rules.bids import BIDS, PLAY
from pbem.web.house_rules.cards import CARDS, COURSE, TRUMPS
from pbem.web.house_rules.fields import N_, Field, Group

POINTS: Final = Group(
    "points",
    N_("Points"),
    (
        Field("scoring", N_("A bid made and a bid missed"), values={}),
        Field(
            "zero_bid",
            N_("A bid of zero that is made"),
            values={
                "normal": N_("As the scoring has it"),
                "five": N_("5"),
                "five_plus_cards": N_("5 and the tricks of the deal"),
                "ten": N_("10"),
                "twenty": N_("20"),
            },
        ),
        Field("double_spades", N_("Double points when spades are trumps"), "flag"),
        Field("second_half_scoring", N_("In the second half"), values={}),
        Field(
            "hard_score_bonus",
            N_("More points for the winner at the end"),
            "number",
        ),
    ),
)

END: Final = Group(
    "end",
    N_("End"),
    (
        Field(
            "end",
            N_("The game ends"),
            values={
                "fixed_deals": N_("After the last deal"),
                "target": N_("At a number of points"),
                "exact_target": N_("At exactly a number of points"),
            },
        ),
        Field("target_score", N_("Points to reach"), "number"),
        Field("deal_limit", N_("Deals at most"), "number"),
        Field(
            "tie_break",
            N_("If some are level at the end"),
            values={
                "shared": N_("They win together"),
                "extra_max_deal": N_("Extra deals"),
                "successful_bids": N_("Most bids made"),
            },
        ),
        Field(
            "on_miss",
            N_("If a bid is missed"),
            values={
                "continue": N_("Play goes on"),
                "repeat_round": N_("All play together and try the round again"),
            },
        ),
    ),
)

STAKES: Final = Group(
    "stakes",
    N_("Stakes"),
    (
        Field(
            "stakes",
            N_("Coins change hands"),
            values={
                "none": N_("No"),
                "average": N_("By the difference from the average"),
                "pairwise": N_("Each pays everybody who has more"),
                "pool": N_("Winners take the pool"),
            },
            hint=N_("For fun: the house keeps no money."),
        ),
        Field("stake_unit", N_("Coins a point"), "number"),
        Field("ante", N_("Coins in the pool from each"), "number"),
    ),
)

GROUPS: Final = (CARDS, COURSE, TRUMPS, BIDS, PLAY, POINTS, END, STAKES)
"""All groups, in the order in which one meets them at a table."""

FIELDS: Final = {field.option: field for group in GROUPS for field in group.fields}

"""What the form for house rules asks about bids and play."""

from typing import Final

from pbem.web.house_rules.fields import N_, Field, Group

BIDS: Final = Group(
    "bids",
    N_("Bids"),
    (
        Field(
            "bid_mode",
            N_("How one bids"),
            values={
                "in_turn": N_("In turn"),
                "simultaneous": N_("All at once, unseen"),
                "bid_cards": N_("By three cards laid aside"),
            },
        ),
        Field(
            "first_bidder",
            N_("Who bids first"),
            values={
                "eldest": N_("Next to the dealer"),
                "dealer": N_("The dealer"),
            },
        ),
        Field(
            "hook",
            N_("The last bid"),
            values={
                "not_equal": N_("May not make all bids come out"),
                "free": N_("Is free like the others"),
                "must_equal": N_("Must make all bids come out"),
            },
        ),
        Field("hook_min_cards", N_("That holds from hands of"), "number"),
        Field(
            "bid_change",
            N_("A bid may be changed"),
            values={
                "never": N_("Never"),
                "until_next_bid": N_("Until the next one has bid"),
                "until_reveal": N_("Until the bids are shown"),
            },
        ),
        Field(
            "forehead",
            N_("One-card hands on the forehead"),
            values={
                "never": N_("Never"),
                "all_one_card": N_("All of them"),
                "final_one_card": N_("The last one"),
            },
        ),
        Field("premium_bids", N_("Bids may be declared or revealed for more points"), "flag"),
        Field(
            "announce_total", N_("All are told whether the bids are over, under or even"), "flag"
        ),
        Field(
            "max_zero_bids_in_row",
            N_("Bids of zero in a row, at most"),
            "number",
            hint=N_("Empty: as many as one likes."),
        ),
        Field(
            "no_bid_at_score",
            N_("Who has so many points does not bid"),
            "number",
            hint=N_("Empty: everybody bids."),
        ),
        Field(
            "special_deals",
            N_("Deals with a rule of their own"),
            "lines",
            hint=N_(
                "A line for each, the number of the deal and the rule, as in 8 misere. Rules: "
                "no trump, misere, guess trumps, blind, twos wild, aces low, dealer calls, "
                "most tricks."
            ),
        ),
    ),
)

PLAY: Final = Group(
    "play",
    N_("Play"),
    (
        Field(
            "first_leader",
            N_("Who leads first"),
            values={
                "eldest": N_("Next to the dealer"),
                "dealer": N_("The dealer"),
                "high_bidder": N_("The highest bidder"),
            },
        ),
        Field(
            "void_rule",
            N_("Who cannot follow suit"),
            values={
                "free": N_("Plays any card"),
                "must_trump": N_("Must trump"),
            },
        ),
        Field(
            "head_rule",
            N_("Who can beat the trick"),
            values={
                "free": N_("Need not"),
                "must_head": N_("Must"),
            },
        ),
    ),
)

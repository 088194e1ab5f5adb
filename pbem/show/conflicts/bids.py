"""Bids and special deals: why it is refused (catalogue, section 13)."""

from typing import Final

from pbem.show.conflicts.explained import N_, Explained, either, table

BIDS: Final = table(
    {
        "E_HOOK_SIMULTANEOUS hook bid_mode": Explained(
            N_(
                "the (hook) binds the last bidder, and if all bid at the same time (bid "
                "mode), nobody is last."
            ),
            either(("hook", "free"), ("bid_mode", "in_turn")),
        ),
        "E_HOOK_BID_CARDS hook bid_mode": Explained(
            N_(
                "the (hook) binds the last bidder, and if bids are cards laid aside (bid "
                "mode), nobody is last."
            ),
            either(("hook", "free"), ("bid_mode", "in_turn")),
        ),
        "E_BID_CHANGE bid_change bid_mode": Explained(
            N_("bids cannot be changed so (bid change) in the bid mode ({detail}).")
        ),
        "E_NO_BID_MUST_EQUAL no_bid_at_score hook": Explained(
            N_(
                "if the bids must add up to the tricks (hook), everybody bids, whatever the "
                "total (no bid from)."
            ),
            either(("no_bid_at_score", None), ("hook", "not_equal")),
        ),
        "E_NO_BID_MUST_EQUAL no_bid_at_score bid_mode": Explained(
            N_(
                "cards laid aside as a bid (bid mode) are laid aside by everybody, whatever "
                "the total (no bid from)."
            ),
            either(("no_bid_at_score", None), ("bid_mode", "in_turn")),
        ),
        "E_NO_BID_LOW no_bid_at_score scoring": Explained(
            N_(
                "players with many points cannot do without bids (no bid from) where the "
                "lowest total is best, as with the scoring ({detail})."
            ),
            either(("no_bid_at_score", None), ("scoring", "basic")),
        ),
        "E_FOREHEAD forehead sequence": Explained(
            N_(
                "cards on the (forehead) are for a one-card deal, and it is not sure that "
                "there is such a deal (sequence)."
            ),
            either(("forehead", "never"), (("sequence", "up_down"), ("min_cards", 1))),
        ),
        "E_FOREHEAD forehead bid_mode": Explained(
            N_("cards on the (forehead) cannot be laid aside as a bid (bid mode)."),
            either(("forehead", "never"), ("bid_mode", "in_turn")),
        ),
        "E_FOREHEAD forehead joker_rule": Explained(
            N_("a joker on the (forehead) would have to be called unseen (joker rule)."),
            either(("forehead", "never"), ("joker_rule", "brader")),
        ),
        "E_FOREHEAD forehead trump_method": Explained(
            N_(
                "if the dealer's own card makes trumps (trump method), the dealer sees the "
                "card on the (forehead)."
            ),
            either(("forehead", "never"), ("trump_method", "turn_up")),
        ),
        "E_HIGH_BIDDER_SECRET trump_method bid_mode": Explained(
            N_(
                "the highest bidder cannot name trumps (trump method) if bids stay secret "
                "(bid mode)."
            ),
            either(("trump_method", "turn_up"), ("bid_mode", "in_turn")),
        ),
        "E_HIGH_BIDDER_SECRET first_leader bid_mode": Explained(
            N_("the highest bidder cannot lead (first leader) if bids stay secret (bid mode)."),
            either(("first_leader", "eldest"), ("bid_mode", "in_turn")),
        ),
        "E_BID_CARDS_PACK bid_mode players pack sequence max_cards deal_out": Explained(
            N_(
                "cards laid aside as a bid (bid mode) are for (3) players, who share the pack "
                "(short36) with (12) cards each in every deal."
            ),
            either(
                ("bid_mode", "in_turn"),
                (
                    ("players", 3),
                    ("pack", "short36"),
                    ("sequence", "constant"),
                    ("deal_out", "all"),
                    ("max_cards", None),
                ),
            ),
        ),
        "E_PREMIUM premium_bids bid_mode": Explained(
            N_("bids that are shown (premium bids) need cards laid aside as bids (bid mode)."),
            either(("premium_bids", False), ("bid_mode", "bid_cards")),
        ),
        "E_SCORING_BIDS scoring players": Explained(
            N_("the scoring (ninety nine) is for (3) players."),
            either(("scoring", "basic"), ("players", 3)),
        ),
        "E_SPECIAL_DEALS special_deals sequence": Explained(
            N_("there are ({detail}) deals, and a special deal has a larger number."),
            either(("special_deals", ())),
        ),
        "E_SPECIAL_DEALS special_deals": Explained(
            N_("special deals name each deal once, from (1) on, with a rule: {rules}."),
            either(("special_deals", ())),
        ),
        "E_SPECIAL_DEALS special_deals pack": Explained(
            N_(
                "cards of rank (2) cannot be wild with the pack ({detail}), which has none or "
                "has equal ones."
            ),
            either(("special_deals", ()), ("pack", "std52")),
        ),
        "E_SPECIAL_DEALS special_deals end": Explained(
            N_("special deals need a fixed number of deals (end)."),
            either(("special_deals", ()), ("end", "fixed_deals")),
        ),
        "E_SPECIAL_DEALS special_deals bid_mode": Explained(
            N_("cards laid aside as a bid (bid mode) must be seen, so no special deal is (blind)."),
            either(("special_deals", ()), ("bid_mode", "in_turn")),
        ),
    }
)

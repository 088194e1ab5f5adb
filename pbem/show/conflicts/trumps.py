"""Finding trumps: why it is refused (catalogue, section 13)."""

from typing import Final

from pbem.show.conflicts.explained import N_, Explained, either, table

TRUMPS: Final = table(
    {
        "E_UPCARD_TRUMP trump_method sequence": Explained(
            N_(
                "trumps by a card of a second pack (trump method) need hands by that card "
                "too (sequence)."
            ),
            either(("trump_method", "turn_up"), ("sequence", "upcard")),
        ),
        "E_TRUMP_CYCLE trump_method trump_cycle": Explained(
            N_(
                "trumps that go round or are listed (trump method) need a list of them "
                "(trump cycle), with jokers only for the joker rule (brader)."
            ),
            either(("trump_method", "turn_up"), ("trump_cycle", ("S", "H", "D", "C"))),
        ),
        "E_TRUMP_CYCLE trump_cycle trump_method": Explained(
            N_("a list of trumps (trump cycle) does not go with the trump method ({detail})."),
            either(("trump_cycle", None), ("trump_method", "rotation")),
        ),
        "E_TRUMP_CYCLE trump_cycle sequence": Explained(
            N_(
                "a trump for every deal (trump cycle) means as many trumps as there are "
                "deals, and these are ({detail})."
            ),
            either(("trump_method", "rotation")),
        ),
        "E_TRUMP_CYCLE trump_method fixed_trump": Explained(
            N_("trumps that stay the same (trump method) need a suit (fixed trump)."),
            either(("fixed_trump", "S"), ("trump_method", "turn_up")),
        ),
        "E_TRUMP_CYCLE fixed_trump trump_method": Explained(
            N_("a suit for all deals (fixed trump) does not go with the trump method ({detail})."),
            either(("fixed_trump", None), ("trump_method", "fixed")),
        ),
        "E_TURN_UP_OPTION no_trump_upcards trump_method": Explained(
            N_(
                "ranks that mean a deal without trumps (ranks without trumps) need a card that "
                "is turned (trump method)."
            ),
            either(("no_trump_upcards", ()), ("trump_method", "turn_up")),
        ),
        "E_TURN_UP_OPTION all_dealt_trump trump_method": Explained(
            N_(
                "what happens when all cards are dealt out (all dealt trump) matters only "
                "where a card is turned (trump method)."
            ),
            either(("all_dealt_trump", "no_trump"), ("trump_method", "turn_up")),
        ),
        "E_ALL_NO_TRUMP largest_hand_no_trump sequence": Explained(
            N_(
                "if the largest hands are without trumps (largest without trumps) and all "
                "are equally large (sequence), there are none in the whole game."
            ),
            either(
                (("trump_method", "none"), ("largest_hand_no_trump", False)),
                ("largest_hand_no_trump", False),
            ),
        ),
        "E_SUCCESS_MAP trump_method players": Explained(
            N_("trumps by the bids made before (trump method) are for up to (4) players."),
            either(("trump_method", "turn_up")),
        ),
        "E_SUCCESS_MAP trump_method on_miss": Explained(
            N_(
                "trumps by the bids made before (trump method) do not go with rounds that "
                "are repeated (on miss)."
            ),
            either(("trump_method", "turn_up"), ("on_miss", "continue")),
        ),
    }
)

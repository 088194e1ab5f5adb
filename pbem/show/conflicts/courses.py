"""The number of cards and of deals: why it is refused (catalogue, section 13)."""

from typing import Final

from pbem.show.conflicts.explained import N_, Explained, either, table

COURSES: Final = table(
    {
        "E_SEQUENCE_PARAMS sequence sequence_list": Explained(
            N_("the sequence is a list, but the hands are not listed (sequence list)."),
            either(("sequence", "up_down"), ("sequence_list", (1, 2, 3))),
        ),
        "E_SEQUENCE_PARAMS sequence_list sequence": Explained(
            N_("a list of hands (sequence list) does not go with the sequence ({detail})."),
            either(("sequence", "list"), ("sequence_list", None)),
        ),
        "E_SEQUENCE_PARAMS sequence step first_block turn_block last_block": Explained(
            N_(
                "the sequence ({detail}) has neither steps nor hands that are repeated "
                "(step, first block, turn block, last block)."
            ),
            either(
                ("sequence", "up_down"),
                (("step", 1), ("first_block", 1), ("turn_block", 1), ("last_block", 1)),
            ),
        ),
        "E_SEQUENCE_PARAMS sequence turn_block": Explained(
            N_(
                "hands that go only ({detail}) do not turn, so there is nothing to repeat "
                "there (turn block)."
            ),
            either(("turn_block", 1), ("sequence", "up_down")),
        ),
        "E_DEAL_COUNT sequence end deal_count": Explained(
            N_(
                "if all hands are equally large (sequence constant), the number of deals has "
                "to be told (deal count)."
            ),
            either(("deal_count", 10), ("end", "target")),
        ),
        "E_DEAL_COUNT deal_count sequence": Explained(
            N_("the sequence ({detail}) itself tells how many deals there are (deal count)."),
            either(("deal_count", None), ("sequence", "constant")),
        ),
        "E_UPCARD_PLAYERS sequence players pack": Explained(
            N_(
                "hands by a turned card (sequence upcard) may have (13) cards, and the pack "
                "({detail}) has not that many for each."
            ),
            either(("sequence", "up_down"), ("pack", "double104")),
        ),
    }
)

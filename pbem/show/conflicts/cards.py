"""Players, pack, ranks and jokers: why it is refused (catalogue, section 13)."""

from typing import Final

from pbem.show.conflicts.explained import N_, Explained, either, table

CARDS: Final = table(
    {
        "E_HAND_TOO_BIG min_cards max_cards": Explained(
            N_("the smallest hand (min cards) is larger than the largest, which is ({detail}).")
        ),
        "E_HAND_TOO_BIG sequence_list players pack": Explained(
            N_(
                "a hand in the list (sequence list) is larger than the pack allows with so "
                "many players: ({detail}) cards each."
            )
        ),
        "E_RANKS_PACK rank_order pack": Explained(
            N_("Spanish ranks (rank order) need a Spanish pack, not the pack ({detail})."),
            either(("rank_order", "ace_high"), ("pack", "spanish40")),
        ),
        "E_RANKS_PACK pack rank_order": Explained(
            N_("the Spanish pack ({detail}) needs Spanish ranks (rank order)."),
            either(
                ("rank_order", "spanish_tute"), ("rank_order", "spanish_plain"), ("pack", "std52")
            ),
        ),
        "E_JOKER_PACK joker_rule pack": Explained(
            N_("this rule for jokers (joker rule) does not belong to the pack ({detail}).")
        ),
        "E_DUPLICATE_RULE duplicate_rule pack": Explained(
            N_("a rule for equal cards (duplicate rule) needs a pack that has cards twice."),
            either(("duplicate_rule", "first_wins"), ("pack", "double104")),
        ),
        "E_HEAD_ANNUL head_rule duplicate_rule": Explained(
            N_(
                "the duty to play higher (head rule) does not go with equal cards that "
                "annul each other (duplicate rule)."
            ),
            either(("head_rule", "free"), ("duplicate_rule", "first_wins")),
        ),
    }
)

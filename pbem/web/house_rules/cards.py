"""What the form for house rules asks about the pack, the deals and trumps."""

from typing import Final

from pbem.web.house_rules.fields import N_, Field, Group

_BLOCK: Final = {
    "1": N_("once"),
    "2": N_("twice"),
    "3": N_("three times"),
    "4": N_("four times"),
    "players": N_("once for each player"),
}

CARDS: Final = Group(
    "cards",
    N_("Cards"),
    (
        Field(
            "pack",
            N_("Pack"),
            values={
                "std52": N_("52 cards"),
                "std52_even": N_("52 cards, dealt out evenly"),
                "double104": N_("Two packs of 52"),
                "five_hundred63": N_("63 cards with 11, 12, 13 and a joker"),
                "joker53": N_("52 cards and a joker"),
                "bust65": N_("65 cards: 13 low ones twice"),
                "bust78": N_("78 cards: 26 low ones twice"),
                "bust39": N_("39 cards: without 13 low ones"),
                "jokers54": N_("52 cards and two jokers"),
                "jokers50": N_("Two jokers, no twos"),
                "wizard60": N_("52 cards, four wizards, four jesters"),
                "spanish40": N_("Spanish, 40 cards"),
                "spanish36": N_("Spanish, 36 cards"),
                "piquet32": N_("32 cards, ace to seven"),
                "short36": N_("36 cards, ace to six"),
                "eight_per_player": N_("Eight cards for each player"),
            },
        ),
        Field(
            "rank_order",
            N_("Order of the ranks"),
            values={
                "ace_high": N_("Aces high"),
                "ace_low": N_("Aces low"),
                "jack_high_bowers": N_("The two jacks of the trump colour highest"),
                "spanish_tute": N_("Ace, three, king, queen, jack, seven and so on"),
                "spanish_plain": N_("Ace, king, queen, jack, seven and so on"),
            },
        ),
        Field(
            "joker_rule",
            N_("Cards without a suit"),
            values={
                "none": N_("There are none"),
                "brader": N_("The jokers are a suit of their own"),
                "atkinson": N_("The first joker is called high or low"),
                "wizard": N_("Wizards win, jesters lose"),
                "top_trump": N_("The joker is the highest trump"),
            },
        ),
        Field(
            "duplicate_rule",
            N_("Two equal cards in a trick"),
            values={
                "first_wins": N_("The first one is higher"),
                "second_wins": N_("The second one is higher"),
                "annul": N_("They annul each other"),
            },
        ),
    ),
)

COURSE: Final = Group(
    "course",
    N_("Deals"),
    (
        Field(
            "sequence",
            N_("How the hands go on"),
            values={
                "up_down": N_("Up, then down"),
                "down_up": N_("Down, then up"),
                "up": N_("Only up"),
                "down": N_("Only down"),
                "constant": N_("Always the largest hand"),
                "list": N_("As you list them"),
                "upcard": N_("By a card turned from a second pack"),
            },
        ),
        Field("min_cards", N_("Smallest hand"), "number"),
        Field(
            "max_cards",
            N_("Largest hand"),
            "number",
            hint=N_("Empty: as many as the pack has."),
        ),
        Field("step", N_("Cards more or fewer each time"), "number"),
        Field("first_block", N_("The first size is dealt"), values=_BLOCK),
        Field("turn_block", N_("The size at the turn is dealt"), values=_BLOCK),
        Field("last_block", N_("The last size is dealt"), values=_BLOCK),
        Field(
            "sequence_list",
            N_("The hands, one after the other"),
            "text",
            hint=N_("As in 7 6 5 4 3 2 1"),
        ),
        Field("deal_count", N_("Number of deals"), "number"),
        Field(
            "deal_out",
            N_("The largest hand leaves"),
            values={
                "leave_turn_up": N_("A card to turn for trumps"),
                "all": N_("As few cards as possible"),
            },
        ),
        Field(
            "first_dealer",
            N_("Who deals first"),
            values={
                "random": N_("Drawn by lot"),
                "high_card": N_("The highest card drawn"),
                "first_jack": N_("Who gets the first jack"),
                "seat_0": N_("Whoever starts the game"),
            },
        ),
        Field(
            "direction",
            N_("Direction"),
            values={
                "clockwise": N_("Clockwise"),
                "counterclockwise": N_("Counterclockwise"),
            },
        ),
    ),
)

TRUMPS: Final = Group(
    "trumps",
    N_("Trumps"),
    (
        Field(
            "trump_method",
            N_("What makes trumps"),
            values={
                "turn_up": N_("The next card is turned"),
                "rotation": N_("Suits in turn"),
                "list": N_("A list, one for each deal"),
                "dealer_last_card": N_("The dealer's last card"),
                "cut_before_deal": N_("A card cut before the deal"),
                "fixed": N_("Always the same suit"),
                "high_bidder": N_("The highest bidder names them"),
                "dealer_names": N_("The dealer names them"),
                "previous_successes": N_("How many made their bid before"),
                "second_pack_upcard": N_("The card of the second pack"),
                "none": N_("No trumps"),
            },
        ),
        Field(
            "trump_cycle",
            N_("Suits, one after the other"),
            "text",
            hint=N_("Letters: S H D C for the suits, NT for no trumps, as in S D C H NT"),
        ),
        Field(
            "fixed_trump",
            N_("Which suit"),
            values={
                "S": N_("Spades"),
                "H": N_("Hearts"),
                "D": N_("Diamonds"),
                "C": N_("Clubs"),
            },
        ),
        Field(
            "all_dealt_trump",
            N_("If no card is left to turn"),
            values={
                "no_trump": N_("No trumps"),
                "dealer_last_card": N_("The dealer's last card"),
                "cut_before_deal": N_("A card cut before the deal"),
            },
        ),
        Field(
            "no_trump_upcards",
            N_("Turned ranks that mean no trumps"),
            "text",
            hint=N_("As in 2 3 4, or empty"),
        ),
        Field("largest_hand_no_trump", N_("The largest hands are without trumps"), "flag"),
        Field(
            "trump_reveal",
            N_("Trumps are known"),
            values={
                "before_bidding": N_("Before the bids"),
                "after_bidding": N_("After the bids"),
            },
        ),
    ),
)

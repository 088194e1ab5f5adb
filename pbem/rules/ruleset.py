"""The rules of one game: a value for every option (catalogue, section 2)."""

from dataclasses import dataclass
from typing import Literal

Suit = Literal["S", "H", "D", "C"]
TrumpSymbol = Literal["S", "H", "D", "C", "NT", "JK"]
Rank = Literal[
    "2", "3", "4", "5", "6", "7", "8", "9", "T", "11", "12", "13", "J", "Q", "K", "A",
]  # fmt: skip
Block = int | Literal["players"]
Pack = Literal[
    "std52",
    "std52_even",
    "double104",
    "five_hundred63",
    "joker53",
    "bust65",
    "bust78",
    "bust39",
    "jokers54",
    "jokers50",
    "wizard60",
    "spanish40",
    "spanish36",
    "piquet32",
    "short36",
    "eight_per_player",
]
Sequence = Literal["up_down", "down_up", "up", "down", "constant", "list", "upcard"]
TrumpMethod = Literal[
    "turn_up",
    "rotation",
    "list",
    "dealer_last_card",
    "cut_before_deal",
    "fixed",
    "high_bidder",
    "dealer_names",
    "previous_successes",
    "second_pack_upcard",
    "none",
]
System = Literal[
    "basic",
    "basic_variant",
    "exact",
    "exact_penalty",
    "ten_times",
    "double_hammer",
    "penalty_under_zero_over",
    "exact_penalty_x5",
    "exact_set",
    "exact_progressive_penalty",
    "progressive",
    "montreal",
    "negative",
    "negative_square",
    "negative_hand",
    "trick_scoring",
    "binary",
    "binary_zero",
    "binary_halving",
    "scratch",
    "adjusted_exact",
    "get_fred",
    "oy_vey",
    "sir_scoring",
    "variable_bonus",
    "tens_difference",
    "five_plus_ten",
    "squares",
    "boerenbridge",
    "seven_truf",
    "cooperative",
    "wizard",
    "romanian",
    "pocha",
    "podrida_three",
    "clag_two",
    "tens_or_nothing",
    "ninety_nine",
]
SecondHalf = Literal["same", "double_points"] | System
SpecialRule = Literal[
    "no_trump",
    "misere",
    "guess_trumps",
    "blind",
    "twos_wild",
    "aces_low",
    "dealer_calls",
    "most_tricks",
]
Param = bool | int | str


@dataclass(frozen=True, slots=True)
class SpecialDeal:
    """A deal (numbered from 1) with a rule of its own (catalogue, section 6)."""

    deal: int
    rule: SpecialRule


@dataclass(frozen=True, slots=True)
class Rules:
    """One value for every option. Made by `rules_of` only, which judges them.

    `scoring_params` holds name and value of each parameter that was given, sorted
    by name, so that rules can be hashed.
    """

    players: int
    pack: Pack = "std52"
    rank_order: Literal[
        "ace_high", "ace_low", "jack_high_bowers", "spanish_tute", "spanish_plain"
    ] = "ace_high"
    duplicate_rule: Literal["first_wins", "second_wins", "annul"] = "first_wins"
    joker_rule: Literal["none", "brader", "atkinson", "wizard", "top_trump"] = "none"
    first_dealer: Literal["random", "high_card", "first_jack", "seat_0"] = "random"
    direction: Literal["clockwise", "counterclockwise"] = "clockwise"
    sequence: Sequence = "up_down"
    min_cards: int = 1
    max_cards: int | None = None
    deal_out: Literal["leave_turn_up", "all"] = "leave_turn_up"
    step: int = 1
    first_block: Block = 1
    turn_block: Block = 1
    last_block: Block = 1
    sequence_list: tuple[int, ...] | None = None
    deal_count: int | None = None
    trump_method: TrumpMethod = "turn_up"
    trump_cycle: tuple[TrumpSymbol, ...] | None = None
    fixed_trump: Suit | None = None
    all_dealt_trump: Literal["no_trump", "dealer_last_card", "cut_before_deal"] = "no_trump"
    largest_hand_no_trump: bool = False
    no_trump_upcards: tuple[Rank, ...] = ()
    trump_reveal: Literal["before_bidding", "after_bidding"] = "before_bidding"
    bid_mode: Literal["in_turn", "simultaneous", "bid_cards"] = "in_turn"
    first_bidder: Literal["eldest", "dealer"] = "eldest"
    hook: Literal["not_equal", "free", "must_equal"] = "not_equal"
    hook_min_cards: int = 1
    bid_change: Literal["never", "until_next_bid", "until_reveal"] = "never"
    announce_total: bool = False
    no_bid_at_score: int | None = None
    max_zero_bids_in_row: int | None = None
    forehead: Literal["never", "all_one_card", "final_one_card"] = "never"
    premium_bids: bool = False
    special_deals: tuple[SpecialDeal, ...] = ()
    first_leader: Literal["eldest", "dealer", "high_bidder"] = "eldest"
    void_rule: Literal["free", "must_trump"] = "free"
    head_rule: Literal["free", "must_head"] = "free"
    scoring: System = "basic"
    scoring_params: tuple[tuple[str, Param], ...] = ()
    zero_bid: Literal["normal", "five", "five_plus_cards", "ten", "twenty"] = "normal"
    double_spades: bool = False
    second_half_scoring: SecondHalf = "same"
    hard_score_bonus: int = 0
    end: Literal["fixed_deals", "target", "exact_target"] = "fixed_deals"
    target_score: int = 100
    deal_limit: int = 60
    tie_break: Literal["shared", "extra_max_deal", "successful_bids"] = "shared"
    on_miss: Literal["continue", "repeat_round"] = "continue"
    stakes: Literal["none", "average", "pairwise", "pool"] = "none"
    stake_unit: int = 1
    ante: int = 1

    @property
    def step_round(self) -> int:
        """From a seat to the next: +1 clockwise, -1 counterclockwise."""
        return 1 if self.direction == "clockwise" else -1


@dataclass(frozen=True, slots=True)
class Problem:
    """Why options are refused: a code of catalogue section 13.

    `options` are the names of the options in conflict; `detail` is the value at
    fault as text, or empty where the names say it all.
    """

    code: str
    options: tuple[str, ...]
    detail: str = ""

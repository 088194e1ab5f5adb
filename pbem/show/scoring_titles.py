"""What each scoring system is called: a few words by which one finds it in a list."""

from collections.abc import Mapping
from typing import Final

from pbem.rules.ruleset import System
from pbem.show.reader import Reader


def N_(message: str) -> str:  # noqa: N802 - the name by which translators' tools find messages
    return message


TITLES: Final[Mapping[System, str]] = {
    "basic": N_("Ten for a made bid, and tricks always count"),
    "basic_variant": N_("Five for a made bid, and tricks always count"),
    "exact": N_("Only made bids count"),
    "exact_penalty": N_("A missed bid costs the bid"),
    "ten_times": N_("Ten points a trick bid"),
    "double_hammer": N_("Eleven points a trick bid"),
    "penalty_under_zero_over": N_("Too few tricks cost points, too many bring none"),
    "exact_penalty_x5": N_("A missed bid costs five a trick"),
    "exact_set": N_("Ten points off for too few tricks"),
    "exact_progressive_penalty": N_("A missed bid costs the bid and tens"),
    "progressive": N_("A made bid counts its square"),
    "montreal": N_("As in Montreal"),
    "negative": N_("Penalties that grow"),
    "negative_square": N_("Penalties by squares"),
    "negative_hand": N_("The whole hand as a penalty"),
    "trick_scoring": N_("A point a trick, lost as well as won"),
    "binary": N_("Ten points or nothing"),
    "binary_zero": N_("Ten points or nothing, more for a bid of zero"),
    "binary_halving": N_("Eight points or half the total"),
    "scratch": N_("A scratch for each missed bid"),
    "adjusted_exact": N_("Made bids count the tricks of the deal too"),
    "get_fred": N_("As in Get Fred"),
    "oy_vey": N_("As in Oy Vey"),
    "sir_scoring": N_("Ten points a trick, lost for each that is missing"),
    "variable_bonus": N_("A bonus that is smaller in larger deals"),
    "tens_difference": N_("Ten points a trick, lost for each that is off"),
    "five_plus_ten": N_("Five, and ten a trick"),
    "squares": N_("Squares for made and for missed bids"),
    "boerenbridge": N_("As in Boerenbridge"),
    "seven_truf": N_("As in 7-Truf"),
    "cooperative": N_("All together, without points"),
    "wizard": N_("As in Wizard"),
    "romanian": N_("As in Romanian Whist"),
    "pocha": N_("As in La Pocha"),
    "podrida_three": N_("As in La Podrida, with threes"),
    "clag_two": N_("As in Clag, two points a trick"),
    "tens_or_nothing": N_("Ten points a trick or nothing"),
    "ninety_nine": N_("As in Ninety-Nine"),
}


def scoring_title(reader: Reader, system: System) -> str:
    """Return what a scoring system is called."""
    return reader._(TITLES[system])

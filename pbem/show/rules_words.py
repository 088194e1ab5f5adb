"""The rules of a game in plain words, made from its options (catalogue, section 2)."""

from collections.abc import Sequence
from itertools import groupby, pairwise
from math import ceil

from pbem.rules.options import Rules
from pbem.rules.sizes import deal_sizes, is_open_ended
from pbem.show import cards
from pbem.show.reader import Reader
from pbem.show.scoring_words import scoring

_WEEK = 7
_FORTNIGHT = 14


def plain(reader: Reader, rules: Rules) -> tuple[str, ...]:
    """Return the rules, a sentence or two per line: deals, trumps, bids, play, points, end."""
    lines = (
        length(reader, rules),
        _first_dealer(reader, rules),
        _trumps(reader, rules),
        _bidding(reader, rules),
        _hook(reader, rules),
        _change(reader, rules),
        _play(reader, rules),
        *scoring(reader, rules),
        _end(reader, rules),
    )
    return tuple(line for line in lines if line)


def summary(reader: Reader, rules: Rules) -> tuple[str, ...]:
    """Return the rules in two lines: length and who leads; hook and what a miss scores."""
    first = f"{length(reader, rules)} {_leader(reader, rules)}"
    second = f"{_hook(reader, rules)} {scoring(reader, rules)[0]}"
    return first, second


def length(reader: Reader, rules: Rules) -> str:
    """Return the number of deals and tricks, and how the hands grow and shrink."""
    sizes = deal_sizes(rules)
    return reader._(
        "{deals} deals with {tricks} tricks in all, hands of {course} cards.",
        deals=len(sizes),
        tricks=sum(sizes),
        course=_course(reader, sizes),
    )


def effort(reader: Reader, rules: Rules) -> str:
    """Return how often a whole game asks each player, and how long that takes."""
    sizes = deal_sizes(rules)
    answers = len(sizes) + sum(sizes)
    asked = (
        reader._("A whole game asks each player for at most ({n}) answers,", n=answers)
        if is_open_ended(rules)
        else reader._("A whole game asks each player for ({n}) answers,", n=answers)
    )
    return f"{asked} {reader._('a bid for each deal and a card for each trick.')} " + _lasts(
        reader, answers
    )


def _lasts(reader: Reader, answers: int) -> str:
    """Return how long so many answers take, at one a day and at two."""
    slow, fast = answers, ceil(answers / 2)
    if answers <= _FORTNIGHT:
        return reader._(
            "At (1) to (2) answers a day from everybody, that is ({fast}) to ({slow}) days.",
            fast=fast,
            slow=slow,
        )
    return reader._(
        "At (1) to (2) answers a day from everybody, that is ({fast}) to ({slow}) weeks.",
        fast=ceil(fast / _WEEK),
        slow=ceil(slow / _WEEK),
    )


def _course(reader: Reader, sizes: Sequence[int]) -> str:
    """Return the sizes by their turning points: `(7) down to (1) up to (7)`."""
    turns = [size for size, _ in groupby(sizes)]
    kept = [
        size
        for index, size in enumerate(turns)
        if index in {0, len(turns) - 1} or (turns[index - 1] < size) != (size < turns[index + 1])
    ]
    told = f"({kept[0]})"
    for before, after in pairwise(kept):
        if after > before:
            told += " " + reader._("up to ({n})", n=after)
        else:
            told += " " + reader._("down to ({n})", n=after)
    return told


def _first_dealer(reader: Reader, rules: Rules) -> str:
    match rules.first_dealer:
        case "high_card":
            return reader._("Cards are drawn for the first deal, the highest deals.")
        case "first_jack":
            return reader._("Cards are dealt face up, and who gets the first jack deals first.")
        case "seat_0":
            return reader._("Whoever opened the table deals first.")
        case _:
            return reader._("Who deals first is drawn.")


def _trumps(reader: Reader, rules: Rules) -> str:
    if rules.trump_method == "fixed" and rules.fixed_trump is not None:
        suit = cards.suit(reader, rules.fixed_trump)
        return reader._("Trumps are ({suit}) in every deal.", suit=suit)
    if rules.trump_method == "none":
        return reader._("Every deal is without trumps.")
    turned = reader._("The next card after the deal is turned, its suit is trumps.")
    return " ".join([turned, *_without_trumps(reader, rules)])


def _without_trumps(reader: Reader, rules: Rules) -> list[str]:
    if rules.largest_hand_no_trump:
        return [reader._("The largest deal is without trumps.")]
    if rules.deal_out == "all":
        return [reader._("When all cards are dealt out, the deal is without trumps.")]
    return []


def _bidding(reader: Reader, rules: Rules) -> str:
    if rules.first_bidder == "dealer":
        return reader._("Everybody bids in turn, the dealer first, and may bid <0>.")
    return reader._(
        "Everybody bids in turn, from the dealer's left on, the dealer last, and may bid <0>."
    )


def _hook(reader: Reader, rules: Rules) -> str:
    if rules.hook == "free":
        return reader._("The last bidder is free like the others.")
    least = rules.hook_min_cards
    if least <= 1:
        return reader._(
            "The last bidder may not make the bids add up to the tricks, "
            "not even with one-card hands."
        )
    return reader._(
        "From hands of ({n}) cards on, the last bidder may not make the bids add up to "
        "the tricks. With fewer cards the bid is free.",
        n=least,
    )


def _change(reader: Reader, rules: Rules) -> str:
    if rules.bid_change == "until_next_bid":
        return reader._("A bid may be changed until the next player has bid.")
    return ""


def _leader(reader: Reader, rules: Rules) -> str:
    if rules.first_leader == "dealer":
        return reader._("The dealer leads first.")
    return reader._("The player to the dealer's left leads first.")


def _play(reader: Reader, rules: Rules) -> str:
    follow = reader._(
        "Who can follows suit; otherwise any card goes. The highest trump takes the "
        "trick, or else the highest card of the suit led."
    )
    return f"{_leader(reader, rules)} {follow}"


def _end(reader: Reader, rules: Rules) -> str:
    best = reader._("The highest total wins.")
    if rules.announce_total:
        over = reader._("After the last bid all are told whether the bids are over or under.")
        return f"{over} {best}"
    return best

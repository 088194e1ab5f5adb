"""The nearest versions, why they are, and the questions that lead to them."""

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.orders.marks import N_
from pbem.rules.finding import PIECES, Match, Piece, Wanted
from pbem.rules.presets import title_of
from pbem.show import quoting
from pbem.show.reader import Reader

QUESTIONS: Final[Mapping[Piece, str]] = {
    "cards": N_("How many cards does the largest deal give each player?"),
    "direction": N_("Do the deals grow, shrink, or turn on the way?"),
    "hook": N_("May the last bidder let the bids add up to the tricks?"),
    "hit": N_("What is a bid worth that is made?"),
    "miss": N_("What is a missed bid worth?"),
    "trumps": N_("How are trumps found?"),
}

EXAMPLES: Final[Mapping[Piece, tuple[str, ...]]] = {
    "cards": ("7 cards", "up to 10"),
    "direction": ("7 down to 1 and up again", "1..10", "always the same"),
    "hook": ("hook", "free bidding", "must add up"),
    "hit": ("10 for a hit", "10 a trick", "20 plus 10 per trick"),
    "miss": ("nothing for a miss", "tricks count anyway", "minus 10 per trick"),
    "trumps": ("turned trump", "spades are trumps", "without trumps"),
}
"""Words for each question that are understood."""

NAMES: Final[Mapping[Piece, str]] = {
    "cards": N_("the number of cards"),
    "direction": N_("how the hands grow or shrink"),
    "hook": N_("the last bid"),
    "hit": N_("the points for a bid made"),
    "miss": N_("the points for a bid missed"),
    "trumps": N_("trumps"),
}

VALUES: Final[Mapping[Piece, Mapping[str, str]]] = {
    "direction": {
        "down_up": N_("down and up again"),
        "up_down": N_("up and down again"),
        "up": N_("up only"),
        "down": N_("down only"),
        "same": N_("always as many cards"),
        "other": N_("some other way"),
    },
    "hook": {
        "hook": N_("the bids may not add up to the tricks"),
        "free": N_("the last bid is free"),
        "must": N_("the bids must add up to the tricks"),
    },
    "hit": {
        "ten_and_tricks": N_("({ten}) and a point per trick"),
        "ten": N_("({ten}) and nothing else"),
        "ten_each": N_("({ten}) per trick"),
        "five_and_tricks": N_("({five}) and a point per trick"),
        "ten_and_two_each": N_("({ten}) and ({two}) per trick"),
        "ten_and_five_each": N_("({ten}) and ({five}) per trick"),
        "five_and_ten_each": N_("({five}) and ({ten}) per trick"),
        "ten_and_square": N_("({ten}) and the square of the bid"),
        "twenty_and_ten_each": N_("({twenty}) and ({ten}) per trick"),
        "eight": N_("({eight}) points"),
        "other": N_("something else"),
    },
    "miss": {
        "nothing": N_("nothing"),
        "tricks": N_("a point per trick taken"),
        "one_each": N_("minus a point per trick off"),
        "bid": N_("minus the bid"),
        "five_times_bid": N_("minus ({five}) times the bid"),
        "ten_each": N_("minus ({ten}) per trick off"),
        "five_each": N_("minus ({five}) per trick off"),
        "five_and_five_each": N_("minus ({five}) and ({five}) per trick off"),
        "square_each": N_("minus the square of the difference"),
        "other": N_("something else"),
    },
    "trumps": {
        "turned": N_("a card is turned"),
        "rotating": N_("the suits take turns"),
        "fixed": N_("the same suit always"),
        "named": N_("a player calls them"),
        "last_card": N_("the last card dealt shows them"),
        "none": N_("there are none"),
        "other": N_("some other way"),
    },
}
"""The answers to each question but the first, which is a number."""

_FIGURES: Final = {"two": 2, "five": 5, "eight": 8, "ten": 10, "twenty": 20}


def value(reader: Reader, piece: Piece, chosen: str | int) -> str:
    """Return an answer to a question in words."""
    if piece == "cards":
        return reader._("up to ({n}) cards", n=chosen)
    return reader._(VALUES[piece][str(chosen)], **_FIGURES)


def answered(
    reader: Reader, wanted: Wanted, unread: Sequence[str], found: Sequence[Match]
) -> tuple[str, ...]:
    """Return the answer to `find` in a mail: versions, what was not understood, questions."""
    lines = [*(_offer(reader, match) for match in found), *_start(reader, found)]
    lines += _unread(reader, unread)
    if found and not unread:
        return tuple(lines)
    if wanted.pieces and not found:
        lines.append(reader._("For so many players there is nothing like it."))
    return (*lines, *questions(reader, wanted))


def questions(reader: Reader, wanted: Wanted) -> tuple[str, ...]:
    """Return the questions that are still open, each with words that answer it."""
    return tuple(
        f"{reader._(QUESTIONS[piece])} {reader.any_of([f'<{one}>' for one in EXAMPLES[piece]])}."
        for piece in PIECES
        if piece not in wanted.pieces
    )


def _start(reader: Reader, found: Sequence[Match]) -> list[str]:
    """Return how to begin a game of the nearest version, in brackets that hold it together."""
    if not found:
        return []
    best = found[0]
    line = f"<new {best.preset} with {best.players - 1} bots>"
    return [reader._("To play it against our (bots), write for example {line}.", line=line)]


def fits(reader: Reader, match: Match) -> str:
    """Return in what a version is as wanted."""
    pieces = reader.all_of([reader._(NAMES[piece]) for piece in match.fits])
    if not match.differs:
        return reader._("All of it fits: {pieces}.", pieces=pieces)
    return reader._("Alike: {pieces}.", pieces=pieces)


def differs(reader: Reader, match: Match) -> str:
    """Return in what a version differs, and how it is there; nothing if it does not."""
    told = [
        f"{reader._(NAMES[piece])} ({value(reader, piece, getattr(match.has, piece))})"
        for piece in match.differs
    ]
    return reader._("Different: {pieces}.", pieces="; ".join(told)) if told else ""


def _offer(reader: Reader, match: Match) -> str:
    title = reader._("{name}, see <rules {preset}>.", name=name(match.preset), preset=match.preset)
    return " ".join(part for part in (title, fits(reader, match), differs(reader, match)) if part)


def name(preset: str) -> str:
    """Return what a preset is called; words of it that could be taken for an order in brackets."""
    return " ".join(quoting.word(part) for part in title_of(preset).split())


def _unread(reader: Reader, unread: Sequence[str]) -> list[str]:
    if not unread:
        return []
    told = [quoting.told(word) or reader._("(a word of yours)") for word in unread]
    return [reader._("Not understood: {words}.", words=reader.all_of(list(dict.fromkeys(told))))]

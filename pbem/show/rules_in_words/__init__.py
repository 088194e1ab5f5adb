"""The rules of a game in plain words, made from its options (catalogue, section 2).

Each module tells one idea. Numbers, ranks and suits stand in round brackets, so that
no line of them, however it is wrapped, reads as an order.
"""

from pbem.rules.ruleset import Rules
from pbem.show.reader import Reader
from pbem.show.rules_in_words.bidding import bidding, hook
from pbem.show.rules_in_words.chapter import Chapter
from pbem.show.rules_in_words.deals import deals, effort, length
from pbem.show.rules_in_words.ending import ending
from pbem.show.rules_in_words.jokers import jokers
from pbem.show.rules_in_words.pack import cards
from pbem.show.rules_in_words.play import leader, play
from pbem.show.rules_in_words.scoring import points, scoring, words
from pbem.show.rules_in_words.sizes import SizeRow, size_rows, sizes_sentence
from pbem.show.rules_in_words.special import special
from pbem.show.rules_in_words.stakes import stakes
from pbem.show.rules_in_words.summary import summary
from pbem.show.rules_in_words.trumps import trumps

__all__ = [
    "Chapter",
    "SizeRow",
    "chapters",
    "effort",
    "introduction",
    "length",
    "plain",
    "size_rows",
    "sizes_sentence",
    "summary",
]


def chapters(reader: Reader, rules: Rules) -> tuple[Chapter, ...]:
    """Return all rules, in the order in which one meets them at the table."""
    told = (
        Chapter(reader._("The cards"), cards(reader, rules)),
        Chapter(reader._("Cards without a suit"), jokers(reader, rules)),
        Chapter(reader._("The deals"), deals(reader, rules)),
        Chapter(reader._("Trumps"), trumps(reader, rules)),
        Chapter(reader._("The bids"), bidding(reader, rules)),
        Chapter(reader._("The play"), play(reader, rules)),
        Chapter(reader._("Special deals"), special(reader, rules)),
        Chapter(reader._("The points"), scoring(reader, rules)),
        Chapter(reader._("The end"), ending(reader, rules)),
        Chapter(reader._("The stakes"), stakes(reader, rules)),
    )
    return tuple(chapter for chapter in told if chapter.lines)


def introduction(reader: Reader, rules: Rules) -> tuple[str, ...]:
    """Return what somebody who is asked to a table wants to know, in whole sentences.

    The points on which versions of the game disagree are among it.
    """
    told = words(reader, rules)
    return (
        length(reader, rules),
        leader(reader, rules),
        hook(reader, rules),
        points(reader, told),
    )


def plain(reader: Reader, rules: Rules) -> tuple[str, ...]:
    """Return all rules as a paragraph for each chapter, which begins with its heading."""
    return tuple(
        f"{chapter.title}: {' '.join(chapter.lines)}" for chapter in chapters(reader, rules)
    )

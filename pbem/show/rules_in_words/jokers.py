"""Jokers, wizards and jesters (catalogue, section 7)."""

from pbem.rules.ruleset import Rules
from pbem.show.reader import Reader


def jokers(reader: Reader, rules: Rules) -> tuple[str, ...]:
    """Return what cards without a suit do; nothing for packs that have none."""
    match rules.joker_rule:
        case "none":
            return ()
        case "brader":
            return _brader(reader)
        case "atkinson":
            return _atkinson(reader)
        case "wizard":
            return _wizard(reader)
        case "top_trump":
            return _top_trump(reader)


def _brader(reader: Reader) -> tuple[str, ...]:
    return (
        reader._(
            "The jokers are a suit of their own, of a pair of equal cards. A (joker) may be played "
            "by the leader, by whoever has none of the suit led, and after a (joker) was led: "
            "then the other (joker) must follow."
        ),
        reader._(
            "A (joker) that is led takes the trick unless it is trumped, and the second (joker) "
            "does not beat it. A (joker) thrown on another suit cannot take the trick, unless "
            "jokers are trumps."
        ),
    )


def _atkinson(reader: Reader) -> tuple[str, ...]:
    return (
        reader._(
            "A (joker) may not be led, and not be played in the first trick of a deal, unless "
            "one holds nothing else. Otherwise it may be played at any time, even by somebody who "
            "could follow suit."
        ),
        reader._(
            "Whoever plays the first (joker) of the deal calls it (high) or (low): (high) takes "
            "the trick even against trumps, (low) does not. The second (joker) of the deal is "
            "the opposite of the first."
        ),
        reader._(
            "If a (joker) has to be led, the first card with a suit is the one to follow, and "
            "whoever plays that card is free."
        ),
    )


def _wizard(reader: Reader) -> tuple[str, ...]:
    return (
        reader._(
            "Wizards and jesters may be played at any time. The first (wizard) takes the trick. "
            "Jesters take none, unless nothing else lies there: then the first (jester) takes it."
        ),
        reader._(
            "If a (wizard) is led, nobody has to follow suit. If a (jester) is led, the next card "
            "with a suit is the one to follow, unless a (wizard) comes before it."
        ),
    )


def _top_trump(reader: Reader) -> tuple[str, ...]:
    return (
        reader._(
            "The (joker) is the highest trump. Without trumps it beats every card: it may be led, "
            "and then everybody plays what they like, or be played by whoever has none of the "
            "suit led."
        ),
    )

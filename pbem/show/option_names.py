"""Options and their values as players write them: `hook free`, `winner bonus 10`."""

from typing import Final

# "score" alone on a line of a mail is an order; so are "bid five" and "no trump".
_OWN: Final = {
    "no_bid_at_score": "no bid from",
    "hard_score_bonus": "winner bonus",
    "target_score": "target points",
    "zero_bid": "nil",
    "largest_hand_no_trump": "largest without trumps",
    "no_trump_upcards": "ranks without trumps",
}


def option_name(option: str) -> str:
    """Return what an option is called."""
    return _OWN.get(option, plain(option))


def said(option: str, value: object) -> str:
    """Return how one writes an option and its value: `<hook free>`."""
    return f"<{option_name(option)} {value_words(value)}>"


def value_words(value: object) -> str:
    """Return a value in words: blanks for underscores, `none`, `yes` and `no`."""
    match value:
        case None | () | []:
            return "none"
        case bool():
            return "yes" if value else "no"
        case tuple() | list():
            return " ".join(value_words(one) for one in value)
        case {"deal": deal, "rule": rule}:
            return f"({plain(str(rule))}) in deal ({deal})"
        case dict():
            return " ".join(f"({plain(name)}: {value_words(one)})" for name, one in value.items())
        case _:
            return plain(str(value))


def plain(name: str) -> str:
    return name.replace("_", " ")

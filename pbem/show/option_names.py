"""Options and their values as players write them: `hook free`, `winner bonus 10`."""

from collections.abc import Mapping

from pbem.orders.named_options import OWN_NAMES
from pbem.rules.ruleset import SpecialDeal
from pbem.show import quoting


def option_name(option: str) -> str:
    """Return what an option is called."""
    return OWN_NAMES.get(option, plain(option))


def said(option: str, value: object) -> str:
    """Return how one writes an option and its value: `<hook free>`. It reads as that again."""
    typed = f"<{option_name(option)} {_typed(value)}>"
    loose = f"<{option_name(option)} {plain(value)}>" if isinstance(value, str) else typed
    # "one" and "five plus" would be orders at a line's end: joined by hyphens they are none.
    return loose if quoting.is_harmless(loose) else typed


def _typed(value: object) -> str:
    """Return a value without blanks, as it can be typed."""
    match value:
        case SpecialDeal(deal, rule) | {"deal": deal, "rule": rule}:
            return f"{deal}:{_joined(rule)}"
        case Mapping():
            return (
                "/".join(f"{_joined(name)}:{_typed(one)}" for name, one in value.items()) or "none"
            )
        case tuple() | list():
            return "/".join(map(_typed, value)) or "none"
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case _:
            return _joined(str(value))


def _joined(name: str) -> str:
    return name.replace("_", "-")


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

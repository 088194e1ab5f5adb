"""The words by which house rules are made, from the one table of them."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Final

from pbem.orders.house_rules import OPTION_WORDS
from pbem.orders.named_options import takes
from pbem.orders.near_options import near_changes
from pbem.rules.choices import read_value
from pbem.rules.ruleset import Rules
from pbem.show import quoting
from pbem.show.help import HelpLine
from pbem.show.instead import meant
from pbem.show.option_names import said
from pbem.show.reader import Reader

_EXAMPLES = 4
_BY_NAME: Final = "max_cards=6"
_DEFAULTS: Final = {field.name: field.default for field in fields(Rules)}


def help_of_options(reader: Reader) -> tuple[HelpLine, ...]:
    """Return every change of the rules as one may type it, and what it does."""
    return (
        *(HelpLine(row.example, reader._(row.summary)) for row in OPTION_WORDS),
        HelpLine(
            _BY_NAME,
            reader._("any option by its name and value, with or without the equals sign"),
        ),
    )


def unread(reader: Reader, parts: Sequence[str]) -> str:
    """Return that parts of a line are no change of the rules, and what may have been meant."""
    told = [quoting.told(part) or reader._("(what you wrote)") for part in dict.fromkeys(parts)]
    fault = reader._(
        "not understood, or against another change: {parts}.", parts=reader.all_of(told)
    )
    near = [change for part in parts for change in near_changes(part)]
    more = reader._("<help all> tells more.")
    return " ".join([fault, meant(reader, near) or _examples(reader), more])


def _examples(reader: Reader) -> str:
    examples = [f"<{row.example}>" for row in OPTION_WORDS[:: len(OPTION_WORDS) // _EXAMPLES]]
    return reader._(
        "Write for example {examples}, or change them on the page where a game is begun.",
        examples=reader.any_of(examples),
    )


def changes(reader: Reader, options: Mapping[str, object], base: Mapping[str, object]) -> str:
    """Return in what options differ from those of a version, each as one may write it."""
    changed = [name for name, value in options.items() if _differs(name, value, base)]
    whole = {**base, **options}
    if "scoring" in changed and whole.get("scoring_params"):
        # The name of a scoring takes the numbers of the one before away.
        changed.append("scoring_params")
    return reader.all_of([_told(reader, name, whole[name]) for name in dict.fromkeys(changed)])


def _told(reader: Reader, name: str, value: object) -> str:
    line = said(name, value)
    return line if quoting.is_harmless(line) else reader._("(what you wrote)")


def _differs(name: str, value: object, base: Mapping[str, object]) -> bool:
    if not takes(name, value):
        return True
    usual = base.get(name, _DEFAULTS.get(name))
    return name == "players" or bool(read_value(name, value) != read_value(name, usual))

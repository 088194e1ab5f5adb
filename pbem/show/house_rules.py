"""The words by which house rules are made, from the one table of them."""

from collections.abc import Mapping, Sequence

from pbem.orders.house_rules import OPTION_WORDS
from pbem.show import quoting
from pbem.show.help import HelpLine
from pbem.show.option_names import option_name, value_words
from pbem.show.reader import Reader

_EXAMPLES = 4


def help_of_options(reader: Reader) -> tuple[HelpLine, ...]:
    """Return every change of the rules as one may type it, and what it does."""
    return tuple(HelpLine(row.example, reader._(row.summary)) for row in OPTION_WORDS)


def unread(reader: Reader, parts: Sequence[str]) -> str:
    """Return that parts of a line are no change of the rules, with examples of such."""
    told = [quoting.told(part) or reader._("(what you wrote)") for part in dict.fromkeys(parts)]
    examples = [f"<{row.example}>" for row in OPTION_WORDS[:: len(OPTION_WORDS) // _EXAMPLES]]
    return reader._(
        "not understood, or against another change: {parts}. Write for example {examples}, "
        "or change them on the page where a game is begun. <help all> tells more.",
        parts=reader.all_of(told),
        examples=reader.any_of(examples),
    )


def changes(reader: Reader, options: Mapping[str, object]) -> str:
    """Return the options that were changed, each as one may write it."""
    return reader.all_of([_changed(reader, name, value) for name, value in options.items()])


def _changed(reader: Reader, option: str, value: object) -> str:
    line = f"{option_name(option)} {value_words(value)}"
    return quoting.typed(line) or quoting.told(line) or reader._("(what you wrote)")

"""The scoring systems as a list shows them: what each is called, and what it gives."""

from collections.abc import Iterator
from typing import Final, get_args

from pbem.rules.ruleset import Rules, System
from pbem.show.reader import Reader
from pbem.show.rules_in_words.systems import system_words
from pbem.show.scoring_titles import scoring_title
from pbem.web.figures import unbracketed

SYSTEMS: Final[tuple[System, ...]] = get_args(System)


def scoring_words(reader: Reader, rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield each scoring system with its title, and what a made and a missed bid give."""
    for name in SYSTEMS:
        title = scoring_title(reader, name)
        yield name, title if name == "cooperative" else f"{title}: {_gives(reader, rules, name)}"


def _gives(reader: Reader, rules: Rules, name: System) -> str:
    told = system_words(reader, rules, name, {})
    words = reader._("{made}; missed: {missed}", made=told.short_made, missed=told.short_missed)
    return unbracketed(words)

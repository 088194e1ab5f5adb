"""House rules carried from page to page in a field of a form.

They are judged wherever they arrive.
"""

import json

from pbem.rules.options import Rules, as_options, rules_of

_LONGEST = 8000


def carried(rules: Rules) -> str:
    """Return rules as the text of a hidden field."""
    return json.dumps(as_options(rules), separators=(",", ":"))


def options_in(text: str) -> dict[str, object] | None:
    """Return the options in such a text, players among them; None if it is none."""
    try:
        found = json.loads(text) if 0 < len(text) <= _LONGEST else None
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and isinstance(found.get("players"), int) else None


def rules_in(text: str) -> Rules | None:
    """Return the rules in such a text; None if there are none that could be played."""
    options = options_in(text)
    if options is None:
        return None
    players = options.pop("players")
    judged = rules_of(players, options) if isinstance(players, int) else None
    return judged if isinstance(judged, Rules) else None

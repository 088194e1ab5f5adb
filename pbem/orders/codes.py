"""Join codes, as they are made and as people type them."""

import re
from typing import Final

JOIN_GROUPS: Final = (4, 4, 5)
"""Signs of each group of a join code (`K7QM-4TRV-2WXZB`)."""

# Phones and word processors make other dashes of the one that is on the keyboard.
_GAP: Final = r"[\s_.\u2010-\u2015\u2212-]"
_SPLIT = re.compile(f"{_GAP}*".join(f"[a-z0-9]{{{length}}}" for length in JOIN_GROUPS))
_GAPS = re.compile(_GAP)


def is_split_code(text: str) -> bool:
    """Tell whether a text is a join code whose groups stand apart, by blanks or any dash."""
    return _SPLIT.fullmatch(text.lower()) is not None


def join_code(text: str) -> str:
    """Return a join code as it was made: capitals, and a dash between its groups.

    What has another length is returned without gaps.
    """
    plain = _GAPS.sub("", text).upper()
    if len(plain) != sum(JOIN_GROUPS):
        return plain
    first, second, _ = JOIN_GROUPS
    return f"{plain[:first]}-{plain[first : first + second]}-{plain[first + second :]}"

"""Where secrets and codes come from: the operating system's randomness."""

import secrets
from typing import Final

from pbem.orders.codes import JOIN_GROUPS
from pbem.orders.reading import is_order

# Without letters and digits that look alike in some typeface (0 O, 1 I L, U V).
ALPHABET: Final = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
_TABLE_LENGTH: Final = 4


class SystemChance:
    """Secrets and codes that nobody can foretell."""

    def secret(self) -> bytes:
        """Return 32 fresh bytes."""
        return secrets.token_bytes(32)

    def table_code(self) -> str:
        """Return a short public table code that is no order and no word (`K7Q2`)."""
        while True:
            code = _drawn(_TABLE_LENGTH)
            has_both = code.strip("23456789") != code and any(sign.isalpha() for sign in code)
            if has_both and not is_order(code):
                return code

    def join_code(self) -> str:
        """Return a code of 63 bits that is no order (`K7QM-4TRV-2WXZB`)."""
        # 13 of 30 signs are 63 bits.
        while True:
            code = "-".join(_drawn(length) for length in JOIN_GROUPS)
            if not is_order(code):
                return code


def _drawn(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))

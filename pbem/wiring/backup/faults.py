"""Why a backup is not made or not restored."""


class Refused(Exception):
    """Nothing was changed; the text says why, and what to do."""

"""How often something may happen in an hour."""

from datetime import datetime

from pbem.app.ports import Uow


def is_room(uow: Uow, what: str, most: int, now: datetime) -> bool:
    """Use up one of the occasions of this hour; False if none of them is left.

    The marks of mails that have acted serve for it: each occasion acts once.
    """
    return any(
        uow.letters.first_time(f"occasion:{what}:{now:%Y%m%d%H}:{number}", now)
        for number in range(most)
    )

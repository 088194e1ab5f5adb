"""What is done now and then: ringing for rows that were not rung, and forgetting."""

from datetime import timedelta
from typing import Final

from pbem.app.services import Services

_AT_ONCE = 200

_KNOWN_FOR: Final = timedelta(days=365)
"""So long it is known that a letter has acted, so that a copy of it does not act again.

Mail servers give up after a week, and a mailbox that is moved brings its mail anew within
days. After a year the position that a letter was written for is long played.
"""


def sweep(services: Services) -> int:
    """Ring for unread letters, due notices and tables whose bots paused; return for how many.

    The queue may lose a ring, the rows never do.
    """
    now = services.clock.now()
    with services.uow() as uow:
        letters = uow.letters.unread(_AT_ONCE)
        notices = uow.outbox.due(now, _AT_ONCE)
        paused = uow.games.paused(_AT_ONCE)
        uow.beats.beat("sweep", now)
        uow.commit()
    if letters:
        # They wait although they were rung for: that ring may be lost, and its mark left.
        services.bell.heard()
        services.bell.letters(letters)
    if notices:
        services.bell.notices(notices)
    for game_id in paused:
        services.bell.game(game_id)
    return len(letters) + len(notices) + len(paused)


def forget(services: Services) -> int:
    """Delete raw letters, sent mails, old links and marks whose time is over; return how many."""
    now = services.clock.now()
    before = now - services.policy.keep
    with services.uow() as uow:
        kept = uow.retention
        count = (
            kept.forget_letters(before)
            + kept.forget_mails(before)
            + kept.forget_expired(now)
            + kept.forget_acted(now - _KNOWN_FOR)
        )
        uow.commit()
    return count

"""When a mail comes: at once, within somebody's hours, or with their daily mail.

Nobody loses a turn by what they chose: what would come too late comes before.
"""

from datetime import datetime, timedelta
from typing import Final

from pbem.app.hours import last_at, next_at, opening
from pbem.app.records import Player
from pbem.app.services import Policy

# Kinds that wait for the daily mail of whoever wants one.
_DAILY: Final = frozenset({"turn", "start", "over"})

HELD: Final = frozenset({*_DAILY, "news", "moved", "reminder", "lobby", "digest"})
"""Kinds that nobody has just asked for, and that may wait."""

_BEFORE_CLOSING: Final = timedelta(minutes=30)


def comes_at(
    policy: Policy, player: Player, kind: str, now: datetime, deadline: datetime | None = None
) -> datetime:
    """Return when a notice of this kind is to be mailed.

    It waits for the daily mail, or for the player's hours to begin, if enough of the
    time until the deadline is left then.
    """
    if kind not in HELD:
        return now
    choices = player.choices
    if choices.mails == "digest" and kind in _DAILY:
        daily = daily_at(player, now)
        if deadline is None or daily + policy.digest_margin <= deadline:
            return daily
    begun = opening(choices.hours, player.zone, now)
    return begun if deadline is None or begun + policy.hours_margin <= deadline else now


def daily_at(player: Player, now: datetime) -> datetime:
    """Return when the next daily mail of a player comes; within their hours, if they have any."""
    choices = player.choices
    return opening(choices.hours, player.zone, next_at(choices.digest, player.zone, now))


def remind_at(policy: Policy, player: Player, since: datetime, deadline: datetime) -> datetime:
    """Return when a player is to be reminded of a turn: when half of the time for it is over.

    The time runs from when the turn is mailed. At night it waits for the hours to begin if
    enough time is left then; else it comes before they end.
    """
    choices, zone = player.choices, player.zone
    is_mailed = choices.mails != "deals"
    mailed = comes_at(policy, player, "turn", since, deadline) if is_mailed else since
    half = mailed + (deadline - mailed) / 2
    begun = opening(choices.hours, zone, half)
    if choices.hours is None or begun + policy.hours_margin <= deadline:
        return begun
    before = last_at(choices.hours.last, zone, half) - _BEFORE_CLOSING
    return before if before > mailed else half

"""How many mails are under way to a provider at once, over all workers, and when to pause.

Kept in Redis, as leases that run out should a worker die. Without Redis nothing is
limited, and nothing is lost: what is to be sent stands in the rows.
"""

import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal, Protocol

import redis

Outcome = Literal["taken", "slow", "other"]
"""How a conversation ended: `slow` is a provider that asks us to come later."""

_FIRST_PAUSE: Final = timedelta(seconds=30)
_LONGEST_PAUSE: Final = timedelta(minutes=15)
_FULL: Final = timedelta(seconds=3)
_QUIET_SECONDS: Final = 5.0

# A pause that runs is not made longer by those who had begun before.
_ENTER: Final = """
local pause = tonumber(redis.call('HGET', KEYS[2], 'until') or '0')
if pause > tonumber(ARGV[1]) then return pause end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return -1 end
redis.call('ZADD', KEYS[1], tonumber(ARGV[1]) + tonumber(ARGV[2]), ARGV[4])
redis.call('PEXPIRE', KEYS[1], tonumber(ARGV[2]) + 60000)
return 0
"""
_LEAVE: Final = """
redis.call('ZREM', KEYS[1], ARGV[2])
local pause = tonumber(redis.call('HGET', KEYS[2], 'until') or '0')
if pause > tonumber(ARGV[1]) or ARGV[3] == 'other' then return 0 end
if ARGV[3] == 'taken' then redis.call('DEL', KEYS[2]) return 0 end
local level = redis.call('HINCRBY', KEYS[2], 'level', 1)
local long = math.min(tonumber(ARGV[4]) * 2 ^ (level - 1), tonumber(ARGV[5]))
redis.call('HSET', KEYS[2], 'until', tonumber(ARGV[1]) + math.floor(long * tonumber(ARGV[6])))
redis.call('PEXPIRE', KEYS[2], 3600000)
return 1
"""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Entered:
    """A mail may go out to a provider; `ticket` is given back when it has."""

    provider: str
    ticket: str


@dataclass(frozen=True, slots=True)
class NotBefore:
    """A mail to a provider has to wait until then."""

    at: datetime


class Lanes(Protocol):
    """The ways to the providers."""

    def enter(self, provider: str, now: datetime, lease: timedelta) -> Entered | NotBefore:
        """Begin a conversation with a provider, or hear when to try again."""

    def leave(self, entered: Entered, now: datetime, outcome: Outcome) -> None:
        """End a conversation."""


class OpenLanes:
    """No limit at all."""

    def enter(self, provider: str, now: datetime, lease: timedelta) -> Entered | NotBefore:
        del now, lease
        return Entered(provider, "")

    def leave(self, entered: Entered, now: datetime, outcome: Outcome) -> None:
        """Nothing was held."""


class RedisLanes:
    """Limits that all workers share. `most` is how many mails may be under way to one provider.

    A Redis that is down costs a second, once in five.
    """

    def __init__(self, url: str, most: int) -> None:
        self._most = most
        self._redis = redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1)
        self._enter = self._redis.register_script(_ENTER)
        self._leave = self._redis.register_script(_LEAVE)
        self._quiet_until = 0.0

    def enter(self, provider: str, now: datetime, lease: timedelta) -> Entered | NotBefore:
        """Begin a conversation; it counts until it is left, or for as long as the lease."""
        ticket = secrets.token_hex(8)
        args: list[str | float] = [_ms(now), _ms_of(lease), self._most, ticket]
        answer = self._asked(lambda: self._enter(keys=_keys(provider), args=args))
        if answer is None or answer == 0:
            return Entered(provider, ticket)
        if answer < 0:
            return NotBefore(now + _FULL * (1 + _chance()))
        until = datetime.fromtimestamp(answer / 1000, UTC)
        return NotBefore(until + _FULL * _chance())

    def leave(self, entered: Entered, now: datetime, outcome: Outcome) -> None:
        """End a conversation; after a `slow` one all pause, longer each time until one is taken."""
        pauses = [_ms_of(_FIRST_PAUSE), _ms_of(_LONGEST_PAUSE), 1 + _chance() / 4]
        args: list[str | float] = [_ms(now), entered.ticket, outcome, *pauses]
        self._asked(lambda: self._leave(keys=_keys(entered.provider), args=args))

    def _asked(self, ask: Callable[[], Any]) -> int | None:
        """Ask Redis; None if it does not answer."""
        if time.monotonic() < self._quiet_until:
            return None
        try:
            return int(ask())
        except redis.RedisError as fault:
            self._quiet_until = time.monotonic() + _QUIET_SECONDS
            log.warning("mails go out unlimited: %s", type(fault).__name__)
            return None


def _keys(provider: str) -> list[str]:
    return [f"pbem.lane.{provider}", f"pbem.pause.{provider}"]


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def _ms_of(span: timedelta) -> int:
    return int(span.total_seconds() * 1000)


def _chance() -> float:
    return secrets.randbelow(1000) / 1000

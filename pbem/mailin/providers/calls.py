"""A call of a provider, and what it may turn out to be."""

import binascii
import hmac
import json
import re
from base64 import b64decode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, Literal

from pbem.app.trust import Finding
from pbem.mailin.limits import MAX_BYTES, head_alone

Why = Literal["absent", "wrong", "old", "malformed", "too_big", "unfit"]

# Clocks may differ by so much; what is from further ahead was made up.
_AHEAD: Final = timedelta(minutes=5)
_UNIX = re.compile(r"[0-9]{1,12}")


@dataclass(frozen=True, slots=True)
class Call:
    """One call as it came; the names of `headers` are in lower case."""

    headers: Mapping[str, str]
    body: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Posted:
    """A letter from a call that is genuine.

    `call` is what the provider names the call by, also when it makes it again. `sender` is
    that of the envelope: empty for reports, None where the provider does not tell it.
    `recipients` are those of the envelope, never those of the header. `found` is what the
    provider says of the sender.
    """

    call: str
    raw: bytes = field(repr=False)
    sender: str | None
    recipients: tuple[str, ...]
    found: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """A call that brings nothing.

    `absent`, `wrong` and `old` speak of its signature or secret. `unfit`: it is genuine, but
    without the raw letter, because of how the provider is set; `hint` says what to set there.
    """

    why: Why
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Noted:
    """A genuine call that is about no letter."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """A genuine question whether calls are wanted; getting `url` says yes."""

    url: str


Reading = Posted | Refused | Noted | Confirm


def is_fresh(at: datetime, now: datetime, oldest: timedelta) -> bool:
    """Tell whether a call that was made then may still be on its way."""
    return now - oldest <= at <= now + _AHEAD


def is_fresh_unix(stamp: str, now: datetime, oldest: timedelta) -> bool:
    """Tell likewise of a number of seconds since 1970."""
    if _UNIX.fullmatch(stamp) is None:
        return False
    age = now.timestamp() - int(stamp)
    return -_AHEAD.total_seconds() <= age <= oldest.total_seconds()


def is_any(given: bytes, right: Sequence[bytes]) -> bool:
    """Tell whether this is one of the right ones (constant time)."""
    matches = [hmac.compare_digest(given, one) for one in right]
    return any(matches)


def password_verdict(call: Call, secrets: Sequence[bytes]) -> Why | None:
    """Return what is wrong with the password of HTTP basic authentication; None if it is right."""
    scheme, _, code = call.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "basic" or not code.strip():
        return "absent"
    try:
        _, colon, password = b64decode(code.strip(), validate=True).partition(b":")
    except (binascii.Error, ValueError):
        return "wrong"
    return None if colon and is_any(password, secrets) else "wrong"


def object_of(text: str | bytes) -> dict[str, Any]:
    """Return a JSON object; an empty one if it is none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def text_in(told: Mapping[str, Any], name: str) -> str:
    """Return a text of a JSON object; an empty one if there is none."""
    found = told.get(name)
    return found if isinstance(found, str) else ""


def texts_in(told: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Return a list of texts of a JSON object; an empty one if there is none."""
    found = told.get(name)
    return tuple(one for one in found if isinstance(one, str)) if isinstance(found, list) else ()


def posted(
    call: str,
    raw: bytes,
    sender: str | None,
    recipients: Sequence[str],
    found: Sequence[Finding] = (),
) -> Reading:
    """Return the letter of a genuine call, if it has all that a letter needs.

    Of one that is too big the header is returned: refused, it would come again and again, and
    who wrote it would never be told.
    """
    named = tuple(one.strip() for one in recipients if one.strip())
    if not named or not raw or not call:
        return Refused("malformed")
    if len(raw) > MAX_BYTES:
        raw = head_alone(raw)
    return Posted(call, raw, sender, named, tuple(found))

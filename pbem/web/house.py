"""What every page works with, kept by the Flask application."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar, cast

from flask import current_app

from pbem.app.services import Services
from pbem.signing import Keys
from pbem.web.settings import WebSettings

Receive = Callable[[bytes, str], object]
"""Stores one raw letter for one envelope recipient; raises if it is not durable."""

CheckHook = Callable[[str | None, str, bytes, Sequence[bytes], datetime], str]
"""Judges a call of the mail hook: `ok`, `absent`, ...

By signature header, recipient, body, keys and time.
"""

TakeCall = Callable[[str, Mapping[str, str], bytes], int]
"""Takes a call of a provider: its name, headers (names in lower case), body; returns a status."""

T = TypeVar("T")


class Again(Protocol):
    """Does a unit of work once more where it failed by a fault that passes."""

    def __call__(self, work: Callable[[], T]) -> T:
        """Return what the work returned; raise what it raised at last."""


def once(work: Callable[[], T]) -> T:
    """Do a unit of work, and that is it."""
    return work()


_KEY = "pbem"


@dataclass(frozen=True, slots=True)
class House:
    services: Services
    settings: WebSettings
    keys: Keys
    receive: Receive
    check_hook: CheckHook
    take_call: TakeCall
    again: Again = once


def house() -> House:
    """Return the house of the application that answers this request."""
    return cast("House", current_app.extensions[_KEY])


def no_provider(_provider: str, _headers: Mapping[str, str], _body: bytes) -> int:
    """Answer all calls of a house that has set up no provider."""
    return 404

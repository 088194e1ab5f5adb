"""What every page works with, kept by the Flask application."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from flask import current_app

from pbem.app.services import Services
from pbem.signing import Keys
from pbem.web.settings import WebSettings

Receive = Callable[[bytes, str], object]
"""Stores one raw letter for one envelope recipient; raises if it is not durable."""

_KEY = "pbem"


@dataclass(frozen=True, slots=True)
class House:
    services: Services
    settings: WebSettings
    keys: Keys
    receive: Receive


def house() -> House:
    """Return the house of the application that answers this request."""
    return cast("House", current_app.extensions[_KEY])

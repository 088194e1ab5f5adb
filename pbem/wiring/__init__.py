"""The one place that knows everyone: fills the ports, and opens the house.

The names below are what commands and workers use. Each is imported when it is asked for:
who only hands in a letter needs neither pages nor post office.
"""

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pbem.wiring.door import open_door
    from pbem.wiring.fetching import fetch_mail
    from pbem.wiring.health import reachable
    from pbem.wiring.house import House, open_house
    from pbem.wiring.listening import listen_for_mail
    from pbem.wiring.post import PostOffice
    from pbem.wiring.reading import LetterReader

__all__ = [
    "House",
    "LetterReader",
    "PostOffice",
    "fetch_mail",
    "listen_for_mail",
    "open_door",
    "open_house",
    "reachable",
]

_MODULES: Final[Mapping[str, str]] = {
    "House": "house",
    "LetterReader": "reading",
    "PostOffice": "post",
    "fetch_mail": "fetching",
    "listen_for_mail": "listening",
    "open_door": "door",
    "open_house": "house",
    "reachable": "health",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(name)
    return getattr(importlib.import_module(f"pbem.wiring.{_MODULES[name]}"), name)

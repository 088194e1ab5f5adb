"""The one place that knows everyone: fills the ports, and opens the house.

The names below are what commands and workers use.
"""

from pbem.wiring.health import reachable
from pbem.wiring.house import House, open_house
from pbem.wiring.listening import listen_for_mail
from pbem.wiring.post import PostOffice
from pbem.wiring.reading import LetterReader

__all__ = [
    "House",
    "LetterReader",
    "PostOffice",
    "listen_for_mail",
    "open_house",
    "reachable",
]

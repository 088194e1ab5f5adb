"""One file that a house can be raised from again: its database, its keys and other settings."""

from pbem.wiring.backup.faults import Refused
from pbem.wiring.backup.making import make
from pbem.wiring.backup.restoring import restore, settings_lines, verified

__all__ = ["Refused", "make", "restore", "settings_lines", "verified"]

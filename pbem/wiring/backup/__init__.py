"""One file that a house can be raised from again: its database, its keys and other settings."""

from pbem.wiring.backup.faults import Refused
from pbem.wiring.backup.making import make
from pbem.wiring.backup.restoring import restore, verified, write_settings

__all__ = ["Refused", "make", "restore", "verified", "write_settings"]

"""What the service stands on is not there."""

from typing import Final

CONFIG_CODE: Final = 78
"""How a process ends that cannot work by its settings: to start it again changes nothing."""


class NotStarted(Exception):
    """A server did not come up; the text says why."""


class Unreachable(Exception):
    """Something the service stands on does not answer; the text says what, and what to do."""

"""What the service stands on is not there."""


class NotStarted(Exception):
    """A server did not come up; the text says why."""


class Unreachable(Exception):
    """Something the service stands on does not answer; the text says what, and what to do."""

"""The time at which rows are made, unless the service is given another clock."""

from datetime import UTC, datetime


class SystemClock:
    """The clock of this machine."""

    def now(self) -> datetime:
        """Return the present moment in UTC."""
        return datetime.now(UTC)  # noqa: TID251 - the one clock to fall back on

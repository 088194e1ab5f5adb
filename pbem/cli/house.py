"""The house as commands find it: settings of the environment, and what they open."""

import contextlib
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pbem.config import Settings, settings_from
from pbem.logs import set_up_logs

if TYPE_CHECKING:
    from pbem.wiring import House


def settings() -> Settings:
    """Return the settings, with the logs of this process set up as they say."""
    found = settings_from(os.environ)
    set_up_logs(found.log_level, found.log_format)
    return found


@contextlib.contextmanager
def opened() -> "Iterator[House]":
    """Yield the house for one command.

    Raises:
        Unreachable: the database does not answer.
    """
    # The whole house is heavy, and not every command of a group opens it.
    from pbem.wiring import open_house, reachable

    house = open_house(settings())
    try:
        with reachable(house.settings):
            yield house
    finally:
        house.close()

"""What several tests of ways in share."""

from collections.abc import Iterator

import pytest

from tests import dovecot
from tests.debian import NotHere


@pytest.fixture(scope="module")
def server() -> Iterator[dovecot.Dovecot]:
    """A mailbox on a real server."""
    try:
        with dovecot.dovecot() as running:
            yield running
    except NotHere as why:
        pytest.skip(str(why))

"""A front door on PostgreSQL, with a table of three behind it."""

from collections.abc import Iterator

import pytest

from tests.hostile.front import Front, Table, front_of


@pytest.fixture
def front(database_url: str) -> Iterator[Front]:
    with front_of(database_url) as opened:
        yield opened


@pytest.fixture
def table(front: Front) -> Table:
    return Table(front, "Alice", "Bob", "Carol")

"""Chances in words: short, and never an order."""

from fractions import Fraction

import pytest

from pbem.orders.verbs import fragments_that_read_as_orders
from pbem.show.odds import lines, percent
from pbem.show.reader import Reader

READER = Reader()


@pytest.mark.parametrize("kind", ["turned", "known", "none"])
@pytest.mark.parametrize("players", [2, 4, 10])
def test_no_line_of_the_chances_reads_as_an_order(kind, players):
    told = lines(READER, kind, players)

    assert not fragments_that_read_as_orders("\n".join(told))
    assert all(len(line) <= 72 for line in told[1:14])


def test_a_line_names_its_columns_and_leaves_out_what_cannot_be():
    told = lines(READER, "turned", 4)

    assert told[1] == "(A): above (100), led (43.0), not led (13.6)"
    assert told[2] == "(K): above (94.0), below (100), led (39.6), not led (11.8)"


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        (0, "0"),
        (1, "100"),
        (Fraction(1, 9999), "0.1"),
        (Fraction(9999, 10000), "99.9"),
        (Fraction(1, 3), "33.3"),
    ],
)
def test_only_what_is_certain_is_told_as_certain(chance, shown):
    assert percent(READER, Fraction(chance)) == shown

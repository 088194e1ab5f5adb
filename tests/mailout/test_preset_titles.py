"""What a game is called in a mail never reads as an order."""

import pytest

from pbem.mailout.sections import game_name
from pbem.orders.reading import fragments_that_read_as_orders
from pbem.rules.presets import PRESETS


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("sentence", ["{}", "It is {} for (4) players.", "How to play ({})"])
def test_no_fragment_of_a_title_is_an_order(preset, sentence):
    assert fragments_that_read_as_orders(sentence.format(game_name(preset))) == ()

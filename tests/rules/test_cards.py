"""Cards and their names."""

import pytest

from pbem.rules.cards import STANDARD_PACK, card, cards


def test_the_pack_in_its_order_has_suits_outermost_and_ranks_upwards():
    names = [str(one) for one in STANDARD_PACK]

    assert (names[0], names[12], names[13], names[51]) == ("2C", "AC", "2D", "AS")
    assert len(set(names)) == 52


def test_a_card_is_found_by_its_name():
    assert [str(one) for one in cards("QS TH")] == ["QS", "TH"]


@pytest.mark.parametrize("name", ["", "1S", "10H", "qs", "Q S", "JK3"])
def test_any_other_name_is_no_card(name):
    with pytest.raises(ValueError, match="not a card"):
        card(name)

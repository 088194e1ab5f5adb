"""Codes are drawn from what cannot be read as an order."""

import math
import re

from pbem.chance import ALPHABET, SystemChance
from pbem.orders.reading import is_order, read_line

chance = SystemChance()


def test_a_table_code_is_short_and_no_order():
    codes = {chance.table_code() for _ in range(500)}

    assert len(codes) > 490
    assert all(re.fullmatch(r"[A-Z2-9]{4}", code) for code in codes)
    assert not any(is_order(code) or is_order(code.lower()) for code in codes)
    assert all(re.search(r"\d", code) and re.search(r"[A-Z]", code) for code in codes)


def test_a_join_code_holds_60_bits_and_can_be_written_in_a_mail():
    codes = {chance.join_code() for _ in range(200)}

    assert len(codes) == 200
    assert math.log2(len(ALPHABET)) * 13 > 60
    assert all(re.fullmatch(r"[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{5}", code) for code in codes)
    assert not any(is_order(code) for code in codes)
    assert all(read_line(f"join {code}", "service").code == code for code in codes)


def test_a_secret_has_32_bytes_and_comes_once():
    assert len(chance.secret()) == 32
    assert chance.secret() != chance.secret()

"""Answers that ask once more, that part versions of one name, and the last before silence."""

import re

from pbem.orders.reading import fragments_that_read_as_orders
from pbem.rules.presets import find_preset
from tests.hostile.front import Front, Person, Table


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_resignation_is_asked_about_and_not_called_refused(table: Table):
    turn = table.on_turn()

    turn.reply("resign")

    told = flat(turn.last.text)
    assert turn.last.first_line.startswith(f"{turn.name}, <resign> is not done yet: your bid is")
    assert "Not done yet: leaving cannot be undone" in told or "<resign> not done yet:" in told
    assert "refused" not in told
    assert not table.seat(turn).resigned


def test_a_resignation_among_other_lines_is_asked_about_too(table: Table):
    turn = table.on_turn()

    turn.reply("status\nresign\nscores")

    told = flat(turn.last.text)
    assert "line 2 is not done yet" in told
    assert "Line 2 <resign> not done yet: leaving cannot be undone." in told


def test_versions_of_one_name_are_listed_with_the_line_for_each(front: Front):
    dave = Person(front, "Dave")

    dave.write("rules all")

    told = flat(dave.last.text)
    assert "Oh Hell <rules oh_hell_standard>" in told
    assert "Oh Hell! <rules oh_hell_pagat>" in told
    names = re.search(r"Others: (.*?)\. <rules blackout>", told)
    assert names is not None
    for one in names[1].split("; "):
        name, _, line = one.partition(" <rules ")
        found = find_preset(line.rstrip(">") or name.replace("(", "").replace(")", ""))
        assert found is not None, one
    assert fragments_that_read_as_orders(dave.last.text) == ()

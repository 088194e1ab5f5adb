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


UNANSWERED = "Further mails that we cannot read are not answered within this hour."


def test_the_last_answer_to_letters_that_cannot_be_read_says_that_it_is_the_last(table: Table):
    turn = table.on_turn()
    tries = ["stats", "statistics please", "how do I stand", "tell me the state", "well then"]

    told = []
    for one in tries:
        turn.reply(one)
        told.append([flat(mail.text) for mail in turn.new()])

    assert [len(mails) for mails in told[1:]] == [1, 1, 1, 0]
    assert [UNANSWERED in mails[-1] for mails in told[:4]] == [False, False, False, True]
    table.front.clock.wait(hours=1)
    turn.reply("and now")
    assert UNANSWERED not in flat(turn.new()[-1].text)


def test_the_last_answer_at_an_invitation_and_at_the_service_says_so_too(front: Front):
    alice, bob = Person(front, "Alice"), Person(front, "Bob")
    alice.write(f"new blackout for 3 with {bob.email}")
    alice.reply("yes")
    asked = bob.last
    for one in ("who is this", "what do you want", "hm", "well"):
        bob.reply(one, asked)
        alice.write(one)

    assert UNANSWERED in flat(bob.last.text)
    assert UNANSWERED in flat(alice.last.text)


def test_whoever_is_not_known_is_told_that_such_a_mail_is_answered_once_a_day(front: Front):
    dave = Person(front, "Dave")

    dave.write("stats")
    dave.write("statistics please")

    assert len(front.mails(dave.email)) == 1
    assert "a mail like this is answered once a day" in flat(dave.last.text)


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

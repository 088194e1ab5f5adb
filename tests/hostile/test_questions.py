"""What is wrong with a letter is told at once, and no yes is asked for what cannot be done."""

import pytest

from tests.hostile.front import Front, Person, Table


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture
def dave(front: Front) -> Person:
    return Person(front, "Dave")


BLACKOUT = "new blackout with 3 bots"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (f"{BLACKOUT}, foo 3", "(foo 3)"),
        (f"{BLACKOUT}, hok free", "Did you mean <hook free>?"),
        (f"{BLACKOUT}, counterclockwise", "Did you mean <direction counterclockwise>?"),
        (f"{BLACKOUT}, hook sometimes", "The option (hook) cannot be (sometimes)."),
        (f"{BLACKOUT}, foo=3", "There is no option (foo)."),
        (f"{BLACKOUT}, foo 3, colour=red", "<help all> tells more. There is no option (colour)."),
        (f"{BLACKOUT}, trump method rotation, trump cycle none", "(trump method)"),
        ("new blackuot for 4", "Did you mean <rules blackout>"),
        ("new blackout for 9", "it is not for (9) players"),
        ("new blackout for 3 with 3 bots", "every place at this table is taken"),
        ("new blackout with a@b..example and 1 bot", "is not a mail address"),
        ("new blackout with play@cards.example.org", "is not somebody else's address"),
        ("join abcd-efgh-jkmn", "is not known"),
        ("zone Pragg", "Did you mean <zone Europe/Prague>?"),
        ("zone Prague\nnew blackout for 4, foo 3", "Line 2 was refused, the rest was not tried."),
        ("zone Prague\nnew blackout for 4, foo 3", "not tried, since a line below was refused"),
        ("zone Prague\n2", "Write it in reply to a mail of that game."),
        ("as Wizard\nzone Prague", "could be taken for an order"),
        ("zone Prague\nyes", "nothing of ours waits for this answer"),
    ],
)
def test_what_cannot_be_done_is_refused_at_once_and_no_yes_is_asked_for(
    dave: Person, text: str, wrong: str
):
    assert dave.write(text).verdict == "refused"

    told = flat(dave.last.text)
    assert wrong.lower() in told.lower()
    assert "Was it you" not in told
    assert "reply <yes>" not in told


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("direction counterclockwise", "<direction counterclockwise>"),
        ("announce total", "<announce total yes>"),
        ("announce_total=yes", "<announce total yes>"),
        ("stakes pool, ante 5", "<stakes pool> and <ante 5>"),
        ("trumps none", "with these changes: <trump method none>."),
        ("zero 5", "<zero five>"),
    ],
)
def test_a_change_that_can_be_made_stands_in_the_question_and_is_made(
    front: Front, dave: Person, change: str, told: str
):
    dave.write(f"{BLACKOUT}, {change}")

    assert told in flat(dave.last.text)
    assert dave.reply("yes").verdict == "applied"
    front.assert_nothing_blew_up()


def test_each_of_several_slips_is_answered_and_the_right_line_still_gets_its_question(dave: Person):
    for slip in ("foo 3", "foo 4", "foo 5"):
        dave.write(f"{BLACKOUT}, {slip}")
        assert f"({slip})" in flat(dave.last.text)

    dave.write(BLACKOUT)

    assert "Was it you" in dave.last.text


def test_slips_of_somebody_known_use_up_no_question(front: Front):
    alice = Table(front, "Alice", bots=3).people[0]

    for number in range(7):
        alice.write(f"{BLACKOUT}, foo {number}")
        assert f"(foo {number})" in flat(alice.last.text)
    alice.write(BLACKOUT)

    assert "Was it you" in alice.last.text


def test_rules_of_ones_own_are_known_before_the_question(front: Front):
    alice = Table(front, "Alice", bots=3).people[0]
    alice.reply("save as friday game")

    alice.write("new friday game for 4")
    assert "Was it you" in alice.last.text

    alice.write("new saturday game for 4")
    assert "there is nothing called (saturday_game)" in flat(alice.last.text)


def test_of_others_nothing_is_told_before_the_yes(front: Front, dave: Person):
    erin = Person(front, "Erin")
    erin.write("never")
    erin.reply("yes")

    dave.write(f"new blackout with {erin.email} and 1 bot")

    assert "Was it you" in dave.last.text
    dave.reply("yes")
    assert "asked not to be invited" in flat(dave.last.text)

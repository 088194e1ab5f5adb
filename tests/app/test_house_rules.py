"""Games under house rules, and the search for a version, through the service address."""

from pbem.app.packing import unpack_answer

ALICE = "alice@home.example"


def answers(house) -> list:
    kinds = ("answer", "service")
    return [unpack_answer(n.facts["answer"]) for kind in kinds for n in house.notices(kind)]


def test_a_table_is_opened_under_house_rules(house):
    house.player("Alice")
    house.order(ALICE, "new blackout for 4, hook free, cards 5, no trump")

    row = house.game(answers(house)[-1].lines[0].done.text)
    assert row.preset == "blackout+"
    assert row.rules.hook == "free"
    assert row.rules.max_cards == 5
    assert row.rules.trump_method == "none"
    assert row.rules.scoring == "exact"


def test_all_that_is_wrong_with_house_rules_is_told_at_once(house):
    house.player("Alice")
    house.order(ALICE, "new blackout for 4, bids=together, forehead, cards_min=2, hok free")

    refused = answers(house)[-1].lines[0].refused
    assert refused.unread == ("hok free",)
    assert {name for problem in refused.problems for name in problem.options} >= {
        "bids",
        "cards_min",
    }


def test_find_is_answered_at_once_and_changes_nothing(house):
    house.to_service("new@home.example", "find 7 down to 1 and up again, hook, ten for a hit")

    answer = answers(house)[-1]
    assert answer.sections == ("find",)
    assert answer.sought == "7 down to 1 and up again, hook, ten for a hit"
    assert not house.notices("confirm")

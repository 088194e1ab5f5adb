"""Games under house rules, and the search for a version, through the service address."""

from pbem.app import pages
from pbem.app.answers import EnoughRules, TableClosed
from pbem.app.packing import unpack_answer
from pbem.app.rule_sets import MOST_KEPT
from pbem.rules.moves import Position
from pbem.rules.presets import preset_rules

ALICE = "alice@home.example"


def answers(house) -> list:
    notices = [one for one in house.notices() if one.kind in {"answer", "service"}]
    return [unpack_answer(one.facts["answer"]) for one in notices]


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
    house.to_service(ALICE, "new blackout for 4, bids=together, forehead, cards_min=2, hok free")

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


def saved(house, name: str):
    """Let Alice keep the rules of a table of hers under a name; return the line's outcome."""
    house.player("Alice")
    house.order(ALICE, "new blackout for 4, hook free, cards 5")
    code = answers(house)[-1].lines[0].done.text
    house.letter(house.seats(code)["Alice"], f"save as {name}", at=Position(0, 0))
    return answers(house)[-1].lines[0]


def test_rules_are_kept_under_a_name_and_used_again_with_other_changes(house):
    assert saved(house, "Friday Game").done.did == "saved"

    house.order(ALICE, "new friday game for 5, zero 5")

    row = house.game(answers(house)[-1].lines[0].done.text)
    assert (row.preset, row.rules.players) == ("blackout+", 5)
    assert (row.rules.hook, row.rules.max_cards, row.rules.zero_bid) == ("free", 5, "five")


def test_kept_rules_are_their_players_own(house):
    saved(house, "friday game")
    house.player("Bob")

    house.to_service("bob@home.example", "new friday game for 4")

    assert answers(house)[-1].lines[0].refused.preset == "friday_game"


def test_the_name_of_a_version_is_not_given_to_own_rules(house):
    assert saved(house, "the blackouts").refused is not None


def test_players_named_as_an_option_are_those_of_the_table(house):
    house.player("Alice")
    house.order(ALICE, "new blackout with 1 bot, players=3")

    row = house.game(answers(house)[-1].lines[0].done.text)
    assert row.rules.players == 3
    assert len(house.seats(row.code)) == 2


def test_a_table_is_never_laid_for_others_than_sit_down(house):
    house.player("Alice")
    for line in ("new blackout for 4, players=3", "new blackout for 3, players=x"):
        house.to_service(ALICE, line)
        refused = answers(house)[-1].lines[0].refused
        assert ("players",) in {problem.options for problem in refused.problems}, line
    house.to_service(ALICE, "new blackout with 3 bots, players=3")
    assert answers(house)[-1].lines[0].refused == TableClosed("full")


def test_one_player_keeps_so_many_rules_and_no_more(house):
    alice, rules = house.player("Alice"), preset_rules("blackout", 4)
    for number in range(MOST_KEPT):
        assert (
            pages.keep_rules(house.services, alice.id, f"set {number}", "blackout+", rules) is None
        )

    more = pages.keep_rules(house.services, alice.id, "another", "blackout+", rules)

    assert more == EnoughRules(MOST_KEPT)
    assert pages.keep_rules(house.services, alice.id, "Set 7", "blackout+", rules) is None
    assert len(pages.my_rules(house.services, alice.id)) == MOST_KEPT

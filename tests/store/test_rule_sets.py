"""Rules that players keep under a name."""

from pbem.app.records import RuleSet


def test_the_newest_rules_of_a_name_are_found_by_their_player_alone(uow):
    ann, ben = uow.players.add("Ann").id, uow.players.add("Ben").id
    first = RuleSet("friday", "blackout", {"hook": "free", "sequence_list": [1, 2]}, "The Friday")
    newer = RuleSet("friday", "oh_shit", {"max_cards": 5}, "Fridays")

    uow.rule_sets.keep(ann, first)
    assert uow.rule_sets.find(ann, "friday") == first
    uow.rule_sets.keep(ann, newer)

    assert uow.rule_sets.find(ann, "friday") == newer
    assert uow.rule_sets.find(ben, "friday") is None
    assert uow.rule_sets.find(ann, "monday") is None


def test_all_rules_of_a_player_are_listed_by_title(uow):
    ann, ben = uow.players.add("Ann").id, uow.players.add("Ben").id
    late = RuleSet("friday", "blackout", {"hook": "free"}, "On Fridays")
    early = RuleSet("winter", "oh_shit", {}, "In winter")

    uow.rule_sets.keep(ann, late)
    uow.rule_sets.keep(ann, early)

    assert uow.rule_sets.of(ann) == (early, late)
    assert uow.rule_sets.of(ben) == ()

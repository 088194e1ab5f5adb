"""Rules that a player keeps under a name, to begin other games with them."""

from pbem.app.answers import EnoughRules, VersionsName
from pbem.app.ports import Uow
from pbem.app.records import GameRow, RuleSet
from pbem.rules.options import Rules, as_options
from pbem.rules.presets import Preset, find_preset, house_id, name_key, presets_called

# The options judge the number of players; the name of own rules says nothing of it.
_ANY_PLAYERS = tuple(range(2, 13))

MOST_KEPT = 50
"""Sets of own rules that one player may keep: as many as one can look through."""


CannotKeep = VersionsName | EnoughRules


def keep_rules(uow: Uow, player_id: int, name: str, row: GameRow) -> CannotKeep | None:
    """Keep the rules of a game under a name, as `keep_as` does."""
    return keep_as(uow, player_id, name, row.preset, row.rules)


def keep_as(
    uow: Uow, player_id: int, name: str, preset: str, rules: Rules, changed: str = ""
) -> CannotKeep | None:
    """Keep rules that were made from a preset's under a name, in place of those that had it.

    `changed` is the name of the kept rules from which these were made: they go if they are
    called otherwise now, unless that is what others are called already.

    Refused is the name of a version, which would then not be found any more, and one
    more name than there is room for.
    """
    key = name_key(name)
    if presets_called(name) or not key:
        return VersionsName(name)
    kept = {one.name for one in uow.rule_sets.of(player_id)}
    if key not in kept and uow.rule_sets.forget(player_id, changed):
        kept.discard(changed)
    if key not in kept and len(kept) >= MOST_KEPT:
        return EnoughRules(MOST_KEPT)
    options = as_options(rules)
    del options["players"]
    uow.rule_sets.keep(player_id, RuleSet(key, preset, options, " ".join(name.split())))
    return None


def rules_called(uow: Uow, player_id: int, name: str, players: int) -> Preset | None:
    """Return what a player means by a name: a version, or rules of the player's own."""
    if presets_called(name):
        return find_preset(name, players)
    kept = uow.rule_sets.find(player_id, name_key(name))
    if kept is None:
        return None
    return Preset(house_id(kept.preset), name, _ANY_PLAYERS, kept.options, sure="high")

"""Rules that players keep under a name."""

import json
from typing import Any

from sqlalchemy import bindparam, delete, select

from pbem.app.records import RuleSet
from pbem.store.schema import rule_sets
from pbem.store.work import Dialects, Work

_COLUMNS = ("player_id", "name", "title", "preset", "options")
_KEPT = ("title", "preset", "options")


def _keep(insert: Any) -> Any:
    first = insert(rule_sets).values({name: bindparam(name) for name in _COLUMNS})
    changed = {name: first.excluded[name] for name in _KEPT}
    return first.on_conflict_do_update(index_elements=["player_id", "name"], set_=changed)


_KEEP = Dialects(_keep)
_FIND = select(rule_sets).where(
    rule_sets.c.player_id == bindparam("whose"), rule_sets.c.name == bindparam("called")
)
_FORGET = delete(rule_sets).where(
    rule_sets.c.player_id == bindparam("whose"), rule_sets.c.name == bindparam("called")
)
_ALL = (
    select(rule_sets)
    .where(rule_sets.c.player_id == bindparam("whose"))
    .order_by(rule_sets.c.title, rule_sets.c.name)
)


class SqlRuleSets:
    """Sets of options by player and name."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def keep(self, player_id: int, kept: RuleSet) -> None:
        values = {
            "player_id": player_id,
            "name": kept.name,
            "title": kept.title or kept.name,
            "preset": kept.preset,
            "options": json.dumps(kept.options),
        }
        self._work.run(_KEEP.of(self._work), values)

    def find(self, player_id: int, name: str) -> RuleSet | None:
        row = self._work.row(_FIND, {"whose": player_id, "called": name})
        return None if row is None else _rule_set(row)

    def forget(self, player_id: int, name: str) -> bool:
        return self._work.run(_FORGET, {"whose": player_id, "called": name}) == 1

    def of(self, player_id: int) -> tuple[RuleSet, ...]:
        rows = self._work.rows(_ALL, {"whose": player_id})
        return tuple(map(_rule_set, rows))


def _rule_set(row: Any) -> RuleSet:
    return RuleSet(row.name, row.preset, json.loads(row.options), row.title)

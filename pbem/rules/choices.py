"""Which values an option may take.

The values are those of the annotations of `Rules`; this module reads them, so
that there is one list of them.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from pbem.rules.ruleset import Param, Rules, SpecialDeal

Read = Callable[[object], Any]


class NoSuchValue(Exception):
    """The value is none that the option may take."""


MINIMUM: Final[Mapping[str, int]] = {
    "players": 2,
    "min_cards": 1,
    "max_cards": 1,
    "step": 1,
    "first_block": 1,
    "turn_block": 1,
    "last_block": 1,
    "sequence_list": 1,
    "deal_count": 1,
    "hook_min_cards": 1,
    "max_zero_bids_in_row": 1,
    "hard_score_bonus": 0,
    "target_score": 1,
    "deal_limit": 1,
    "stake_unit": 1,
    "ante": 1,
}
"""The least value of options that are whole numbers, where there is one."""

MOST: Final = 1000
"""No count or score of any rules is larger. It keeps sizes from growing out of hand."""


def read_value(option: str, value: object) -> Any:
    """Return a given value in the form in which `Rules` keeps it.

    Raises:
        NoSuchValue: the option does not take this value.
    """
    try:
        read = _READ[option]
    except KeyError:
        raise NoSuchValue from None
    return read(value)


def _whole(least: int) -> Read:
    def read(value: object) -> int:
        # A boolean is an int to Python, but never a number of cards.
        if type(value) is not int or not least <= value <= MOST:
            raise NoSuchValue
        return value

    return read


def _one_of(values: tuple[object, ...]) -> Read:
    def read(value: object) -> object:
        if not isinstance(value, str) or value not in values:
            raise NoSuchValue
        return value

    return read


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise NoSuchValue
    return value


def _none(value: object) -> None:
    if value is not None:
        raise NoSuchValue


def _list_of(read_one: Read) -> Read:
    def read(value: object) -> tuple[object, ...]:
        if not isinstance(value, list | tuple) or len(value) > MOST:
            raise NoSuchValue
        return tuple(read_one(one) for one in value)

    return read


def _either(reads: tuple[Read, ...]) -> Read:
    def read(value: object) -> Any:
        for one in reads:
            try:
                return one(value)
            except NoSuchValue:
                continue
        raise NoSuchValue

    return read


def _special_deal(value: object) -> SpecialDeal:
    if isinstance(value, SpecialDeal):
        return value
    if not isinstance(value, Mapping) or set(value) != {"deal", "rule"}:
        raise NoSuchValue
    hints = get_type_hints(SpecialDeal)
    return SpecialDeal(_whole(1)(value["deal"]), _reader(hints["rule"], 1)(value["rule"]))


def _params(value: object) -> tuple[tuple[str, Param], ...]:
    pairs = dict(value) if isinstance(value, tuple) else value
    if not isinstance(pairs, Mapping) or not all(isinstance(name, str) for name in pairs):
        raise NoSuchValue
    if not all(isinstance(one, bool | int | str) for one in pairs.values()):
        raise NoSuchValue
    return tuple(sorted(pairs.items()))


def _reader(hint: Any, least: int) -> Read:
    """Return what reads values of a field of `Rules` with this annotation."""
    if hint is int:
        return _whole(least)
    if hint in _PLAIN:
        return _PLAIN[hint]
    if get_origin(hint) is Literal:
        return _one_of(get_args(hint))
    parts = tuple(_reader(one, least) for one in get_args(hint) if one is not Ellipsis)
    # What is left are tuples of one kind, and unions.
    return _list_of(*parts) if get_origin(hint) is tuple else _either(parts)


_PLAIN: Final[Mapping[Any, Read]] = {bool: _flag, types.NoneType: _none, SpecialDeal: _special_deal}


def _readers() -> dict[str, Read]:
    hints = get_type_hints(Rules)
    names = [field.name for field in fields(Rules) if field.name != "scoring_params"]
    readers = {name: _reader(hints[name], MINIMUM.get(name, -MOST)) for name in names}
    return readers | {"scoring_params": _params}


_READ: Final[Mapping[str, Read]] = _readers()

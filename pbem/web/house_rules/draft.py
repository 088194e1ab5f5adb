"""House rules as somebody is writing them: read from a form, judged, and what else goes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pbem.rules.options import Problem, Rules, RulesRefused, rules_of
from pbem.rules.scoring import SYSTEMS
from pbem.rules.scoring.systems import Setting
from pbem.web.house_rules.asked import Options, is_asked, loose_rules, settled
from pbem.web.house_rules.fields import Field
from pbem.web.house_rules.scores import FIELDS

PARAM: Final = "param-"
"""What the names of the fields for parameters of a scoring begin with."""

_BLOCKS: Final = frozenset({"first_block", "turn_block", "last_block"})
_LONGEST: Final = 400


@dataclass(frozen=True, slots=True)
class Draft:
    """Options that may yet be wrong. Values are as the catalogue writes them."""

    players: int
    options: Options

    def judged(self) -> Rules | RulesRefused:
        return rules_of(self.players, self.options)

    def problems(self) -> tuple[Problem, ...]:
        judged = self.judged()
        return judged.problems if isinstance(judged, RulesRefused) else ()

    def loose(self) -> Rules:
        """Return the rules without looking whether they go together."""
        return loose_rules(self.players, self.options)

    def changed(self, changes: Options) -> "Draft":
        """Return the draft with other values, and what comes with them."""
        players = changes.get("players", self.players)
        told = {name: value for name, value in changes.items() if name != "players"}
        count = players if isinstance(players, int) else self.players
        return Draft(count, settled(count, {**self.options, **told}))

    def value(self, option: str) -> object:
        """Return what an option is: as it was given, or its default."""
        if option == "players":
            return self.players
        return self.options.get(option, getattr(self.loose(), option))


def draft_of(players: int, options: Options) -> Draft:
    return Draft(players, settled(players, options))


def read_draft(players: int, form: Mapping[str, str]) -> Draft:
    """Return what the fields of a form say. What cannot be read is kept as it was written."""
    options: dict[str, object] = {}
    for option, field in FIELDS.items():
        if field.kind == "flag":
            options[option] = option in form
        elif option in form:
            options[option] = _read(field, form[option].strip()[:_LONGEST])
    options = {name: value for name, value in options.items() if value is not _ABSENT}
    options["scoring_params"] = _params(str(options.get("scoring", "basic")), form)
    return Draft(players, settled(players, options))


class _Absent:
    """An empty field of an option that cannot be left open: its default."""


_ABSENT: Final = _Absent()
_OPEN: Final = frozenset({"max_cards", "deal_count", "max_zero_bids_in_row", "no_bid_at_score"})


def _read(field: Field, text: str) -> object:
    match field.kind:
        case "number":
            return _number(field.option, text)
        case "text":
            return _items(field.option, text)
        case "lines":
            return [_special(line) for line in text.splitlines() if line.strip()]
        case _:
            return _whole(text) if field.option in _BLOCKS else text


def _number(option: str, text: str) -> object:
    if not text:
        return None if option in _OPEN else _ABSENT
    return _whole(text)


def _whole(text: str) -> object:
    """Return a whole number, or the text itself where it is none."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 6 else text


def _items(option: str, text: str) -> object:
    """Return the items of a list: sizes are numbers, ranks and trumps letters."""
    words = text.replace(",", " ").upper().split()
    if option == "no_trump_upcards":
        return ["T" if word == "10" else word for word in words]
    if not words:
        return None
    return [_whole(word) for word in words] if option == "sequence_list" else words


def _special(line: str) -> object:
    """Return a deal with a rule of its own, as in `8 misere`; the line itself if it is none."""
    number, _, rule = line.strip().partition(" ")
    if not (number.isascii() and number.isdigit() and len(number) < 6):
        return line.strip()
    return {"deal": int(number), "rule": "_".join(rule.lower().split())}


def _params(scoring: str, form: Mapping[str, str]) -> dict[str, object]:
    system = next((row for name, row in SYSTEMS.items() if name == scoring), None)
    found = {}
    for name, setting in (system.settings if system else {}).items():
        value = _param(setting, form, f"{PARAM}{name}")
        if value != setting.default:
            found[name] = value
    return found


def _param(setting: Setting, form: Mapping[str, str], name: str) -> object:
    if isinstance(setting.default, bool):
        # A tick that is not set is not sent either: `-asked` tells that it could have been.
        return name in form if f"{name}-asked" in form else setting.default
    text = form.get(name, "").strip()[:_LONGEST]
    if not text:
        return setting.default
    return text if isinstance(setting.default, str) else _whole(text)


@dataclass(frozen=True, slots=True)
class Offer:
    """A value of a choice. `clashes`: the options with which it would not go."""

    value: str
    words: str
    clashes: tuple[str, ...] = ()


def offers(draft: Draft, option: str, values: Mapping[str, str]) -> tuple[Offer, ...]:
    """Return the values of a choice, and with what those that do not fit would clash.

    A value fits if nothing is wrong with it that is not wrong anyhow.
    """
    return tuple(
        Offer(value, words, _clashes(draft, option, _value(option, value)))
        for value, words in values.items()
    )


def _value(option: str, value: str) -> object:
    return _whole(value) if option in {*_BLOCKS, "players"} else value


def _keys(draft: Draft) -> frozenset[tuple[str, tuple[str, ...]]]:
    return frozenset((problem.code, problem.options) for problem in draft.problems())


def _clashes(draft: Draft, option: str, value: object) -> tuple[str, ...]:
    """Return with which options a value would not go, that is not wrong now."""
    if value == draft.value(option):
        return ()
    tried = draft.changed({option: value})
    if tried.value(option) != value:
        # Something else goes before it: what that is shows where nothing is put right.
        tried = Draft(draft.players, {**draft.options, option: value})
    known = _keys(draft)
    new = [one for one in tried.problems() if (one.code, one.options) not in known]
    return tuple(dict.fromkeys(name for one in new for name in one.options if name != option))


def asked_fields(draft: Draft, fields: tuple[Field, ...]) -> tuple[Field, ...]:
    """Return the fields that mean something with the other options."""
    rules = draft.loose()
    return tuple(field for field in fields if is_asked(field.option, rules))

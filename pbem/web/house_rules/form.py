"""The form for house rules as a page shows it: groups of fields with what may be chosen."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from pbem.rules.ruleset import Rules
from pbem.rules.scoring import SYSTEMS
from pbem.rules.scoring.systems import Setting
from pbem.show.reader import Reader
from pbem.web.house_rules.draft import PARAM, Draft, Offer, asked_fields, offers
from pbem.web.house_rules.fields import N_, Field, Group
from pbem.web.house_rules.scores import FIELDS, GROUPS
from pbem.web.scorings import scoring_words

PARAMS: Final = {
    "bonus": N_("Points for a bid made"),
    "penalty_on": N_("A miss costs points"),
    "penalty": N_("A miss costs as much as it would have brought"),
    "zero_points": N_("Points for a bid of zero"),
    "base": N_("Too few tricks count as with"),
}
_PARAM_WORDS: Final = {
    "any_miss": N_("However it is missed"),
    "overtricks": N_("With too many tricks"),
    "undertricks": N_("With too few tricks"),
}


@dataclass(frozen=True, slots=True)
class Shown:
    """A field with what stands in it. `notes` tell what does not go with the rest."""

    name: str
    label: str
    kind: str
    text: str = ""
    is_on: bool = False
    offers: tuple[Offer, ...] = ()
    hint: str = ""
    notes: tuple[str, ...] = ()
    is_changed: bool = False


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """A group of fields; `is_changed` if one of them is not as in the version one began with."""

    id: str
    title: str
    fields: tuple[Shown, ...]
    is_changed: bool


def shown_groups(reader: Reader, draft: Draft, base: Draft) -> tuple[ShownGroup, ...]:
    """Return all groups. `base` is the version that is being changed."""
    return tuple(_group(reader, group, draft, base) for group in GROUPS)


def _group(reader: Reader, group: Group, draft: Draft, base: Draft) -> ShownGroup:
    fields: list[Shown] = []
    for field in asked_fields(draft, group.fields):
        fields.append(_shown(reader, field, draft, base))
        if field.option == "scoring":
            fields += _params(reader, draft)
    is_changed = any(field.is_changed for field in fields)
    return ShownGroup(group.id, reader._(group.title), tuple(fields), is_changed)


def _shown(reader: Reader, field: Field, draft: Draft, base: Draft) -> Shown:
    value = draft.value(field.option)
    found = _offers(reader, field, draft) if field.kind == "choice" else ()
    return Shown(
        name=field.option,
        label=reader._(field.label),
        kind=field.kind,
        text=_text(value),
        is_on=value is True,
        offers=found,
        hint=reader._(field.hint) if field.hint else "",
        notes=tuple(_notes(reader, found)),
        is_changed=_is_changed(field.option, draft, base),
    )


def _is_changed(option: str, draft: Draft, base: Draft) -> bool:
    one, other = getattr(draft.loose(), option), getattr(base.loose(), option)
    return bool(one != other or _text(draft.value(option)) != _text(_plain(one)))


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _text(value: object) -> str:
    """Return a value as it stands in a field."""
    match value:
        case None | bool():
            return ""
        case list() | tuple():
            return _joined([_item(one) for one in value])
        case _:
            return str(value)


def _joined(items: list[str]) -> str:
    is_lines = any(" " in item for item in items)
    return ("\n" if is_lines else " ").join(items)


def _item(value: object) -> str:
    deal, rule = _special(value)
    return f"{deal} {rule.replace('_', ' ')}" if rule else str(value)


def _special(value: object) -> tuple[object, str]:
    """Return the deal and the rule of a special deal, be it judged already or not."""
    if isinstance(value, Mapping):
        return value.get("deal"), str(value.get("rule", ""))
    return getattr(value, "deal", None), str(getattr(value, "rule", ""))


def _offers(reader: Reader, field: Field, draft: Draft) -> tuple[Offer, ...]:
    values = {name: reader._(words) for name, words in (field.values or {}).items()}
    if field.option == "scoring":
        values = dict(scoring_words(reader, draft.loose()))
    if field.option == "second_half_scoring":
        values = _second_half(reader, draft.loose())
    text = _text(draft.value(field.option))
    if text and text not in values:
        values[text] = text
    return offers(draft, field.option, values)


def player_field(reader: Reader, draft: Draft, counts: range) -> Shown:
    """Return the field for the number of players."""
    found = offers(draft, "players", {str(count): str(count) for count in counts})
    return Shown(
        name="players",
        label=reader._("Players"),
        kind="choice",
        text=str(draft.players),
        offers=found,
        notes=tuple(_notes(reader, found)),
    )


def _second_half(reader: Reader, rules: Rules) -> dict[str, str]:
    first = {
        "same": reader._("The same as in the first"),
        "double_points": reader._("Double points"),
    }
    return first | dict(scoring_words(reader, rules))


def _params(reader: Reader, draft: Draft) -> Iterator[Shown]:
    rules = draft.loose()
    given = dict(rules.scoring_params)
    for name, setting in SYSTEMS[rules.scoring].settings.items():
        value = given.get(name, setting.default)
        yield Shown(
            name=f"{PARAM}{name}",
            label=reader._(PARAMS[name]),
            kind=_kind(setting),
            text=str(value),
            is_on=value is True,
            offers=tuple(Offer(one, _param_words(reader, one)) for one in setting.choices),
            is_changed=value != setting.default,
        )


def _kind(setting: Setting) -> str:
    if isinstance(setting.default, bool):
        return "flag"
    return "choice" if setting.choices else "number"


def _param_words(reader: Reader, choice: str) -> str:
    known = _PARAM_WORDS.get(choice)
    return reader._(known) if known else choice.replace("_", " ").capitalize()


def _notes(reader: Reader, found: tuple[Offer, ...]) -> Iterator[str]:
    """Yield what does not go with the rest, by what is in its way."""
    by_clash: dict[tuple[str, ...], list[str]] = {}
    for offer in found:
        if offer.clashes:
            by_clash.setdefault(offer.clashes, []).append(offer.words)
    for clashes, words in by_clash.items():
        names = reader.all_of([option_label(reader, option) for option in clashes])
        yield reader._("Closed by {names}: {values}.", names=names, values="; ".join(words))


@lru_cache(maxsize=1024)
def option_label(reader: Reader, option: str) -> str:
    """Return what an option is called on the form."""
    if option == "players":
        return f"\N{LEFT DOUBLE QUOTATION MARK}{reader._('Players')}\N{RIGHT DOUBLE QUOTATION MARK}"
    field = FIELDS.get(option)
    label = reader._(field.label) if field else option.replace("_", " ")
    return f"\N{LEFT DOUBLE QUOTATION MARK}{label}\N{RIGHT DOUBLE QUOTATION MARK}"

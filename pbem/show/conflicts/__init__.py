"""Why rules are refused, and what to say instead: a sentence or two for each conflict."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, Final, Literal, get_args, get_type_hints

from pbem.orders.near_options import near_changes
from pbem.rules.packs import PACKS
from pbem.rules.ruleset import Pack, Problem, Rules, SpecialRule
from pbem.rules.scoring import SYSTEMS
from pbem.show import quoting
from pbem.show.conflicts.bids import BIDS
from pbem.show.conflicts.cards import CARDS
from pbem.show.conflicts.courses import COURSES
from pbem.show.conflicts.ends import ENDS
from pbem.show.conflicts.explained import Table, Way
from pbem.show.conflicts.scores import SCORES
from pbem.show.conflicts.trumps import TRUMPS
from pbem.show.names import capital
from pbem.show.option_names import option_name, plain, said
from pbem.show.reader import Reader

EXPLAINED: Final[Table] = {**CARDS, **COURSES, **TRUMPS, **BIDS, **SCORES, **ENDS}

# A longer list of values is cut down to those that look like what was written.
_LONGEST_LIST = 8
_UNKNOWN: Final = "E_UNKNOWN_OPTION"
_SPECIAL: Final = "E_SPECIAL_DEALS"


def sentences(reader: Reader, problems: Sequence[Problem]) -> tuple[str, ...]:
    """Return a sentence or two for every problem, beginning in lower case, none told twice."""
    told = [_sentence(reader, problem) for problem in once(problems)]
    return tuple(dict.fromkeys(told))


def paragraph(reader: Reader, problems: Sequence[Problem]) -> str:
    """Return all sentences as one text that goes on after `refused:`."""
    first, *others = sentences(reader, problems)
    return " ".join([first, *map(capital, others)])


def ways_out(problem: Problem) -> tuple[Way, ...]:
    """Return what might be said instead: each way is the options to set together."""
    match problem.code:
        case "E_PLAYERS_PACK":
            return _packs_for(*problem.detail.split())
        case "E_JOKER_PACK":
            jokers = PACKS[_pack(problem.detail)].jokers
            return tuple((("joker_rule", rule),) for rule in jokers)
        case "E_BID_CHANGE":
            change = "until_next_bid" if problem.detail == "in_turn" else "until_reveal"
            return ((("bid_change", change),), (("bid_change", "never"),))
        case "E_HAND_TOO_BIG":
            return _smaller_hands(problem)
        case _:
            explained = EXPLAINED.get((problem.code, problem.options))
            return explained.ways if explained else ()


def once(problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems without that of a special deal for which there is a better one."""
    has_own = any(problem.code == _SPECIAL for problem in problems)
    return [
        problem
        for problem in problems
        if not (has_own and problem.code == _UNKNOWN and problem.options == ("special_deals",))
    ]


def reason(reader: Reader, problem: Problem) -> str:
    """Return why it is refused, without a way out, for pages that offer the ways as buttons."""
    if problem.code == _UNKNOWN:
        return _unknown(reader, problem)
    if problem.code == "E_PLAYERS_PACK":
        return _players_pack(reader, problem)
    return _why(reader, problem)


def _sentence(reader: Reader, problem: Problem) -> str:
    return " ".join([reason(reader, problem), *_instead(reader, ways_out(problem))])


def _why(reader: Reader, problem: Problem) -> str:
    explained = EXPLAINED.get((problem.code, problem.options))
    if explained is None:
        names = ", ".join(option_name(name) for name in problem.options)
        return reader._("this cannot be played here: ({names}).", names=names)
    return reader._(explained.text, detail=plain(problem.detail), rules=_special_rules(reader))


def _instead(reader: Reader, ways: Sequence[Way]) -> list[str]:
    if not ways:
        return []
    told = [reader.all_of([said(option, value) for option, value in way]) for way in ways]
    return [reader._("Write {ways} instead.", ways=reader.any_of(told))]


def _special_rules(reader: Reader) -> str:
    return reader.any_of([f"({plain(rule)})" for rule in get_args(SpecialRule)])


def _pack(name: str) -> Pack:
    return next(pack for pack in PACKS if pack == name)


def _players_pack(reader: Reader, problem: Problem) -> str:
    name = problem.detail.split()[1]
    fits = PACKS[_pack(name)].players
    if len(fits) == 1:
        return reader._("the pack ({pack}) is for ({n}) players.", pack=plain(name), n=fits[0])
    return reader._(
        "the pack ({pack}) is for ({least}) to ({most}) players.",
        pack=plain(name),
        least=fits[0],
        most=fits[-1],
    )


def _packs_for(players: str, _pack_name: str) -> tuple[Way, ...]:
    """Return a pack that is for so many, if there is one; else the most players there may be."""
    for pack in ("std52", "double104"):
        if int(players) in PACKS[_pack(pack)].players:
            return ((("pack", pack),),)
    most = PACKS["double104"].players[-1]
    return ((("players", most), ("pack", "double104")),)


def _smaller_hands(problem: Problem) -> tuple[Way, ...]:
    most = int(problem.detail)
    if most < 1:
        return ((("players", 4), ("max_cards", None)),)
    if problem.options[0] == "min_cards":
        return ((("min_cards", most),),)
    return ((("sequence_list", None), ("sequence", "up_down")),)


def _unknown(reader: Reader, problem: Problem) -> str:
    *_, name = problem.options
    if name == "scoring_params":
        return _unknown_param(reader, problem.detail)
    hints = get_type_hints(Rules)
    if name not in hints:
        unknown = reader._("there is no option {name}.", name=_given(reader, plain(name)))
        return " ".join([unknown, *_meant(reader, name, problem.detail)])
    refused = reader._(
        "the option ({name}) cannot be {value}.",
        name=option_name(name),
        value=_given(reader, problem.detail),
    )
    return f"{refused} {_takes(reader, name, hints[name], problem.detail)}"


def _meant(reader: Reader, name: str, value: str) -> list[str]:
    """Ask whether an option was meant whose name is nearly this: with the value, if it takes it."""
    whole = [typed for one in near_changes(f"{name}={value}") if (typed := quoting.typed(one))]
    names = [f"({option_name(one)})" for one in get_close_matches(name, get_type_hints(Rules), n=2)]
    near = whole or names
    return [reader._("Did you mean {near}?", near=reader.any_of(near))] if near else []


def _takes(reader: Reader, name: str, hint: Any, given: str) -> str:
    """Return what an option may be."""
    words = _words_of(hint)
    if len(words) > _LONGEST_LIST:
        words = get_close_matches(given, words, n=3, cutoff=0.5) or words[:3]
        return reader._("Write for example {ways}.", ways=_each(reader, name, words))
    if words:
        return reader._("Write {ways} instead.", ways=_each(reader, name, words))
    if hint is bool:
        return reader._("Write {ways} instead.", ways=_each(reader, name, [True, False]))
    if name in {"special_deals", "trump_cycle", "sequence_list", "no_trump_upcards"}:
        return reader._("It is a list.")
    return reader._("It is a whole number.")


def _each(reader: Reader, name: str, values: Sequence[object]) -> str:
    return reader.any_of([said(name, value) for value in values])


def _words_of(hint: Any) -> list[str]:
    """Return the words that an option may be, if it is one of some words."""
    if getattr(hint, "__origin__", None) is Literal:
        return list(get_args(hint))
    parts = [word for one in get_args(hint) if one is not Ellipsis for word in _words_of(one)]
    is_word = not (set(get_args(hint)) & {int}) and getattr(hint, "__origin__", None) is not tuple
    return parts if is_word else []


def _unknown_param(reader: Reader, given: str) -> str:
    refused = reader._("the scoring does not know {given}.", given=_given(reader, plain(given)))
    wanted = given.partition(":")[0]
    systems = [name for name, system in SYSTEMS.items() if wanted in system.settings]
    if not systems:
        return f"{refused} {reader._('Leave it out.')}"
    told = reader.any_of([f"({plain(name)})" for name in systems])
    return f"{refused} " + reader._("Such a number or word is for {systems}.", systems=told)


def _given(reader: Reader, text: str) -> str:
    """Return what somebody wrote, in brackets; words for it if it reads as an order."""
    return quoting.told(text[:60]) or reader._("(what you wrote)")

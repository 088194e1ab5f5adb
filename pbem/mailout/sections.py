"""The parts of an answer that a letter asked for."""

from typing import assert_never

from pbem.app.answers import Answer, Section
from pbem.app.own_lines import AddressLine, GameLine
from pbem.app.sight import Sight
from pbem.app.told import Told
from pbem.mailout import mail
from pbem.orders.finding import remembered
from pbem.orders.orders import ALL_VERSIONS, Desk
from pbem.rules.finding import nearest
from pbem.rules.odds import MOST_PLAYERS, trumps_are
from pbem.rules.options import RulesRefused
from pbem.rules.presets import (
    PRESETS,
    WELL_KNOWN,
    find_preset,
    name_key,
    near_presets,
    preset_rules,
    title_of,
)
from pbem.show import finding_words, odds, rules_in_words, setting_words
from pbem.show.happenings import history
from pbem.show.help import help_lines
from pbem.show.house_rules import help_of_options
from pbem.show.names import Company, one_line
from pbem.show.reader import Reader
from pbem.show.sheet import sheet_lines

_USUAL = 4


def sections(
    reader: Reader, told: Told, answer: Answer, company: Company, desk: Desk
) -> tuple[mail.Section, ...]:
    """Return each section a letter asked for. Status and hand stand in the mail anyway."""
    found = (_section(reader, name, told, answer, company, desk) for name in answer.sections)
    return tuple(section for section in found if section is not None)


def _settings(reader: Reader, told: Told) -> mail.Section:
    title = reader._("What you have set for all your tables, and the lines that change it")
    return mail.Section(title, setting_words.lines(reader, told.choices, told.zone))


def _section(  # noqa: PLR0911 - a closed union, a line each
    reader: Reader,
    name: Section,
    told: Told,
    answer: Answer,
    company: Company,
    desk: Desk,
) -> mail.Section | None:
    sight = told.sight
    view = sight.view if sight else None
    match name:
        case "status" | "hand":
            return None
        case "rules":
            return _rules(reader, answer.preset, sight)
        case "scores":
            lines = sheet_lines(reader, view, company) if view else ()
            title = reader._("Points by deal")
            return mail.Section(title, lines or _nothing(reader), is_sheet=True)
        case "history":
            lines = history(reader, view, company) if view else ()
            return mail.Section(reader._("What was played"), lines or _nothing(reader))
        case "help" | "help_all" | "odds":
            return _odds(reader, sight) if name == "odds" else _help(reader, desk, name)
        case "find":
            return _found(reader, answer.sought or "")
        case "games" | "addresses" | "settings":
            return _own(reader, told, answer, name)
        case _:
            assert_never(name)


def _own(reader: Reader, told: Told, answer: Answer, name: Section) -> mail.Section:
    """Return what somebody has, a line each."""
    if name == "settings":
        return _settings(reader, told)
    if name == "games":
        games = tuple(_game(reader, line) for line in answer.games)
        return mail.Section(reader._("Your tables"), games or _nothing(reader))
    own = tuple(_address(reader, line) for line in answer.addresses)
    return mail.Section(reader._("Where you get mail"), own or _nothing(reader))


def _nothing(reader: Reader) -> tuple[str, ...]:
    return (reader._("Nothing so far."),)


def _help(reader: Reader, desk: Desk, name: Section) -> mail.Section:
    title = reader._("What you may write, without the angle brackets")
    everything = name == "help_all"
    words = help_of_options(reader) if everything and desk == "service" else ()
    return mail.Section(title, help=(*help_lines(reader, desk, everything=everything), *words))


def _odds(reader: Reader, sight: Sight | None) -> mail.Section:
    """Tell them for the table the letter is about, and else for four with a turned card."""
    title = reader._("How good a single card is")
    if sight is None:
        return mail.Section(title, odds.lines(reader, "turned", _USUAL))
    players = min(sight.rules.players, MOST_PLAYERS)
    return mail.Section(title, odds.lines(reader, trumps_are(sight.rules), players))


def _rules(reader: Reader, preset: str | None, sight: Sight | None) -> mail.Section | None:
    if preset is None:
        if sight is None:
            return None
        title = _rules_title(reader, sight.preset)
        return mail.Section(title, rules_in_words.plain(reader, sight.rules))
    if preset == ALL_VERSIONS:
        return mail.Section(reader._("The versions there are"), _versions(reader))
    found = find_preset(preset)
    rules = preset_rules(found.id, _usual(found.players)) if found else None
    if found is None or rules is None or isinstance(rules, RulesRefused):
        return mail.Section(_rules_title(reader, preset), (_not_settled(reader, preset),))
    return mail.Section(
        _rules_title(reader, found.id),
        (
            rules_in_words.sizes_sentence(reader, found),
            reader._("For ({n}) players:", n=rules.players),
            *rules_in_words.plain(reader, rules),
            rules_in_words.effort(reader, rules),
        ),
    )


def _versions(reader: Reader) -> tuple[str, ...]:
    known = {preset.id for preset in WELL_KNOWN}
    others = sorted((_listed(one) for one in PRESETS if one not in known), key=str.casefold)
    return (
        reader._("Best known: {names}.", names="; ".join(_listed(one.id) for one in WELL_KNOWN)),
        reader._("Others: {names}.", names="; ".join(others)),
        reader._(
            "<rules blackout> tells how that version is played, and <find> which is nearest to "
            "what you remember."
        ),
    )


def _listed(preset_id: str) -> str:
    """Return the name of a version, with the line that asks for it where others have that name."""
    title = title_of(preset_id)
    alike = [one for one in PRESETS if name_key(title_of(one)) == name_key(title)]
    found = find_preset(title)
    if found is not None and found.id == preset_id and len(alike) == 1:
        return game_name(preset_id)
    return f"{game_name(preset_id)} <rules {preset_id}>"


def _found(reader: Reader, sought: str) -> mail.Section:
    wanted, unread = remembered(sought)
    lines = finding_words.answered(reader, wanted, unread, nearest(wanted))
    return mail.Section(reader._("Versions nearest to what you remember"), lines)


def _not_settled(reader: Reader, preset: str) -> str:
    near = [f"<rules {preset_id}>" for preset_id in near_presets(preset)]
    if not near:
        return reader._("It is not known here.")
    return reader._("Did you mean {near}?", near=reader.any_of(near))


def _usual(players: tuple[int, ...]) -> int:
    """Four players if the game is for them."""
    return _USUAL if _USUAL in players else players[0]


def _rules_title(reader: Reader, preset: str) -> str:
    return reader._("How to play ({name})", name=game_name(preset))


def game_name(preset: str) -> str:
    """Return what a preset is called; words of it that could be taken for an order in brackets."""
    found = find_preset(preset)
    return finding_words.name(found.id if found else preset)


def _game(reader: Reader, line: GameLine) -> str:
    if line.your_turn and line.deadline is not None:
        return reader._(
            "{code}: your turn in {deal}, by {when}.",
            code=line.code,
            deal=_deal(reader, line),
            when=reader.when(line.deadline),
        )
    status = _status(reader, line.status)
    if line.deal:
        return reader._(
            "{code}: {status}, {deal}.", code=line.code, status=status, deal=_deal(reader, line)
        )
    return reader._("{code}: {status}.", code=line.code, status=status)


def _address(reader: Reader, line: AddressLine) -> str:
    states = {
        "main": reader._("gets your mails"),
        "proven": reader._("is yours too"),
        "asked": reader._("was asked whether it is yours"),
    }
    told = reader._("({email}) {state}.", email=one_line(line.email), state=states[line.state])
    return f"{told} {reader._('Mail to it was returned.')}" if line.failing else told


def _deal(reader: Reader, line: GameLine) -> str:
    """Return which deal is at play, of how many if that is known."""
    if line.deals:
        return reader._("deal ({deal}) of ({deals})", deal=line.deal, deals=line.deals)
    return reader._("deal ({deal})", deal=line.deal)


def _status(reader: Reader, status: str) -> str:
    names = {
        "open": reader._("waits for players"),
        "running": reader._("at play"),
        "over": reader._("finished"),
        "cancelled": reader._("called off"),
    }
    return names.get(status, status)

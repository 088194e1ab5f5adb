"""What a line asks the service for, in words that no mail program can make an order of."""

from pbem.mailout.sections import game_name
from pbem.orders.choices import Choose
from pbem.orders.orders import (
    AddAddress,
    AsPlayer,
    Back,
    Join,
    MainAddress,
    Never,
    NewGame,
    Practice,
    RemoveAddress,
    SetZone,
    Stop,
)
from pbem.orders.reading import read_line
from pbem.rules.presets import find_preset
from pbem.show import house_rules, quoting, setting_words
from pbem.show.reader import Reader


def wish(  # noqa: PLR0911 - a closed union, a line each
    reader: Reader, line: str
) -> str:
    """Return what a line written to the service address asks for, to go on after a colon."""
    match read_line(line, "service"):
        case NewGame() as order:
            return _new(reader, order)
        case Join(code, name):
            seat = reader._("a place at the table with the code {code}", code=_given(reader, code))
            called = reader._("under the name {name}", name=_given(reader, name)) if name else ""
            return f"{seat} {called}".strip()
        case Practice():
            return reader._("a short game with our (bots), which begins at once")
        case Never():
            return reader._("that we bar this address from invitations for good")
        case AddAddress() | RemoveAddress() | MainAddress() as order:
            return _of_address(reader, order)
        case Stop() | Back() | Choose() | SetZone() as order:
            return _of_all_games(reader, order)
        case AsPlayer(name):
            return reader._("to be taken for {name}", name=_given(reader, name))
        case _:
            return quoting.typed(line) or _given(reader, line)


def _of_address(reader: Reader, order: AddAddress | RemoveAddress | MainAddress) -> str:
    email = _given(reader, order.email)
    match order:
        case AddAddress():
            return reader._("that mails from {email} count for yours", email=email)
        case RemoveAddress():
            return reader._("that mails from {email} do not count for yours", email=email)
        case MainAddress():
            return reader._("that your mails go to {email}", email=email)


def at_table(reader: Reader, line: str) -> str:
    """Return a line written to a table, as a fact; words for it if it reads as an order."""
    return _given(reader, line)


def _of_all_games(reader: Reader, order: Stop | Back | Choose | SetZone) -> str:
    match order:
        case Stop():
            return reader._("that the mails of your tables end, and stand-ins play for you")
        case Back():
            return reader._("to have your seats again from the stand-ins, and their mails")
        case SetZone(name):
            return reader._("times told in the zone {zone}", zone=_given(reader, name))
        case Choose():
            return reader._("this setting: {what}", what=setting_words.set_to(reader, order))


def _new(reader: Reader, order: NewGame) -> str:
    players = order.players or 1 + len(order.invited) + order.bots
    preset = find_preset(order.preset, players)
    table = reader._(
        "a table of {game} for ({n}) players",
        game=game_name(preset.id) if preset else _given(reader, order.preset),
        n=players,
    )
    company = []
    if order.invited:
        asked = reader.all_of([_given(reader, email) for email in order.invited])
        company.append(reader._("with a mail from us that asks {people} to it", people=asked))
    if order.bots:
        company.append(reader.n_("with ({n} bot)", "with ({n} bots)", order.bots))
    changed = house_rules.changes(reader, order.options, preset.options if preset else {})
    if changed:
        company.append(reader._("with these changes: {changes}", changes=changed))
    return " ".join([table, reader.all_of(company)]) if company else table


def _given(reader: Reader, text: str) -> str:
    """Return what somebody wrote, in brackets; words for it if it reads as an order."""
    return quoting.told(text) or reader._("(what stands in the mail)")

"""The daily mail: a line and a link for each game. No move is made by a reply to it."""

from collections.abc import Sequence
from dataclasses import replace

from pbem.app.records import GameStatus
from pbem.app.told import DigestGame, Told
from pbem.mailout.letterhead import deals_known, position_in
from pbem.mailout.mail import GameLine, Mail
from pbem.mailout.outside import Outside
from pbem.rules.view import View
from pbem.show import matter, results
from pbem.show.names import Company, one_line
from pbem.show.reader import Reader


def digest(reader: Reader, told: Told, outside: Outside, blank: Mail) -> Mail:
    """Return the words of the daily mail."""
    return replace(
        blank,
        matter=_matter(reader, told),
        games=tuple(_line(reader, game, outside) for game in told.games),
        paragraphs=_answering(reader, told.games),
        also=(
            reader._(
                "Written to the address of this mail: <games>, <settings>, <help>, and "
                "<stop all>, after which stand-ins play for you."
            ),
        ),
    )


def _matter(reader: Reader, told: Told) -> str:
    name = one_line(told.reader)
    asked = [game for game in told.games if game.is_asked]
    if not asked:
        return reader._("{name}, news of your tables. You are not asked at any of them.", name=name)
    first = matter.by_when(reader, asked[0].sight)
    if len(asked) == 1:
        return reader._("{name}, a table waits for you{when}.", name=name, when=first)
    return reader._(
        "{name}, ({n}) tables wait for you; the first{when}.",
        name=name,
        n=len(asked),
        when=first.lstrip(",") if first else "",
    )


def _answering(reader: Reader, games: Sequence[DigestGame]) -> tuple[str, ...]:
    if not any(game.is_asked for game in games):
        return ()
    return (
        reader._(
            "Each table that waits for you has a mail of its own, with your cards. Reply to that "
            "mail, or use the link above. A reply to a daily mail plays nothing."
        ),
    )


def _line(reader: Reader, game: DigestGame, outside: Outside) -> GameLine:
    at = position_in(game.sight)
    link = outside.home if at is None else outside.move_link(game.seat_id, at, game.generation)
    return GameLine(_told(reader, game), link, game.is_asked)


def _told(reader: Reader, game: DigestGame) -> str:
    sight, view = game.sight, game.sight.view
    company = Company(sight.names, sight.seat)
    if view is None:
        raise ValueError("the daily mail tells of games that have begun")
    if sight.status is GameStatus.OVER:
        won = results.winners_line(reader, view, company)
        return reader._("Table {code}, the game is over: {won}.", code=sight.code, won=won)
    place = reader._("Table {code}{deal}:", code=sight.code, deal=_deal(reader, view))
    if game.is_asked:
        due = matter.asked_shortly(reader, view)
        return f"{place} {due}{matter.by_when(reader, sight)}."
    waits = matter.waits_for(reader, sight, company) or reader._("the game goes on.")
    return f"{place} {waits[:1].lower()}{waits[1:]}"


def _deal(reader: Reader, view: View) -> str:
    if view.deal is None:
        return ""
    number = view.deal.number
    deals = deals_known(view, number)
    if deals is None:
        return reader._(", deal ({deal})", deal=number)
    return reader._(", deal ({deal}) of ({deals})", deal=number, deals=deals)

"""What the pages show, and the one thing they do: carry out a line for a seat."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from pbem.app import lobby, starting
from pbem.app.answers import LineOutcome, TableClosed
from pbem.app.course import open_course
from pbem.app.game_lists import games_of
from pbem.app.join_codes import table_with
from pbem.app.lines import carry_out
from pbem.app.locks import hold_all_of, reaches_all
from pbem.app.looking import happened_since, look, talk_at
from pbem.app.notice_records import QueueCount
from pbem.app.own_lines import GameLine
from pbem.app.ports import Uow
from pbem.app.records import Address, Link, Player, RuleSet, Seat
from pbem.app.rule_sets import CannotKeep, keep_as
from pbem.app.seat_orders import SeatTable
from pbem.app.services import Services
from pbem.app.sight import Happened, Said, Sight
from pbem.orders.orders import NewGame
from pbem.rules.moves import Move, Position
from pbem.rules.options import Rules

_A_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class SeatSight:
    """A table as a seat (None: a spectator) sees it, with the feed and the talk."""

    seat: Seat | None
    sight: Sight
    happened: tuple[Happened, ...]
    talk: tuple[Said, ...]
    zone: str | None
    locale: str


@dataclass(frozen=True, slots=True)
class LinkSight:
    """What a short link opens. `current`: it was made for the seat's present position.

    `owner_only`: the seat's owner wants it opened only to themselves, signed in.
    """

    link: Link
    seat: Seat
    page: SeatSight
    current: bool
    owner_only: bool = False


def seat_sight(services: Services, seat_id: int) -> SeatSight | None:
    """Return a seat's page, or None if there is no such seat."""
    with services.uow() as uow:
        seat = uow.seats.get(seat_id)
        return None if seat is None else _page(uow, seat)


def generation_of(services: Services, seat_id: int) -> int | None:
    """Return the present generation of a seat's addresses and links; None for no such seat."""
    with services.uow() as uow:
        seat = uow.seats.get(seat_id)
        return None if seat is None else seat.generation


def player_generation(services: Services, player_id: int) -> int:
    """Return the present generation of the links that are for all games of a player."""
    with services.uow() as uow:
        return uow.players.generation(player_id)[0]


def _page(uow: Uow, seat: Seat) -> SeatSight:
    row = uow.games.get(seat.game_id)
    player = uow.players.get(seat.player_id) if seat.player_id is not None else None
    return SeatSight(
        seat=seat,
        sight=look(uow, row, seat),
        happened=happened_since(uow, row, 0, seat.number),
        talk=talk_at(uow, row),
        zone=player.zone if player else None,
        locale=player.locale if player else "en",
    )


def watch(services: Services, watch_code: str) -> SeatSight | None:
    """Return the spectator's page of a table, or None if the code is unknown."""
    with services.uow() as uow:
        row = uow.games.by_watch_code(watch_code)
        if row is None:
            return None
        sight = look(uow, row, None)
        return SeatSight(None, sight, happened_since(uow, row, 0), talk_at(uow, row), None, "en")


def by_link(services: Services, token: str) -> LinkSight | None:
    """Return what a short link opens; None if it is unknown, expired or revoked."""
    with services.uow() as uow:
        link = uow.links.get(token)
        if link is None or link.expires_at <= services.clock.now():
            return None
        seat = uow.seats.get(link.seat_id)
        if seat is None or seat.generation != link.generation:
            return None
        page = _page(uow, seat)
        owner_only = uow.players.get(seat.player_id or 0).choices.links == "signed in"
    view = page.sight.view
    current = view is not None and view.position == link.position
    return LinkSight(link, seat, page, current, owner_only)


def act(services: Services, seat_id: int, line: str, at: Position) -> LineOutcome:
    """Carry out one order line for a seat, as if it had been mailed for this position."""
    is_wide = reaches_all([line], "game")
    deed = partial(_carried, line)
    return _done_at(services, seat_id, at, deed, is_wide=is_wide)


def _carried(line: str, table: SeatTable) -> LineOutcome:
    return carry_out([line], "game", table.carry)[0]


def play(services: Services, seat_id: int, move: Move, at: Position) -> LineOutcome:
    """Make a move for a seat, as if a line that says it had been mailed for this position."""
    return _done_at(services, seat_id, at, lambda table: table.move(move))


def _done_at(
    services: Services,
    seat_id: int,
    at: Position,
    deed: Callable[[SeatTable], LineOutcome],
    *,
    is_wide: bool = False,
) -> LineOutcome:
    with services.uow() as uow:
        seat = uow.seats.get(seat_id)
        if seat is None:
            raise LookupError(f"no seat {seat_id}")
        if is_wide:
            hold_all_of(uow, seat_id)
        course = open_course(services, uow, seat.game_id)
        seat = next(own for own in course.seats if own.id == seat_id)
        outcome = deed(SeatTable(services, uow, course, seat, at))
        if outcome.refused is not None:
            return outcome
        if course.game is not None:
            course.close(first=not course.had_begun)
        uow.commit()
        return outcome


def my_games(services: Services, player_id: int) -> tuple[GameLine, ...]:
    with services.uow() as uow:
        return games_of(uow, player_id)


def my_seat(services: Services, player_id: int, code: str) -> int | None:
    """Return the id of a player's seat at the table with this public code."""
    with services.uow() as uow:
        row = uow.games.by_code(code)
        seats = uow.seats.of(row.id) if row is not None else ()
        return next((seat.id for seat in seats if seat.player_id == player_id), None)


def new_game(
    services: Services, player_id: int, order: NewGame, own: Rules | None = None
) -> LineOutcome:
    """Create a table for a signed-in player, with rules of the own if there are any."""
    with services.uow() as uow:
        player, address = _signed_in(uow, player_id)
        outcome = starting.set_up(services, uow, player, address.id, order, own)
        if outcome.refused is None:
            uow.commit()
        return outcome


@dataclass(frozen=True, slots=True)
class JoinSight:
    """A table as one sees it who has its join code. `closed`: why nobody can sit down now."""

    sight: Sight
    closed: TableClosed | None


def join_sight(services: Services, code: str) -> JoinSight | None:
    """Return the table that a join code is of, or None if there is none."""
    with services.uow() as uow:
        row = table_with(uow, code)
        if row is None:
            return None
        sight = look(uow, row, None)
        free = sum(place.state != "seated" for place in sight.places)
        return JoinSight(sight, lobby.closed_at(sight.status, free))


def join(services: Services, player_id: int, code: str, name: str = "") -> LineOutcome:
    """Let a signed-in player sit down at a table."""
    with services.uow() as uow:
        player, address = _signed_in(uow, player_id)
        outcome = starting.take_place(services, uow, player, address.id, code, name)
        if outcome.refused is None:
            uow.commit()
        return outcome


def keep_rules(
    services: Services, player_id: int, name: str, preset: str, rules: Rules, changed: str = ""
) -> CannotKeep | None:
    """Keep rules under a name for a signed-in player, or say why not.

    `changed` is the name of the kept rules that they were made from, as `keep_as` has it.
    """
    with services.uow() as uow:
        refused = keep_as(uow, player_id, name, preset, rules, changed)
        if refused is None:
            uow.commit()
        return refused


def forget_rules(services: Services, player_id: int, name: str) -> bool:
    """Keep rules of a signed-in player no longer; False if there were none of this name."""
    with services.uow() as uow:
        is_gone = uow.rule_sets.forget(player_id, name)
        uow.commit()
        return is_gone


def my_rules(services: Services, player_id: int) -> tuple[RuleSet, ...]:
    """Return the rules that a player keeps, by title."""
    with services.uow() as uow:
        return uow.rule_sets.of(player_id)


def practise(services: Services, player_id: int) -> LineOutcome:
    """Begin a practice game for a signed-in player."""
    with services.uow() as uow:
        player, address = _signed_in(uow, player_id)
        outcome = starting.practise(services, uow, player, address.id)
        uow.commit()
        return outcome


def _signed_in(uow: Uow, player_id: int) -> tuple[Player, Address]:
    player = uow.players.get(player_id)
    proven = [address for address in uow.players.addresses(player_id) if address.proven]
    return player, proven[0]


@dataclass(frozen=True, slots=True)
class Gauges:
    """From what an operator sees whether mail moves; a moment that is None: nothing waits.

    `queue` counts the mails that wait, and all others of a day; `reach` the addresses
    that fail, and those that get no mail for that.
    """

    oldest_unread_letter: datetime | None
    oldest_unsent_notice: datetime | None
    last_tick: datetime | None
    now: datetime
    letters_held_back: int = 0
    queue: tuple[QueueCount, ...] = ()
    reach: tuple[tuple[str, int], ...] = ()


def gauges(services: Services) -> Gauges:
    now = services.clock.now()
    with services.uow() as uow:
        return Gauges(
            oldest_unread_letter=uow.letters.oldest_unread(),
            oldest_unsent_notice=uow.outbox.oldest_waiting(),
            last_tick=uow.beats.last("tick"),
            now=now,
            queue=tuple(uow.queue.counts(now - _A_DAY)),
            reach=tuple(Counter(one.reach for one in uow.players.troubled()).items()),
            letters_held_back=uow.letters.held_back(),
        )

"""Looking at a table from one seat: the door to everything that is shown."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from pbem.app.inviting import open_invitations
from pbem.app.ports import Uow
from pbem.app.records import GameRow, GameStatus, Recorded, Seat
from pbem.app.sight import ClaimLost, Happened, Place, Said, Sight
from pbem.rules.events import CardsLaid, PremiumGranted, SecretRevealed
from pbem.rules.feed import happening
from pbem.rules.views import view


def look(uow: Uow, row: GameRow, seat: Seat | None) -> Sight:
    """Return the table as a seat sees it (None: a spectator)."""
    seats = uow.seats.of(row.id)
    begun = row.status in (GameStatus.RUNNING, GameStatus.OVER)
    number = seat.number if seat is not None else None
    game = uow.log.game(row) if begun else None
    unreachable = uow.seats.unreachable(row.id)
    starter = uow.players.get(row.starter_id).name if row.starter_id is not None else ""
    return Sight(
        code=row.code,
        status=row.status,
        preset=row.preset,
        rules=row.rules,
        commitment=row.commitment,
        root=row.root,
        places=(
            *(_place(other, unreachable, begun=begun) for other in seats),
            *_empty_places(uow, row, seats),
        ),
        seat=number,
        view=None if game is None else view(game, number),
        deadlines=tuple((wait.seat, wait.deadline) for wait in uow.waits.of(row.id)),
        watch_code=row.watch_code,
        join_code=row.join_code if seat is not None and row.status is GameStatus.OPEN else None,
        begun_by=starter,
        is_starter=seat is not None and seat.player_id == row.starter_id,
        rated=row.rated,
        created_at=row.created_at,
        secret=_revealed(uow, row) if row.status is GameStatus.OVER else None,
    )


def _revealed(uow: Uow, row: GameRow) -> str | None:
    """Return the secret of a game as its log reveals it; what is kept sealed is not opened."""
    shown = (record.event for record in uow.log.since(row.id, 0))
    return next((event.secret for event in shown if isinstance(event, SecretRevealed)), None)


def _place(seat: Seat, unreachable: Mapping[int, datetime | None], *, begun: bool) -> Place:
    return Place(
        name=seat.name,
        state="seated",
        bot=seat.is_bot,
        stand_in=seat.stand_in,
        unreachable=seat.id in unreachable,
        unreachable_since=unreachable.get(seat.id),
        seed=seat.seed if begun else "",
    )


def _empty_places(uow: Uow, row: GameRow, seats: tuple[Seat, ...]) -> tuple[Place, ...]:
    """Return the places that nobody has taken; asked people are not named."""
    if row.status is not GameStatus.OPEN:
        return ()
    empty = row.rules.players - len(seats)
    asked = len(open_invitations(uow, row.id))
    return tuple(
        Place(name="", state="invited" if index < asked else "open") for index in range(empty)
    )


def happened_since(
    uow: Uow, row: GameRow, after: int, seat: int | None = None
) -> tuple[Happened, ...]:
    """Return the public events with a greater number than `after`, as a seat reads them.

    Every event of the log is public but for the hands in `Dealt`, so the numbers of
    the log are the numbers of the feed.
    """
    records = uow.log.since(row.id, after)
    told = feed(records)
    if seat is None or not row.rules.premium_bids:
        return told
    whole = uow.log.since(row.id, 0) if after else records
    return tuple(line for one in told for line in (one, *_claim_lost(one, whole, seat)))


def feed(records: Iterable[Recorded]) -> tuple[Happened, ...]:
    return tuple(Happened(record.seq, record.at, happening(record.event)) for record in records)


def _claim_lost(one: Happened, records: Iterable[Recorded], seat: int) -> Iterator[Happened]:
    """Yield that this seat claimed what was granted to another; whoever claimed knows it."""
    granted = one.what
    if not isinstance(granted, PremiumGranted) or granted.seat == seat:
        return
    for record in records:
        laid = record.event
        if not isinstance(laid, CardsLaid) or (laid.deal, laid.seat) != (granted.deal, seat):
            continue
        if laid.claim:
            lost = ClaimLost(granted.deal, laid.claim, granted.seat)
            yield Happened(one.number, one.at, lost)


def talk_at(
    uow: Uow, row: GameRow, *, since_seq: int | None = None, after: datetime | None = None
) -> tuple[Said, ...]:
    """Return what was said at the table, all of it or since an event and after a moment."""
    since = row.created_at
    if since_seq:
        records = uow.log.since(row.id, since_seq - 1, 1)
        since = records[0].at if records else row.created_at
    names = {seat.number: seat.name for seat in uow.seats.of(row.id)}
    return tuple(
        Said(names.get(talk.seat, ""), talk.at, talk.text)
        for talk in uow.talks.since(row.id, since)
        if after is None or talk.at > after
    )

"""Proving a game: replay from the first event, and the deals that anybody can check."""

from collections.abc import Iterator

from pbem.app.ports import Uow
from pbem.app.projections import Finding, compared, deal_commitments
from pbem.app.records import GameRow, GameStatus
from pbem.app.services import Services
from pbem.rules import verifiable
from pbem.rules.dealing import deal_out, next_deal, rounds_of
from pbem.rules.endings import is_dealt_again
from pbem.rules.engine import Game, evolve
from pbem.rules.events import (
    DealRevealed,
    DealScored,
    Dealt,
    Event,
    FirstDealerChosen,
    GameStarted,
    SecretRevealed,
)
from pbem.rules.options import as_options
from pbem.rules.packs import pack_of
from pbem.rules.view import DealResult


def replay(services: Services, game_id: int) -> tuple[Finding, ...]:
    """Rebuild a game from its first event and compare with all that is kept beside the log."""
    with services.uow() as uow:
        # Locked, so that no move comes between one look and the next.
        row = uow.games.locked(game_id)
        if row.status in (GameStatus.OPEN, GameStatus.CANCELLED):
            return ()
        return tuple(compared(uow, row))


def replay_all(services: Services) -> Iterator[tuple[int, tuple[Finding, ...]]]:
    """Replay every game that has begun, over or not, one after the other."""
    with services.uow() as uow:
        kept = uow.games.kept()
    for game_id in kept:
        yield game_id, replay(services, game_id)


def verify(services: Services, game_id: int) -> tuple[Finding, ...]:
    """Check every deal of a game against the commitments that its players hold."""
    with services.uow() as uow:
        row = uow.games.get(game_id)
        secret = uow.games.secret(game_id)
        seeds = [seat.seed.encode() for seat in uow.seats.of(game_id)]
        events = [record.event for record in uow.log.since(game_id, 0)]
    commitment = verifiable.game_commitment(secret).hex()
    findings = [Finding("commitment to the secret", commitment == row.commitment)]
    if row.root is not None:
        root = verifiable.root(deal_commitments(row, secret)).hex()
        findings.append(Finding("root over all deals", root == row.root))
        findings.extend(_verify_events(row, secret, seeds, events))
    return tuple(findings)


def _verify_events(
    row: GameRow, secret: bytes, seeds: list[bytes], events: list[Event]
) -> Iterator[Finding]:
    entropy = verifiable.player_entropy(seeds)
    game: Game | None = None
    for event in events:
        if game is None:
            yield Finding("rules", event == GameStarted(row.rules))
        else:
            yield from _verified(row, secret, entropy, game, event)
        game = evolve(game, event)


def _verified(
    row: GameRow, secret: bytes, entropy: bytes, game: Game, event: Event
) -> Iterator[Finding]:
    """Check an event by the game before it: which deal was due, that never asks the event."""
    match event:
        case FirstDealerChosen():
            first = verifiable.first_dealer(row.rules, secret, row.id, entropy)
            yield Finding("first dealer", event == first and game.dealer is None)
        case Dealt(deal):
            yield Finding(f"deal {deal}", _is_due(row, secret, entropy, game, event))
        case DealScored(deal):
            yield Finding(f"what follows deal {deal}", event.again == _is_again(game))
        case DealRevealed(deal, shown):
            yield Finding(f"secret of deal {deal}", shown == _secret_of(row, secret, game, deal))
        case SecretRevealed(shown):
            yield Finding("secret of the game", shown == secret.hex())
        case _:
            pass


def _is_due(row: GameRow, secret: bytes, entropy: bytes, game: Game, event: Dealt) -> bool:
    """Whether this very deal was due: its place, its dealer, its cards and the card turned."""
    due = next_deal(game)
    if due is None:
        return False
    chance = verifiable.chance(row.rules, secret, row.id, entropy, due.round, due.attempt)
    return any(
        isinstance(one, Dealt) and _chosen_by_chance(one) == _chosen_by_chance(event)
        for one in deal_out(game, chance)
    )


def _chosen_by_chance(event: Dealt) -> tuple[object, ...]:
    # What the rules make of it may be put right in a later release, and is no matter of chance.
    place = (event.deal, event.dealer, event.round, event.attempt)
    return (*place, event.hands, event.how, event.turned or event.covered, event.upcard)


def _is_again(game: Game) -> bool:
    deal = game.deal
    return deal is not None and is_dealt_again(game.rules, deal.bids, deal.taken)


def _secret_of(row: GameRow, secret: bytes, game: Game, deal: int) -> str | None:
    """Return the secret of the deal that was scored last, if it is this one."""
    last = game.last_deal
    if last is None or last.number != deal:
        return None
    return verifiable.deal_secret(secret, row.id, last.round, last.attempt).hex()


def published(services: Services, watch_code: str) -> dict[str, object] | None:
    """Return what anybody may check of a game, in the format of docs/verifiable-deals.md."""
    with services.uow() as uow:
        row = uow.games.by_watch_code(watch_code)
        return None if row is None else _published(uow, row)


def _published(uow: Uow, row: GameRow) -> dict[str, object]:
    secret = uow.games.secret(row.id)
    events = [record.event for record in uow.log.since(row.id, 0)]
    revealed = {event.deal: event.secret for event in events if isinstance(event, DealRevealed)}
    over = [event.secret for event in events if isinstance(event, SecretRevealed)]
    first = next((event for event in events if isinstance(event, FirstDealerChosen)), None)
    begun = row.root is not None
    dealt = [event for event in events if isinstance(event, Dealt) and event.deal in revealed]
    lines = {line.deal: line for line in _sheet(events)}
    return {
        "game": row.id,
        "players": row.rules.players,
        "rules": as_options(row.rules),
        "rounds": rounds_of(row.rules, {event.round: len(event.hands[0]) for event in dealt}),
        "direction": row.rules.direction,
        "pack": [str(card) for card in pack_of(row.rules)],
        "commitment": row.commitment,
        "root": row.root,
        "seeds": [seat.seed for seat in uow.seats.of(row.id)] if begun else [],
        "commits": [commit.hex() for commit in deal_commitments(row, secret)] if begun else [],
        "first_dealer": None if first is None else first.dealer,
        "secret": over[0] if over else None,
        "deals": [
            _published_deal(event, revealed[event.deal], lines[event.deal]) for event in dealt
        ],
    }


def _sheet(events: list[Event]) -> tuple[DealResult, ...]:
    game: Game | None = None
    for event in events:
        game = evolve(game, event)
    return () if game is None else game.sheet


def _published_deal(event: Dealt, secret: str, line: DealResult) -> dict[str, object]:
    shown = event.turned or event.covered
    return {
        "deal": event.deal,
        "round": event.round,
        "attempt": event.attempt,
        "dealer": event.dealer,
        "size": len(event.hands[0]),
        "secret": secret,
        "hands": [[str(card) for card in hand] for hand in event.hands],
        "how": event.how,
        "turned": None if shown is None else str(shown),
        "bids": line.bids,
        "tricks": line.tricks,
    }

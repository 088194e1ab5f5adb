"""Proving a game: replay from the first event, and the deals that anybody can check."""

from collections import Counter
from collections.abc import Iterator

from pbem.app.ports import Uow
from pbem.app.projections import Finding, compared, deal_commitments
from pbem.app.records import GameRow, GameStatus
from pbem.app.services import Services
from pbem.rules import verifiable
from pbem.rules.events import (
    DealRevealed,
    Dealt,
    Event,
    FirstDealerChosen,
    SecretRevealed,
)
from pbem.rules.packs import pack_of


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
    dealt = {event.deal: event for event in events if isinstance(event, Dealt)}
    for event in events:
        match event:
            case FirstDealerChosen():
                first = verifiable.first_dealer(row.rules, secret, row.id, entropy)
                yield Finding("first dealer", event == first)
            case Dealt(deal):
                yield Finding(f"deal {deal}", _is_dealt(row, secret, entropy, event))
            case DealRevealed(deal, shown):
                one = dealt[deal]
                derived = verifiable.deal_secret(secret, row.id, one.round, one.attempt).hex()
                yield Finding(f"secret of deal {deal}", shown == derived)
            case SecretRevealed(shown):
                yield Finding("secret of the game", shown == secret.hex())
            case _:
                pass


def _is_dealt(row: GameRow, secret: bytes, entropy: bytes, event: Dealt) -> bool:
    chance = verifiable.chance(row.rules, secret, row.id, entropy, event.round, event.attempt)
    count = sum(map(len, event.hands))
    dealt = [chance.deck[place : count : len(event.hands)] for place in _places(row, event)]
    shown = event.turned or event.covered
    deciding = {
        "turned": chance.deck[count : count + 1],
        "dealers": chance.deck[count - 1 : count],
        "cut": (chance.cut,),
        "upcard": (chance.upcard,),
        "": (),
    }
    return [Counter(hand) for hand in dealt] == [Counter(hand) for hand in event.hands] and (
        shown is None or shown in deciding[event.how]
    )


def _places(row: GameRow, event: Dealt) -> list[int]:
    """Return by seat the place of its first card in the pack."""
    step, players = row.rules.step_round, row.rules.players
    return [(step * (seat - event.dealer) - 1) % players for seat in range(players)]


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
    return {
        "game": row.id,
        "players": row.rules.players,
        "direction": row.rules.direction,
        "pack": [str(card) for card in pack_of(row.rules)],
        "commitment": row.commitment,
        "root": row.root,
        "seeds": [seat.seed for seat in uow.seats.of(row.id)] if begun else [],
        "commits": [commit.hex() for commit in deal_commitments(row, secret)] if begun else [],
        "first_dealer": None if first is None else first.dealer,
        "secret": over[0] if over else None,
        "deals": [
            _published_deal(event, revealed[event.deal])
            for event in events
            if isinstance(event, Dealt) and event.deal in revealed
        ],
    }


def _published_deal(event: Dealt, secret: str) -> dict[str, object]:
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
    }

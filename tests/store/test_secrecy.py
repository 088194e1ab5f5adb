"""What somebody sees who looks at the tables: no hidden card, no word, no mail."""

from dataclasses import replace

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from pbem.app.notice_records import NewNotice
from pbem.rules.events import CardPlayed, Dealt
from pbem.signing import UnsealError
from pbem.store import StateCache, uow_factory
from pbem.store.schema import metadata
from tests.store.rows import NOON, folded, new_game, new_seat, play_and_store, play_out, rules


@pytest.fixture
def tables(engine):
    """All rows of all tables, as the database holds them."""

    def look() -> list[object]:
        with engine.connect() as connection:
            return [
                bytes(value) if isinstance(value, memoryview) else value
                for table in metadata.sorted_tables
                for row in connection.execute(text(f"SELECT * FROM {table.name}"))  # noqa: S608
                for value in row
            ]

    return look


def holds(values, secret: str) -> bool:
    return any(
        secret in value if isinstance(value, str) else secret.encode() in value
        for value in values
        if isinstance(value, str | bytes)
    )


def steps_into_deal(preset_rules, deal):
    """How many steps of play there are up to the handing out of this deal."""
    counted = enumerate(play_out(preset_rules), 1)
    return next(
        count
        for count, events in counted
        if any(isinstance(event, Dealt) and event.deal == deal for event in events)
    )


@pytest.mark.parametrize(("preset", "deal"), [("nomination_whist", 1), ("oh_pshaw", 3)])
def test_no_card_of_a_running_deal_is_readable(uows, tables, preset, deal):
    played = rules(preset)
    with uows() as uow:
        row = new_game(uow, rules=played)
        row = play_and_store(uow, row, steps_into_deal(played, deal))
        game = uow.log.game(row)
        uow.commit()

    hands = [card for hand in game.deal.hands for card in hand]
    hidden = set(hands) - _shown_before(game)
    seen = tables()
    assert hidden
    assert not any(holds(seen, f'"{card}"') for card in hidden)
    assert not any(holds(seen, f'["{card.rank}","{card.suit}"]') for card in hands)


def _shown_before(game):
    """Cards that were played or turned in the deals before, and the one turned now."""
    events = [event for step in play_out(game.rules) for event in step]
    before = [event for event in events if getattr(event, "deal", 99) < game.deal.number]
    played = {event.card for event in before if isinstance(event, CardPlayed)}
    turned = {event.turned for event in before if isinstance(event, Dealt)}
    return played | turned | {game.deal.turned}


def test_played_cards_are_readable_so_that_the_search_above_means_something(uows, tables):
    with uows() as uow:
        row = play_and_store(uow, new_game(uow), steps_into_deal(rules(), 2))
        game = uow.log.game(row)
        uow.commit()

    seen = tables()
    assert all(holds(seen, f'"{card}"') for hand in game.last_deal.dealt for card in hand)


def test_no_word_no_mail_and_no_secret_is_readable(uows, tables):
    secret = b"the secret of the game, 32 bytes"
    with uows() as uow:
        row = new_game(uow)
        uow.games.save(row)
        with_secret = uow.games.add(replace(row, code="X", join_code="Y", watch_code="Z"), secret)
        seat = new_seat(uow, row.id)
        uow.talks.add(row.id, 0, NOON, "XYZZY says hello")
        letter_id = uow.letters.add(
            raw=b"XYZZY in a letter", recipient="game+XYZ", recipients=[], lane=None,
            transport="lmtp", key="XYZZY@example.org", at=NOON,
        )  # fmt: skip
        uow.letters.shunt(letter_id, "XYZZY in a traceback")
        uow.letters.first_time("XYZZY acted", NOON)
        facts = {"lines": ["XYZZY in facts"]}
        notice_id = uow.outbox.add(
            NewNotice("k", "turn", "a@x", NOON, row.id, seat.id, facts=facts)
        )
        notice = uow.outbox.claimed(notice_id)
        uow.outbox.save(replace(notice, rendered=b"XYZZY in a mail"))
        uow.pending.add("new_game", "a@x", {"seed": "XYZZY pending"}, NOON)
        uow.commit()

    seen = tables()
    assert with_secret.id
    assert not holds(seen, "XYZZY")
    assert not holds(seen, secret.decode())
    assert not holds(seen, secret.hex())


def test_a_sealed_value_opens_in_its_own_row_only(uows, engine, keys):
    with uows() as uow:
        row = play_and_store(uow, new_game(uow), steps_into_deal(rules(), 2))
        uow.commit()
    with engine.begin() as connection:
        connection.execute(
            text(
                "UPDATE events SET sealed = (SELECT sealed FROM events WHERE kind = 'dealt'"
                " ORDER BY seq LIMIT 1) WHERE kind = 'dealt'"
            )
        )

    with uow_factory(engine, keys, StateCache())() as uow, pytest.raises(UnsealError):
        uow.log.since(row.id, 0)


def test_states_kept_beside_the_log_hold_no_hand(uows):
    with uows() as uow:
        row = play_and_store(uow, new_game(uow))
        kept = uow.log.kept(row.id)
        events = [record.event for record in uow.log.since(row.id, 0)]

    assert kept
    assert all(one.game == folded(events[: one.seq]) and one.game.deal is None for one in kept)


def test_a_fault_of_the_database_does_not_quote_what_was_to_be_stored(uows):
    with uows() as uow, pytest.raises(DBAPIError) as caught:
        new_seat(uow, 4711, name="XYZZY", seed="XYZZY", number=10**9)

    assert "XYZZY" not in str(caught.value)

"""Questions that are asked every few seconds are answered from an index."""

from dataclasses import replace

import pytest
from sqlalchemy import event, text

from pbem.app.notice_records import NewNotice, NoticeState
from pbem.store import claims, games, letters, log, outbox, players, retention, seats, waits
from tests.store.rows import DAY, NOON, new_game, waits_of

# What is asked, with what, and the indices of which one has to answer.
ASKED = [
    (outbox._DUE, {"now": NOON, "most": 9}, "ix_outbox_due"),
    (outbox._OLDEST, {}, "ix_outbox_due"),
    (outbox._WAITING, {"seat_id_": 1, "game_id_": 1}, "ix_outbox_waiting"),
    (letters._UNREAD, {"now": NOON, "most": 9}, "ix_letters_new"),
    (letters._OLDEST, {"now": NOON}, "ix_letters_new"),
    (claims.NEXT_IN_LANE, {"now": NOON, "letter_id": 1}, "ix_letters_lane_new"),
    (claims.NEXT_WAITING, {"now": NOON, "after": 0}, "ix_letters_new"),
    (claims.NEXT_WAITING, {"now": NOON, "after": 0}, "ix_letters_lane_new"),
    (claims.BEHIND, {"now": NOON}, "ix_letters_lane_new"),
    (waits._DUE, {"now": NOON, "most": 9, "after": 0}, "ix_waits_deadline"),
    (waits._DUE, {"now": NOON, "most": 9, "after": 0}, "ix_waits_remind_at"),
    (
        seats._EXPIRED,
        {"now": NOON, "most": 9, "after": NOON - DAY, "after_id": 0},
        "ix_invitations_open",
    ),
    (
        seats._UNANSWERED,
        {"inviter_id": 1, "since": NOON},
        "ix_invitations_inviter_id_created_at",
    ),
    (games._PAUSED, {"most": 9}, "ix_games_running"),
    (players._AT, {"email_key": "a@x"}, "ix_addresses_email_key"),
    (retention._FORGET_LETTERS, {"before": NOON}, "ix_letters_kept"),
    (retention._FORGET_MAILS, {"before": NOON}, "ix_outbox_kept ix_outbox_game_id"),
    (log._NEAREST, {"game_id": 1, "upto": 9}, "pk_deal_starts autoindex_deal_starts_1"),
    (log._BETWEEN, {"game_id": 1, "after": 3, "upto": 9}, "pk_events autoindex_events_1"),
]


@pytest.fixture
def rows(uows, engine):
    """Many old letters and mails, and few that are new, as in a house of some age."""
    with uows() as uow:
        game_id = new_game(uow).id
        uow.waits.replace(game_id, waits_of(game_id, NOON))
        for count in range(400):
            uow.players.add_address(uow.players.add("A").id, f"{count}@x", proven=True)
            raw = {"raw": b"", "recipient": "x", "recipients": [], "transport": "lmtp"}
            lane, key = f"seat/{count}", f"{count}"
            letter_id = uow.letters.add(**raw, lane=lane, key=key, at=NOON)
            notice = NewNotice(f"{count}", "turn", "a@x", NOON, game_id, seat_id=count)
            notice_id = uow.outbox.add(notice)
            if count % 20:
                uow.letters.finish(letter_id, "done", "", game_id=game_id)
                sent = replace(uow.outbox.get(notice_id), state=NoticeState.SENT)
                uow.outbox.save(sent)
        uow.retention.forget_letters(NOON + DAY)
        uow.commit()
    if engine.dialect.name == "postgresql":
        with engine.begin() as connection:
            connection.execute(text("ANALYZE"))


@pytest.fixture
def plan(rows, engine):
    """The way the database goes to answer a statement."""
    explain = {"sqlite": "EXPLAIN QUERY PLAN ", "postgresql": "EXPLAIN "}[engine.dialect.name]
    sent = []

    @event.listens_for(engine, "before_cursor_execute")
    def note(connection, cursor, statement, parameters, context, executemany):
        sent.append((statement, parameters))

    def way(statement, values):
        with engine.connect() as connection:
            connection.execute(statement, values)
            asked = sent[-1]
            if engine.dialect.name == "postgresql":
                # So small a table is read as a whole, unless that is not allowed.
                connection.execute(text("SET LOCAL enable_seqscan = off"))
                connection.execute(text("SET LOCAL enable_bitmapscan = off"))
            rows = connection.exec_driver_sql(explain + asked[0], asked[1])
            return "\n".join(str(row) for row in rows)

    return way


def test_what_is_asked_often_is_answered_from_an_index(plan):
    ways = [(plan(statement, values), names.split()) for statement, values, names in ASKED]

    assert [way for way, names in ways if not any(name in way for name in names)] == []

"""Make all tables."""

import sqlalchemy as sa
from alembic import op

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _acted()
    _barred()
    _beats()
    _letters()
    _outbox()
    _pending()
    _players()
    _addresses()
    _rule_sets()
    _games()
    _sessions()
    _deal_starts()
    _events()
    _invitations()
    _seats()
    _talks()
    _waits()
    _links()
    _told()


def downgrade() -> None:
    op.drop_table("told")
    op.drop_table("links")
    op.drop_table("waits")
    op.drop_table("talks")
    op.drop_table("seats")
    op.drop_table("invitations")
    op.drop_table("events")
    op.drop_table("deal_starts")
    op.drop_table("sessions")
    op.drop_table("games")
    op.drop_table("rule_sets")
    op.drop_table("addresses")
    op.drop_table("players")
    op.drop_table("pending")
    op.drop_table("outbox")
    op.drop_table("letters")
    op.drop_table("beats")
    op.drop_table("barred")
    op.drop_table("acted")


def _acted() -> None:
    op.create_table(
        "acted",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_acted"),
    )


def _barred() -> None:
    op.create_table(
        "barred",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_barred"),
    )


def _beats() -> None:
    op.create_table(
        "beats",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_beats"),
    )


def _letters() -> None:
    op.create_table(
        "letters",
        sa.Column("id", ID, nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("transport", sa.Text(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("recipients", sa.Text(), nullable=False),
        sa.Column("lane", sa.Text(), nullable=True),
        sa.Column("game_id", ID, nullable=True),
        sa.Column("raw", sa.LargeBinary(), nullable=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("verdict", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("trace", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_letters"),
        sa.UniqueConstraint("key", name="uq_letters_key"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_letters_kept",
        "letters",
        ["received_at"],
        unique=False,
        postgresql_where=sa.text("raw IS NOT NULL"),
        sqlite_where=sa.text("raw IS NOT NULL"),
    )
    op.create_index(
        "ix_letters_lane_new",
        "letters",
        ["lane", "id"],
        unique=False,
        postgresql_where=sa.text("state = 'new'"),
        sqlite_where=sa.text("state = 'new'"),
    )
    op.create_index(
        "ix_letters_new",
        "letters",
        ["id"],
        unique=False,
        postgresql_where=sa.text("state = 'new'"),
        sqlite_where=sa.text("state = 'new'"),
    )


def _outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", ID, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("game_id", ID, nullable=True),
        sa.Column("seat_id", ID, nullable=True),
        sa.Column("player_id", ID, nullable=True),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("deal", sa.SmallInteger(), nullable=True),
        sa.Column("decision", sa.SmallInteger(), nullable=True),
        sa.Column("facts", sa.LargeBinary(), nullable=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("not_before", sa.DateTime(timezone=True), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("message_id", sa.Text(), nullable=True),
        sa.Column("rendered", sa.LargeBinary(), nullable=True),
        sa.Column("last_reply", sa.Text(), nullable=True),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.UniqueConstraint("key", name="uq_outbox_key"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_outbox_due",
        "outbox",
        ["not_before"],
        unique=False,
        postgresql_where=sa.text("state = 'waiting'"),
        sqlite_where=sa.text("state = 'waiting'"),
    )
    op.create_index("ix_outbox_game_id", "outbox", ["game_id"], unique=False)
    op.create_index(
        "ix_outbox_kept",
        "outbox",
        ["created_at"],
        unique=False,
        postgresql_where=sa.text("facts IS NOT NULL"),
        sqlite_where=sa.text("facts IS NOT NULL"),
    )
    op.create_index(
        "ix_outbox_waiting",
        "outbox",
        ["seat_id"],
        unique=False,
        postgresql_where=sa.text("state = 'waiting'"),
        sqlite_where=sa.text("state = 'waiting'"),
    )


def _pending() -> None:
    op.create_table(
        "pending",
        sa.Column("id", ID, nullable=False),
        sa.Column("purpose", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("facts", sa.LargeBinary(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pending"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_pending_expires_at", "pending", ["expires_at"], unique=False)


def _players() -> None:
    op.create_table(
        "players",
        sa.Column("id", ID, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=True),
        sa.Column("zone_told", sa.Boolean(), nullable=False),
        sa.Column("locale", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sqlite_autoincrement=True,
    )


def _rule_sets() -> None:
    op.create_table(
        "rule_sets",
        sa.Column("player_id", ID, nullable=False, autoincrement=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("preset", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_rule_sets_player_id_players"
        ),
        sa.PrimaryKeyConstraint("player_id", "name", name="pk_rule_sets"),
    )


def _addresses() -> None:
    op.create_table(
        "addresses",
        sa.Column("id", ID, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("email_key", sa.Text(), nullable=False),
        sa.Column("proven", sa.Boolean(), nullable=False),
        sa.Column("failing", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_addresses_player_id_players"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_addresses"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_addresses_email_key", "addresses", ["email_key"], unique=False)
    op.create_index("ix_addresses_player_id", "addresses", ["player_id"], unique=False)


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("id", ID, nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("join_code", sa.Text(), nullable=False),
        sa.Column("watch_code", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("preset", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("starter_id", ID, nullable=True),
        sa.Column("limit_seconds", ID, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("root", sa.Text(), nullable=True),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["starter_id"], ["players.id"], name="fk_games_starter_id_players"),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("code", name="uq_games_code"),
        sa.UniqueConstraint("join_code", name="uq_games_join_code"),
        sa.UniqueConstraint("watch_code", name="uq_games_watch_code"),
        sqlite_autoincrement=True,
        postgresql_with={"fillfactor": 75},
    )
    op.create_index("ix_games_ended_at", "games", ["ended_at"], unique=False)
    op.create_index(
        "ix_games_running",
        "games",
        ["id"],
        unique=False,
        postgresql_where=sa.text("status = 'running'"),
        sqlite_where=sa.text("status = 'running'"),
    )
    op.create_index("ix_games_starter_id", "games", ["starter_id"], unique=False)


def _sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_sessions_player_id_players"
        ),
        sa.PrimaryKeyConstraint("hash", name="pk_sessions"),
    )
    op.create_index("ix_sessions_expires_at", "sessions", ["expires_at"], unique=False)
    op.create_index("ix_sessions_player_id", "sessions", ["player_id"], unique=False)


def _deal_starts() -> None:
    op.create_table(
        "deal_starts",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("deal", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("form", sa.String(length=16), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_deal_starts_game_id_games"),
        sa.PrimaryKeyConstraint("game_id", "deal", name="pk_deal_starts"),
    )


def _events() -> None:
    op.create_table(
        "events",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("version", sa.SmallInteger(), nullable=False),
        sa.Column("deal", sa.SmallInteger(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_events_game_id_games"),
        sa.PrimaryKeyConstraint("game_id", "seq", name="pk_events"),
    )


def _invitations() -> None:
    op.create_table(
        "invitations",
        sa.Column("id", ID, nullable=False),
        sa.Column("game_id", ID, nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("inviter_id", ID, nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_invitations_game_id_games"),
        sa.ForeignKeyConstraint(
            ["inviter_id"], ["players.id"], name="fk_invitations_inviter_id_players"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_invitations"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_invitations_game_id", "invitations", ["game_id"], unique=False)
    op.create_index(
        "ix_invitations_inviter_id_created_at",
        "invitations",
        ["inviter_id", "created_at"],
        unique=False,
    )
    op.create_index(
        "ix_invitations_open",
        "invitations",
        ["expires_at"],
        unique=False,
        postgresql_where=sa.text("state = 'open'"),
        sqlite_where=sa.text("state = 'open'"),
    )


def _seats() -> None:
    op.create_table(
        "seats",
        sa.Column("id", ID, nullable=False),
        sa.Column("game_id", ID, nullable=False),
        sa.Column("number", sa.SmallInteger(), nullable=True),
        sa.Column("player_id", ID, nullable=True),
        sa.Column("address_id", ID, nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("stand_in", sa.Boolean(), nullable=False),
        sa.Column("resigned", sa.Boolean(), nullable=False),
        sa.Column("mails", sa.Boolean(), nullable=False),
        sa.Column("greeted", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["address_id"], ["addresses.id"], name="fk_seats_address_id_addresses"
        ),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_seats_game_id_games"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_seats_player_id_players"),
        sa.PrimaryKeyConstraint("id", name="pk_seats"),
        sa.UniqueConstraint("game_id", "name", name="uq_seats_game_id_name"),
        sa.UniqueConstraint("game_id", "number", name="uq_seats_game_id_number"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_seats_address_id", "seats", ["address_id"], unique=False)
    op.create_index("ix_seats_player_id", "seats", ["player_id"], unique=False)


def _talks() -> None:
    op.create_table(
        "talks",
        sa.Column("id", ID, nullable=False),
        sa.Column("game_id", ID, nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("words", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_talks_game_id_games"),
        sa.PrimaryKeyConstraint("id", name="pk_talks"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_talks_game_id_at", "talks", ["game_id", "at"], unique=False)


def _waits() -> None:
    op.create_table(
        "waits",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("deal", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("wants", sa.Text(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=False),
        sa.Column("remind_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_waits_game_id_games"),
        sa.PrimaryKeyConstraint("game_id", "deal", "seat", "wants", name="pk_waits"),
    )
    op.create_index("ix_waits_deadline", "waits", ["deadline"], unique=False)
    op.create_index("ix_waits_remind_at", "waits", ["remind_at"], unique=False)


def _links() -> None:
    op.create_table(
        "links",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("seat_id", ID, nullable=False),
        sa.Column("deal", sa.SmallInteger(), nullable=False),
        sa.Column("decision", sa.SmallInteger(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["seat_id"], ["seats.id"], name="fk_links_seat_id_seats", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("hash", name="pk_links"),
    )
    op.create_index("ix_links_expires_at", "links", ["expires_at"], unique=False)
    op.create_index("ix_links_seat_id", "links", ["seat_id"], unique=False)


def _told() -> None:
    op.create_table(
        "told",
        sa.Column("seat_id", ID, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["seat_id"], ["seats.id"], name="fk_told_seat_id_seats", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("seat_id", name="pk_told"),
    )

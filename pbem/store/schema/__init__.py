"""The tables. Rows that hold hidden cards, words or raw mail keep them sealed.

The migrations make exactly these tables; a test compares the two. A change is
made in two releases, since adjacent releases run side by side on one database:
first expand (new tables, nullable columns), and contract one release later.
"""

from pbem.store.schema.base import metadata
from pbem.store.schema.log import deal_starts, events
from pbem.store.schema.people import addresses, barred, players, rule_sets, sessions
from pbem.store.schema.post import acted, letters, links, outbox, pending, told
from pbem.store.schema.tables import games, invitations, seats, talks, waits
from pbem.store.schema.upkeep import beats, called_off, mailboxes

__all__ = [
    "acted",
    "addresses",
    "barred",
    "beats",
    "called_off",
    "deal_starts",
    "events",
    "games",
    "invitations",
    "letters",
    "links",
    "mailboxes",
    "metadata",
    "outbox",
    "pending",
    "players",
    "rule_sets",
    "seats",
    "sessions",
    "talks",
    "told",
    "waits",
]

"""Everything one mail shows, as plain values gathered at the moment it is rendered."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pbem.app.answers import Answer
from pbem.app.notice_records import Notice
from pbem.app.sight import Happened, Said, Sight
from pbem.orders.choices import USUAL, Choices

Kind = Literal[
    "turn",
    "reminder",
    "answer",
    "news",
    "moved",
    "digest",
    "start",
    "over",
    "lobby",
    "cancelled",
    "invitation",
    "confirm",
    "sign_in",
    "service",
    "which",
    "stranger",
]
"""The kinds of mail; each has a folder of templates.

turn, reminder, answer, news (end of a deal), moved (somebody else has answered), start,
over: state mails of a running or finished game, with `sight`. answer also before the
start (lobby). lobby: to the starter, somebody accepted, declined or did not answer.
cancelled: a game was called off. digest: a player's daily mail, a line for each game.
invitation; confirm: prove an address (`facts`: what for); sign_in; service: an answer
of the service address; which: two players share this address, say which; stranger: to a
player, somebody else wrote with your reply address.
"""


@dataclass(frozen=True, slots=True)
class Invited:
    """What an invitation says of the game. The commitment stands in `Told.sight`."""

    inviter: str
    inviter_email: str
    accepted: tuple[str, ...]
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class DigestGame:
    """A game of which the daily mail tells, and the seat of the reader there."""

    seat_id: int
    generation: int
    sight: Sight

    @property
    def is_asked(self) -> bool:
        """Whether the reader is waited for there."""
        return self.sight.view is not None and self.sight.view.wants is not None


@dataclass(frozen=True, slots=True)
class Told:
    """A mail before it is words.

    `number` counts the mails to this seat, `last_number` is that of the one before.
    `since` and `talk` are what happened and was said since then. One of `seat_id` (with
    the notice's position), `invitation_id` and `pending_id` is what the reply address
    stands for; `generation` is that of the seat or the invitation. `facts` are those
    kept with the notice. `choices` are those of the reader. `games` are those of the
    daily mail. `instead_of` is the reader's own address that takes no mail, for which
    reason this one goes to another.
    """

    notice: Notice
    kind: Kind
    reader: str
    zone: str | None
    locale: str
    now: datetime
    sight: Sight | None = None
    since: tuple[Happened, ...] = ()
    talk: tuple[Said, ...] = ()
    answer: Answer | None = None
    number: int | None = None
    last_number: int | None = None
    seat_id: int | None = None
    generation: int = 0
    invitation_id: int | None = None
    pending_id: int | None = None
    invited: Invited | None = None
    facts: dict[str, object] | None = None
    choices: Choices = USUAL
    games: tuple[DigestGame, ...] = ()
    instead_of: str | None = None

"""What every use case is given: the ports, and how this house is run."""

from dataclasses import dataclass
from datetime import timedelta

from pbem.app.ports import Bell, Chance, Clock, UowFactory
from pbem.app.trust import TrustLevel


@dataclass(frozen=True, slots=True)
class Policy:
    """The operator's choices.

    `news_delay`: a mail that only tells that a deal is over waits this long, since
    the next turn mail says the same; one that tells of a turn, `moved_delay`. `digest_margin`
    and `hours_margin`: so much of the time for an answer is left at least where a turn mail
    waits for the daily mail, or for somebody's hours to begin. `rest_lasts`: so long a table
    stands still whose players have all stopped. `keep`: raw letters and sent mails are deleted
    this long after their game. `questions_an_hour`: so often an address is asked
    whether it really wrote, since anybody can write in its name; `unproven_an_hour` and
    `unproven_a_day`: so many mails in all it gets for letters that prove nothing.
    `answers_an_hour`: so many answers a player gets, whatever they write. `trust`: how much
    it takes for a letter to a seat to be carried out unasked.
    """

    service_address: str
    operator_name: str
    operator_email: str
    move_limit: timedelta = timedelta(hours=24)
    news_delay: timedelta = timedelta(minutes=15)
    moved_delay: timedelta = timedelta(minutes=2)
    digest_margin: timedelta = timedelta(hours=6)
    hours_margin: timedelta = timedelta(hours=2)
    rest_lasts: timedelta = timedelta(days=30)
    invitation_lasts: timedelta = timedelta(days=12)
    link_lasts: timedelta = timedelta(days=14)
    question_lasts: timedelta = timedelta(days=3)
    session_lasts: timedelta = timedelta(days=60)
    keep: timedelta = timedelta(days=30)
    invitations_a_day: int = 5
    questions_an_hour: int = 5
    unproven_an_hour: int = 10
    unproven_a_day: int = 25
    answers_an_hour: int = 20
    talk_limit: int = 500
    trust: TrustLevel = "soft"


@dataclass(frozen=True, slots=True)
class Services:
    uow: UowFactory
    clock: Clock
    chance: Chance
    bell: Bell
    policy: Policy

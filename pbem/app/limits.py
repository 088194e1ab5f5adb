"""How many mails an address gets for letters that only claim to come from it."""

from datetime import datetime
from typing import Literal

from pbem.app.addresses import address_key
from pbem.app.locks import hold
from pbem.app.ports import Uow
from pbem.app.services import Services

Room = Literal["yes", "last", "no"]
"""Whether one more mail may go out. `last`: only one that says that there are too many."""


def room_at(services: Services, uow: Uow, email: str, *, question: bool = False) -> Room:
    """Use up one of the mails that this hour and this day allow for an address.

    Anybody can write in the name of others, or type their address into a page: nobody
    shall be buried under our answers to that. Questions are fewer, since they ask
    something of whoever gets them. The address is locked, so that of two letters at
    once only one gets the last mail.
    """
    hold(uow, email)
    key, now, policy = address_key(email), services.clock.now(), services.policy
    hour, day = f"{now:%Y%m%d%H}", f"{now:%Y%m%d}"
    limits = [
        *([(f"question:{key}:{hour}", policy.questions_an_hour)] if question else []),
        (f"mail:{key}:{hour}", policy.unproven_an_hour),
        (f"mail:{key}:{day}", policy.unproven_a_day),
    ]
    if all(is_room(uow, what, most, now) for what, most in limits):
        return "yes"
    return "last" if is_room(uow, f"limited:{key}:{day}", 1, now) else "no"


def may_be_asked(uow: Uow, email: str) -> bool:
    """Whether an address may be asked something for a letter, or a page, that proves nothing.

    Not if whoever reads there has said never, or has complained; who plays can be asked
    all the same, while they have not complained.
    """
    known = [address for _, address in uow.players.at(email)]
    if any(address.suppressed == "complaint" for address in known):
        return False
    return any(address.proven for address in known) or not uow.players.is_barred(email)


def may_be_let_in(services: Services, uow: Uow, email: str) -> bool:
    """Whether a link to sign in may go to an address; once a day to who has complained."""
    if may_be_asked(uow, email):
        return True
    now = services.clock.now()
    is_known = bool(uow.players.at(email))
    return is_known and is_room(uow, f"sign_in:{address_key(email)}:{now:%Y%m%d}", 1, now)


def may_answer(services: Services, uow: Uow, whom: str) -> bool:
    """Use up one of the answers that somebody who is known gets in an hour.

    A program that answers our answers, and says nothing of it in its header, is stopped
    by this. What letters do is no matter of it: they are carried out all the same.
    """
    now = services.clock.now()
    what = f"answer:{whom}:{now:%Y%m%d%H}"
    return is_room(uow, what, services.policy.answers_an_hour, now)


def may_ask(services: Services, uow: Uow, whom: str) -> Room:
    """Use up one of the questions that somebody who is known is asked in an hour.

    `last`: it may be asked, and none after it. A question is an answer too.
    """
    if not may_answer(services, uow, whom):
        return "no"
    most, now = services.policy.questions_an_hour, services.clock.now()
    asked = (f"occasion:question:{whom}:{now:%Y%m%d%H}:{n}" for n in range(most))
    number = next((n for n, key in enumerate(asked, 1) if uow.letters.first_time(key, now)), None)
    if number is None:
        return "no"
    return "last" if number == most else "yes"


def is_room(uow: Uow, what: str, most: int, now: datetime) -> bool:
    """Use up one of so many occasions of a kind; False if none of them is left.

    The marks of mails that have acted serve for it: each occasion acts once, and rows
    outlive a restart.
    """
    return any(uow.letters.first_time(f"occasion:{what}:{n}", now) for n in range(most))

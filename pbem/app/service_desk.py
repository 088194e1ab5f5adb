"""Letters to the service address. They prove nothing: anybody can write any From.

What only shows something is answered, and the answer goes to the address itself. All
else waits until the address has said yes to a mail that asks.
"""

from dataclasses import replace

from pbem.app.addresses import address_key, players_at
from pbem.app.answers import Answer, Done, LineOutcome, NothingOpen
from pbem.app.game_lists import addresses_asked_for, games_asked_for
from pbem.app.incoming import Incoming
from pbem.app.judging import judge
from pbem.app.limits import may_be_asked, room_at
from pbem.app.lines import (
    answer_key,
    answer_to,
    carry_out,
    section_of,
    shown,
    unread_orders,
    warned,
)
from pbem.app.ports import Uow
from pbem.app.records import Player
from pbem.app.service_answers import Reply, ask_which, queue_answer, say_too_often
from pbem.app.services import Services
from pbem.app.verdicts import verdict_of
from pbem.orders.orders import AsPlayer, No, NotUnderstood, Order, WrongDesk, Yes
from pbem.orders.reading import read_line


def take(services: Services, uow: Uow, incoming: Incoming) -> tuple[str, str]:
    """Answer a letter to the service address, or ask back; return a verdict and its reason.

    Either goes to whoever the From line names, so there is a limit to it.
    """
    email = incoming.sender or ""
    changes = any(_changes_something(line) for line in incoming.lines)
    known, named = players_at(uow, email), name_in(incoming.lines)
    player = writer(known, named)
    refused = judge(services, uow, player, incoming.lines) if changes else ()
    # Slips of somebody known use up none of the few questions.
    room = room_at(services, uow, email, question=changes and not (refused and player))
    if room == "last" and incoming.lines:
        return say_too_often(services, uow, incoming)
    if room != "yes":
        return "limited", "the address was written to often enough"
    if len(known) > 1 and named is None:
        return ask_which(services, uow, incoming, [player.name for player in known])
    if changes and not refused:
        # Where the domain vouches for a letter, nobody else wrote it.
        if incoming.trust != "pass" and not may_be_asked(uow, email):
            return "limited", "who reads at the address does not want to be asked"
        return _ask_to_confirm(services, uow, incoming, player)
    return _show(services, uow, incoming, player, refused)


def _changes_something(line: str) -> bool:
    """Whether a line may only be carried out once the address has said yes."""
    order = read_line(line, "service")
    if isinstance(order, NotUnderstood | WrongDesk | AsPlayer | Yes | No):
        return False
    return section_of(order) is None


def name_in(lines: tuple[str, ...]) -> str | None:
    """Return the name in a line `as NAME`, if the letter begins with one."""
    order = read_line(lines[0], "service") if lines else None
    return order.name if isinstance(order, AsPlayer) else None


def writer(known: list[Player], named: str | None) -> Player | None:
    """Return who of the people at an address has this name; without one the first."""
    for player in known:
        if named is None or player.name.casefold() == named.casefold():
            return player
    return None


def _show(
    services: Services,
    uow: Uow,
    incoming: Incoming,
    player: Player | None,
    refused: tuple[LineOutcome, ...],
) -> tuple[str, str]:
    outcomes = refused or carry_out(incoming.lines, "service", _shown_only)
    games = games_asked_for(uow, player, outcomes)
    own = addresses_asked_for(uow, player, outcomes)
    answer = answer_to(incoming, outcomes, "service", games=games, addresses=own)
    email, now = incoming.sender or "", services.clock.now()
    if player is not None or refused:
        key = answer_key(uow, incoming, f"player {player.id if player else 0}", now)
        answer = warned(answer, key)
    else:
        # Whoever writes under an address that is not proven gets one answer a day.
        key = f"answer:{address_key(email)}:{now.date().isoformat()}"
        answer = replace(answer, silence="day")
    queue_answer(services, uow, Reply(email, player, answer, key))
    return verdict_of(incoming, outcomes)


def _shown_only(line: str, order: Order) -> LineOutcome:
    if section_of(order) is not None or isinstance(order, AsPlayer):
        return shown(line)
    return LineOutcome(line, refused=NothingOpen("nothing"))


def _ask_to_confirm(
    services: Services, uow: Uow, incoming: Incoming, player: Player | None
) -> tuple[str, str]:
    """Keep the lines and ask the address whether it wrote them."""
    facts: dict[str, object] = {
        "lines": list(incoming.lines),
        "name": incoming.sender_name,
        "player_id": player.id if player is not None else None,
        # A name that is not known at this address makes a player of its own.
        "anew": "" if player is not None else name_in(incoming.lines) or "",
        "key": incoming.key,
    }
    email = incoming.sender or ""
    until = services.clock.now() + services.policy.question_lasts
    pending_id = uow.pending.add("lines", email, facts, until)
    answer = Answer(
        lines=tuple(LineOutcome(line, done=Done("asked_to_confirm")) for line in incoming.lines),
        unread=unread_orders(incoming, "service"),
        in_reply_to=incoming.message_id,
    )
    more: dict[str, object] = {"pending_id": pending_id}
    key = f"confirm:{incoming.key}"
    queue_answer(services, uow, Reply(email, player, answer, key, "confirm", more))
    return "asked", "the address is asked to confirm"

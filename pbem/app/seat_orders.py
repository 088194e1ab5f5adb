"""What each order does that comes from the owner of a seat."""

from dataclasses import replace

from pbem.app import leaving, lobby, revoking
from pbem.app.answers import (
    Done,
    LineOutcome,
    ResignAsks,
    SeatAway,
    TooLong,
    WhichJoker,
)
from pbem.app.course import Course
from pbem.app.lines import section_of, shown
from pbem.app.ports import Uow
from pbem.app.records import GameStatus, Seat
from pbem.app.rule_sets import keep_rules
from pbem.app.services import Services
from pbem.app.setting import choose, set_zone
from pbem.app.zones import zone_named
from pbem.orders.choices import Choose
from pbem.orders.naming import jokers_meant
from pbem.orders.orders import (
    Back,
    BidOrder,
    CancelGame,
    FillWithBots,
    Invite,
    LayOrder,
    No,
    Order,
    PlayOrder,
    Resign,
    Revoke,
    SaveRules,
    Say,
    SetZone,
    Stop,
    TrumpOrder,
    Yes,
)
from pbem.rules.cards import Card
from pbem.rules.engine import Accepted
from pbem.rules.events import BidSealed, BidsShown, CardPlayed, Event, TrickTaken
from pbem.rules.fresh import bid_of_cards
from pbem.rules.moves import Bid, Lay, Move, NameTrump, Play, Position
from pbem.rules.refusals import GameNotRunning
from pbem.rules.view import View
from pbem.rules.views import view


class SeatTable:
    """A table as its seat's owner acts on it, one order after the other.

    The letter was written for position `at`. Each move that it makes brings it one
    decision further within the deal, so that `KC`, `8D` plays to one trick and
    leads to the next; it never reaches into a deal whose hand was not yet seen.
    """

    def __init__(
        self, services: Services, uow: Uow, course: Course, seat: Seat, at: Position
    ) -> None:
        self._services = services
        self._uow = uow
        self._course = course
        self._seat_id = seat.id
        self._at = at

    @property
    def seat(self) -> Seat:
        """The seat as it is now."""
        return next(seat for seat in self._course.seats if seat.id == self._seat_id)

    def carry(self, line: str, order: Order) -> LineOutcome:
        """Carry out one order."""
        if section_of(order) is not None:
            return shown(line)
        match order:
            case BidOrder() | PlayOrder() | TrumpOrder() | LayOrder():
                return self._meant(line, order)
            case Say(text):
                return self._say(line, text)
            case SetZone() | SaveRules() | Choose():
                return self._note(line, order)
            case Revoke():
                return revoking.revoke(self._uow, self._course, self.seat, line)
            case _:
                return self._change_table(line, order)

    def move(self, move: Move) -> LineOutcome:
        """Make a move that came from a page, where nothing had to be worded."""
        return self._move("", move)

    def _change_table(  # noqa: PLR0911 - a row of cases, a line each
        self, line: str, order: Order
    ) -> LineOutcome:
        match order:
            case Stop(everywhere):
                return self._stop(line, everywhere=everywhere)
            case Back(everywhere=True):
                return self._back_everywhere(line)
            case Yes() | No() if self._course.row.status is not GameStatus.OVER:
                sure = isinstance(order, Yes)
                course = self._course
                told = leaving.answer_to_resign(self._services, course, self.seat, sure=sure)
                return replace(told, line=line)
            case _ if self._course.row.status is GameStatus.OVER:
                return LineOutcome(line, refused=GameNotRunning(over=True))
            case Resign(sure):
                return self._resign(line, sure=sure)
            case Back():
                return self._back(line)
            case Invite() | FillWithBots() | CancelGame():
                return lobby.starter_order(
                    self._services, self._uow, self._course, self.seat, line, order
                )
            case _:
                raise AssertionError(f"not an order of a seat: {type(order).__name__}")

    def _meant(self, line: str, order: BidOrder | PlayOrder | TrumpOrder | LayOrder) -> LineOutcome:
        match order:
            case BidOrder(tricks):
                return self._move(line, Bid(tricks))
            case PlayOrder(card, call):
                return self._play(line, card, call)
            case TrumpOrder(trump):
                return self._move(line, NameTrump(trump))
            case LayOrder(cards, claim):
                return self._move(line, Lay(cards, claim))

    def _play(self, line: str, card: Card, call: str) -> LineOutcome:
        seen = self._seen()
        meant = () if seen is None or seen.wants != "card" else jokers_meant(card, seen.hand)
        if len(meant) > 1:
            return LineOutcome(line, refused=WhichJoker(meant, call))
        return self._move(line, Play(meant[0] if meant else card, call))

    def _seen(self) -> View | None:
        """Return what the seat sees of the game; None before it begins."""
        game, number = self._course.game, self.seat.number
        return None if game is None or number is None else view(game, number)

    def _move(self, line: str, move: Move) -> LineOutcome:
        seat, before = self.seat, self._seen()
        number = seat.number
        if number is not None and self._course.row.status is GameStatus.RUNNING and seat.stand_in:
            return LineOutcome(line, refused=SeatAway(resigned=seat.resigned))
        verdict = self._course.move(number or 0, move, self._at)
        if not isinstance(verdict, Accepted):
            return LineOutcome(line, refused=verdict)
        changed = isinstance(move, Bid) and _has_bid(before)
        if not changed:
            self._at = Position(self._at.deal, self._at.decision + 1)
        self._course.go_on()
        return LineOutcome(line, done=_done(move, verdict.events, changed=changed))

    def _say(self, line: str, text: str) -> LineOutcome:
        limit = self._services.policy.talk_limit
        if len(text) > limit:
            return LineOutcome(line, refused=TooLong(limit))
        number = self.seat.number
        if number is None:
            return LineOutcome(line, refused=GameNotRunning(over=False))
        self._uow.talks.add(self._course.row.id, number, self._course.now, text)
        return LineOutcome(line, done=Done("said", text=text))

    def _note(self, line: str, order: SetZone | SaveRules | Choose) -> LineOutcome:
        """Note something for the player, whatever the table is at."""
        if isinstance(order, Choose):
            done = choose(self._services, self._uow, self.seat.player_id or 0, order, self.seat)
            return LineOutcome(line, done=done)
        if isinstance(order, SetZone):
            return self._set_zone(line, order.name)
        return self._save_rules(line, order.name)

    def _set_zone(self, line: str, name: str) -> LineOutcome:
        refusal = set_zone(self._services, self._uow, self.seat.player_id or 0, name)
        if refusal is not None:
            return LineOutcome(line, refused=refusal)
        return LineOutcome(line, done=Done("zone", text=zone_named(name) or name))

    def _save_rules(self, line: str, name: str) -> LineOutcome:
        kept = keep_rules(self._uow, self.seat.player_id or 0, name, self._course.row)
        if kept is not None:
            return LineOutcome(line, refused=kept)
        return LineOutcome(line, done=Done("saved", text=name))

    def _resign(self, line: str, *, sure: bool) -> LineOutcome:
        if self.seat.resigned:
            return LineOutcome(line, refused=SeatAway(resigned=True))
        if not sure:
            leaving.ask_to_resign(self._course, self.seat)
            return LineOutcome(line, refused=ResignAsks())
        leaving.resign_seat(self._course, self.seat)
        return LineOutcome(line, done=Done("resigned"))

    def _stop(self, line: str, *, everywhere: bool) -> LineOutcome:
        leaving.stop_seat(self._course, self.seat)
        if everywhere:
            row, owner = self._course.row, self.seat.player_id or 0
            leaving.stop_others(self._services, self._uow, owner, row.id)
        return LineOutcome(line, done=Done("stopped_all" if everywhere else "stopped"))

    def _back_everywhere(self, line: str) -> LineOutcome:
        refusal = leaving.bring_back(self._course, self.seat)
        row, owner = self._course.row, self.seat.player_id or 0
        leaving.back_to_others(self._services, self._uow, owner, row.id)
        is_left = isinstance(refusal, SeatAway)
        return LineOutcome(line, done=Done("back_others" if is_left else "back_all"))

    def _back(self, line: str) -> LineOutcome:
        refusal = leaving.bring_back(self._course, self.seat)
        if refusal is not None:
            return LineOutcome(line, refused=refusal)
        return LineOutcome(line, done=Done("back"))


def _has_bid(before: View | None) -> bool:
    return before is not None and before.deal is not None and before.deal.own_bid is not None


def _done(move: Move, events: tuple[Event, ...], *, changed: bool) -> Done:
    match move:
        case Bid(tricks):
            # Whoever bids last shows all bids by it.
            secret = isinstance(events[0], BidSealed) and not _shows_bids(events)
            return Done("bid_changed" if changed else "bid", tricks=tricks, secret=secret)
        case Play(card):
            return _played(card, events)
        case NameTrump(trump):
            return Done("named", trump=trump)
        case Lay(cards, claim):
            return Done("laid", tricks=bid_of_cards(cards), cards=cards, text=claim, secret=True)


def _shows_bids(events: tuple[Event, ...]) -> bool:
    return any(isinstance(event, BidsShown) for event in events)


def _played(card: Card, events: tuple[Event, ...]) -> Done:
    played, taken = events[0], next((one for one in events if isinstance(one, TrickTaken)), None)
    return Done(
        "played",
        card=card,
        call=played.call if isinstance(played, CardPlayed) else "",
        taker=taken.seat if taken else None,
        trick=taken.trick if taken else None,
    )

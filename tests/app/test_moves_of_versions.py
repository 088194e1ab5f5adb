"""Moves that only some versions have, as lines of a letter: trumps, secret bids, cards laid aside."""

from collections.abc import Mapping

from pbem.app import pages
from pbem.app.answers import Done, LineOutcome, WhichJoker
from pbem.app.records import Seat
from pbem.rules.cards import JOKER_1, JOKER_2, Card
from pbem.rules.refusals import CallNeeded, LayForbidden, WrongKind
from pbem.rules.view import View
from tests.app.house import House

CAST = ("Alice", "Bob", "Carol", "Dan", "Eve")


def seen(house: House, seat: Seat) -> View:
    page = pages.seat_sight(house.services, seat.id)
    assert page is not None
    assert page.sight.view is not None
    return page.sight.view


def act(house: House, seat: Seat, line: str) -> LineOutcome:
    return pages.act(house.services, seat.id, line, house.position(seat))


def done(house: House, seat: Seat, line: str) -> Done:
    outcome = act(house, seat, line)
    assert outcome.done is not None, outcome
    return outcome.done


def asked(house: House, seats: Mapping[str, Seat]) -> Seat:
    """Return the first seat that is asked for something."""
    return next(seat for seat in seats.values() if seen(house, seat).wants is not None)


def until(house: House, seats: Mapping[str, Seat], wants: str) -> Seat:
    """Bid and play on until somebody is asked for this."""
    while seen(house, seat := asked(house, seats)).wants != wants:
        view = seen(house, seat)
        line = str(view.legal_bids[-1] if view.wants == "bid" else view.legal_cards[-1])
        done(house, seat, line)
    return seat


def table(house: House, preset: str, players: int) -> dict[str, Seat]:
    return house.table(*CAST[:players], preset=preset)[1]


def test_the_highest_bidder_names_trumps_by_a_line(house: House) -> None:
    seats = table(house, "okuneff", 4)
    seat = until(house, seats, "trump")

    refused = act(house, seat, "2").refused
    assert isinstance(refused, WrongKind)
    assert refused.legal_trumps
    assert done(house, seat, "trumps hearts") == Done("named", trump="H")
    assert seen(house, seat).deal.trump == "H"


def test_no_trumps_may_be_named(house: House) -> None:
    seats = table(house, "okuneff", 4)

    assert done(house, until(house, seats, "trump"), "no trumps") == Done("named", trump="NT")


def test_a_secret_bid_says_so_until_it_is_the_last(house: House) -> None:
    seats = table(house, "boerenbridge", 4)
    first, *others = seats.values()

    assert done(house, first, "3") == Done("bid", tricks=3, secret=True)
    for seat in others[:-1]:
        assert seen(house, seat).deal.bids == (None,) * 4
        assert done(house, seat, "0").secret
    assert done(house, others[-1], "1") == Done("bid", tricks=1, secret=False)
    assert None not in seen(house, first).deal.bids


def test_a_secret_bid_may_be_replaced_by_a_line_of_the_same_letter(house: House) -> None:
    seats = table(house, "oh_hell_simultaneous", 4)
    first = asked(house, seats)

    taken = house.letter(first, "1", "0", "1", at=house.position(first))

    assert taken.verdict == "applied"
    assert seen(house, first).deal.own_bid == 1
    assert done(house, first, "0") == Done("bid_changed", tricks=0, secret=True)


def test_cards_laid_aside_are_a_bid_that_only_their_seat_knows(house: House) -> None:
    seats = table(house, "ninety_nine", 3)
    seat = asked(house, seats)
    hand = seen(house, seat).hand
    names = " ".join(str(card) for card in hand[:3])

    refused = act(house, seat, f"lay {names} {hand[3]}").refused
    assert refused == LayForbidden(hand[:4], 3, "count")
    outcome = done(house, seat, f"lay {names} declare")
    assert (outcome.did, outcome.cards, outcome.text) == ("laid", hand[:3], "declare")
    assert outcome.secret
    assert outcome.tricks == seen(house, seat).deal.own_bid
    for other in seats.values():
        if other.id != seat.id:
            assert seen(house, other).deal.own_laid == ()


def test_a_joker_is_called_with_the_line_that_plays_it(house: House) -> None:
    seat, (joker,) = holding(house, jokers=1)

    needed = act(house, seat, "joker").refused
    assert needed == CallNeeded(joker, "", ("high", "low"))
    outcome = done(house, seat, "joker high")
    assert (outcome.card, outcome.call) == (joker, "high")


def test_whoever_holds_two_jokers_is_asked_which_is_meant(house: House) -> None:
    seat, _ = holding(house, jokers=2)

    assert act(house, seat, "joker low").refused == WhichJoker((JOKER_1, JOKER_2), "low")
    outcome = done(house, seat, "JK2 low")
    assert (outcome.card, outcome.call) == (JOKER_2, "low")


def holding(house: House, *, jokers: int) -> tuple[Seat, list[Card]]:
    """Play until somebody is asked who may call a joker high or low, and holds so many."""
    seats = table(house, "atkinson_blackout_5", 5)
    for _ in range(1500):
        seat = asked(house, seats)
        view = seen(house, seat)
        held = [card for card, calls in view.calls if len(calls) == 2]
        if len(held) == jokers:
            return seat, held
        done(house, seat, _other_line(view))
    raise AssertionError("in all these deals nobody was asked with such a hand")


def _other_line(view: View) -> str:
    """Return a bid, or a card other than a joker if there is one."""
    if view.wants == "bid":
        return str(view.legal_bids[-1])
    plain = [str(card) for card in view.legal_cards if card.suit]
    said = [f"{card} {calls[0]}" for card, calls in view.calls]
    return (plain + said)[0]

"""A table as it stands, for a mail: sentences, drawn cards, a link per possible answer."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from pbem.app.sight import Sight
from pbem.app.told import Told
from pbem.mailout.letterhead import link_position
from pbem.mailout.mail import Button, Face, StateWords
from pbem.mailout.outside import Outside
from pbem.rules.cards import Card
from pbem.rules.moves import NameTrump, Play
from pbem.rules.trick import PlayedCard
from pbem.rules.view import View
from pbem.show import cards, matter, table
from pbem.show.circumstances import circumstances
from pbem.show.delivery import unreached_line
from pbem.show.hand import answers, calls_with, hand_line
from pbem.show.held_back import held_back_line
from pbem.show.names import Company
from pbem.show.reader import Reader

_RED = frozenset("DH")

Link = Callable[[str], str]


def company_of(told: Told) -> Company:
    """Return the names at the table of a mail, none if it is about no table."""
    if told.sight is None:
        return Company((), None)
    return Company(told.sight.names, told.sight.seat)


def table_link(told: Told, outside: Outside) -> str | None:
    """Return the short link that opens this seat at its present position, or when all is over."""
    at = link_position(told)
    if told.seat_id is None or at is None:
        return None
    return outside.move_link(told.seat_id, at, told.generation)


def state_words(
    reader: Reader, sight: Sight, company: Company, link: str | None
) -> StateWords | None:
    """Return a running table in words; None before the start and between deals."""
    view = sight.view
    if view is None or view.deal is None:
        return None
    return StateWords(
        heading=table.heading(reader, view, company),
        hand=hand_line(reader, view),
        bids=table.bids_line(reader, view, company),
        table=table.table_line(reader, view, company),
        barred=table.barred_line(reader, view) or held_back_line(reader, view),
        change=table.change_line(reader, view),
        tricks=table.tricks_line(reader, view, company),
        waits=None if view.wants else matter.waits_for(reader, sight, company),
        special=circumstances(reader, view, company),
        notes=_notes(reader, sight, company),
        faces=_hand(reader, view, link),
        trick=_trick(reader, view, company),
        buttons=_buttons(reader, view, link),
    )


def _notes(reader: Reader, sight: Sight, company: Company) -> tuple[str, ...]:
    away = None if sight.view is None else table.stand_ins_line(reader, sight.view, company)
    unreached = [
        unreached_line(reader, company.who(reader, seat), place)
        for seat, place in enumerate(sight.places)
        if place.unreachable and seat != sight.seat
    ]
    return (*([away] if away else []), *unreached)


def _hand(reader: Reader, view: View, link: str | None) -> tuple[Face, ...]:
    playable = view.legal_cards if view.wants == "card" else ()
    return tuple(
        face
        for card in view.hand
        for face in (
            _played(reader, view, card, link) if card in playable else [_face(reader, card)]
        )
    )


def _played(reader: Reader, view: View, card: Card, link: str | None) -> list[Face]:
    """Return a card as often as there are ways to play it: a joker high and low.

    What a wild two stands for is chosen on the page that its link opens.
    """
    lines = answers(reader, view, card)
    calls = calls_with(view, card) if len(lines) > 1 else ("",)
    return [
        _face(reader, card, f"{link}/{answer(Play(card, call))}" if link else None, line=line)
        for line, call in zip(lines, calls, strict=True)
    ]


def _face(
    reader: Reader, card: Card, url: str | None = None, *, by: str = "", line: str | None = None
) -> Face:
    return Face(
        symbol=cards.symbol(card),
        code=line or cards.line(reader, card),
        words=cards.words(reader, card),
        is_red=card.suit in _RED,
        url=url,
        by=by,
    )


def answer(move: Play | NameTrump) -> str:
    """Return what is appended to the link of a position: `JK1-high`, `trumps-H`."""
    match move:
        case Play(card, call):
            return f"{card}-{call}" if call else str(card)
        case NameTrump(trump):
            return f"trumps-{trump}"


def _trick(reader: Reader, view: View, company: Company) -> tuple[Face, ...]:
    lying: Sequence[PlayedCard] = ()
    if view.deal is not None and view.deal.table is not None:
        lying = view.deal.table.cards
    return tuple(_lying(reader, played, company) for played in lying)


def _lying(reader: Reader, played: PlayedCard, company: Company) -> Face:
    face = _face(reader, played.card, by=company.who(reader, played.seat))
    return replace(face, words=cards.played(reader, played.card, played.call))


def _buttons(reader: Reader, view: View, link: str | None) -> tuple[Button, ...]:
    """Return a button per bid, or per trump, that is open to the reader."""
    if link is None:
        return ()
    if view.wants == "lay":
        return (Button(reader._("Choose the cards"), link),)
    if view.wants == "trump":
        return tuple(
            Button(f"<{cards.named_trump(trump)}>", f"{link}/{answer(NameTrump(trump))}")
            for trump in view.legal_trumps
        )
    if view.wants == "bid" or view.changeable_bid:
        bids = view.legal_bids
        return tuple(Button(reader._("Bid <{n}>", n=bid), f"{link}/{bid}") for bid in bids)
    return ()

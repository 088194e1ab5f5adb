"""Every kind of mail in the situations that matter, over seeded games played by the real rules."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import get_args

from pbem.app.answers import Answer, Did, Done, LineOutcome, Section, WhyEmpty
from pbem.app.told import Told
from pbem.orders.orders import NotUnderstood
from pbem.rules.cards import STANDARD_PACK
from pbem.rules.engine import Game, waits
from pbem.rules.views import view
from tests.mailout.build import every_kind, everything_asked
from tests.show import build
from tests.show.test_refusals import SAID

LONG_NAMES = (
    "Constantin-Alexander", "Ben", "Maximiliane von Berg", "Dan", "Zoë", "Li", "O'Neil", "Hal",
    "Ida", "Jon", "Kim", "Lea",
)  # fmt: skip

HAPPENINGS = ("accepted", "joined", "declined", "unreachable", "expired")
SECTIONS: tuple[Section, ...] = get_args(Section)
WHY_EMPTY: tuple[WhyEmpty, ...] = get_args(WhyEmpty)


def scenes() -> dict[str, Told]:
    """Return every mail of the gallery by a name that is fit for a file."""
    return dict(_all())


def _all() -> Iterator[tuple[str, Told]]:
    yield from every_kind()
    yield from _questions()
    yield from _big_tables()
    yield from _answers()
    yield from _of_a_table_that_fills()
    yield from _of_the_service()


def asking(preset: str, players: int, wants: str, deal: int = 1) -> tuple[build.Table, int]:
    """Return a table at which somebody is asked for this in this deal, and who."""
    table = build.Table(preset, players, dealer=0, chance=Random(7), names=LONG_NAMES)

    def asked(game: Game) -> bool:
        return len(game.sheet) >= deal - 1 and any(wait.wants == wants for wait in waits(game))

    table.until(asked)
    return table, next(wait.seat for wait in waits(table.now) if wait.wants == wants)


def _asked(preset: str, players: int, wants: str, deal: int = 1) -> Told:
    table, seat = asking(preset, players, wants, deal)
    return table.told(seat, since=max(0, len(table.happened) - 8))


def _questions() -> Iterator[tuple[str, Told]]:
    """Yield what else than a bid and a card of a plain pack is asked."""
    yield "turn_lay", _asked("ninety_nine", 3, "lay")
    yield "turn_trump", _asked("okuneff", 4, "trump")
    yield "turn_joker", _joker()


def _joker() -> Told:
    """Return a mail to somebody who may play the joker of the pack of 63 cards."""
    table = build.Table("oh_hell_63", 6, dealer=0, chance=Random(3), names=LONG_NAMES)

    def may_play(game: Game, seat: int) -> bool:
        return any(str(card).startswith("JK") for card in view(game, seat).legal_cards)

    def holders(game: Game) -> list[int]:
        return [wait.seat for wait in waits(game) if may_play(game, wait.seat)]

    table.until(lambda game: bool(holders(game)))
    return table.told(holders(table.now)[0])


def _big_tables() -> Iterator[tuple[str, Told]]:
    """Yield the most players, the longest sheet, the biggest hand."""
    yield "turn_bid_seven", _asked("get_fred", 7, "bid", deal=4)
    yield "turn_card_eight", _asked("up_and_down_the_river", 8, "card", deal=5)
    yield "turn_bid_most_players", _asked("oh_hell_63", 10, "bid", deal=3)
    yield "turn_bid_most_cards", _asked("oh_hell_63", 4, "bid", deal=15)
    yield "turn_card_most_cards", _asked("oh_hell_63", 4, "card", deal=15)
    table = build.Table("up_and_down_the_river", 8, dealer=0, chance=Random(7), names=LONG_NAMES)
    deals = len(table.now.sizes)
    table.until(lambda game: len(game.sheet) == deals - 2)
    yield (
        "answer_longest",
        table.told(0, "answer", since=len(table.happened) - 60, answer=everything_asked()),
    )
    shown = len(table.happened)
    table.until(lambda game: game.phase == "over")
    yield "over_longest", table.told(0, "over", since=shown)


def _answers() -> Iterator[tuple[str, Told]]:
    """Yield what may become of the lines of a letter."""
    table = build.Table().until(lambda game: len(game.sheet) == 2)
    refused = tuple(LineOutcome("8D", refused=refusal) for refusal, _ in SAID)
    yield "answer_every_refusal", table.told(0, "answer", answer=Answer(lines=refused))
    done = tuple(LineOutcome("2", done=_done(did)) for did in get_args(Did))
    yield "answer_everything_done", table.told(0, "answer", answer=Answer(lines=done))
    one = (LineOutcome("qx", refused=_near()),)
    yield "answer_near_miss", table.told(0, "answer", answer=Answer(lines=one, silence="hour"))
    for why in WHY_EMPTY:
        yield f"answer_empty_{why}", table.told(0, "answer", answer=Answer(why_empty=why))


def _near() -> NotUnderstood:
    """Return the refusal of a line that comes near to an order."""
    return next(refusal for refusal, _ in SAID if isinstance(refusal, NotUnderstood))


def _done(did: Did) -> Done:
    card = STANDARD_PACK[-1]
    texts = {"zone": "Europe/Berlin", "invited": "eve@example.org", "saved": "fridays"}
    return Done(
        did,
        tricks=2,
        card=card,
        taker=1,
        trick=3,
        text=texts.get(did, "K7Q2"),
        trump="H",
        cards=(card,),
        secret=did == "bid",
    )


def _of_a_table_that_fills() -> Iterator[tuple[str, Told]]:
    for happening in HAPPENINGS:
        yield (
            f"lobby_{happening}",
            build.lobby("lobby", facts={"happening": happening, "who": "carol@example.org"}),
        )


def _of_the_service() -> Iterator[tuple[str, Told]]:
    """Yield each answer of the service's own address, and its questions."""
    for section in SECTIONS:
        line = LineOutcome(section, done=Done("shown"))
        answer = Answer(lines=(line,), sections=(section,), sought="7 cards, bids in secret")
        yield f"service_{section}", build.to_address("service", answer=answer)
    shown = (LineOutcome("rules all", done=Done("shown")),)
    versions = Answer(lines=shown, sections=("rules",), preset="all")
    yield "service_versions", build.to_address("service", answer=versions)
    unknown = (LineOutcome("new blakout", refused=_near()),)
    yield (
        "service_near_miss",
        build.to_address("service", answer=Answer(lines=unknown, silence="day")),
    )
    asked = Answer(lines=(LineOutcome("practice", done=Done("asked_to_confirm")),))
    by_page = build.to_address("confirm", answer=asked)
    yield "confirm_by_page", replace(by_page, facts={"from_page": True})

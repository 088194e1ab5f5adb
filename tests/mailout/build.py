"""Mails of every kind, and ways to look into them."""

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import cast

from lxml import html as lxml_html

from pbem.app.answers import Answer, Done, LineOutcome
from pbem.app.own_lines import AddressLine, GameLine
from pbem.app.sight import Sight
from pbem.app.told import DigestGame, Told
from pbem.mailout.compose import compose
from pbem.mailout.outside import Outside
from pbem.rules.cards import STANDARD_PACK
from pbem.rules.engine import Game, waits
from pbem.rules.refusals import CardNotHeld
from pbem.signing import Keys
from tests.show import build

OUTSIDE = Outside(
    service="play@cards.example.org",
    base_url="https://cards.example.org",
    operator_name="Erik Lund",
    operator_email="erik@cards.example.org",
    keys=Keys.of((1, b"k" * 32)),
)

_BLOCKS = frozenset({"br", "p", "h1", "h2", "li", "td", "th", "tr", "table", "ul", "div", "body"})


def bidding(game: Game, deal: int = 3, seat: int = 0) -> bool:
    return _asks(game, "bid", deal, seat)


def playing(game: Game, deal: int = 3, seat: int = 0) -> bool:
    return _asks(game, "card", deal, seat)


def _asks(game: Game, wants: str, deal: int, seat: int) -> bool:
    asked = any(wait.seat == seat and wait.wants == wants for wait in waits(game))
    return asked and game.deal is not None and len(game.sheet) == deal - 1


def every_kind(table: build.Table | None = None) -> Iterator[tuple[str, Told]]:
    """Yield one mail of each kind, some kinds in several situations, by name."""
    table = table or build.Table()
    yield "start", table.told(0, "start")
    yield "start_waiting", table.told(1, "start")
    table.until(bidding)
    yield "turn_bid", table.told(0, since=len(table.happened) - 9, talk=(build.said("Hello!"),))
    yield "reminder", table.told(0, "reminder")
    set_back: dict[str, object] = {"set_back": build.NOW.isoformat()}
    yield "turn_set_back", table.told(0, facts=set_back)
    yield "waiting_set_back", table.told(1, facts=set_back)
    table.until(playing)
    yield "turn_card", table.told(0, since=len(table.happened) - 12)
    yield "answer", _answered(table)
    yield "answer_long", table.told(0, "answer", answer=everything_asked())
    asked = Answer(lines=(LineOutcome("settings", done=Done("shown")),), sections=("settings",))
    yield "answer_settings", table.told(0, "answer", answer=asked)
    yield "answer_empty", table.told(0, "answer", answer=Answer(why_empty="no_order"))
    yield "news", table.told(1, "news", since=len(table.happened) - 12)
    yield "moved", table.told(1, "moved", since=len(table.happened) - 1)
    yield "digest", daily(table.sight(0), table.sight(1))
    yield "digest_news", daily(table.sight(1))
    table.until(lambda game: game.phase == "over")
    yield "digest_over", daily(table.sight(0), table.sight(0))
    yield "over", table.told(0, "over", since=len(table.happened) - 8)
    yield from _letters()


def daily(*sights: Sight) -> Told:
    """Return a daily mail about tables as they are seen."""
    games = tuple(DigestGame(100 + n, 0, sight) for n, sight in enumerate(sights))
    return build.to_address("digest", games=games, zone="Europe/Berlin")


def _answered(table: build.Table) -> Told:
    seen = table.sight(0).view
    assert seen is not None
    lacking = next(card for card in STANDARD_PACK if card not in seen.hand)
    took = Done("played", card=lacking, taker=0, trick=3)
    lines = (
        LineOutcome("KC", done=took),
        LineOutcome(str(lacking), refused=CardNotHeld(lacking, seen.legal_cards)),
        LineOutcome("say well played"),
    )
    answer = Answer(
        lines=lines,
        in_reply_to="<abc.1@mail.example>",
        unread=("QS",),
        zone_guess="Europe/Berlin",
    )
    return table.told(0, "answer", answer=answer)


def everything_asked() -> Answer:
    return Answer(
        lines=(LineOutcome("help all", done=Done("shown")),),
        sections=("status", "hand", "rules", "scores", "history", "help_all", "odds", "games"),
    )


def _letters() -> Iterator[tuple[str, Told]]:
    sits = Answer(lines=(LineOutcome("yes", done=Done("accepted", text="7HXD")),))
    new = "new blackout with ann@example.org and 1 bot"
    games = (
        GameLine("K7Q2", "blackout", "running", True, build.DEADLINE, 3, 13),
        GameLine("M4TR", "blackout", "open", False, None, 0, 13),
    )
    shown = LineOutcome("games", done=Done("shown"))
    yield "invitation", build.invitation()
    yield "lobby", build.lobby("lobby")
    yield "cancelled", build.lobby("cancelled")
    yield "stranger", build.lobby("stranger")
    foreign: dict[str, object] = {"foreign": "anna@office.example"}
    yield "stranger_asked", build.lobby("stranger", pending_id=5, facts=foreign)
    yield "answer_open", build.lobby("answer", answer=sits, last_number=None)
    yield "sign_in", build.to_address("sign_in")
    asked = Answer(lines=(LineOutcome(new, done=Done("asked_to_confirm")),))
    yield "confirm", build.to_address("confirm", answer=asked)
    to_table = Answer(lines=(LineOutcome("QS", done=Done("asked_to_confirm")),), silence="asked")
    yield "confirm_table", build.to_address("confirm", answer=to_table, facts={"table": "K7Q2"})
    service = Answer(
        lines=(shown,), sections=("games", "help", "odds", "rules"), games=games, preset="blackout"
    )
    yield "service", build.to_address("service", answer=service)
    yield "which", build.to_address("which")
    yield "confirm_address", build.to_address("confirm", facts={"proves": "Anna"})
    own = (
        AddressLine("anna@home.example", "main", failing=True),
        AddressLine("2@qs.example", "proven"),
        AddressLine("anna@new.example", "asked"),
    )
    asked_for = LineOutcome("address list", done=Done("shown"))
    addresses = Answer(lines=(asked_for,), sections=("addresses",), addresses=own)
    yield "service_addresses", build.to_address("service", answer=addresses)
    changes = ("asked", "added", "removed", "voided", "main")
    for did in (f"address_{change}" for change in changes):
        done = Answer(lines=(LineOutcome("", done=Done(did, text="anna@new.example")),))
        yield f"service_{did}", build.to_address("service", answer=done)


def mail(told: Told, outside: Outside = OUTSIDE) -> EmailMessage:
    return parsed(compose(told, outside).raw)


def parsed(raw: bytes) -> EmailMessage:
    return cast("EmailMessage", message_from_bytes(raw, policy=default))


def text_of(message: EmailMessage) -> str:
    part = message.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def html_of(message: EmailMessage) -> str:
    part = message.get_body(("html",))
    assert part is not None
    return str(part.get_content())


def html_as_text(source: str) -> str:
    """Return the visible text of an HTML part, a line per block, as mail programs quote it."""
    tree = lxml_html.document_fromstring(source)
    for node in tree.xpath("//head|//comment()"):
        node.drop_tree()
    pieces: list[str] = []
    for node in tree.iter():
        _add(pieces, node)
    lines = "".join(pieces).split("\n")
    return "\n".join(" ".join(line.split()) for line in lines if line.strip())


def _add(pieces: list[str], node: lxml_html.HtmlElement) -> None:
    if node.tag in _BLOCKS:
        pieces.append("\n")
    pieces.append(re.sub(r"\s+", " ", node.text or ""))
    if node.tag in _BLOCKS and not len(node):
        pieces.append("\n")
    pieces.append(re.sub(r"\s+", " ", node.tail or ""))

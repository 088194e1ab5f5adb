"""What may be written when there is more to do than to bid: cards, calls, trumps, laying aside."""

import re

from pbem.orders.lexicon import Lexicon
from pbem.orders.naming import bare, read_card, read_cards
from pbem.orders.orders import LayOrder, PlayOrder, TrumpOrder
from pbem.rules.cards import NO_TRUMP, Card

_GAPS = re.compile(r"[\s,;]+")
# Between a card and what it is played as: `2H=AD`, `JK1:high`, as the catalogue writes them.
_SAID = re.compile(r" ?[=:] ?")


def read_play(rest: str, lexicon: Lexicon) -> PlayOrder | None:
    """Read `CARD`, `CARD high`, `CARD as CARD` or `CARD=CARD`."""
    text = bare(rest)
    card = read_card(text, lexicon)
    if card is not None:
        return PlayOrder(card)
    name, said = _cut(text, lexicon)
    if not said:
        return None
    card, call = read_card(name, lexicon), _call(said, lexicon)
    return None if card is None or call is None else _called(card, call)


def _cut(text: str, lexicon: Lexicon) -> tuple[str, str]:
    """Return the card and what is said with it, as they are written; nothing if nothing is."""
    if "=" in text or ":" in text:
        signs = _SAID.split(text)
        return (signs[0], signs[1]) if len(signs) == 2 else ("", "")
    name, as_, said = text.partition(f" {lexicon.as_} ")
    if as_:
        return name, said
    name, _, said = text.rpartition(" ")
    return (name, said) if said in lexicon.calls else ("", "")


def _call(said: str, lexicon: Lexicon) -> str | None:
    if said in lexicon.calls:
        return lexicon.calls[said]
    named = read_card(said, lexicon)
    return None if named is None or not named.suit else str(named)


def _called(card: Card, call: str) -> PlayOrder | None:
    """Only jokers are called high or low, and only cards of a suit stand for others."""
    is_joker = not card.suit and card.rank.startswith("JK")
    names_a_card = call not in {"high", "low"}
    return PlayOrder(card, call) if names_a_card == bool(card.suit) != is_joker else None


def read_trump(rest: str, lexicon: Lexicon) -> TrumpOrder | None:
    """Read what stands after `trumps`: a suit, or words for none."""
    text = bare(rest)
    if text in lexicon.suits:
        return TrumpOrder(lexicon.suits[text])
    return read_no_trump(rest, lexicon)


def read_no_trump(rest: str, lexicon: Lexicon) -> TrumpOrder | None:
    """Read `no trumps`. A bare suit is no order: it is in too many sentences of our own mails."""
    return TrumpOrder(NO_TRUMP) if bare(rest) in lexicon.without_trumps else None


def read_lay(rest: str, lexicon: Lexicon) -> LayOrder | None:
    """Read `CARD CARD CARD [declare | reveal]`. How many there must be is judged later."""
    words = [word for word in _GAPS.split(bare(rest)) if word and word != lexicon.and_]
    claim = lexicon.claims.get(words[-1], "") if words else ""
    cards = read_cards(words[:-1] if claim else words, lexicon)
    return LayOrder(cards, claim) if cards else None

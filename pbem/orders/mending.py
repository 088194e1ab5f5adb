"""Numbers and cards in words that are not quite right, for suggestions only."""

from collections.abc import Iterable, Iterator, Mapping

from pbem.orders.distance import nearest
from pbem.orders.lexicon import Lexicon
from pbem.orders.naming import read_number
from pbem.rules.cards import Card, card

_DROPPED = frozenset({"the", "my"})
# What fingers and phones make of the digits of 10.
_LOOKALIKES = str.maketrans("oli", "011")
_SHORTEST_WORD = 3


def numbers_in(words: Iterable[str], lexicon: Lexicon) -> list[int]:
    """Return the numbers from 0 to 99 among the words, each once."""
    found = [_number(word, lexicon) for word in words]
    return list(dict.fromkeys(number for number in found if number is not None))


def card_in(words: list[str], lexicon: Lexicon) -> Card | None:
    """Return the card that these words, all of them, are likely to mean."""
    kept = [word for word in words if word not in _DROPPED and word != lexicon.of]
    free = _near(" ".join(kept), lexicon.free)
    if free is not None:
        return card(free)
    match kept:
        case [closed]:
            pairs = [(closed[:cut], closed[cut:]) for cut in range(1, len(closed))]
        case [first, second]:
            pairs = [(first, second)]
        case _:
            return None
    return next(_cards(pairs, lexicon), None)


def called_in(words: list[str], lexicon: Lexicon) -> list[str]:
    """Return the joker that these words are likely to mean, with what they call it."""
    name, *said = words or [""]
    known = _near_word(name, lexicon.free)
    if known is None or not lexicon.free[known].startswith("JK"):
        return []
    calls = [call for word in said if (call := _near_word(word, lexicon.calls)) is not None]
    return [f"{known} {call}" for call in calls] or [known]


def suit_in(words: list[str], lexicon: Lexicon) -> str | None:
    """Return the suit that a single word is likely to mean, as one writes it after `trumps`."""
    letter = _suit(words[-1], lexicon) if words else None
    if letter is None:
        return None
    return next(word for word, suit in lexicon.suits.items() if suit == letter and len(word) > 1)


def number_of(word: str, lexicon: Lexicon) -> int | None:
    """Read a number that may have leading zeros."""
    plain = word.lstrip("0") or "0" if word.isascii() and word.isdigit() else word
    return read_number(plain, lexicon)


def _number(word: str, lexicon: Lexicon) -> int | None:
    number = number_of(word, lexicon)
    near = nearest(word, lexicon.numbers) if len(word) >= _SHORTEST_WORD else None
    return lexicon.numbers[near] if number is None and near is not None else number


def _cards(pairs: list[tuple[str, str]], lexicon: Lexicon) -> Iterator[Card]:
    for one, other in pairs:
        for rank, suit in (
            (_rank(one, lexicon), _suit(other, lexicon)),
            (_rank(other, lexicon), _suit(one, lexicon)),
        ):
            if rank is not None and suit is not None:
                yield card(rank + suit)


def _rank(word: str, lexicon: Lexicon) -> str | None:
    return (
        lexicon.ranks.get(word)
        or lexicon.ranks.get(word.translate(_LOOKALIKES))
        or _near(word, lexicon.ranks)
    )


def _suit(word: str, lexicon: Lexicon) -> str | None:
    return lexicon.suits.get(word) or _near(word, lexicon.suits)


def _near(word: str, meanings: Mapping[str, str]) -> str | None:
    near = _near_word(word, meanings)
    return None if near is None else meanings[near]


def _near_word(word: str, meanings: Mapping[str, str]) -> str | None:
    if word in meanings:
        return word
    if len(word) < _SHORTEST_WORD:
        return None
    return nearest(word, [known for known in meanings if len(known) >= _SHORTEST_WORD])

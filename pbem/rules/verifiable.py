"""Verifiable deals: commit, shuffle, reveal (docs/verifiable-deals.md, scheme v1).

Hashing only: secrets come in from outside. The bytes of every message are a label,
a zero byte, and numbers in big-endian order. None of them may ever change: mails
that lie in people's mailboxes vouch for them.
"""

import hashlib
import hmac
import struct
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import chain, count
from typing import Final, assert_never

from pbem.rules.cards import STANDARD_PACK, Card
from pbem.rules.dealers import by_first_jack, by_high_card
from pbem.rules.dealing import Chance
from pbem.rules.events import FirstDealerChosen
from pbem.rules.packs import pack_of
from pbem.rules.ruleset import Rules

MAX_SEED: Final = 64
"""The most bytes of a player's seed."""

NO_DEAL: Final = 0
"""Stands for the deal in the secret of what is drawn before the first deal."""


def game_commitment(secret: bytes) -> bytes:
    """Return the hash of a game's secret, published before any player's seed is asked."""
    return _hash("game-commit", secret)


def deal_secret(secret: bytes, game_id: int, deal: int, attempt: int = 0) -> bytes:
    """Return the secret of a deal, of its later attempts, or (deal 0) of the first dealer."""
    return _mac(secret, "deal-secret", struct.pack(">QHH", game_id, deal, attempt))


def deal_commitment(game_id: int, deal: int, s_d: bytes) -> bytes:
    """Return the hash of a deal's secret, published before play begins."""
    return _hash("deal-commit", struct.pack(">QH", game_id, deal), s_d)


def root(commitments: Sequence[bytes]) -> bytes:
    """Return the one hash over the commitments of all deals, from the first on."""
    return _hash("commit-list", struct.pack(">H", len(commitments)), *commitments)


def called_off(
    previous: bytes, number: int, game_id: int, commitment: bytes, root: bytes, at: int
) -> bytes:
    """Return the hash of a row in the list of games that were called off.

    `previous` is the hash of the row before (32 zero bytes for the first), `root` is 32
    zero bytes where there was none yet, `at` counts seconds since 1970 (UTC).
    """
    head = struct.pack(">IQ", number, game_id)
    return _hash("called-off", previous, head, commitment, root, struct.pack(">Q", at))


def clean_seed(text: str) -> bytes:
    """Return a player's seed as the bytes that are hashed: NFC, trimmed, UTF-8.

    Raises:
        ValueError: there are more than 64 bytes of it.
    """
    seed = unicodedata.normalize("NFC", text).strip().encode()
    if len(seed) > MAX_SEED:
        raise ValueError(f"a seed has {MAX_SEED} bytes at most")
    return seed


def player_entropy(seeds: Sequence[bytes]) -> bytes:
    """Return the players' share of the shuffle, from their seeds by seat (empty if none)."""
    parts = [struct.pack(">H", len(seed)) + seed for seed in seeds]
    return _hash("player-entropy", bytes([len(seeds)]), *parts)


def deck(
    s_d: bytes, game_id: int, deal: int, entropy: bytes, pack: Sequence[Card]
) -> tuple[Card, ...]:
    """Return the pack, given in its canonical order, shuffled for a deal."""
    return _shuffled(_words(_stream_key("deal-key", s_d, game_id, deal, entropy)), pack)


def cut_card(s_d: bytes, game_id: int, deal: int, entropy: bytes, pack: Sequence[Card]) -> Card:
    """Return the card that a pack is cut at before a deal; it goes back."""
    return pack[_below(len(pack), _words(_stream_key("cut-card", s_d, game_id, deal, entropy)))]


def second_pack(secret: bytes, game_id: int, entropy: bytes) -> tuple[Card, ...]:
    """Return the second pack, of which the k-th card is turned for round k (`upcard`)."""
    s_0 = deal_secret(secret, game_id, NO_DEAL)
    words = _words(_stream_key("second-pack", s_0, game_id, NO_DEAL, entropy))
    return _shuffled(words, STANDARD_PACK)


def chance(
    rules: Rules, secret: bytes, game_id: int, entropy: bytes, round_: int, attempt: int = 0
) -> Chance:
    """Return all that chance gives for one deal of a game with this secret."""
    s_d, pack = deal_secret(secret, game_id, round_, attempt), pack_of(rules)
    by_upcard = rules.sequence == "upcard"
    upcards = second_pack(secret, game_id, entropy) if by_upcard else STANDARD_PACK
    return Chance(
        deck=deck(s_d, game_id, round_, entropy, pack),
        cut=cut_card(s_d, game_id, round_, entropy, pack),
        upcard=upcards[(round_ - 1) % len(upcards)],
    )


def first_dealer(rules: Rules, secret: bytes, game_id: int, entropy: bytes) -> FirstDealerChosen:
    """Draw who deals first, by the way the rules say (catalogue, section 4)."""
    s_0 = deal_secret(secret, game_id, NO_DEAL)
    words = _words(_stream_key("first-dealer", s_0, game_id, NO_DEAL, entropy))
    match rules.first_dealer:
        case "seat_0":
            return FirstDealerChosen(0, ())
        case "random":
            return FirstDealerChosen(_below(rules.players, words), ())
        case "high_card":
            dealer, shown = by_high_card(rules, _shuffled(words, _suited(rules)))
        case "first_jack":
            dealer, shown = by_first_jack(rules, _shuffled(words, _suited(rules)))
        case _:
            assert_never(rules.first_dealer)
    return FirstDealerChosen(dealer, shown)


def _suited(rules: Rules) -> tuple[Card, ...]:
    """Return the cards that a first dealer is drawn with: those that have a suit."""
    return tuple(card for card in pack_of(rules) if card.suit)


def _label(name: str) -> bytes:
    return f"oh-hell/{name}/v1".encode() + b"\0"


def _hash(name: str, *parts: bytes) -> bytes:
    return hashlib.sha256(_label(name) + b"".join(parts)).digest()


def _mac(key: bytes, name: str, *parts: bytes) -> bytes:
    return hmac.digest(key, _label(name) + b"".join(parts), "sha256")


def _stream_key(name: str, secret: bytes, game_id: int, deal: int, entropy: bytes) -> bytes:
    return _mac(secret, name, struct.pack(">QH", game_id, deal), entropy)


def _words(key: bytes) -> Iterator[int]:
    """Return the words of 32 bits of a stream, without end."""
    blocks = (_mac(key, "stream", struct.pack(">I", block)) for block in count())
    return chain.from_iterable(struct.unpack(">8I", block) for block in blocks)


def _below(limit: int, words: Iterator[int]) -> int:
    """Draw a number below `limit`, each as likely as any other."""
    # Words above the last full round of `limit` would favour small numbers.
    fair = 2**32 - 2**32 % limit
    return next(word for word in words if word < fair) % limit


def _shuffled(words: Iterator[int], pack: Sequence[Card]) -> tuple[Card, ...]:
    """Return the pack shuffled from the last place down (Fisher and Yates)."""
    cards = list(pack)
    for last in range(len(cards) - 1, 0, -1):
        other = _below(last + 1, words)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)

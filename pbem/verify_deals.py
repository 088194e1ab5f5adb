"""Check a game's deals yourself: `python verify_deals.py game.json` (docs/verifiable-deals.md)."""

import json
import sys
from hashlib import sha256
from hmac import digest as hmac_digest
from itertools import count
from pathlib import Path
from struct import pack, unpack
from typing import Any
from unicodedata import normalize


def digest(name: str, *parts: bytes, key: bytes | None = None) -> bytes:
    text = f"oh-hell/{name}/v1\0".encode() + b"".join(parts)
    return sha256(text).digest() if key is None else hmac_digest(key, text, "sha256")


def deck(secret: bytes, head: bytes, entropy: bytes) -> list[str]:
    key = digest("deal-key", head, entropy, key=secret)
    blocks = (digest("stream", pack(">I", place), key=key) for place in count())
    words = (word for block in blocks for word in unpack(">8I", block))
    cards = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    for i in range(51, 0, -1):
        j = next(word for word in words if word < 2**32 - 2**32 % (i + 1)) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def is_right(game: dict[str, Any], deal: dict[str, Any], entropy: bytes) -> bool:
    secret, whole = bytes.fromhex(deal["secret"]), bytes.fromhex(game["secret"] or "")
    head = pack(">QH", game["game"], deal["deal"])
    cards, n, dealer = deck(secret, head, entropy), game["players"], deal["dealer"]
    end, step = n * deal["size"], -1 if game.get("direction") == "counterclockwise" else 1
    hands = [cards[(step * (seat - dealer) - 1) % n : end : n] for seat in range(n)]
    return (
        digest("deal-commit", head, secret).hex() == game["commits"][deal["deal"] - 1]
        and (not whole or secret == digest("deal-secret", head, b"\0\0", key=whole))
        and dealer == (game["first_dealer"] + step * (deal["deal"] - 1)) % n
        and [sorted(hand) for hand in hands] == [sorted(hand) for hand in deal["hands"]]
        and (deal["turned"] is None or [deal["turned"]] == cards[end : end + 1])
    )


if __name__ == "__main__":
    game = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    commits = [bytes.fromhex(commit) for commit in game["commits"]]
    seeds = [normalize("NFC", seed).strip().encode() for seed in game["seeds"]]
    sized = (pack(">H", len(seed)) + seed for seed in seeds)
    entropy = digest("player-entropy", bytes([len(seeds)]), *sized)
    root = digest("commit-list", pack(">H", len(commits)), *commits).hex()
    found = {f"root {game['root']}": root == game["root"]}
    found |= {f"deal {deal['deal']}": is_right(game, deal, entropy) for deal in game["deals"]}
    if game["secret"]:
        commitment = digest("game-commit", bytes.fromhex(game["secret"])).hex()
        found[f"commitment {game['commitment']}"] = commitment == game["commitment"]
    sys.stdout.writelines(f"{what}: {'OK' if ok else 'NOT OK'}\n" for what, ok in found.items())
    sys.exit(not all(found.values()))

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


def deck(cards: list[str], secret: bytes, head: bytes, entropy: bytes) -> list[str]:
    key = digest("deal-key", head, entropy, key=secret)
    blocks = (digest("stream", pack(">I", place), key=key) for place in count())
    words = (word for block in blocks for word in unpack(">8I", block))
    for i in range(len(cards) - 1, 0, -1):
        j = next(word for word in words if word < 2**32 - 2**32 % (i + 1)) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def is_right(game: dict[str, Any], deal: dict[str, Any], entropy: bytes) -> bool:
    secret, whole = bytes.fromhex(deal["secret"]), bytes.fromhex(game["secret"] or "")
    head, tried = pack(">QH", game["game"], deal["round"]), pack(">H", deal["attempt"])
    cards, n = deck(list(game["pack"]), secret, head, entropy), game["players"]
    end, step = n * deal["size"], -1 if game.get("direction") == "counterclockwise" else 1
    hands = [cards[(step * (seat - deal["dealer"]) - 1) % n : end : n] for seat in range(n)]
    shown = {"turned": cards[end : end + 1], "dealers": cards[end - 1 : end]}.get(deal["how"])
    listed = [] if deal["attempt"] else game["commits"][deal["round"] - 1 :]
    return (
        listed[:1] in ([], [digest("deal-commit", head, secret).hex()])
        and (not whole or secret == digest("deal-secret", head, tried, key=whole))
        and deal["dealer"] == (game["first_dealer"] + step * (deal["deal"] - 1)) % n
        and [sorted(hand) for hand in hands] == [sorted(hand) for hand in deal["hands"]]
        and (shown is None or deal["turned"] is None or [deal["turned"]] == shown)
    )


if __name__ == "__main__":
    game = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    commits = [bytes.fromhex(commit) for commit in game["commits"]]
    seeds = [normalize("NFC", seed).strip().encode() for seed in game["seeds"]]
    lengths = (pack(">H", len(seed)) + seed for seed in seeds)
    entropy = digest("player-entropy", bytes([len(seeds)]), *lengths)
    root = digest("commit-list", pack(">H", len(commits)), *commits).hex()
    found = {f"root {game['root']}": root == game["root"]}
    found |= {f"deal {deal['deal']}": is_right(game, deal, entropy) for deal in game["deals"]}
    if whole := bytes.fromhex(game["secret"] or ""):
        commitment = digest("game-commit", whole).hex()
        found[f"commitment {game['commitment']}"] = commitment == game["commitment"]
    sys.stdout.writelines(f"{what}: {'OK' if ok else 'NOT OK'}\n" for what, ok in found.items())
    sys.exit(not all(found.values()))

"""Check a game's deals yourself: `python verify_deals.py game.json` (docs/verifiable-deals.md)."""

import json
import sys
from hashlib import sha256
from hmac import digest as hmac_digest
from pathlib import Path
from struct import pack, unpack
from unicodedata import normalize

CARDS = [rank + suit for suit in "CDHS" for rank in [*"23456789T", "11", "12", "13", *"JQKA"]]
CARDS += ["JK", "JK1", "JK2", *["WZ"] * 4, *["JE"] * 4]


def digest(name: str, *parts: bytes, key: bytes = b"") -> bytes:
    text = f"oh-hell/{name}/v1\0".encode() + b"".join(parts)
    return hmac_digest(key, text, "sha256") if key else sha256(text).digest()


def deck(cards: list[str], key: bytes) -> list[str]:
    words = (w for i in range(999) for w in unpack(">8I", digest("stream", pack(">I", i), key=key)))
    for i in range(len(cards) - 1, 0, -1):
        j = next(word for word in words if word < 2**32 - 2**32 % (i + 1)) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


if __name__ == "__main__":
    game = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    n, step = game["players"], -1 if game.get("direction") == "counterclockwise" else 1
    told, whole, due, tried = game["commitment"], bytes.fromhex(game["secret"] or ""), 1, 0
    commits, first = bytes.fromhex("".join(game["commits"])), game["first_dealer"]
    root = digest("commit-list", pack(">H", len(game["commits"])), commits).hex()
    once = [card for card in CARDS if card in game["pack"]]
    copies = [card for card in CARDS if card in game["pack"][len(once) :]]
    seeds = [normalize("NFC", seed).strip().encode() for seed in game["seeds"]]
    found = {f"root {game['root']}": root == game["root"]}
    found["pack and seeds"] = (once + copies, len(seeds)) == (game["pack"], n)
    entropy = digest("player-entropy", bytes([n]), *[pack(">H", len(s)) + s for s in seeds])
    for at, deal in enumerate(game["deals"], 1):
        head, secret = pack(">QH", game["game"], due), bytes.fromhex(deal["secret"])
        cards = deck(list(game["pack"]), digest("deal-key", head, entropy, key=secret))
        end, listed = n * deal["size"], commits[32 * due - 32 :][: 32 * (not tried)]
        hands = [sorted(cards[(step * (seat - first) - at) % n : end : n]) for seat in range(n)]
        shown = {"turned": cards[end : end + 1], "dealers": cards[end - 1 : end], "": [None]}
        said = [deal[key] for key in ("deal", "round", "attempt", "dealer", "size", "how")]
        found[f"deal {at}"] = (
            said[:4] == [at, due, tried, (first + step * (at - 1)) % n]
            and said[4:] in game["rounds"][due - 1 : due]
            and listed in (b"", digest("deal-commit", head, secret))
            and (not whole or secret == digest("deal-secret", head, pack(">H", tried), key=whole))
            and hands == [sorted(hand) for hand in deal["hands"]]
            and shown.get(deal["how"], [deal["turned"] or "a card"]) == [deal["turned"]]
        )
        again = game["rules"].get("on_miss") == "repeat_round" and deal["bids"] != deal["tricks"]
        due, tried = (due, tried + 1) if again else (due + 1, 0)
    found |= {f"commitment {told}": told == digest("game-commit", whole).hex()} if whole else {}
    sys.stdout.writelines(f"{what}: {'OK' if ok else 'NOT OK'}\n" for what, ok in found.items())
    sys.exit(not all(found.values()))

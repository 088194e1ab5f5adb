"""Verifiable deals: the bytes are those of docs/verifiable-deals.md, for ever."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pbem import verify_deals
from pbem.rules import verifiable
from pbem.rules.cards import STANDARD_PACK, cards
from pbem.rules.dealers import by_high_card
from pbem.rules.dealing import Chance, deal_out, rounds_of
from pbem.rules.engine import next_deal
from pbem.rules.events import DealScored, Dealt, FirstDealerChosen
from pbem.rules.options import Rules, as_options
from pbem.rules.packs import pack_of
from tests.rules.playing import begun, evolved, rules

SECRET = bytes(range(32))
SEEDS = (b"blue whale", b"", b"7 of nine", b"xyzzy")
ENTROPY = verifiable.player_entropy(SEEDS)
DOC = Path(__file__).parents[2] / "docs" / "verifiable-deals.md"


def test_the_players_share_is_that_of_the_vector():
    assert ENTROPY.hex() == "a61f93436e76b20214dfc05657959e1d512c0a460bd8c82e9525b501d08c11aa"


def test_a_deals_commitment_is_that_of_the_vector():
    assert (
        verifiable.deal_commitment(42, 7, SECRET).hex()
        == "d3c0718a8610220b7b05f46e7cee206c43dc23f2f5a7f5ed6236b04223841fcd"
    )


def test_the_deck_is_that_of_the_vector_and_deals_its_hands():
    deck = verifiable.deck(SECRET, 42, 7, ENTROPY, STANDARD_PACK)

    assert deck[:12] == cards("9H 6D JD KC KS QS 8S 9S 6C AD QC AH")
    assert sorted(map(str, deck)) == sorted(map(str, STANDARD_PACK))
    game = begun(rules(4, sequence="list", sequence_list=[5]), dealer=1)
    (event,) = deal_out(game, Chance(deck, deck[0], deck[0]))
    assert isinstance(event, Dealt)
    assert event.hands[2] == cards("9H KS 6C 4D 8C")
    assert event.turned == cards("3H")[0]


@pytest.mark.parametrize(
    ("made", "vector"),
    [
        (
            verifiable.game_commitment(SECRET),
            "2db89f3af772a7371f271f90574390ad6241ba25e043f8c308f1e481fd816fa8",
        ),
        (
            verifiable.deal_secret(SECRET, 42, 7),
            "7ad583965c481bc98649ac03fc0d0fefaeb8642b68604a3dedfbc8208d91ad2d",
        ),
        (
            verifiable.deal_secret(SECRET, 42, 7, attempt=1),
            "33dc7d75db793a0a48637e557c0b3f389fe6b8bdb8707f6d3b79fcc54872595e",
        ),
        (
            verifiable.root(
                [
                    verifiable.deal_commitment(42, deal, verifiable.deal_secret(SECRET, 42, deal))
                    for deal in (1, 2, 3)
                ]
            ),
            "ae9d2e92ca8cdc14cf7995a3b0e62c35807e95429848b6c9e5a5de78be584f2c",
        ),
    ],
)
def test_what_follows_from_the_games_secret_is_that_of_the_vectors(made, vector):
    assert made.hex() == vector
    assert vector in DOC.read_text(encoding="utf-8")


def test_the_cut_card_and_the_second_pack_are_those_of_the_vectors():
    cut = verifiable.cut_card(SECRET, 42, 7, ENTROPY, STANDARD_PACK)
    second = verifiable.second_pack(SECRET, 42, ENTROPY)

    assert (str(cut), second[:6]) == ("4H", cards("4D 8S JH 2H 2S 6H"))
    text = DOC.read_text(encoding="utf-8")
    assert "A pack of 52 is cut at `4H`" in text
    assert "begins `4D 8S JH 2H 2S 6H`" in text


def test_the_second_pack_goes_on_from_round_to_round_and_not_with_an_attempt():
    chosen = rules(4, sequence="upcard", deal_out="all", trump_method="second_pack_upcard")
    drawn = [verifiable.chance(chosen, SECRET, 42, ENTROPY, deal).upcard for deal in range(1, 14)]
    again = verifiable.chance(chosen, SECRET, 42, ENTROPY, 3, attempt=2)

    assert drawn == list(verifiable.second_pack(SECRET, 42, ENTROPY)[:13])
    assert again.upcard == drawn[2]
    assert again.deck != verifiable.chance(chosen, SECRET, 42, ENTROPY, 3).deck


@pytest.mark.parametrize(
    ("way", "dealer", "drawn"),
    [
        ("random", 0, ""),
        ("high_card", 0, "QS 5C TS 8D"),
        ("first_jack", 1, "QS 5C TS 8D KS 2C 4S 5H 4D 8C 9H QD 5D KD QH 3H 6D 7C 5S 3D 9S JD"),
        ("seat_0", 0, ""),
    ],
)
def test_the_first_dealer_is_that_of_the_vectors(way, dealer, drawn):
    chosen = rules(4, first_dealer=way)

    first = verifiable.first_dealer(chosen, SECRET, 42, ENTROPY)

    assert first == FirstDealerChosen(dealer, cards(drawn))
    assert drawn in DOC.read_text(encoding="utf-8")


def test_every_seat_may_come_to_deal_first():
    for way in ("random", "high_card", "first_jack"):
        chosen = rules(5, first_dealer=way)
        drawn = [verifiable.first_dealer(chosen, SECRET, game, ENTROPY) for game in range(80)]
        assert {first.dealer for first in drawn} == set(range(5))


def test_the_first_jack_is_dealt_in_the_direction_of_play():
    way = rules(4, first_dealer="first_jack", direction="counterclockwise")

    first = verifiable.first_dealer(way, SECRET, 42, ENTROPY)

    assert first.dealer == -(len(first.drawn) - 1) % 4


def test_seats_that_tie_draw_again_in_their_order():
    assert by_high_card(rules(4), cards("9S KD KH 2C 3C 4C 5C")) == (2, cards("9S KD KH 2C 3C 4C"))
    assert by_high_card(rules(3), cards("KD KH 2C 3C 3D 5C 4C")) == (
        0,
        cards("KD KH 2C 3C 3D 5C 4C"),
    )


def test_the_first_of_the_tied_seats_deals_when_the_pack_runs_out():
    assert by_high_card(rules(2), cards("KD KH 2C")) == (0, cards("KD KH"))


def test_a_seed_is_kept_as_composed_letters_without_blanks_around_it():
    assert verifiable.clean_seed("  Cafe\u0301 bleu\n") == "Caf\u00e9 bleu".encode()
    assert verifiable.clean_seed("\u00e9" * 32) == "\u00e9".encode() * 32


def test_a_seed_that_is_too_long_is_refused():
    with pytest.raises(ValueError, match="64 bytes"):
        verifiable.clean_seed("\u00e9" * 33)


def test_any_other_game_deal_secret_or_seed_gives_another_deck():
    decks = {
        verifiable.deck(SECRET, 42, 7, ENTROPY, STANDARD_PACK),
        verifiable.deck(SECRET, 43, 7, ENTROPY, STANDARD_PACK),
        verifiable.deck(SECRET, 42, 8, ENTROPY, STANDARD_PACK),
        verifiable.deck(SECRET[::-1], 42, 7, ENTROPY, STANDARD_PACK),
        verifiable.deck(SECRET, 42, 7, verifiable.player_entropy(SEEDS[::-1]), STANDARD_PACK),
    }

    assert len(decks) == 5


def published(
    chosen: Rules, deals: int, *, is_over: bool, again: tuple[int, ...] = ()
) -> dict[str, Any]:
    """Return what a server would publish of a game of which some deals are scored.

    `again` are the deals after which the same round is dealt again.
    """
    first = verifiable.first_dealer(chosen, SECRET, 42, ENTROPY)
    game = begun(chosen, first.dealer)
    secrets = [verifiable.deal_secret(SECRET, 42, deal) for deal in range(1, len(game.sizes) + 1)]
    commits = [
        verifiable.deal_commitment(42, deal, secret) for deal, secret in enumerate(secrets, 1)
    ]
    rows = []
    for number in range(1, deals + 1):
        needed = next_deal(game)
        assert needed is not None
        chance = verifiable.chance(chosen, SECRET, 42, ENTROPY, needed.round, needed.attempt)
        event = deal_out(game, chance)[0]
        assert isinstance(event, Dealt)
        secret = verifiable.deal_secret(SECRET, 42, event.round, event.attempt)
        rows.append(row(event, secret, is_missed=number in again))
        nothing = (0,) * chosen.players
        scored = DealScored(event.deal, nothing, nothing, again=number in again)
        game = evolved(game, (event, scored))
        assert next_deal(game) or number == len(game.sizes)
    return {
        "game": 42,
        "players": chosen.players,
        "rules": as_options(chosen),
        "rounds": [list(round_) for round_ in rounds_of(chosen)],
        "pack": [str(card) for card in pack_of(chosen)],
        "direction": chosen.direction,
        "commitment": verifiable.game_commitment(SECRET).hex(),
        "root": verifiable.root(commits).hex(),
        "commits": [commit.hex() for commit in commits],
        "seeds": [seed.decode() for seed in SEEDS],
        "first_dealer": first.dealer,
        "secret": SECRET.hex() if is_over else None,
        "deals": rows,
    }


def row(event: Dealt, secret: bytes, *, is_missed: bool = False) -> dict[str, Any]:
    nothing = [0] * len(event.hands)
    return {
        "deal": event.deal,
        "round": event.round,
        "attempt": event.attempt,
        "how": event.how,
        "dealer": event.dealer,
        "size": len(event.hands[0]),
        "secret": secret.hex(),
        "hands": [sorted(map(str, hand)) for hand in event.hands],
        "turned": str(event.turned) if event.turned else None,
        "bids": [1, *nothing[1:]] if is_missed else nothing,
        "tricks": nothing,
    }


def run(tmp_path: Path, game: Mapping[str, Any]) -> subprocess.CompletedProcess[str]:
    """Run the script from a copy, in a folder and with a path of its own."""
    copy = tmp_path / "verify_deals.py"
    copy.write_bytes(Path(verify_deals.__file__).read_bytes())
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game), encoding="utf-8")
    command = [sys.executable, "-I", str(copy), str(file)]
    return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)


@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
def test_the_script_finds_an_honest_game_in_order(tmp_path, direction):
    chosen = rules(4, first_dealer="first_jack", max_cards=3, direction=direction)

    done = run(tmp_path, published(chosen, 5, is_over=True))

    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 8
    assert all(line.endswith(": OK") for line in lines)


@pytest.mark.parametrize(
    "options",
    [
        {"pack": "wizard60", "joker_rule": "wizard"},
        {"pack": "double104", "trump_method": "dealer_last_card"},
        {"pack": "std52_even", "trump_method": "cut_before_deal"},
        {"hook": "must_equal", "on_miss": "repeat_round", "scoring": "cooperative"},
    ],
)
def test_the_script_checks_any_pack_and_rounds_that_were_dealt_again(tmp_path, options):
    chosen = rules(4, max_cards=3, **options)
    again = (2, 3) if "on_miss" in options else ()

    done = run(tmp_path, published(chosen, 4, is_over=True, again=again))

    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(": OK") == 7


def test_the_script_says_nothing_of_what_is_not_revealed_yet(tmp_path):
    game = published(rules(4, max_cards=3), 2, is_over=False)

    done = run(tmp_path, game)

    assert done.returncode == 0, done.stderr
    root = game["root"]
    lines = [f"root {root}: OK", "pack and seeds: OK", "deal 1: OK", "deal 2: OK"]
    assert done.stdout.splitlines() == lines


def other_hands(game: dict[str, Any]) -> None:
    hands = game["deals"][1]["hands"]
    hands[0], hands[1] = hands[1], hands[0]


def other_turned(game: dict[str, Any]) -> None:
    game["deals"][1]["turned"] = game["deals"][1]["hands"][0][0]


def other_dealer(game: dict[str, Any]) -> None:
    game["deals"][1]["dealer"] += 1


def other_secret(game: dict[str, Any]) -> None:
    game["deals"][1]["secret"] = "00" * 32


def other_commit(game: dict[str, Any]) -> None:
    game["commits"][1] = game["commits"][0]


def other_seed(game: dict[str, Any]) -> None:
    game["seeds"][1] = "mine"


def other_game_secret(game: dict[str, Any]) -> None:
    game["secret"] = "00" * 32


def other_root(game: dict[str, Any]) -> None:
    game["root"] = game["commitment"]


def other_order_of_the_pack(game: dict[str, Any]) -> None:
    game["pack"].reverse()


def one_seed_more(game: dict[str, Any]) -> None:
    game["seeds"].append("whatever deals well")


def other_rounds(game: dict[str, Any]) -> None:
    game["rounds"][0][0] += 1


def no_turned(game: dict[str, Any]) -> None:
    game["deals"][1]["turned"] = None


def no_way_of_turning(game: dict[str, Any]) -> None:
    game["deals"][1] |= {"turned": None, "how": ""}


def left_out(game: dict[str, Any]) -> None:
    del game["deals"][0]


def twice_the_same_number(game: dict[str, Any]) -> None:
    forged = game["deals"][0] | {"hands": game["deals"][1]["hands"]}
    game["deals"].insert(0, forged)


@pytest.mark.parametrize(
    "fraud",
    [
        other_order_of_the_pack,
        one_seed_more,
        other_rounds,
        no_turned,
        no_way_of_turning,
        left_out,
        twice_the_same_number,
        other_hands,
        other_turned,
        other_dealer,
        other_secret,
        other_commit,
        other_seed,
        other_game_secret,
        other_root,
    ],
)
def test_the_script_finds_a_game_out_that_was_tampered_with(tmp_path, fraud):
    game = published(rules(4, max_cards=3), 2, is_over=True)
    fraud(game)

    done = run(tmp_path, game)

    assert done.returncode == 1
    assert "NOT OK" in done.stdout
    assert done.stderr == ""


def shuffled_again(
    chosen: Rules, places: list[tuple[int, int]], dealers: list[int] | None = None
) -> dict[str, Any]:
    """Return a game whose deals are of rounds and attempts that somebody has chosen.

    Everything else is honest: each deal follows from the game's secret.
    """
    game = published(chosen, len(places), is_over=True)
    start = begun(chosen, game["first_dealer"])
    rows = []
    for deal, (round_, attempt) in enumerate(places, 1):
        dealer = dealers[deal - 1] if dealers else (game["first_dealer"] + deal - 1) % 4
        at = replace(start, dealer=dealer, round=round_, attempt=attempt)
        shuffle = verifiable.chance(chosen, SECRET, 42, ENTROPY, round_, attempt)
        event = deal_out(at, shuffle)[0]
        assert isinstance(event, Dealt)
        secret = verifiable.deal_secret(SECRET, 42, round_, attempt)
        rows.append(row(replace(event, deal=deal), secret))
    return game | {"deals": rows}


@pytest.mark.parametrize(
    ("places", "wrong"),
    [
        ([(1, 7), (2, 3)], [1, 2]),
        ([(1, 0), (2, 3)], [2]),
        ([(1, 0), (1, 1)], [2]),
        ([(2, 0), (1, 0)], [1, 2]),
        ([(1, 0), (3, 0)], [2]),
    ],
)
@pytest.mark.parametrize("repeats", [False, True])
def test_the_script_finds_out_who_chose_among_shuffles(tmp_path, places, wrong, repeats):
    options = {"hook": "must_equal", "on_miss": "repeat_round", "scoring": "cooperative"}
    game = shuffled_again(rules(4, max_cards=3, **(options if repeats else {})), places)

    done = run(tmp_path, game)

    assert done.returncode == 1
    found = [line for line in done.stdout.splitlines() if line.endswith("NOT OK")]
    assert found == [f"deal {deal}: NOT OK" for deal in wrong]


@pytest.mark.parametrize("missed", [False, True])
def test_a_miss_must_bring_the_round_again_where_the_rules_say_so_and_nowhere_else(
    tmp_path, missed
):
    options = {"hook": "must_equal", "on_miss": "repeat_round", "scoring": "cooperative"}
    again, on = (
        shuffled_again(rules(4, max_cards=3, **options), places)
        for places in ([(1, 0), (1, 1)], [(1, 0), (2, 0)])
    )
    elsewhere = shuffled_again(rules(4, max_cards=3), [(1, 0), (1, 1)])
    for game in (again, on, elsewhere):
        game["deals"][0]["bids"] = [int(missed), 0, 0, 0]

    codes = [run(tmp_path, game).returncode for game in (again, on, elsewhere)]

    assert codes == [int(not missed), int(missed), 1]


def test_the_script_finds_a_dealer_out_who_keeps_the_deal(tmp_path):
    chosen = rules(4, max_cards=3)
    dealer = verifiable.first_dealer(chosen, SECRET, 42, ENTROPY).dealer

    done = run(tmp_path, shuffled_again(chosen, [(1, 0), (2, 0)], [dealer, dealer]))

    assert done.returncode == 1
    assert "deal 1: OK\ndeal 2: NOT OK" in done.stdout


def test_the_script_is_short_and_needs_the_standard_library_only():
    text = Path(verify_deals.__file__).read_text(encoding="utf-8")

    assert len(text.splitlines()) < 60
    assert "pbem" not in text.replace("pbem verify", "")

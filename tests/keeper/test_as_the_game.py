"""What the keeper reckons of a game that was played here is what the game itself wrote down."""

from hypothesis import given, settings

from pbem.keeper import KeptDeal, KeptTable, query_of, reckon, table_of
from pbem.rules.events import PremiumGranted
from pbem.rules.options import Rules, as_options
from tests.rules.option_sets import option_sets
from tests.rules.playing import course, random_game
from tests.rules.test_random_play import seeds


def kept_of(chosen: Rules, game, log) -> KeptTable:
    premiums = {
        event.deal: (event.seat, event.claim) for event in log if isinstance(event, PremiumGranted)
    }
    deals = tuple(
        KeptDeal(
            line.trump,
            line.bids,
            line.tricks,
            line.size if chosen.sequence == "upcard" else None,
            premiums.get(line.deal),
        )
        for line in game.sheet
    )
    names = tuple(f"P{seat}" for seat in range(chosen.players))
    return KeptTable("oh_hell_standard", (), chosen, names, game.sheet[0].dealer, deals)


@settings(max_examples=80, deadline=None)
@given(option_sets(), seeds)
def test_the_keeper_and_the_game_write_down_the_same(chosen, seed):
    game, log = course(random_game(chosen, seed))

    so_far = reckon(kept_of(chosen, game, log))

    assert len(so_far.sheet) == len(game.sheet)
    for kept, line in zip(so_far.sheet, game.sheet, strict=True):
        assert (kept.deal, kept.round, kept.size) == (line.deal, line.round, line.size)
        assert (kept.dealer, kept.points, kept.totals) == (line.dealer, line.points, line.totals)
    assert so_far.next is None
    assert (so_far.totals, so_far.winners) == (game.totals, game.winners)
    assert so_far.payments == game.payments


@settings(max_examples=60, deadline=None)
@given(option_sets())
def test_any_rules_can_stand_in_an_address(chosen):
    options = as_options(chosen)
    del options["players"]
    names = tuple(f"P{seat}" for seat in range(chosen.players))
    # The preset has options of its own, which go back to their defaults.
    changes = {"first_dealer": "random", "max_cards": None, **options}
    kept = KeptTable("oh_hell_standard", tuple(sorted(changes.items())), chosen, names, 0)

    found = table_of(query_of(kept))

    assert isinstance(found, KeptTable)
    assert found.rules == chosen

"""The part of the table that is written to a game alone: moves, questions, and words."""

from pbem.orders.marks import N_
from pbem.orders.moving import read_lay, read_no_trump, read_play, read_trump
from pbem.orders.orders import Desk, ShowHand, ShowHistory, ShowRules, ShowScores, ShowStatus
from pbem.orders.readers import alone, read_bid, read_say
from pbem.orders.usage import Usage, Verb

_GAME: tuple[Desk, ...] = ("game",)

PLAYING: tuple[Verb, ...] = (
    Verb(
        "",
        _GAME,
        read_bid,
        (Usage("2", N_("bid so many tricks")),),
    ),
    Verb(
        "bid",
        _GAME,
        read_bid,
        (Usage("bid 2", N_("the same in words"), common=False),),
    ),
    Verb(
        "",
        _GAME,
        read_play,
        (
            Usage("QS", N_("play a card: rank and suit")),
            Usage("queen of spades", N_("play a card, in words"), common=False),
            Usage("wizard", N_("play a card that has a name and no suit"), common=False),
            Usage("JK1 high", N_("play a joker, and call it high or low"), common=False),
            Usage("2H as AD", N_("play a wild two as another card"), common=False),
        ),
    ),
    Verb("play", _GAME, read_play, (Usage("play QS", N_("the same with a verb"), common=False),)),
    Verb(
        "trumps",
        _GAME,
        read_trump,
        (Usage("trumps hearts", N_("name the suit of trumps"), common=False),),
    ),
    Verb(
        "",
        _GAME,
        read_no_trump,
        (Usage("no trumps", N_("name none"), common=False),),
    ),
    Verb(
        "lay",
        _GAME,
        read_lay,
        (
            Usage("lay 7C 9H JS", N_("lay these cards aside for your bid"), common=False),
            Usage("lay 7C 9H JS reveal", N_("the same, and claim a premium"), common=False),
        ),
    ),
    Verb("status", _GAME, alone(ShowStatus()), (Usage("status", N_("how the game stands")),)),
    Verb("hand", _GAME, alone(ShowHand()), (Usage("hand", N_("your cards"), common=False),)),
    Verb("scores", _GAME, alone(ShowScores()), (Usage("scores", N_("points and totals")),)),
    Verb("history", _GAME, alone(ShowHistory()), (Usage("history", N_("what was played")),)),
    Verb(
        "rules",
        ("game", "invitation"),
        alone(ShowRules()),
        (Usage("rules", N_("how this game is played")),),
    ),
    Verb("say", _GAME, read_say, (Usage("say well played", N_("a word to the table")),)),
)

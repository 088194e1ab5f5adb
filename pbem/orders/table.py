"""The one table of what may be written: it parses, and it is the help and the error texts."""

from pbem.orders.addressing import read_own_address
from pbem.orders.choices import SETTINGS, Setting
from pbem.orders.finding import read_find
from pbem.orders.marks import N_
from pbem.orders.newgames import (
    read_as,
    read_invite,
    read_join,
    read_new,
    read_preset_rules,
    read_save,
    read_yes,
)
from pbem.orders.orders import (
    ALL_VERSIONS,
    Back,
    CancelGame,
    Desk,
    FillWithBots,
    Never,
    No,
    Practice,
    Revoke,
    ShowGames,
    ShowSettings,
    Stop,
)
from pbem.orders.playing import PLAYING
from pbem.orders.readers import (
    alone,
    read_everywhere,
    read_help,
    read_resign,
    read_setting,
    read_zone,
)
from pbem.orders.usage import Usage, Verb

_GAME: tuple[Desk, ...] = ("game",)
_SERVICE: tuple[Desk, ...] = ("service",)
_ANSWER: tuple[Desk, ...] = ("invitation", "service")
_ANYWHERE: tuple[Desk, ...] = ("game", "service", "invitation")
_SEATED: tuple[Desk, ...] = ("game", "service")


def _verb_of(setting: Setting) -> Verb:
    """Return the verb of a setting. Help shows one of its values; `settings` shows all."""
    option = setting.options[-1]
    usage = Usage(
        f"{setting.name} {option.words}",
        option.meaning,
        common=False,
        title=setting.title,
        value=option.words,
    )
    return Verb(setting.name, _SEATED, read_setting(setting.name), (usage,))


VERBS: tuple[Verb, ...] = (
    *PLAYING,
    Verb(
        "stop",
        _SEATED,
        read_everywhere(Stop(), Stop(everywhere=True)),
        (
            Usage(
                "stop",
                N_("no more mail of this game, a stand-in plays for you"),
                desks=_GAME,
            ),
            Usage("stop all", N_("the same at all your tables"), common="service"),
        ),
    ),
    Verb(
        "back",
        _SEATED,
        read_everywhere(Back(), Back(everywhere=True)),
        (
            Usage("back", N_("play on yourself again"), desks=_GAME),
            Usage("back all", N_("the same at all your tables"), common="service"),
        ),
    ),
    Verb(
        "revoke",
        _GAME,
        alone(Revoke()),
        (
            Usage(
                "revoke",
                N_("make void what stands in your mails so far: reply addresses and links"),
                common=False,
            ),
        ),
    ),
    Verb(
        "resign",
        _GAME,
        read_resign,
        (
            Usage("resign", N_("leave the game; you are asked once more"), common=False),
            Usage("resign for good", N_("leave the game at once"), common=False),
        ),
    ),
    Verb(
        "invite",
        _GAME,
        read_invite,
        (Usage("invite ann@example.org", N_("ask one more to your table"), common=False),),
    ),
    Verb(
        "bots",
        _GAME,
        alone(FillWithBots()),
        (Usage("bots", N_("let bots take the open places of your table"), common=False),),
    ),
    Verb(
        "save",
        _GAME,
        read_save,
        (
            Usage(
                "save as friday game",
                N_("keep how this game is played under a name, for a new one"),
                common=False,
            ),
        ),
    ),
    Verb(
        "cancel",
        _GAME,
        alone(CancelGame()),
        (Usage("cancel", N_("call your table off before it begins"), common=False),),
    ),
    Verb(
        "yes",
        (*_ANSWER, "game"),
        read_yes,
        (
            Usage("yes", N_("accept"), desks=_ANSWER),
            Usage("yes as Ann", N_("accept, under this name"), common=False, desks=_ANSWER),
            Usage(
                "yes seed blue whale",
                N_("accept, with your share of the shuffle"),
                common=False,
                desks=_ANSWER,
            ),
        ),
    ),
    Verb("no", (*_ANSWER, "game"), alone(No()), (Usage("no", N_("decline"), desks=_ANSWER),)),
    Verb("never", _ANSWER, alone(Never()), (Usage("never", N_("bar invitations for good")),)),
    Verb(
        "practice",
        _ANSWER,
        alone(Practice()),
        (Usage("practice", N_("play a short game with bots at once")),),
    ),
    Verb(
        "new",
        _SERVICE,
        read_new,
        (
            Usage(
                "new blackout with ann@example.org, ben@example.org and 1 bot",
                N_("begin a game with these people"),
            ),
            Usage("new blackout for 4", N_("open a table; you get a code for others")),
            Usage(
                "new blackout for 4, hook free, cards 7",
                N_("the same with changes of your own; their words end this list"),
                common=False,
            ),
            Usage(
                "new blackout for 5 with ann@example.org and 2 bots seed blue whale",
                N_("both at once, with your share of the shuffle"),
                common=False,
            ),
        ),
    ),
    Verb(
        "join",
        ("service", "invitation"),
        read_join,
        (
            Usage("join abcd-efgh-jkmn", N_("sit down at a table whose code you have")),
            Usage("join abcd-efgh-jkmn as Ann", N_("the same, under this name"), common=False),
        ),
    ),
    Verb(
        "as",
        ("service", "invitation"),
        read_as,
        (Usage("as Ann", N_("who of you writes, if several share a mailbox"), common=False),),
    ),
    Verb(
        "find",
        _SERVICE,
        read_find,
        (
            Usage(
                "find seven down to one and up again, hook, ten for a hit",
                N_("which versions are nearest to what you remember"),
            ),
            Usage("find", N_("what to tell of the game you remember")),
        ),
    ),
    Verb(
        "address",
        _SERVICE,
        read_own_address,
        (
            Usage(
                "address add me@example.org",
                N_("play from one more address of yours; it is asked first"),
                common=False,
            ),
            Usage(
                "address main me@example.org",
                N_("which of yours gets the mails"),
                common=False,
            ),
            Usage("address remove me@example.org", N_("be without it"), common=False),
            Usage("address list", N_("which are yours"), common=False),
        ),
    ),
    Verb("games", _SERVICE, alone(ShowGames()), (Usage("games", N_("your games")),)),
    Verb(
        "rules",
        _ANYWHERE,
        read_preset_rules,
        (
            Usage("rules blackout", N_("how that version is played"), common="service"),
            Usage(f"rules {ALL_VERSIONS}", N_("what versions there are"), common="service"),
        ),
    ),
    Verb(
        "settings",
        _SEATED,
        alone(ShowSettings()),
        (Usage("settings", N_("which mails you get, when and how, and your time zone")),),
    ),
    *map(_verb_of, SETTINGS),
    Verb(
        "zone",
        _SEATED,
        read_zone,
        (Usage("zone Europe/Prague", N_("times in your time zone"), common=False),),
    ),
    Verb(
        "help",
        _ANYWHERE,
        read_help,
        (
            Usage("help", N_("what you may write")),
            Usage("help all", N_("everything you may write")),
            Usage("help odds", N_("how good a hand of one card is"), common=False),
        ),
    ),
)

"""Tables at play and what is told of them, made by the real rules."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import zip_longest
from random import Random

from pbem.app.answers import Answer
from pbem.app.notice_records import Notice, NoticeState
from pbem.app.records import GameStatus
from pbem.app.sight import Happened, Place, Said, Sight
from pbem.app.told import Invited, Kind, Told
from pbem.rules.cards import Card
from pbem.rules.dealing import Chance
from pbem.rules.engine import Accepted, Game, deal_out, decide, evolve, next_deal, start, waits
from pbem.rules.events import Event, FirstDealerChosen
from pbem.rules.feed import happening
from pbem.rules.moves import Bid, Claim, Lay, Move, NameTrump, Play
from pbem.rules.options import Rules, RulesRefused
from pbem.rules.packs import pack_of
from pbem.rules.presets import preset_rules
from pbem.rules.views import view
from tests.rules.playing import Shuffler

NOW = datetime(2026, 3, 3, 7, 14, tzinfo=UTC)
DEADLINE = datetime(2026, 3, 4, 20, 0, tzinfo=UTC)
ROOT = "d3c0718a8610220b7b05f46e7cee206c43dc23f2f5a7f5ed6236b04223841fcd"
COMMITMENT = "a61f93436e76b20214dfc05657959e1d512c0a460bd8c82e9525b501d08c11aa"
SECRET = bytes(range(32)).hex()
NAMES = (
    "Anna", "Ben", "Carol", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea",
)  # fmt: skip

Choose = Callable[[Game, int], Move]


def rules(preset: str = "nomination_whist", players: int = 4) -> Rules:
    found = preset_rules(preset, players)
    assert not isinstance(found, RulesRefused)
    return found


@dataclass
class Table:
    """A game under way: its state and its events with their numbers."""

    preset: str = "nomination_whist"
    players: int = 4
    dealer: int = 3
    chance: Random = field(default_factory=lambda: Random(1))
    names: tuple[str, ...] = NAMES
    game: Game | None = None
    happened: list[Happened] = field(default_factory=list)
    deck: Callable[[int], tuple[Card, ...]] | None = None
    rules: Rules | None = None
    seeds: tuple[str, ...] = ("blue whale", "", "7 of nine", "xyzzy")

    def __post_init__(self) -> None:
        chosen = self.rules or rules(self.preset, self.players)
        self.players = chosen.players
        self.shuffler = Shuffler(chosen, 1)
        self._record(start(chosen, FirstDealerChosen(self.dealer, ())))
        self.deal()

    @property
    def now(self) -> Game:
        assert self.game is not None
        return self.game

    def deal(self) -> None:
        """Hand out the next deal, if it is time; several, if their cards play themselves."""
        while (needed := next_deal(self.now)) is not None:
            pack = list(pack_of(self.now.rules))
            self.chance.shuffle(pack)
            deck = self.deck(needed.deal) if self.deck else pack
            drawn = self.shuffler.chance(self.now)
            self._record(deal_out(self.now, Chance(deck, drawn.cut, drawn.upcard)))

    def move(self, seat: int, move: Move) -> None:
        verdict = decide(self.now, seat, move)
        assert isinstance(verdict, Accepted), verdict
        self._record(verdict.events)
        self.deal()

    def step(self, choose: Choose | None = None) -> bool:
        """Let one of those who are waited for act; False when the game is over."""
        waiting = waits(self.now)
        if not waiting:
            return False
        wait = waiting[0] if len(waiting) == 1 else self.chance.choice(waiting)
        self.move(wait.seat, (choose or self.at_random)(self.now, wait.seat))
        return True

    def at_random(self, game: Game, seat: int) -> Move:
        seen = view(game, seat)
        said = dict(seen.calls)
        if seen.wants == "bid":
            return Bid(self.chance.choice(seen.legal_bids))
        if seen.wants == "trump":
            return NameTrump(self.chance.choice(seen.legal_trumps))
        if seen.wants == "lay":
            claims: tuple[Claim, ...] = ("", "declare", "reveal") if seen.may_claim else ("",)
            laid = tuple(self.chance.sample(seen.hand, seen.lay))
            return Lay(laid, self.chance.choice(claims))
        plays = [Play(card, call) for card in seen.legal_cards for call in said.get(card, ("",))]
        return self.chance.choice(plays)

    def until(self, wanted: Callable[[Game], bool]) -> "Table":
        """Play on at random until the state is as wanted."""
        while not wanted(self.now):
            assert self.step(), "the game ended before it came to that"
        return self

    def sight(self, seat: int | None) -> Sight:
        seen = view(self.now, seat)
        return Sight(
            code="K7Q2",
            status=GameStatus.OVER if seen.phase == "over" else GameStatus.RUNNING,
            preset=self.preset,
            rules=seen.rules,
            commitment=COMMITMENT,
            root=ROOT,
            places=tuple(
                Place(name, "seated", seed=seed)
                for name, seed in zip_longest(
                    self.names[: self.players], self.seeds[: self.players], fillvalue=""
                )
            ),
            seat=seat,
            view=seen,
            deadlines=tuple((waiting, DEADLINE) for waiting in seen.on_turn),
            watch_code="wxyz",
            join_code=None,
            begun_by=self.names[0],
            is_starter=seat == 0,
            rated=True,
            created_at=NOW - timedelta(days=5),
            secret=SECRET if seen.phase == "over" else None,
        )

    def told(
        self, seat: int, kind: Kind = "turn", *, since: int | None = None, **more: object
    ) -> Told:
        """Return what a seat is told now; `since` is the event of its last mail."""
        shown = len(self.happened) if since is None else since
        plain = Told(
            notice=notice(kind, seat_id=100 + seat),
            kind=kind,
            reader=self.names[seat],
            zone="Europe/Berlin",
            locale="en",
            now=NOW,
            sight=self.sight(seat),
            since=tuple(self.happened[shown:]),
            number=41,
            last_number=40 if since is not None else None,
            seat_id=100 + seat,
        )
        return replace(plain, **more)  # type: ignore[arg-type]

    def _record(self, events: Iterable[Event]) -> None:
        for event in events:
            self.game = evolve(self.game, event)
            number = len(self.happened) + 1
            at = NOW - timedelta(hours=5) + timedelta(minutes=number)
            self.happened.append(Happened(number, at, happening(event)))


def notice(kind: str, **more: object) -> Notice:
    plain = Notice(
        id=7,
        key=f"{kind}:7",
        kind=kind,
        game_id=3,
        seat_id=None,
        player_id=1,
        email="anna@example.org",
        position=None,
        facts={},
        state=NoticeState.WAITING,
        created_at=NOW,
        not_before=NOW,
    )
    return replace(plain, **more)  # type: ignore[arg-type]


def open_sight(**more: object) -> Sight:
    """A table before play: Ben and Carol sit, Dan is asked, one place is open."""
    plain = Sight(
        code="7HXD",
        status=GameStatus.OPEN,
        preset="nomination_whist",
        rules=rules(),
        commitment=COMMITMENT,
        root=None,
        places=(
            Place("Ben Hill", "seated"),
            Place("Carol", "seated"),
            Place("", "invited"),
            Place("", "open"),
        ),
        seat=None,
        view=None,
        deadlines=(),
        watch_code="wxyz",
        join_code="bcdf-ghjk-mnpq",
        begun_by="Ben Hill",
        is_starter=True,
        rated=True,
        created_at=NOW,
    )
    return replace(plain, **more)  # type: ignore[arg-type]


def lobby(kind: Kind, **more: object) -> Told:
    """A mail to Ben, who opened the table."""
    plain = Told(
        notice=notice(kind, seat_id=101),
        kind=kind,
        reader="Ben Hill",
        zone="Europe/Berlin",
        locale="en",
        now=NOW,
        sight=open_sight(),
        number=2,
        last_number=1,
        seat_id=101,
        facts={"happening": "accepted", "who": "Carol"},
    )
    return replace(plain, **more)  # type: ignore[arg-type]


def invitation(**more: object) -> Told:
    plain = Told(
        notice=notice("invitation"),
        kind="invitation",
        reader="",
        zone="Europe/Berlin",
        locale="en",
        now=NOW,
        sight=open_sight(join_code=None, is_starter=False),
        invitation_id=9,
        invited=Invited(
            inviter="Ben Hill",
            inviter_email="ben.hill@example.net",
            accepted=("Carol", "Dan"),
            expires_at=NOW + timedelta(days=12),
        ),
        facts={"invitation_id": 9},
    )
    return replace(plain, **more)  # type: ignore[arg-type]


def to_address(kind: Kind, **more: object) -> Told:
    """A mail about no table: sign_in, confirm, service, which."""
    plain = Told(
        notice=notice(kind),
        kind=kind,
        reader="Anna",
        zone=None,
        locale="en",
        now=NOW,
        answer=Answer() if kind != "sign_in" else None,
        pending_id=5,
        facts={"names": ["Anna", "Ben"]} if kind == "which" else {},
    )
    return replace(plain, **more)  # type: ignore[arg-type]


def said(text: str, name: str = "Ben") -> Said:
    return Said(name, NOW, text)

"""What a player may ask for in one line of a mail, as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from pbem.orders.choices import Choose
from pbem.rules.cards import Card
from pbem.rules.moves import Claim

Desk = Literal["game", "service", "invitation"]
"""Where a line was written to: a game's reply address, the service address, an invitation."""


ALL_VERSIONS: Final = "all"
"""The word that stands for all versions where one of them might be named."""


@dataclass(frozen=True, slots=True)
class BidOrder:
    tricks: int


@dataclass(frozen=True, slots=True)
class PlayOrder:
    """A card, and what is said with it: `high` or `low`, or the name of a card.

    `JK` is what somebody means who writes `joker`, whichever joker it is.
    """

    card: Card
    call: str = ""


@dataclass(frozen=True, slots=True)
class TrumpOrder:
    """Name trumps: a suit letter, or `NT`."""

    trump: str


@dataclass(frozen=True, slots=True)
class LayOrder:
    """Lay cards aside for a bid, with or without a premium claimed for it."""

    cards: tuple[Card, ...]
    claim: Claim = ""


@dataclass(frozen=True, slots=True)
class ShowStatus:
    pass


@dataclass(frozen=True, slots=True)
class ShowHand:
    pass


@dataclass(frozen=True, slots=True)
class ShowRules:
    """The rules of this game, or of a preset; of `ALL_VERSIONS` a list of them."""

    preset: str | None = None


@dataclass(frozen=True, slots=True)
class ShowScores:
    pass


@dataclass(frozen=True, slots=True)
class ShowHistory:
    pass


@dataclass(frozen=True, slots=True)
class Say:
    """Words to the table (`say`, `note`)."""

    text: str


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up the seat for good: `resign` asks and waits for a yes, `resign for good` does it."""

    sure: bool = False


@dataclass(frozen=True, slots=True)
class Stop:
    """No more mail of this game, or of all; a stand-in takes the seat until `back`."""

    everywhere: bool = False


@dataclass(frozen=True, slots=True)
class Back:
    """Undo `stop`, at this table or at all."""

    everywhere: bool = False


@dataclass(frozen=True, slots=True)
class Revoke:
    """Replace the reply address and the links of this seat: somebody else has them."""


@dataclass(frozen=True, slots=True)
class SetZone:
    """The zone as written; `name` is an IANA zone."""

    name: str


@dataclass(frozen=True, slots=True)
class ShowSettings:
    """All that can be set, with the lines that change it."""


@dataclass(frozen=True, slots=True)
class ShowHelp:
    """`help`, `help all`, or `help odds`."""

    everything: bool = False
    topic: Literal["lines", "odds"] = "lines"


@dataclass(frozen=True, slots=True)
class Yes:
    """Accept (`yes as Ben`, of two who share a mailbox; `yes seed ...`, a share of the shuffle)."""

    seed: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class No:
    pass


@dataclass(frozen=True, slots=True)
class Never:
    """Never invite this address again."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """`new blackout with a@x.org, b@y.org and 1 bot` or `new blackout for 4`.

    `preset` is as written, lower case, blanks as `_`. `players` is None when it
    follows from the list; places without a name stay open for the join code. `options`
    are the changes of house rules; `unread` is what was meant to be one, it seems.
    """

    preset: str
    invited: tuple[str, ...] = ()
    bots: int = 0
    players: int | None = None
    seed: str = ""
    options: Mapping[str, object] = field(default_factory=dict)
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Join:
    """`join CODE`, with an optional name (`join CODE as Ben`)."""

    code: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Practice:
    pass


@dataclass(frozen=True, slots=True)
class AsPlayer:
    """Says which of the players at a shared address is writing (`as Anna`)."""

    name: str


@dataclass(frozen=True, slots=True)
class Find:
    """Which versions are nearest to what somebody remembers; `text` is as written."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class ShowGames:
    pass


@dataclass(frozen=True, slots=True)
class ShowAddresses:
    """The writer's own mail addresses."""


@dataclass(frozen=True, slots=True)
class AddAddress:
    """One more mail address of one's own; it is asked first."""

    email: str


@dataclass(frozen=True, slots=True)
class RemoveAddress:
    email: str


@dataclass(frozen=True, slots=True)
class MainAddress:
    """The address that is to get one's mails."""

    email: str


@dataclass(frozen=True, slots=True)
class Invite:
    """The starter asks one more address to an open place."""

    email: str


@dataclass(frozen=True, slots=True)
class FillWithBots:
    """The starter lets bots take the places that are still open."""


@dataclass(frozen=True, slots=True)
class SaveRules:
    """Keep the rules of this game under a name, for `new NAME ...`; lower case, blanks as `_`."""

    name: str


@dataclass(frozen=True, slots=True)
class CancelGame:
    """The starter calls off a game that has not begun."""


Order = (
    BidOrder
    | PlayOrder
    | TrumpOrder
    | LayOrder
    | ShowStatus
    | ShowHand
    | ShowRules
    | ShowScores
    | ShowHistory
    | Say
    | Resign
    | Stop
    | Back
    | Revoke
    | SetZone
    | Choose
    | ShowSettings
    | ShowHelp
    | Yes
    | No
    | Never
    | NewGame
    | Join
    | Practice
    | AsPlayer
    | Find
    | ShowGames
    | ShowAddresses
    | AddAddress
    | RemoveAddress
    | MainAddress
    | Invite
    | FillWithBots
    | SaveRules
    | CancelGame
)


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """A line that is no order. `near` are orders it resembles, as one would write them."""

    line: str
    near: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WrongDesk:
    """An order that exists, but not here; `desk` is where it belongs."""

    line: str
    order: Order
    desk: Desk

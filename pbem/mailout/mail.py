"""A mail in words, before it is laid out: what both of its parts say."""

from dataclasses import dataclass

from pbem.mailout.scores import ScoreTable
from pbem.show.help import HelpLine


@dataclass(frozen=True, slots=True)
class Button:
    """A link in words (HTML part)."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class GameLine:
    """A line of the daily mail, with the link to its table."""

    label: str
    url: str
    is_asked: bool


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it is drawn: `symbol` (Q and a spade), `code` (QS), `words`.

    `url` plays it, None if it may not be played now. `by` is who played it, on the
    table.
    """

    symbol: str
    code: str
    words: str
    is_red: bool
    url: str | None = None
    by: str = ""


@dataclass(frozen=True, slots=True)
class StateWords:
    """A table as it stands: the sentences, and the cards and buttons that draw it.

    `special` tells what is out of the ordinary in the deal, `notes` who is away and
    whom mail does not reach.
    """

    heading: str | None
    hand: str | None
    bids: str | None
    table: str | None
    barred: str | None
    change: str | None
    tricks: str | None
    waits: str | None
    special: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    faces: tuple[Face, ...] = ()
    trick: tuple[Face, ...] = ()
    buttons: tuple[Button, ...] = ()

    @property
    def picks_card(self) -> bool:
        """Whether a card of the hand may be chosen."""
        return any(face.url for face in self.faces)

    @property
    def is_on_turn(self) -> bool:
        return bool(self.buttons) or self.picks_card


@dataclass(frozen=True, slots=True)
class Standing:
    """How one player stands: in the running deal and in all."""

    name: str
    tricks: str
    total: str


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under a title, as an answer shows them on request.

    `is_sheet`: they are the score sheet, which the HTML part draws as a table.
    """

    title: str
    lines: tuple[str, ...] = ()
    help: tuple[HelpLine, ...] = ()
    is_sheet: bool = False


@dataclass(frozen=True, slots=True)
class Mail:
    """Everything a mail says.

    `matter` is its first line and the whole of it in one sentence. `how` is the
    line before the link, which only the text part shows in full; `how_html` stands
    below cards and buttons that can be pressed. `replies` open an
    answer that is written already (HTML part). `files` lead to the sheet as files.
    `check` is where one reads how to check the proof.
    `aim` says what the totals are for, below the table of them (HTML part), where it is
    not the usual. `rules` are those of the game in two lines, at the head of its first
    mail. `games` are the lines of the daily mail.
    """

    lang: str
    kind: str
    subject: str
    matter: str
    marker: str
    last: str
    outcomes: tuple[str, ...] = ()
    paragraphs: tuple[str, ...] = ()
    state: StateWords | None = None
    how: str | None = None
    how_html: str | None = None
    link: Button | None = None
    files: tuple[Button, ...] = ()
    otherwise: str | None = None
    since_title: str | None = None
    since: tuple[str, ...] = ()
    totals: str | None = None
    aim: str | None = None
    talk: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    sheet: ScoreTable | None = None
    proof: tuple[str, ...] = ()
    check: Button | None = None
    also: tuple[str, ...] = ()
    closing: tuple[str, ...] = ()
    standing: tuple[Standing, ...] = ()
    stop: Button | None = None
    rules: tuple[str, ...] = ()
    replies: tuple[Button, ...] = ()
    games: tuple[GameLine, ...] = ()

"""What a scoring system says of a made and of a missed bid, in words (catalogue, section 8)."""

from dataclasses import dataclass

from pbem.show.reader import Reader


@dataclass(frozen=True, slots=True)
class Phrases:
    """How a system scores: `made` and `missed` are verbs with what they say of points.

    `short_made` and `short_missed` say the same in a word or two, for a summary. `zero`
    is what differs for a bid of 0, `notes` whatever else has to be said.
    """

    made: str
    missed: str
    short_made: str
    short_missed: str
    zero: str = ""
    notes: tuple[str, ...] = ()


Part = tuple[str, str]
"""A phrase and its short form."""


def bonus_and(reader: Reader, bonus: int, each: int = 1) -> Part:
    """Return what brings a bonus and so much for each trick."""
    if bonus == 0:
        return per_trick(reader, each)
    if each == 1:
        return (
            reader._("brings ({bonus}) and a point for each trick", bonus=bonus),
            reader._("({bonus}) and the tricks", bonus=bonus),
        )
    return (
        reader._("brings ({bonus}) and ({each}) for each trick", bonus=bonus, each=each),
        reader._("({bonus}) and ({each}) a trick", bonus=bonus, each=each),
    )


def per_trick(reader: Reader, each: int = 1) -> Part:
    """Return what brings so much for each trick."""
    if each == 1:
        return reader._("brings a point for each trick"), reader._("the tricks")
    return (
        reader._("brings ({each}) for each trick", each=each),
        reader._("({each}) a trick", each=each),
    )


def flat(reader: Reader, points: int) -> Part:
    return (
        reader._("brings ({points}) and nothing else", points=points),
        reader._("({points})", points=points),
    )


def square(reader: Reader) -> Part:
    """Return what brings ten and the square of the bid."""
    return (
        reader._("brings (10) and the square of the bid"),
        reader._("(10) and bid squared"),
    )


def nothing(reader: Reader) -> Part:
    return reader._("brings nothing"), reader._("nothing")


def taken(reader: Reader) -> Part:
    """Return what a missed bid brings by the tricks all the same."""
    return reader._("brings a point for each trick taken"), reader._("the tricks")


def off(reader: Reader, each: int = 1) -> Part:
    """Return what costs so much for each trick that the bid was missed by."""
    if each == 1:
        return (
            reader._("loses a point for each trick too many or too few"),
            reader._("(-1) a trick off"),
        )
    return (
        reader._("loses ({each}) for each trick too many or too few", each=each),
        reader._("({each}) a trick off", each=-each),
    )


def lost_bid(reader: Reader, each: int = 1) -> Part:
    """Return what costs so much for each trick bid."""
    if each == 1:
        return reader._("loses a point for each trick bid"), reader._("minus the bid")
    return (
        reader._("loses ({each}) for each trick bid", each=each),
        reader._("({each}) a trick bid", each=-each),
    )


def only_if(reader: Reader, part: Part, when: object) -> Part:
    """Return what a miss costs if it is of a kind: `overtricks` or `undertricks`."""
    long, short = part
    if when == "overtricks":
        return (
            reader._("{loses} if tricks are too many, and brings nothing otherwise", loses=long),
            reader._("too many {short}", short=short),
        )
    if when == "undertricks":
        return (
            reader._("{loses} if tricks are too few, and brings nothing otherwise", loses=long),
            reader._("too few {short}", short=short),
        )
    return part


def phrases(made: Part, missed: Part, zero: str = "", *notes: str) -> Phrases:
    return Phrases(made[0], missed[0], made[1], missed[1], zero, notes)


def zero_made(reader: Reader, points: object) -> str:
    return reader._("A bid of (0) that is made brings ({points}).", points=points)

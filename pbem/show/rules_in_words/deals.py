"""The dealer, the number of cards, and how long a game is (catalogue, section 4)."""

from pbem.rules import length as lengths
from pbem.rules.fresh import tricks_of
from pbem.rules.ruleset import Rules
from pbem.rules.sizes import deal_sizes, is_open_ended
from pbem.show.reader import Reader
from pbem.show.rules_in_words.chapter import lines, side
from pbem.show.rules_in_words.course import course
from pbem.show.rules_in_words.sizes import time_words


def deals(reader: Reader, rules: Rules) -> tuple[str, ...]:
    """Return number and size of the deals, and who deals."""
    return lines((length(reader, rules), _upcard(reader, rules), _dealer(reader, rules)))


def length(reader: Reader, rules: Rules) -> str:
    """Return the number of deals and tricks, and how the hands grow and shrink."""
    sizes = deal_sizes(rules)
    if rules.sequence == "upcard":
        return reader._("({deals}) deals, of (1) to (13) cards each.", deals=len(sizes))
    if is_open_ended(rules):
        return " ".join((_every_deal(reader, rules, sizes[0]), _open(reader, rules)))
    told = reader._(
        "{deals} with {tricks} in all.",
        deals=reader.n_("({n}) deal", "({n}) deals", len(sizes)),
        tricks=reader.n_(
            "({n}) trick", "({n}) tricks", sum(tricks_of(rules, size) for size in sizes)
        ),
    )
    if len(set(sizes)) == 1:
        return f"{told} {_every_deal(reader, rules, sizes[0])}"
    hands = reader._("Cards in a hand: {course}.", course=course(reader, rules))
    return f"{told} {hands}"


def _every_deal(reader: Reader, rules: Rules, size: int) -> str:
    each = reader.n_("({n}) card each", "({n}) cards each", size)
    if tricks_of(rules, size) == size:
        return reader._("In every deal there are {cards}.", cards=each)
    tricks = tricks_of(rules, size)
    return reader._("In every deal there are {cards}, for ({n}) tricks.", cards=each, n=tricks)


def _open(reader: Reader, rules: Rules) -> str:
    return reader._(
        "How many deals there are depends on the points, but at most ({n}).", n=rules.deal_limit
    )


def _upcard(reader: Reader, rules: Rules) -> str:
    if rules.sequence != "upcard":
        return ""
    return reader._(
        "Before each deal a card is turned from a second pack: its rank is the number of cards "
        "in a hand, an ace counting (1), a jack (11), a queen (12) and a king (13). The turned "
        "cards are not used a second time."
    )


def _dealer(reader: Reader, rules: Rules) -> str:
    passes = reader._("After each deal it passes to the {side}.", side=side(reader, rules))
    return f"{_first_dealer(reader, rules)} {passes} {_direction(reader, rules)}"


def _first_dealer(reader: Reader, rules: Rules) -> str:
    match rules.first_dealer:
        case "high_card":
            return reader._("Cards are drawn for the first deal: the highest rank deals.")
        case "first_jack":
            return reader._(
                "For the first deal cards are dealt face up until somebody gets a jack, who deals."
            )
        case "seat_0":
            return reader._("Whoever opened the table deals first.")
        case "random":
            return reader._("Who deals first is drawn by lot.")


def _direction(reader: Reader, rules: Rules) -> str:
    if rules.direction == "clockwise":
        return reader._("Bids and cards go round clockwise too.")
    return reader._("Bids and cards go round counterclockwise too.")


def effort(reader: Reader, rules: Rules) -> str:
    """Return how many answers a game asks each player for, and how long that takes."""
    found = lengths.length(rules)
    return f"{_answers(reader, found.answers)} {_days(reader, found.days)}"


def _answers(reader: Reader, span: lengths.Span) -> str:
    if span.most is None:
        return reader._(
            "A whole game asks each player for at least ({n}) answers, a bid for each deal and "
            "a card for each trick.",
            n=span.least,
        )
    if span.is_exact:
        return reader._(
            "A whole game asks each player for ({n}) answers, a bid for each deal and a card "
            "for each trick.",
            n=span.least,
        )
    return reader._(
        "A whole game asks each player for ({least}) to ({most}) answers, a bid for each deal "
        "and a card for each trick.",
        least=span.least,
        most=span.most,
    )


def _days(reader: Reader, span: lengths.Span) -> str:
    return reader._(
        "If all look into their mail (1) to (2) times a day, that takes ({time}).",
        time=time_words(reader, span),
    )

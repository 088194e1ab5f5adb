"""Mail that does not arrive, in words: to the table, and to whom it should reach."""

from pbem.app.reach import NOT_ASCII
from pbem.app.records import Address
from pbem.app.sight import Place
from pbem.show.reader import Reader


def unreached_line(reader: Reader, name: str, place: Place) -> str:
    """Return that mail does not reach a player, and since when."""
    if place.unreachable_since is None:
        return reader._("Mail does not reach {name}.", name=name)
    since = reader.weekday(place.unreachable_since)
    return reader._("Mail does not reach {name} (since {day}).", name=name, day=since)


def instead_line(reader: Reader, email: str) -> str:
    """Return why a mail goes to another address of its reader."""
    return reader._(
        "Mail to your address ({email}) does not arrive, so it comes here. A letter of yours from "
        "there, or signing in with it on our page, mends that.",
        email=email,
    )


def what_happened(reader: Reader, address: Address) -> str:
    """Return why mail to an address fails, to its owner."""
    said = address.failing or ""
    if address.suppressed == "complaint":
        return reader._("Your mail provider told us that a mail of ours was called unwanted.")
    if NOT_ASCII in said:
        return reader._(
            "It has letters beyond plain English ones before the @, and the mail servers on the "
            "way do not take such addresses."
        )
    if address.suppressed == "hard":
        return reader._("Its mail server says that it has not got such a mailbox.")
    return reader._(
        "Its mail server did not take our mails: the mailbox may be full, or a filter refuses them."
    )

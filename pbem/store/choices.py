"""What a player has chosen, in columns of their own; NULL where nothing was chosen."""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast, get_args

from sqlalchemy import Row

from pbem.orders.choices import USUAL, Choices, Choose, Hours, WhichMails, chosen

_Write = Callable[[Choices], dict[str, object]]

_WRITE: Final[Mapping[str, _Write]] = {
    "mails": lambda one: {"mails": one.mails},
    "digest": lambda one: {"digest_hour": one.digest},
    "hours": lambda one: {
        "hours_first": one.hours and one.hours.first,
        "hours_last": one.hours and one.hours.last,
    },
    "cards": lambda one: {"card_words": one.cards == "words"},
    "text": lambda one: {"text_only": one.text == "only"},
    "links": lambda one: {"signed_links": one.links == "signed in"},
}

CHOICE_COLUMNS: Final = tuple(column for write in _WRITE.values() for column in write(USUAL))
"""The columns of `players` that hold choices."""


def columns_of(order: Choose) -> dict[str, object]:
    """Return the columns of one setting with their values."""
    return _WRITE[order.setting](chosen(USUAL, order))


def choices_in(row: Row[Any], prefix: str = "") -> Choices:
    """Return what a row of `players` says, whose columns may have a prefix."""
    values = {name: getattr(row, f"{prefix}{name}") for name in CHOICE_COLUMNS}
    if not any(value is not None for value in values.values()):
        return USUAL
    hours = None
    if values["hours_first"] is not None and values["hours_last"] is not None:
        hours = Hours(values["hours_first"], values["hours_last"])
    digest = values["digest_hour"]
    return Choices(
        mails=_mails(values["mails"]),
        digest=USUAL.digest if digest is None else digest,
        hours=hours,
        cards="words" if values["card_words"] else "codes",
        text="only" if values["text_only"] else "html",
        links="signed in" if values["signed_links"] else "open",
    )


def _mails(text: str | None) -> WhichMails:
    """Return which mails are wanted; what a newer release may know besides is as usual here."""
    return cast("WhichMails", text) if text in get_args(WhichMails) else USUAL.mails

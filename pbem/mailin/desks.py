"""What the token of an address stands for, looked up in the rows of the service."""

from collections.abc import Callable

from pbem.app.incoming import Desk, ToInvitation, ToPending, ToSeat
from pbem.app.ports import Uow
from pbem.signing import Keys, ReplyToken, open_reply_token


def reply_desk(uow: Uow, keys: Keys) -> Callable[[str], Desk | None]:
    """Return the lookup of reply tokens; it returns None for unknown and revoked ones."""

    def resolve(token: str) -> Desk | None:
        opened = open_reply_token(keys, token, _generations(uow))
        return None if opened is None or opened.kind == "bounce" else _desk(opened)

    return resolve


def bounce_desk(uow: Uow, keys: Keys) -> Callable[[str], Desk | None]:
    """Return the lookup of the tokens of bounce addresses: the seat that a mail went to."""

    def resolve(token: str) -> Desk | None:
        opened = open_reply_token(keys, token, _generations(uow))
        return _desk(opened) if opened is not None and opened.kind == "bounce" else None

    return resolve


def _desk(opened: ReplyToken) -> Desk:
    match opened.kind:
        case "invitation":
            return ToInvitation(opened.id)
        case "pending":
            return ToPending(opened.id)
        case "seat" | "bounce":
            return ToSeat(opened.id, opened.position)


def _generations(uow: Uow) -> Callable[[str, int], int | None]:
    def generation_of(kind: str, row_id: int) -> int | None:
        if kind == "pending":
            # A question that was answered or is over has no row, and its address is
            # still ours: a second `yes` deserves an answer, not a refusal at the door.
            return 0
        row = uow.invitations.get(row_id) if kind == "invitation" else uow.seats.get(row_id)
        return None if row is None else row.generation

    return generation_of

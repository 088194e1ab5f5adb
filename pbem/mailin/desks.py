"""What the token of one of our addresses stands for, looked up in the rows of the service."""

from collections.abc import Callable
from typing import Final, Literal

from pbem.app.incoming import (
    Desk,
    ToAddress,
    ToInvitation,
    ToPending,
    ToRevoked,
    ToSeat,
)
from pbem.app.ports import Uow
from pbem.mailin.addresses import OurAddress
from pbem.signing import Keys, ReplyToken, open_reply_token, open_revoked_token

# A question that was answered has no row any more, and its address is still ours: a
# second `yes` deserves an answer, not a refusal at the door.
_PENDING_GENERATION: Final = 0


def reply_desk(uow: Uow, keys: Keys) -> Callable[[str], Desk | None]:
    """Return the lookup of reply tokens; it returns None for unknown ones."""

    def resolve(token: str) -> Desk | None:
        opened = open_reply_token(keys, token, _generations(uow))
        return _revoked(uow, keys, token) if opened is None else _desk(opened)

    return resolve


def bounce_desk(uow: Uow, keys: Keys) -> Callable[[str], Desk | None]:
    """Return the lookup of bounce tokens: whose mail came back (address, invitation, question)."""

    def resolve(token: str) -> Desk | None:
        opened = open_reply_token(keys, token, _generations(uow))
        return _voided(uow, keys, token) if opened is None else _desk_of_report(opened)

    return resolve


def _voided(uow: Uow, keys: Keys, token: str) -> ToAddress | None:
    """Return whose mail came back, if that was made void and none after it."""

    def before(kind: str, row_id: int) -> int | None:
        present = _generations(uow)(kind, row_id) if kind == "bounce_address" else None
        return present - 1 if present else None

    opened = open_reply_token(keys, token, before)
    return None if opened is None else ToAddress(opened.id, was_voided=True)


Standing = Literal["yes", "revoked", "unknown"]
"""Whether an address of ours is good; `revoked`: it was, and a new one has taken its place."""


def standing(uow: Uow, keys: Keys, address: OurAddress) -> Standing:
    """Return how an address of ours stands now; `unknown` is one that was altered."""
    if not address.token:
        return "yes"
    opened = open_reply_token(keys, address.token, _generations(uow))
    if opened is not None:
        return "yes" if (_desk(opened) is None) == (address.box == "bounce") else "unknown"
    if address.box == "bounce":
        return "yes" if _voided(uow, keys, address.token) else "unknown"
    is_revoked = _revoked(uow, keys, address.token) is not None
    return "revoked" if is_revoked else "unknown"


def _revoked(uow: Uow, keys: Keys, token: str) -> ToRevoked | None:
    opened = open_revoked_token(keys, token, _generations(uow))
    return ToRevoked(opened.id) if opened is not None and opened.kind == "seat" else None


def _desk(opened: ReplyToken) -> Desk | None:
    match opened.kind:
        case "seat":
            return ToSeat(opened.id, opened.position)
        case "invitation":
            return ToInvitation(opened.id)
        case "pending":
            return ToPending(opened.id)
        case "bounce" | "bounce_invitation" | "bounce_pending" | "bounce_address":
            return None


def _desk_of_report(opened: ReplyToken) -> Desk | None:
    match opened.kind:
        case "bounce":
            return ToSeat(opened.id, opened.position)
        case "bounce_invitation":
            return ToInvitation(opened.id)
        case "bounce_pending":
            return ToPending(opened.id)
        case "bounce_address":
            return ToAddress(opened.id)
        case _:
            return None


def _generations(uow: Uow) -> Callable[[str, int], int | None]:
    def generation_of(kind: str, row_id: int) -> int | None:
        match kind:
            case "seat" | "bounce":
                seat = uow.seats.get(row_id)
                return None if seat is None else seat.generation
            case "invitation" | "bounce_invitation":
                invitation = uow.invitations.get(row_id)
                return None if invitation is None else invitation.generation
            case "pending" | "bounce_pending":
                return _PENDING_GENERATION
            case "bounce_address":
                address = uow.players.find_address(row_id)
                return None if address is None else uow.players.generation(address.player_id)[0]
            case _:
                return None

    return generation_of

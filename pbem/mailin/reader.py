"""From the raw bytes of a letter to what the use cases see of it."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from email.message import Message
from typing import Literal

from pbem.app.addresses import address_key
from pbem.app.incoming import About, Desk, Incoming, LetterKind, ToNobody, ToService
from pbem.app.trust import Trust
from pbem.mailin import kinds, limits
from pbem.mailin.addresses import Identity, OurAddress, our_address, reply_tokens
from pbem.mailin.block import Block, first_block
from pbem.mailin.body import Body, body_of, outline_of
from pbem.mailin.bounces import Report, report_of
from pbem.mailin.cut import cut
from pbem.mailin.headers import Head, head_of, parse, parse_header

Resolve = Callable[[str], Desk | None]
Judge = Callable[[Message, Head], Trust]
WhyEmpty = Literal["nothing", "no_order", "inline", "encrypted", "forwarded"]


@dataclass(frozen=True, slots=True)
class Envelope:
    """How a letter came: the recipient this copy is for, and all of them. May be empty."""

    recipient: str
    recipients: tuple[str, ...]
    identity: Identity


_NOTHING = Block((), ())


@dataclass(frozen=True, slots=True)
class _Read:
    """What reading a letter found, before it is known whom it is for."""

    kind: LetterKind
    head: Head
    block: Block = _NOTHING
    why: WhyEmpty | None = None
    reason: str = ""
    body: tuple[str, ...] = ()
    is_answerable: bool = True
    trust: Trust = "none"
    report: Report | None = None


def _unknown(_message: Message, _head: Head) -> Trust:
    return "none"


def read(  # noqa: PLR0913 - an envelope, and what its words are looked up by
    raw: bytes,
    *,
    recipient: str,
    recipients: tuple[str, ...],
    identity: Identity,
    resolve: Resolve,
    resolve_bounce: Resolve | None = None,
    judge: Judge = _unknown,
) -> Incoming:
    """Read a letter. No bytes whatever make this raise.

    `resolve` tells what a reply token stands for, None if it is unknown or revoked;
    `resolve_bounce` does so for the tokens of bounce addresses, where they differ. A
    letter that names several reply addresses is for nobody. `judge` tells whether the
    sender's domain vouches for a letter that a person wrote, or for a report.
    """
    envelope = Envelope(recipient, recipients, identity)
    found = _read(raw, envelope, judge)
    address = _own_address(found.head, envelope)
    if address is not None and address.box == "bounce" and _came_back(found):
        found = replace(found, kind="bounce", reason="soft", report=Report("soft"))
    desk = _desk(address, found, envelope, resolve, resolve_bounce or resolve)
    # A machine's letter that cannot be read gets no answer, so it has no sender.
    sender = found.head.sender if found.is_answerable else None
    return Incoming(
        kind=found.kind,
        to=desk,
        sender=sender,
        sender_name=found.head.sender_name,
        lines=found.block.lines,
        unread=found.block.unread,
        offset=found.head.offset,
        key=_key(found, address, recipient),
        message_id=found.head.message_id,
        why_empty=found.why,
        reason=found.reason,
        trust=found.trust,
        about=_about(found.report),
    )


def _about(report: Report | None) -> About | None:
    if report is None:
        return None
    return About(report.message_id, report.original_recipient, report.is_failure)


def _read(raw: bytes, envelope: Envelope, judge: Judge) -> _Read:
    if len(raw) > limits.MAX_BYTES or limits.is_head_alone(raw):
        header = limits.plain(raw[: 2 * limits.MAX_HEADER_BYTES])
        return _unparsed("too_big", header, "bytes", envelope.identity)
    return _read_plain(limits.plain(raw), envelope, judge)


def _read_plain(letter: bytes, envelope: Envelope, judge: Judge) -> _Read:
    if limit := limits.over_limit(letter):
        return _unparsed("too_big", letter, limit, envelope.identity)
    try:
        message = parse(letter)
    except RecursionError:
        return _unparsed("too_big", letter, "depth", envelope.identity)
    except ValueError:
        return _unparsed("malformed", letter, "boundary in an odd charset", envelope.identity)
    head = head_of(message)
    # Only where nobody is named as the sender it matters which address it came to.
    ours = _own_address(head, envelope) if head.return_path == "" else None
    to_reports = ours is not None and ours.box == "bounce"
    machine = kinds.not_a_person(message, head, envelope.identity, to_bounce_address=to_reports)
    if machine is not None:
        kind, reason = machine
        return (
            _reported(message, head, judge)
            if kind == "bounce"
            else _Read(kind, head, reason=reason)
        )
    if why := kinds.malformed(message, head):
        return _Read("malformed", head, reason=why)
    return replace(_typed(message, head), trust=judge(message, head))


def _unparsed(kind: LetterKind, letter: bytes, why: str, identity: Identity) -> _Read:
    """Return what the header alone says of a letter that is not parsed as a whole."""
    message = parse_header(limits.header_of(letter))
    head = head_of(message)
    is_answerable = not kinds.is_automatic(message, head, identity)
    return _Read(kind, head, reason=why, is_answerable=is_answerable)


def _reported(message: Message, head: Head, judge: Judge) -> _Read:
    report = report_of(message)
    reason = f"{report.grade} {report.status}".strip()
    return _Read("bounce", head, reason=reason, report=report, trust=judge(message, head))


def _typed(message: Message, head: Head) -> _Read:
    body = body_of(message)
    reply = cut(body.lines, is_whole=body.is_whole)
    block = first_block(reply.lines, reply.orders)
    if block.lines:
        return _Read("orders", head, block, body=body.lines)
    why = reply.why or _why_empty(body, block)
    if why == "nothing" and _is_below(outline_of(message)):
        why = "inline"
    return _Read("empty", head, block, why=why, body=body.lines)


def _is_below(outline: tuple[str, ...]) -> bool:
    """Whether something was typed between or below the quotes of a letter in HTML."""
    reply = cut(outline, is_whole=True)
    return reply.why == "inline" or any(reply.lines)


def _why_empty(body: Body, block: Block) -> WhyEmpty:
    if body.sealed:
        return "encrypted"
    return "no_order" if block.unread else "nothing"


def _came_back(found: _Read) -> bool:
    """Whether a letter to a bounce address says that a mail came back, in whatever words.

    Nobody else is told that address. A person's program that answers by itself may use it too:
    it says so, and whose it is.
    """
    if found.kind in {"bounce", "receipt"}:
        return False
    if found.kind in {"too_big", "malformed"}:
        return True
    is_marked = found.kind == "auto_reply" and found.reason != "null return path"
    return found.head.return_path == "" and not (is_marked and kinds.names_a_person(found.head))


def _own_address(head: Head, envelope: Envelope) -> OurAddress | None:
    """Return which of our addresses this letter was sent to.

    The envelope decides. Where it names the service alone, a server may have cut the
    token off, and what servers noted counts; where it names nobody of ours, the
    header does.
    """
    identity = envelope.identity
    told = our_address(envelope.recipient, identity)
    if told is not None and told.token:
        return told
    noted = _first_token(head.traces, identity)
    if told is not None or noted is not None:
        return noted or told
    named = _first_token(head.named, identity)
    return named or next(filter(None, (our_address(one, identity) for one in head.named)), None)


def _first_token(addresses: Iterable[str], identity: Identity) -> OurAddress | None:
    ours = (our_address(address, identity) for address in addresses)
    return next((one for one in ours if one is not None and one.token), None)


def _desk(
    address: OurAddress | None,
    found: _Read,
    envelope: Envelope,
    resolve: Resolve,
    resolve_bounce: Resolve,
) -> Desk:
    if found.report is not None and (address is None or address.box != "bounce"):
        # Reply addresses are known to many, and prove nothing of a report.
        of_mail = _desk_of_mail(found.report, envelope.identity, resolve_bounce)
        return of_mail or ToNobody("unknown")
    if address is None or address.box == "postmaster":
        return ToNobody("unknown")
    if address.box == "bounce":
        # What is sent there is read as a report, or not at all.
        desk = resolve_bounce(address.token) if found.kind == "bounce" else None
        return desk or ToNobody("unknown")
    everybody = (envelope.recipient, *envelope.recipients, *found.head.named, *found.head.traces)
    if len(reply_tokens(everybody, envelope.identity)) > 1:
        return ToNobody("several")
    if address.box == "service":
        return ToService()
    return resolve(address.token) or ToNobody("unknown")


def _desk_of_mail(report: Report, identity: Identity, resolve_bounce: Resolve) -> Desk | None:
    """Return whose mail came back, by the envelope sender that it had: reports tell it too."""
    back_to = our_address(report.mail_from, identity) if report.mail_from else None
    if back_to is None or back_to.box != "bounce":
        return None
    return resolve_bounce(back_to.token)


def _key(found: _Read, address: OurAddress | None, recipient: str) -> str:
    """Return the identity of a letter: whom it is for and from, and its Message-ID, else content.

    Programs exist that number their mails alike, and nobody shall use up the ids of others.
    """
    place = recipient.lower() if address is None else address.token or address.box
    head = found.head
    if head.message_id is not None:
        return _digest("id", place, address_key(head.sender or ""), head.message_id)
    # Servers differ in how many line ends they leave below a letter.
    body = "\n".join(found.body).rstrip()
    return _digest("content", place, address_key(head.sender or ""), head.date, body)


def _digest(*texts: str) -> str:
    pieces = [text.encode("utf-8", "surrogatepass") for text in texts]
    whole = b"".join(len(data).to_bytes(4, "big") + data for data in pieces)
    return hashlib.sha256(whole).hexdigest()

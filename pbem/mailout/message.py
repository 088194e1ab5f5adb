"""From a letterhead and two texts to the bytes that travel."""

import re
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from pbem.mailout.letterhead import Letterhead
from pbem.mailout.outside import Outside

# With shorter lines the standard library would turn long ids and links into encoded
# words, which breaks threads and one-click unsubscribing.
_WIRE = SMTP.clone(max_line_length=998, cte_type="7bit")


def to_bytes(
    head: Letterhead,
    outside: Outside,
    recipient: str,
    date: datetime,
    text: str,
    html: str | None,
) -> bytes:
    """Return the mail as it goes over the wire: CRLF, ASCII, lines of at most 998.

    Without `html` it is of plain text alone.

    Only a recipient with a local part beyond ASCII stands raw in the header; servers
    that do not take such addresses do not get the mail.
    """
    wire = _WIRE.clone(utf8=not recipient.isascii())
    message = EmailMessage(wire)
    _address(message, head, outside, recipient)
    _thread(message, head, date)
    _manners(message, head, outside)
    _table(message, head, outside)
    message.set_content(text, charset="utf-8", cte="quoted-printable")
    if html is not None:
        _add_html(message, head, html)
    # Set before, it would go with the text into its part.
    message["Content-Language"] = head.lang
    return message.as_bytes(policy=wire)


def _add_html(message: EmailMessage, head: Letterhead, html: str) -> None:
    message.add_alternative(html, subtype="html", charset="utf-8", cte="quoted-printable")
    # The border between the parts is made from the id, since every try has the same bytes.
    border = head.message_id.strip("<>").partition("@")[0]
    message.set_boundary(f"=_{border}")


def _address(message: EmailMessage, head: Letterhead, outside: Outside, recipient: str) -> None:
    message["From"] = Address(head.from_name, addr_spec=outside.sender)
    message["To"] = _to(recipient)
    if head.reply_to is not None:
        message["Reply-To"] = Address(addr_spec=head.reply_to)
    message["Subject"] = head.subject


def _to(recipient: str) -> Address:
    # Given in one piece, addresses are refused that people have: beyond ASCII, and
    # with two dots in a row.
    local, _, domain = recipient.rpartition("@")
    if len(local) > 2 and local[0] == local[-1] == '"':
        local = re.sub(r"\\(.)", r"\1", local[1:-1])
    return Address(username=local, domain=domain)


def _thread(message: EmailMessage, head: Letterhead, date: datetime) -> None:
    message["Date"] = format_datetime(date)
    message["Message-ID"] = head.message_id
    parents = [parent for parent in (head.root_id, head.in_reply_to) if parent is not None]
    if parents:
        message["In-Reply-To"] = parents[-1]
        message["References"] = " ".join(parents)


def _manners(message: EmailMessage, head: Letterhead, outside: Outside) -> None:
    message["Auto-Submitted"] = "auto-replied" if head.is_answer else "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    message["X-Loop"] = outside.sender


def _table(message: EmailMessage, head: Letterhead, outside: Outside) -> None:
    message["X-Oh-Hell-Wants"] = head.wants
    _way_out(message, head)
    if head.proof is not None:
        message[head.proof[0]] = head.proof[1]
    if head.code is None:
        return
    code = head.code.lower()
    message["List-Id"] = f"<{code}.tables.{outside.domain}>"
    message["Feedback-ID"] = f"{head.wants}:{code}:ohhell:{outside.domain}"


def _way_out(message: EmailMessage, head: Letterhead) -> None:
    """Say how these mails end: with one click, or by a mail that says so."""
    if head.stop_link is None:
        return
    word = "never" if head.is_invitation else "stop"
    by_mail = f", <mailto:{head.stop_to}?subject={word}&body={word}>" if head.stop_to else ""
    message["List-Unsubscribe"] = f"<{head.stop_link}>{by_mail}"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"

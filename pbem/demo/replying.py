"""Answering a mail as a mail program does: a real message, sent by SMTP."""

import smtplib
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, localtime, make_msgid
from typing import Final

from pbem.demo.letterbox import DemoMail

_SECONDS: Final = 10


def reply_to(mail: DemoMail, typed: str) -> EmailMessage:
    """Return the answer: what was typed, and the mail it answers quoted below."""
    subject = mail.header("Subject")
    is_reply = subject.lower().startswith("re:")
    message = _message(mail.box, mail.answers_to, subject if is_reply else f"Re: {subject}")
    known = mail.header("Message-ID")
    if known:
        message["In-Reply-To"] = known
        message["References"] = f"{mail.header('References')} {known}".strip()
    quoted = "\n".join(f"> {line}".rstrip() for line in mail.text.splitlines())
    wrote = f"On {mail.header('Date')}, {mail.sender} wrote:"
    message.set_content(f"{typed.rstrip()}\n\n{wrote}\n{quoted}\n")
    return message


def new_mail(sender: str, recipient: str, typed: str) -> EmailMessage:
    """Return a mail that answers none."""
    message = _message(sender, recipient, "Cards")
    message.set_content(f"{typed.rstrip()}\n")
    return message


def _message(sender: str, recipient: str, subject: str) -> EmailMessage:
    message = EmailMessage(SMTP)
    message["From"] = sender
    message["To"] = recipient
    message["Subject"] = subject
    message["Date"] = format_datetime(localtime())
    message["Message-ID"] = make_msgid(domain="home.example")
    message["User-Agent"] = "Demo mailbox"
    return message


def send(message: EmailMessage, host: str, port: int) -> str:
    """Send it; return why the server did not take it, or nothing."""
    try:
        with smtplib.SMTP(host, port, local_hostname="home.example", timeout=_SECONDS) as server:
            server.send_message(message)
    except smtplib.SMTPRecipientsRefused as refused:
        code, words = next(iter(refused.recipients.values()))
        return f"{code} {words.decode(errors='replace')}"
    except (smtplib.SMTPException, OSError) as fault:
        return f"the mail server did not take it ({type(fault).__name__})"
    return ""

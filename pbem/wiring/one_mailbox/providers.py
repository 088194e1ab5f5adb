"""Where the large mail providers keep IMAP and submission, and what they want of programs."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Provider:
    """Servers without a user (`imaps://imap.example.org:993`), and what to know beforehand.

    `password` says which password it takes. `why_not`: it will not do, and why.
    `authserv` is the name by which it signs what it finds out about senders, and takes
    out of letters that claim to bear it.
    """

    imap: str
    smtp: str
    password: str = ""
    why_not: str = ""
    authserv: str = ""


_ONLY_TOKENS: Final = (
    "Microsoft lets programs in by OAuth only, and by no password: take a mailbox elsewhere."
)
_NO_PLUS: Final = "As far as is known it takes no sub-addresses (play+anything@...)."

_GMAIL = Provider(
    "imaps://imap.gmail.com:993",
    "smtps://smtp.gmail.com:465",
    "Gmail wants an app password: https://myaccount.google.com/apppasswords (2-step verification "
    "has to be on).",
    authserv="mx.google.com",
)
_FASTMAIL = Provider(
    "imaps://imap.fastmail.com:993",
    "smtps://smtp.fastmail.com:465",
    "Fastmail wants an app password: Settings, Privacy & Security, App passwords.",
)
_ICLOUD = Provider(
    "imaps://imap.mail.me.com:993",
    "smtp+starttls://smtp.mail.me.com:587",
    "Apple wants an app-specific password: https://account.apple.com, Sign-In and Security.",
)
_MAILBOX_ORG = Provider(
    "imaps://imap.mailbox.org:993",
    "smtps://smtp.mailbox.org:465",
    "With two factors mailbox.org wants an app password.",
)
_POSTEO = Provider("imaps://posteo.de:993", "smtps://posteo.de:465")
_ZOHO = Provider(
    "imaps://imap.zoho.com:993",
    "smtps://smtp.zoho.com:465",
    "Switch IMAP on in the settings; with two factors Zoho wants an app password.",
)
_YANDEX = Provider(
    "imaps://imap.yandex.com:993",
    "smtps://smtp.yandex.com:465",
    "Switch IMAP on in the settings, and make an app password.",
)
_RUNBOX = Provider("imaps://mail.runbox.com:993", "smtps://mail.runbox.com:465")
_GMX = Provider(
    "imaps://imap.gmx.net:993",
    "smtps://mail.gmx.net:465",
    "Switch IMAP on in the settings of the mailbox.",
    _NO_PLUS,
)
_WEB_DE = Provider(
    "imaps://imap.web.de:993",
    "smtp+starttls://smtp.web.de:587",
    "Switch IMAP on in the settings of the mailbox.",
    _NO_PLUS,
)
_YAHOO = Provider(
    "imaps://imap.mail.yahoo.com:993",
    "smtps://smtp.mail.yahoo.com:465",
    "Yahoo wants an app password: Account security.",
    _NO_PLUS,
)
_MICROSOFT = Provider(
    "imaps://outlook.office365.com:993",
    "smtp+starttls://smtp-mail.outlook.com:587",
    why_not=_ONLY_TOKENS,
)

PROVIDERS: Final[Mapping[str, Provider]] = MappingProxyType(
    {
        "gmail.com": _GMAIL,
        "googlemail.com": _GMAIL,
        "fastmail.com": _FASTMAIL,
        "fastmail.fm": _FASTMAIL,
        "icloud.com": _ICLOUD,
        "me.com": _ICLOUD,
        "mac.com": _ICLOUD,
        "mailbox.org": _MAILBOX_ORG,
        "posteo.de": _POSTEO,
        "posteo.net": _POSTEO,
        "zoho.com": _ZOHO,
        "zohomail.com": _ZOHO,
        "yandex.com": _YANDEX,
        "yandex.ru": _YANDEX,
        "runbox.com": _RUNBOX,
        "gmx.de": _GMX,
        "gmx.net": _GMX,
        "gmx.at": _GMX,
        "gmx.ch": _GMX,
        "web.de": _WEB_DE,
        "yahoo.com": _YAHOO,
        "outlook.com": _MICROSOFT,
        "hotmail.com": _MICROSOFT,
        "live.com": _MICROSOFT,
    }
)


def provider_of(address: str) -> Provider:
    """Return the provider of an address; of one that is not known, what is usual."""
    domain = address.rpartition("@")[2].lower()
    usual = Provider(f"imaps://imap.{domain}:993", f"smtps://smtp.{domain}:465")
    return PROVIDERS.get(domain, usual)

"""Amazon SES: a receipt rule with an SNS action publishes the whole letter to a topic.

https://docs.aws.amazon.com/ses/latest/dg/receiving-email-notifications-contents.html

A letter that the rule laid into S3 is not fetched from there.
"""

import binascii
from base64 import b64decode
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Final

from pbem.app.trust import Finding, Method
from pbem.mailin.providers.calls import (
    Call,
    Confirm,
    Noted,
    Reading,
    Refused,
    object_of,
    posted,
    text_in,
    texts_in,
)
from pbem.mailin.providers.sns import Certificate, is_confirmation_url, verdict

_MOST_BYTES: Final = 1024 * 1024


def read(call: Call, topics: Collection[str], certificate: Certificate, now: datetime) -> Reading:
    """Return the letter that SES publishes by one of these topics.

    Raises:
        OSError: the certificate of the signature cannot be fetched now.
    """
    # A message of SNS has 256 KB at most, and JSON of whoever calls takes many times its room.
    if len(call.body) > _MOST_BYTES:
        return Refused("too_big")
    told = object_of(call.body)
    why = verdict(told, topics, certificate, now)
    if why is not None:
        return Refused(why)
    match text_in(told, "Type"):
        case "Notification":
            return _letter(text_in(told, "MessageId"), object_of(text_in(told, "Message")))
        case "SubscriptionConfirmation":
            url = text_in(told, "SubscribeURL")
            return Confirm(url) if is_confirmation_url(url) else Refused("wrong")
        case _:
            return Noted()


def _letter(call: str, told: Mapping[str, Any]) -> Reading:
    if text_in(told, "notificationType") != "Received":
        return Noted()
    receipt = _inside(told, "receipt")
    content = text_in(told, "content")
    if not content:
        return Refused("unfit", "let the receipt rule have an SNS action, and none with S3")
    try:
        raw = _decoded(content, text_in(_inside(receipt, "action"), "encoding"))
    except (binascii.Error, ValueError):
        return Refused("malformed")
    mail = _inside(told, "mail")
    sender = text_in(mail, "source") if "source" in mail else None
    # Those of the envelope that the receipt rule is for.
    return posted(call, raw, sender, texts_in(receipt, "recipients"), _found(receipt, sender or ""))


def _found(receipt: Mapping[str, Any], sender: str) -> list[Finding]:
    """Return what SES says of the sender. Of a signature it does not tell whose it is."""
    methods: dict[Method, str] = {"dmarc": "", "spf": sender.rpartition("@")[2]}
    told = {
        method: text_in(_inside(receipt, f"{method}Verdict"), "status").lower()
        for method in methods
    }
    return [Finding(method, told[method], domain) for method, domain in methods.items()]


def _decoded(content: str, encoding: str) -> bytes:
    if encoding.upper() == "BASE64":
        return b64decode(content)
    return content.encode("utf-8", "surrogatepass")


def _inside(told: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = told.get(name)
    return found if isinstance(found, dict) else {}

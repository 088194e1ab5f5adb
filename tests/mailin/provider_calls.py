"""Calls as mail providers make them, with keys of our own, and an Amazon of our own."""

import hashlib
import hmac
import itertools
import json
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from urllib.parse import urlencode

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.hashes import SHA1, SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509.oid import NameOID

from pbem.config_providers import Providers
from pbem.mailin.providers.calls import Call, Posted

KEY, OLD_KEY, FOREIGN_KEY = (f"{name}-key-of-this-house-alone".encode() for name in "nof")
TOPIC = "arn:aws:sns:eu-west-1:012345678912:letters"
CERTIFICATE = "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123abcd.pem"
_HOST = "https://sns.eu-west-1.amazonaws.com"
NOW = datetime(2026, 11, 3, 8, 14, tzinfo=UTC)
_numbers = itertools.count(1)


def multipart(fields: dict[str, bytes]) -> tuple[str, bytes]:
    edge = "xYzZY"
    parts = [
        f'--{edge}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode() + value
        for name, value in fields.items()
    ]
    return f"multipart/form-data; boundary={edge}", b"\r\n".join(
        parts
    ) + f"\r\n--{edge}--\r\n".encode()


@dataclass(frozen=True)
class Made:
    """What every call has in common. `when` is when it was made, `name` what it is called by."""

    raw: bytes
    to: str
    when: datetime
    key: bytes = KEY
    sender: str = "alice@home.example"
    name: str = field(default_factory=lambda: f"call-{next(_numbers):032}")


def mailgun(made: Made, *, as_multipart: bool = True, **changes: bytes | None) -> Call:
    stamp = str(int(made.when.timestamp()))
    fields: dict[str, bytes | None] = {
        "recipient": made.to.encode(),
        "sender": made.sender.encode(),
        "from": b"Alice <alice@home.example>",
        "subject": b"Re: deal 3",
        "body-mime": made.raw,
        "timestamp": stamp.encode(),
        "token": made.name.encode(),
        "signature": hmac.new(made.key, f"{stamp}{made.name}".encode(), hashlib.sha256)
        .hexdigest()
        .encode(),
    }
    given = {
        key: value
        for key, value in (fields | {n.replace("_", "-"): v for n, v in changes.items()}).items()
        if value is not None
    }
    if as_multipart:
        kind, body = multipart(given)
    else:
        kind, body = "application/x-www-form-urlencoded", urlencode(given).encode()
    return Call({"content-type": kind}, body)


def basic(password: bytes, user: bytes = b"letters") -> str:
    return "Basic " + b64encode(user + b":" + password).decode()


def postmark(made: Made, **changes: object) -> Call:
    told = {
        "FromName": "Alice",
        "MessageStream": "inbound",
        "From": "alice@home.example",
        "To": '"Oh Hell" <play@cards.example.org>',
        "ToFull": [{"Email": "play@cards.example.org", "Name": "Oh Hell", "MailboxHash": ""}],
        "OriginalRecipient": made.to,
        "Subject": "Re: deal 3",
        "MessageID": made.name,
        "Date": "Tue, 3 Mar 2026 08:14:00 +0100",
        "TextBody": "bid 2\n",
        "RawEmail": made.raw.decode(),
        "Headers": [{"Name": "X-Spam-Status", "Value": "No"}],
        "Attachments": [],
    } | changes
    headers = {"content-type": "application/json", "authorization": basic(made.key)}
    return Call(headers, json.dumps(told).encode())


@cache
def curve_key(name: str) -> ec.EllipticCurvePrivateKey:
    """A key of SendGrid's, one for each name."""
    return ec.generate_private_key(ec.SECP256R1())


def public(name: str) -> bytes:
    return (
        curve_key(name).public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    )


def sendgrid(
    made: Made,
    *,
    signer: str | None = "new",
    password: bytes | None = None,
    **changes: bytes | None,
) -> Call:
    envelope = json.dumps({"to": [made.to], "from": made.sender}).encode()
    fields: dict[str, bytes | None] = {
        "email": made.raw,
        "to": b'"Oh Hell" <play@cards.example.org>',
        "from": b"Alice <alice@home.example>",
        "subject": b"Re: deal 3",
        "dkim": b"{@home.example : pass}",
        "SPF": b"pass",
        "envelope": envelope,
        "sender_ip": b"203.0.113.7",
        "charsets": b'{"to":"UTF-8","subject":"UTF-8","from":"UTF-8"}',
    } | changes
    kind, body = multipart({name: value for name, value in fields.items() if value is not None})
    headers = {"content-type": kind}
    if signer is not None:
        stamp = str(int(made.when.timestamp()))
        signature = curve_key(signer).sign(stamp.encode() + body, ec.ECDSA(SHA256()))
        headers["x-twilio-email-event-webhook-timestamp"] = stamp
        headers["x-twilio-email-event-webhook-signature"] = b64encode(signature).decode()
    if password is not None:
        headers["authorization"] = basic(password)
    return Call(headers, body)


@cache
def amazon_key(name: str = "amazon", bits: int = 2048) -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(65537, bits)


@cache
def certificate(
    signer: str = "amazon", *, until: datetime | None = None, bits: int = 2048
) -> bytes:
    key = amazon_key(signer, bits)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "sns.amazonaws.com")])
    now = datetime.now(UTC)
    built = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(min(now, until or now) - timedelta(days=3650))
        .not_valid_after(until or now + timedelta(days=3650))
    )
    return built.sign(key, SHA256()).public_bytes(Encoding.PEM)


class FakeAmazon:
    """Amazon as it is reached from here: what was asked of it, and what it answers."""

    def __init__(self, pem: Callable[[], bytes] = certificate) -> None:
        self.pem = pem
        self.asked: list[str] = []
        self.confirmed: list[str] = []
        self.is_down = False

    def certificate(self, url: str) -> bytes:
        self.asked.append(url)
        if self.is_down:
            raise TimeoutError("no answer")
        return self.pem()

    def confirm(self, url: str) -> None:
        if self.is_down:
            raise TimeoutError("no answer")
        self.confirmed.append(url)


def received(made: Made, *, encoding: str | None = "BASE64", **changes: object) -> str:
    """What SES says of a letter that it received."""
    content = b64encode(made.raw).decode() if encoding == "BASE64" else made.raw.decode()
    action = {"type": "SNS", "topicArn": TOPIC} | ({"encoding": encoding} if encoding else {})
    told: dict[str, object] = {
        "notificationType": "Received",
        "receipt": {
            "timestamp": "2026-03-03T07:14:00.936Z",
            "recipients": [made.to],
            "spfVerdict": {"status": "PASS"},
            "action": action,
        },
        "mail": {
            "source": made.sender,
            "messageId": "d6iitobk75ur44p8kdnnp7g2n800",
            "destination": ["play@cards.example.org"],
        },
        "content": content,
    }
    return json.dumps(
        {name: value for name, value in (told | changes).items() if value is not None}
    )


def sns(
    made: Made,
    message: str | None = None,
    *,
    kind: str = "Notification",
    version: str = "2",
    signer: str = "amazon",
    bits: int = 2048,
    **changes: str | None,
) -> Call:
    """A message of SNS, signed as the pages of Amazon say; `changes` are made after that."""
    told = {
        "Type": kind,
        "MessageId": made.name,
        "TopicArn": TOPIC,
        "Message": received(made) if message is None else message,
        "Timestamp": made.when.strftime("%Y-%m-%dT%H:%M:%S.")
        + f"{made.when.microsecond // 1000:03}Z",
    }
    if kind == "Notification":
        told["Subject"] = "Amazon SES Email Receipt Notification"
        names = ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"]
    else:
        told["Token"] = "2336412f37fb687f5d51e6e241d09c805a5a57b30d712f794cc5f6a988666d92768dd60"
        told["SubscribeURL"] = (
            f"{_HOST}/?Action=ConfirmSubscription&TopicArn={TOPIC}&Token={told['Token']}"
        )
        names = ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"]
    told |= {name: text for name, text in changes.items() if name in names and text is not None}
    names = [name for name in names if not (name in changes and changes[name] is None)]
    signed = "".join(f"{name}\n{told[name]}\n" for name in names)
    hashing = SHA1() if version == "1" else SHA256()  # noqa: S303 - as Amazon's version 1 is
    signature = amazon_key(signer, bits).sign(signed.encode(), PKCS1v15(), hashing)
    whole = told | {
        "SignatureVersion": version,
        "Signature": b64encode(signature).decode(),
        "SigningCertURL": CERTIFICATE,
        "UnsubscribeURL": f"{_HOST}/?Action=Unsubscribe",
    }
    whole |= {name: text for name, text in changes.items() if text is not None}
    for name, text in changes.items():
        if text is None:
            whole.pop(name, None)
    return Call({"content-type": "text/plain; charset=UTF-8"}, json.dumps(whole).encode())


def tampered(call: Call, old: bytes, new: bytes) -> Call:
    assert old in call.body
    return replace(call, body=call.body.replace(old, new))


def without(call: Call, *headers: str) -> Call:
    return replace(call, headers={k: v for k, v in call.headers.items() if k not in headers})


def open_to_all() -> Providers:
    """The settings of a house in the midst of changing all its keys."""
    return Providers(
        mailgun_keys=(KEY, OLD_KEY),
        postmark_secrets=(KEY, OLD_KEY),
        sendgrid_keys=(public("new"), public("old")),
        ses_topics=(TOPIC, TOPIC + "-old"),
    )


def brought(reading: object) -> tuple[bytes, str | None, tuple[str, ...]]:
    """Return letter, sender and recipients of a call that brought one."""
    assert isinstance(reading, Posted), reading
    return reading.raw, reading.sender, reading.recipients

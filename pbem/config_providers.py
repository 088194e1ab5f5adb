"""The settings of the webhooks by which mail providers hand letters in.

Each is a list, so that a key is changed with both in it for a while.
"""

import binascii
import re
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.serialization import load_der_public_key

from pbem import config_values as values
from pbem.config_values import Wrong

_TOPIC = re.compile(
    r"arn:aws(?:-cn|-us-gov)?:sns:[a-z0-9-]{1,40}:\d{12}:[A-Za-z0-9_-]{1,256}", re.ASCII
)

T = TypeVar("T")


class Given(Protocol):
    """The variables as given."""

    def optional(self, name: str, read: Callable[[str], T], default: T) -> T:
        """Return the value of a variable; the default if it is not set or wrong."""


@dataclass(frozen=True, slots=True)
class Providers:
    """What opens the webhook of each provider; where nothing is set, it is closed.

    `sendgrid_keys` are public keys (DER). Where both keys and secrets of SendGrid are set,
    a call needs both. `ses_topics` are ARNs of the SNS topics that SES publishes letters to.
    """

    mailgun_keys: tuple[bytes, ...] = field(default=(), repr=False)
    postmark_secrets: tuple[bytes, ...] = field(default=(), repr=False)
    sendgrid_keys: tuple[bytes, ...] = ()
    sendgrid_secrets: tuple[bytes, ...] = field(default=(), repr=False)
    ses_topics: tuple[str, ...] = ()


def providers(given: Given) -> Providers:
    """Read what opens the webhooks of mail providers."""
    return Providers(
        mailgun_keys=given.optional("MAILGUN_KEYS", signing_keys, ()),
        postmark_secrets=given.optional("POSTMARK_SECRETS", secrets, ()),
        sendgrid_keys=given.optional("SENDGRID_KEYS", public_keys, ()),
        sendgrid_secrets=given.optional("SENDGRID_SECRETS", secrets, ()),
        ses_topics=given.optional("SES_TOPICS", topics, ()),
    )


def signing_keys(text: str) -> tuple[bytes, ...]:
    _parts(text)
    return values.hook_keys(text)


def secrets(text: str) -> tuple[bytes, ...]:
    """Read passwords that stand in an address, where other signs would have to be quoted."""
    found = signing_keys(text)
    if not all(re.fullmatch(rb"[A-Za-z0-9._~-]+", one) for one in found):
        raise Wrong("write letters, digits and -._~ only: it stands in an address.")
    return found


def public_keys(text: str) -> tuple[bytes, ...]:
    return tuple(_public_key(part) for part in _parts(text))


def _public_key(text: str) -> bytes:
    try:
        der = b64decode(text, validate=True)
        key = load_der_public_key(der)
    except (binascii.Error, ValueError):
        raise Wrong("write the public key of the security policy as SendGrid shows it.") from None
    if not isinstance(key, EllipticCurvePublicKey) or not isinstance(key.curve, SECP256R1):
        raise Wrong("this is a public key, and none of SendGrid's: theirs are of the curve P-256.")
    return der


def topics(text: str) -> tuple[str, ...]:
    found = _parts(text)
    if not all(_TOPIC.fullmatch(one) for one in found):
        raise Wrong("write arn:aws:sns:REGION:ACCOUNT:NAME, with a comma between.")
    return found


def _parts(text: str) -> tuple[str, ...]:
    found = tuple(part.strip() for part in text.split(",") if part.strip())
    if not found:
        raise Wrong("nothing stands between the commas.")
    return found

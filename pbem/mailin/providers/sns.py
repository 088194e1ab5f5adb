"""Amazon SNS: which messages are genuine.

https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html
"""

import binascii
import re
from base64 import b64decode
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.hashes import SHA1, SHA256, HashAlgorithm

from pbem.mailin.providers.calls import Why, is_fresh, text_in

Certificate = Callable[[str], bytes]
"""Fetches the certificate of an address of Amazon's, as PEM; an OSError if it is not to be had."""

# The time is that of the first attempt, and SNS goes on for an hour at most. What comes
# later was overheard, or lay in a queue for letters that nobody took.
OLDEST: Final = timedelta(hours=8)

_HOST: Final = r"https://sns\.[a-z0-9-]{1,40}\.amazonaws\.com(?:\.cn)?/"
_CERTIFICATE_URL = re.compile(_HOST + r"SimpleNotificationService-[A-Za-z0-9]{1,80}\.pem", re.ASCII)
_CONFIRM_URL = re.compile(_HOST + r"\?Action=ConfirmSubscription&[!-~]{1,2000}", re.ASCII)
_HASHES: Final[Mapping[str, Callable[[], HashAlgorithm]]] = {"1": SHA1, "2": SHA256}
_NOTIFICATION: Final = ("Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type")
_CONFIRMATION: Final = (
    "Message",
    "MessageId",
    "SubscribeURL",
    "Timestamp",
    "Token",
    "TopicArn",
    "Type",
)
_SMALLEST_KEY: Final = 2048


def verdict(
    told: Mapping[str, Any], topics: Collection[str], certificate: Certificate, now: datetime
) -> Why | None:
    """Return what is wrong with a message; None if it is genuine and of one of our topics.

    Nothing is fetched for a message that cannot be right.

    Raises:
        OSError: the certificate cannot be fetched now.
    """
    address, code = text_in(told, "SigningCertURL"), text_in(told, "Signature")
    if not address or not code:
        return "absent"
    hashing = _HASHES.get(text_in(told, "SignatureVersion"))
    is_ours = text_in(told, "TopicArn") in topics
    if not is_ours or hashing is None or _CERTIFICATE_URL.fullmatch(address) is None:
        return "wrong"
    if not _is_recent(text_in(told, "Timestamp"), now):
        return "old"
    is_signed = _is_signed(certificate(address), code, _signed(told), hashing(), now)
    return None if is_signed else "wrong"


def is_confirmation_url(url: str) -> bool:
    """Tell whether getting this address can do nothing but confirm a subscription."""
    return _CONFIRM_URL.fullmatch(url) is not None


def _signed(told: Mapping[str, Any]) -> bytes:
    """Return what is signed: names and values in turn, each on a line."""
    names = _NOTIFICATION if text_in(told, "Type") == "Notification" else _CONFIRMATION
    lines = [f"{name}\n{told[name]}\n" for name in names if told.get(name) is not None]
    return "".join(lines).encode("utf-8", "surrogatepass")


def _is_recent(stamp: str, now: datetime) -> bool:
    try:
        at = datetime.fromisoformat(stamp)
    except ValueError:
        return False
    return is_fresh(at if at.tzinfo else at.replace(tzinfo=UTC), now, OLDEST)


def _is_signed(pem: bytes, code: str, signed: bytes, hashing: HashAlgorithm, now: datetime) -> bool:
    try:
        signer = x509.load_pem_x509_certificate(pem)
        signature = b64decode(code, validate=True)
    except (binascii.Error, ValueError):
        return False
    key = signer.public_key()
    is_valid = signer.not_valid_before_utc <= now <= signer.not_valid_after_utc
    if not is_valid or not isinstance(key, RSAPublicKey) or key.key_size < _SMALLEST_KEY:
        return False
    try:
        key.verify(signature, signed, PKCS1v15(), hashing)
    except InvalidSignature:
        return False
    return True

"""DKIM: signing a mail in the name of the service's domain."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pbem.signing.dkim import DkimKey

Sign = Callable[[bytes], bytes]

_SIGNED: Final = (
    b"from",
    b"to",
    b"subject",
    b"date",
    b"message-id",
    b"in-reply-to",
    b"references",
    b"reply-to",
    b"list-id",
    b"list-unsubscribe",
    b"list-unsubscribe-post",
    b"auto-submitted",
    b"mime-version",
    b"content-type",
)
# Named once more than it stands there: no second one can be put above it.
_OVERSIGNED: Final = (b"from",)


@dataclass(frozen=True, slots=True)
class Signer:
    """Signs mails; the name of the key's DNS record is `selector._domainkey.domain`."""

    domain: str
    selector: str
    key: DkimKey

    def __call__(self, raw: bytes) -> bytes:
        """Return a mail with its signature on top; all else is as it was."""
        # Few houses sign by themselves, and the library is slow to load.
        import dkim

        names = _names(raw)
        signature = dkim.sign(
            raw,
            self.selector.encode(),
            self.domain.encode(),
            self.key.secret,
            canonicalize=(b"relaxed", b"relaxed"),
            signature_algorithm=f"{self.key.kind}-sha256".encode(),
            include_headers=[*(name for name in _SIGNED if name in names), *_OVERSIGNED],
        )
        return bytes(signature) + raw


def unsigned(raw: bytes) -> bytes:
    """Return a mail as it is: the mail server signs it, or nobody does."""
    return raw


def _names(raw: bytes) -> frozenset[bytes]:
    """Return the names of a mail's headers in lower case."""
    lines = raw.partition(b"\r\n\r\n")[0].split(b"\r\n")
    return frozenset(line.partition(b":")[0].lower() for line in lines)

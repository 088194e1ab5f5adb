"""The key that mails are signed with (DKIM), as it is kept in a file and told in the DNS."""

import base64
from dataclasses import dataclass, field
from typing import Final, Literal

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

DkimKind = Literal["rsa", "ed25519"]

_FEWEST_BITS: Final = 2048
_EXPONENT: Final = 65537
# A string in the DNS holds no more.
_LONGEST: Final = 255


class BadKey(ValueError):
    """This is no key that mails can be signed with; the text says why."""


@dataclass(frozen=True, slots=True)
class DkimKey:
    """A private key, as the library that signs wants it. `public` is the `p=` of its record."""

    kind: DkimKind
    public: str
    secret: bytes = field(repr=False)

    @property
    def record(self) -> str:
        """The text of its DNS record, as strings of a zone file."""
        text = f"v=DKIM1; k={self.kind}; p={self.public}"
        pieces = [text[at : at + _LONGEST] for at in range(0, len(text), _LONGEST)]
        return " ".join(f'"{piece}"' for piece in pieces)


def new_dkim_key(kind: DkimKind) -> bytes:
    """Return a new private key in PEM form; RSA has 2048 bits, which fit into the DNS."""
    key = (
        generate_private_key(_EXPONENT, _FEWEST_BITS)
        if kind == "rsa"
        else Ed25519PrivateKey.generate()
    )
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def dkim_key(pem: bytes) -> DkimKey:
    """Return the key of a PEM file: RSA of 2048 bits or more, or Ed25519.

    Raises:
        BadKey: it is neither.
    """
    try:
        key = load_pem_private_key(pem, None)
    except (ValueError, TypeError) as fault:
        raise BadKey("it holds no private key in PEM form without a password") from fault
    match key:
        case RSAPrivateKey() if key.key_size >= _FEWEST_BITS:
            return _rsa(key)
        case RSAPrivateKey():
            raise BadKey(f"its RSA key has {key.key_size} bits, fewer than {_FEWEST_BITS}")
        case Ed25519PrivateKey():
            return _ed25519(key)
        case _:
            raise BadKey("its key is neither RSA nor Ed25519")


def _rsa(key: RSAPrivateKey) -> DkimKey:
    der = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    return DkimKey("rsa", base64.b64encode(der).decode(), secret)


def _ed25519(key: Ed25519PrivateKey) -> DkimKey:
    public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    seed = key.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())
    return DkimKey("ed25519", base64.b64encode(public).decode(), base64.b64encode(seed))

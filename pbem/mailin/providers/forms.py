"""The fields of a form as bytes: a raw letter may be in any charset, or in several.

The parsers of web frameworks decode fields, and replace what is not UTF-8. Whoever calls may
send anything before a signature is found, so all is done by a few searches through the body.
"""

import binascii
import re
from typing import Final

from pbem.mailin.providers.calls import Call

_MOST: Final = 200
_HEAD_BYTES: Final = 2000
_BOUNDARY = re.compile(r';\s{0,9}boundary="?([!-~]{1,200}?)"?\s{0,9}(?:;|$)', re.IGNORECASE)
_NAME = re.compile(
    rb'content-disposition:[^\r\n]{0,1000}?;\s{0,9}name="?([^"\r\n;]{1,200})', re.IGNORECASE
)


def fields(call: Call) -> dict[str, bytes]:
    """Return the fields of a form, of each name the last; none if this is no form."""
    told = call.headers.get("content-type", "")
    match told.partition(";")[0].strip().lower():
        case "multipart/form-data":
            boundary = _BOUNDARY.search(told[:_HEAD_BYTES])
            return _multipart(call.body, boundary[1]) if boundary else {}
        case "application/x-www-form-urlencoded":
            return _urlencoded(call.body)
        case _:
            return {}


def text_of(found: dict[str, bytes], name: str) -> str:
    """Return a short field as text; empty if there is none."""
    return found.get(name, b"").decode("utf-8", "replace").strip()


def _urlencoded(body: bytes) -> dict[str, bytes]:
    pairs = (pair.partition(b"=") for pair in body.split(b"&", _MOST)[:_MOST])
    return {_unquoted(name).decode("latin-1"): _unquoted(value) for name, _, value in pairs if name}


def _unquoted(text: bytes) -> bytes:
    """Undo the quoting of a URL.

    It differs from quoted-printable in its sign alone, and that is read at once, where
    `urllib` takes a minute for the 30 MB that a call may have.
    """
    printable = text.replace(b"+", b" ").replace(b"=", b"=3D").replace(b"%", b"=")
    return binascii.a2b_qp(printable)


def _multipart(body: bytes, boundary: str) -> dict[str, bytes]:
    edge = b"\r\n--" + boundary.encode("latin-1")
    _, *parts = (b"\r\n" + body).split(edge, _MOST)
    found: dict[str, bytes] = {}
    for part in parts:
        if part.startswith(b"--"):
            return found
        head, _, value = part.partition(b"\r\n\r\n")
        if name := _NAME.search(head[:_HEAD_BYTES]):
            found[name[1].decode("latin-1")] = value
    # It was cut off, or there are more fields than any provider sends.
    return {}

"""The fields of a form as bytes: a raw letter may be in any charset, or in several.

The parsers of web frameworks decode fields, and replace what is not UTF-8.
"""

from typing import Final
from urllib.parse import parse_qsl

from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.http import parse_options_header
from werkzeug.sansio.multipart import Data, Epilogue, Field, File, MultipartDecoder, NeedData

from pbem.mailin.providers.calls import Call

_MOST: Final = 200


def fields(call: Call) -> dict[str, bytes]:
    """Return the fields of a form, of each name the last; none if this is no form."""
    kind, options = parse_options_header(call.headers.get("content-type"))
    try:
        match kind.lower():
            case "multipart/form-data":
                return _multipart(call.body, options.get("boundary", ""))
            case "application/x-www-form-urlencoded":
                return _urlencoded(call.body)
            case _:
                return {}
    except (ValueError, RequestEntityTooLarge):
        return {}


def text_of(found: dict[str, bytes], name: str) -> str:
    """Return a short field as text; empty if there is none."""
    return found.get(name, b"").decode("utf-8", "replace").strip()


def _urlencoded(body: bytes) -> dict[str, bytes]:
    # In Latin-1 each byte is a letter, so that all of them come back.
    pairs = parse_qsl(
        body.decode("latin-1"), keep_blank_values=True, encoding="latin-1", max_num_fields=_MOST
    )
    return {name: value.encode("latin-1") for name, value in pairs}


def _multipart(body: bytes, boundary: str) -> dict[str, bytes]:
    decoder = MultipartDecoder(boundary.encode("latin-1"), max_parts=_MOST)
    decoder.receive_data(body)
    decoder.receive_data(None)
    found: dict[str, bytearray] = {}
    name = ""
    while not isinstance(event := decoder.next_event(), Epilogue | NeedData):
        match event:
            case Field() | File():
                name = event.name
                found[name] = bytearray()
            case Data():
                found[name] += event.data
            case _:
                pass
    return {name: bytes(value) for name, value in found.items()}

"""Keys, and everything that is signed or sealed with them.

Master keys come from the configuration, newest first. The newest one signs and
seals; the older ones still open what was made before. No master key is used
itself: each purpose has a key of its own (HKDF-SHA256), so that a token of one
purpose is never good for another.
"""

from pbem.signing.hooks import hook_signature, is_hook_signed
from pbem.signing.keys import HIGHEST_KEY_ID, MASTER_BYTES, Keys, MasterKey
from pbem.signing.pages import (
    SHORT_ALPHABET,
    SHORT_TOKEN_LENGTH,
    PageKind,
    is_replaced_page_token,
    open_page_token,
    page_token,
    short_token,
    signed,
    unsigned,
)
from pbem.signing.replies import (
    TOKEN_LENGTH,
    BounceKind,
    ReplyKind,
    ReplyToken,
    open_reply_token,
    open_revoked_token,
    reply_token,
    row_named,
)
from pbem.signing.seals import KeyGoneError, UnsealError, seal, unseal

__all__ = [
    "HIGHEST_KEY_ID",
    "MASTER_BYTES",
    "SHORT_ALPHABET",
    "SHORT_TOKEN_LENGTH",
    "TOKEN_LENGTH",
    "BounceKind",
    "KeyGoneError",
    "Keys",
    "MasterKey",
    "PageKind",
    "ReplyKind",
    "ReplyToken",
    "UnsealError",
    "hook_signature",
    "is_hook_signed",
    "is_replaced_page_token",
    "open_page_token",
    "open_reply_token",
    "open_revoked_token",
    "page_token",
    "reply_token",
    "row_named",
    "seal",
    "short_token",
    "signed",
    "unseal",
    "unsigned",
]

"""Words that may stay in a redacted letter: those of mail programs, MIME and the order language."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pbem.mailin import boundaries
from pbem.orders.lexicon import ENGLISH, GREETINGS

WORD: Final = re.compile(r"[^\W\d_]+")


def _words_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from WORD.findall(value.lower())
    elif isinstance(value, Mapping):
        for one in (*value.keys(), *value.values()):
            yield from _words_in(one)
    elif isinstance(value, tuple | frozenset | set | list):
        for one in value:
            yield from _words_in(one)


ORDER_WORDS: Final = frozenset(
    word for name in ENGLISH.__slots__ for word in _words_in(getattr(ENGLISH, name))
)
# What tells a boundary from a line of talk, in all languages that are known.
LINE_WORDS: Final = frozenset({
    *_words_in(boundaries.WORDS),
    *_words_in(tuple(GREETINGS)),
    *_words_in("reply above this line original message forwarded re fw fwd aw wg sv antw"),
    *"\u5e74\u6708\u65e5",
    *_words_in("begin end pgp signed message signature hash sha version"),
})  # fmt: skip
HEADER_WORDS: Final = frozenset(_words_in(
    "text plain html multipart mixed alternative related report signed encrypted message rfc"
    " delivery status disposition notification feedback partial external body digest calendar"
    " application octet stream pkcs mime signature pgp ms tnef vnd image audio video png jpeg gif"
    " pdf css rtf xml amp x charset format flowed fixed delsp yes no method reply request boundary"
    " us ascii utf iso windows cp gb gbk big shift jis jp kr cn tw euc ks c koi r u macintosh hz"
    " quoted printable base bit binary uuencode inline attachment filename name size protocol"
    " micalg sha md smime type enveloped data header s auto replied generated notified bulk junk"
    " list all failed delayed delivered relayed expanded smtp dns abuse from to re fwd fw"
    " mailer daemon postmaster maildaemon mail"
))  # fmt: skip

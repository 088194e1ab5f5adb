"""The proof of the deals, in words."""

from collections.abc import Iterator

from pbem.show.reader import Reader

_GROUP = 8
_HALF = 32


def grouped(digest: str) -> str:
    """Return a hex digest in two words of hyphenated groups.

    The groups hang together: a bare pair of digits of it could be a card or a bid.
    """
    return " ".join("-".join(_cut(half, _GROUP)) for half in _cut(digest, _HALF))


def _cut(text: str, size: int) -> Iterator[str]:
    for start in range(0, len(text), size):
        yield text[start : start + size]


def commitment_words(reader: Reader, commitment: str) -> tuple[str, ...]:
    """Return what is promised before a game begins."""
    return (
        reader._(
            "Fair deals: before anybody sits down, the secret of all shuffles is fixed. "
            "Keep its fingerprint; when the game is over, the secret is shown, and anyone "
            "can check that nothing was changed."
        ),
        _fingerprint(reader, commitment),
    )


def root_words(reader: Reader, root: str) -> tuple[str, ...]:
    """Return what is promised in the first mail of a game."""
    return (
        reader._(
            "Fair deals: all shuffles of this game are fixed now. Keep this fingerprint of "
            "them; the secret of each deal is shown when it is scored, so that anyone can "
            "check it."
        ),
        _fingerprint(reader, root),
    )


def final_words(reader: Reader, root: str) -> tuple[str, ...]:
    """Return what stands in the last mail of a game."""
    return (
        reader._(
            "Fair deals: the secret of this game is shown now. The fingerprint is that of "
            "your first mail; the page of the table tells how to check every deal."
        ),
        _fingerprint(reader, root),
    )


def _fingerprint(reader: Reader, digest: str) -> str:
    return reader._("Fingerprint: ({digest}).", digest=grouped(digest))

"""The proof of the deals, in words."""

from collections.abc import Iterator, Sequence

from pbem.show import quoting
from pbem.show.names import one_line
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
            "Fair deals: before anybody sits down, a secret is drawn from which all shuffles "
            "follow. Keep its fingerprint; when the game is over, the secret is shown, and "
            "anyone can check that nothing was changed. When play begins, a second "
            "fingerprint comes, that of all deals."
        ),
        _of_secret(reader, commitment),
    )


def root_words(reader: Reader, root: str, seeds: Sequence[tuple[str, str]] = ()) -> tuple[str, ...]:
    """Return what is promised in the first mail of a game.

    `seeds` are the names by seat, each with the player's own words in the shuffle.
    """
    return (
        reader._(
            "Fair deals: all shuffles of this game are fixed now. Keep this fingerprint of "
            "all deals; the secret of each deal is shown when it is scored, so that anyone "
            "can check it. The page of the table shows it beside an earlier fingerprint, that "
            "of the game's secret; both stay good until the end."
        ),
        _own_words(reader, seeds),
        _of_deals(reader, root),
    )


def final_words(reader: Reader, root: str, secret: str | None) -> tuple[str, ...]:
    """Return what stands in the last mail of a game; `secret` is hex."""
    shown = [reader._("Secret of this game: ({secret}).", secret=grouped(secret))] if secret else []
    return (
        reader._(
            "Fair deals: the secret of this game is shown now. This fingerprint of all deals "
            "is that of the mail with which play began; the page of the table has all that is "
            "published, to check every deal, and the secret against a fingerprint of its own."
        ),
        *shown,
        _of_deals(reader, root),
    )


def _own_words(reader: Reader, seeds: Sequence[tuple[str, str]]) -> str:
    """Return who gave which words to the shuffle, in brackets, or where they are to be read."""
    if not any(seed for _name, seed in seeds):
        return reader._("Nobody gave words of their own to the shuffle.")
    told = [f"{one_line(name)} {_quoted(reader, seed)}" for name, seed in seeds]
    return reader._("Own words in the shuffle: {words}.", words=reader.all_of(told))


def _quoted(reader: Reader, seed: str) -> str:
    if not seed:
        return reader._("(gave none)")
    return quoting.told(seed) or reader._("(read them on the page of the table)")


def _of_secret(reader: Reader, digest: str) -> str:
    return reader._("Fingerprint of the game's secret: ({digest}).", digest=grouped(digest))


def _of_deals(reader: Reader, digest: str) -> str:
    return reader._("Fingerprint of all deals: ({digest}).", digest=grouped(digest))

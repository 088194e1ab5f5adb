"""Which of the letters in a mailbox are for us, told by their headers alone."""

from collections.abc import Iterable

from pbem.mailin.addresses import Identity, our_address
from pbem.mailin.headers import head_of, parse_header
from pbem.mailin.limits import header_of, plain


def recipient_of(header: bytes, identity: Identity) -> str | None:
    """Return the address of ours that a letter came to; None if it is not for us.

    What mail servers noted of the envelope comes before To and Cc, and an address with a
    token before the bare one, since servers cut tokens off.
    """
    head = head_of(parse_header(header_of(plain(header))))
    ours = [*_ours(head.traces, identity), *_ours(head.named, identity)]
    with_token = (address for address, has_token in ours if has_token)
    return next(with_token, next((address for address, _ in ours), None))


def _ours(addresses: Iterable[str], identity: Identity) -> Iterable[tuple[str, bool]]:
    for address in addresses:
        found = our_address(address, identity)
        if found is not None:
            yield address, bool(found.token)

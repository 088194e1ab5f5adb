"""When two mail addresses are the same."""

import idna


def address_key(email: str) -> str:
    """Return what two spellings of one address have in common.

    The local part is lower-cased (servers that tell `Bob` from `bob` are as good
    as extinct), the domain lower-cased in its ASCII form. Dots and `+` parts of the
    local part count: only its own server knows what they mean.
    """
    local, _, domain = email.strip().rpartition("@")
    return f"{local.lower()}@{_ascii_domain(domain.rstrip('.'))}"


def _ascii_domain(domain: str) -> str:
    if domain.isascii():
        return domain.lower()
    try:
        return idna.encode(domain, uts46=True).decode()
    except idna.IDNAError:
        return domain.lower()

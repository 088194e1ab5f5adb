"""What is known of whether a letter comes from whom it names, and what follows from it."""

from dataclasses import dataclass
from typing import Literal

Trust = Literal["pass", "fail", "none"]
"""Whether the domain of From vouches for a letter; `none`: nobody can tell."""

TrustLevel = Literal["off", "soft", "strict"]
"""How much it takes: nothing, that nothing speaks against it, or that the domain vouches for it."""

Method = Literal["dmarc", "dkim", "spf"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What somebody found who checked a letter: `result` is a word of RFC 8601 in lower case.

    `domain` is the one that it is about; empty if it was not told.
    """

    method: Method
    result: str
    domain: str = ""


@dataclass(frozen=True, slots=True)
class Origin:
    """What is known of how a letter came, beside the letter itself.

    `peer` is the address (IP) of who handed it in and `helo` their name, where that was the
    sender's own mail server; `found` is what a mail provider says that it has found.
    """

    peer: str = ""
    helo: str = ""
    found: tuple[Finding, ...] = ()


NO_ORIGIN = Origin()


def is_doubtful(level: TrustLevel, trust: Trust) -> bool:
    """Tell whether what a letter asks for has to be asked back first."""
    match level:
        case "off":
            return False
        case "soft":
            return trust == "fail"
        case "strict":
            return trust != "pass"

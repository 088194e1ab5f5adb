"""The settings of whom letters are believed to be from."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeVar

from pbem.config_values import Wrong

Check = Literal["results", "own", "off"]
Trust = Literal["off", "soft", "strict"]

_SERVER = re.compile(r"[a-z0-9_](?:[a-z0-9._-]{0,251}[a-z0-9])?")

T = TypeVar("T")


class Given(Protocol):
    """The variables as given."""

    def optional(self, name: str, read: Callable[[str], T], default: T) -> T:
        """Return the value of a variable; the default if it is not set or wrong."""


@dataclass(frozen=True, slots=True)
class Senders:
    """How it is found out whether a letter is from whom it names, and what it takes to move.

    `check`: `results` reads what the mail server or provider before us has found, `own`
    has us check each letter to a seat;
    `servers` are the names by which ours sign that (authserv-id), in lower case.
    """

    trust: Trust = "soft"
    check: Check = "results"
    servers: tuple[str, ...] = ()


NO_SENDERS: Final = Senders()


def senders(given: Given) -> Senders:
    """Read whom letters are believed to be from."""
    return Senders(
        trust=given.optional("TRUST", trust, "soft"),
        check=given.optional("CHECK_SENDERS", check, "results"),
        servers=given.optional("AUTHSERV_IDS", servers, ()),
    )


def trust(text: str) -> Trust:
    match text:
        case "off" | "soft" | "strict":
            return text
        case _:
            raise Wrong("write off, soft or strict.")


def check(text: str) -> Check:
    match text:
        case "results" | "own" | "off":
            return text
        case _:
            raise Wrong("write results, own or off.")


def servers(text: str) -> tuple[str, ...]:
    found = tuple(part.strip().lower() for part in text.split(",") if part.strip())
    if not found or not all(_SERVER.fullmatch(one) for one in found):
        raise Wrong(
            "write the names that your mail servers put in Authentication-Results: "
            "mx.example.org, with a comma between."
        )
    return found

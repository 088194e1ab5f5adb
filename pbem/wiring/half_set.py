"""What of the ways in for letters is set by halves, or was left so after a change."""

import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final
from urllib.parse import urlsplit

from pbem.config import Settings

_SECONDS: Final = 5
_HERE: Final = ("localhost", "127.0.0.1", "::1")
# A new one, and the one before it until the provider has changed over.
_IN_A_CHANGE: Final = 2

Connect = Callable[[tuple[str, int], float], socket.socket]


def half_set(
    settings: Settings, connect: Connect = socket.create_connection
) -> Iterator[tuple[str, str]]:
    """Yield what is set by halves, each with how to mend it.

    Where SES is set up, Amazon is connected to: its letters are taken only if the
    certificates of their signatures can be had.
    """
    yield from _trusting_nobody(settings)
    yield from _trusting_the_sender(settings)
    lists = {name: keys for name, keys in _lists(settings).items() if keys}
    if not lists:
        return
    if urlsplit(settings.base_url).hostname in _HERE:
        yield (
            f"{', '.join(lists)} is set, and the pages are only on this machine.",
            "Write into PBEM_BASE_URL where providers reach them.",
        )
    yield from _unfinished(lists)
    yield from _shared(lists)
    yield from _out_of_reach(settings, connect)


def _lists(settings: Settings) -> Mapping[str, Sequence[object]]:
    set_up = settings.providers
    return {
        "PBEM_HOOK_KEYS": settings.hook_keys,
        "PBEM_MAILGUN_KEYS": set_up.mailgun_keys,
        "PBEM_POSTMARK_SECRETS": set_up.postmark_secrets,
        "PBEM_SENDGRID_KEYS": set_up.sendgrid_keys,
        "PBEM_SENDGRID_SECRETS": set_up.sendgrid_secrets,
        "PBEM_SES_TOPICS": set_up.ses_topics,
    }


def _trusting_nobody(settings: Settings) -> Iterator[tuple[str, str]]:
    senders, set_up = settings.senders, settings.providers
    finds = set_up.sendgrid_keys or set_up.sendgrid_secrets or set_up.ses_topics
    knows = senders.check == "own" or (senders.check == "results" and (senders.servers or finds))
    if senders.trust == "strict" and not knows:
        yield (
            "PBEM_TRUST is strict, and nobody says of any letter whether its sender is true.",
            "Write the names of your mail servers into PBEM_AUTHSERV_IDS, or choose soft.",
        )


def _trusting_the_sender(settings: Settings) -> Iterator[tuple[str, str]]:
    senders = settings.senders
    if settings.smtp_listen and senders.check == "results" and senders.trust != "off":
        what = "By PBEM_SMTP_LISTEN letters come unchecked, and PBEM_CHECK_SENDERS is results."
        yield what, "Set PBEM_CHECK_SENDERS=own."


def _unfinished(lists: Mapping[str, Sequence[object]]) -> Iterator[tuple[str, str]]:
    for name, keys in lists.items():
        if name != "PBEM_SES_TOPICS" and len(keys) > _IN_A_CHANGE:
            what = f"{name} holds {len(keys)} keys: a change of them was not brought to its end."
            yield what, "Take out those that nobody uses any more."


def _shared(lists: Mapping[str, Sequence[object]]) -> Iterator[tuple[str, str]]:
    """Yield the settings that hold a key which stands somewhere else, too."""
    seen: dict[object, str] = {}
    for name, keys in lists.items():
        for key in keys:
            if key in seen:
                where = "there twice" if seen[key] == name else f"in {seen[key]} too"
                yield f"A key of {name} stands {where}.", "Make another one."
            seen[key] = name


def _out_of_reach(settings: Settings, connect: Connect) -> Iterator[tuple[str, str]]:
    regions = sorted({topic.split(":")[3] for topic in settings.providers.ses_topics})
    for region in regions:
        end = ".cn" if region.startswith("cn-") else ""
        host = f"sns.{region}.amazonaws.com{end}"
        try:
            connect((host, 443), _SECONDS).close()
        except OSError as fault:
            yield (
                f"PBEM_SES_TOPICS is set, and {host} is out of reach ({type(fault).__name__}).",
                "Let this machine call it by HTTPS: it holds the certificates.",
            )

"""Does the mail server take our mail? Said in words that tell what to do."""

import smtplib
import ssl
from typing import Final

from pbem.config import Relay
from pbem.wiring.mailbox_health import Sick, out_of_reach

_SECONDS: Final = 30


def sick_submission(relay: Relay, seconds: float = _SECONDS) -> Sick | None:
    """Connect and log in; return what is wrong, None if nothing is.

    `seconds` are waited for each answer.
    """
    place = f"{relay.host}:{relay.port}"
    try:
        with _connected(relay, seconds) as server:
            if relay.security == "starttls":
                server.starttls(context=ssl.create_default_context())
            if relay.user is not None:
                server.login(relay.user, relay.password or "")
    except smtplib.SMTPAuthenticationError:
        what = f"{relay.host} refuses the user {relay.user}, or the password."
        return what, "Some providers let programs send only once that is switched on."
    except smtplib.SMTPNotSupportedError:
        what = f"{place} offers neither login nor TLS this way."
        return (
            what,
            "Look whether the port is that of submission (smtps 465, starttls 587).",
        )
    except smtplib.SMTPException as fault:
        what = f"{place} does not do what SMTP says ({type(fault).__name__})."
        return what, "Look whether host and port are those of submission."
    except OSError as fault:
        return out_of_reach(relay.host, relay.port, fault)
    return None


def _connected(relay: Relay, seconds: float) -> smtplib.SMTP:
    if relay.security == "tls":
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(relay.host, relay.port, timeout=seconds, context=context)
    return smtplib.SMTP(relay.host, relay.port, timeout=seconds)

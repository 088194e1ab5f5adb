"""Postmark: its inbound webhook posts JSON, with the raw letter where that is switched on.

https://postmarkapp.com/developer/webhooks/inbound-webhook
https://postmarkapp.com/developer/user-guide/inbound/parse-an-email
"""

from collections.abc import Sequence

from pbem.mailin.providers.calls import (
    Call,
    Reading,
    Refused,
    object_of,
    password_verdict,
    posted,
    text_in,
)


def read(call: Call, secrets: Sequence[bytes]) -> Reading:
    """Return the letter that Postmark posts with one of these secrets as password.

    Postmark signs nothing and tells no time. Its own id of the letter (`MessageID`) is the
    same when it tries again.
    """
    why = password_verdict(call, secrets)
    if why is not None:
        return Refused(why)
    told = object_of(call.body)
    raw = text_in(told, "RawEmail")
    if told and not raw:
        return Refused("unfit", "switch on that the raw email is included")
    # The recipient of the envelope; `To` is only what the header says.
    recipient = text_in(told, "OriginalRecipient")
    return posted(
        text_in(told, "MessageID"), raw.encode("utf-8", "surrogatepass"), None, [recipient]
    )

"""The webhooks of mail providers, opened for those that are set up."""

from pbem.app.ports import Clock
from pbem.config_providers import Providers
from pbem.mailin.doorstep import StoringDoorstep
from pbem.mailin.providers import mailgun, postmark, sendgrid, ses
from pbem.mailin.providers.desk import ProviderDesk, Reader
from pbem.wiring.amazon import Amazon


def provider_desk(
    providers: Providers, door: StoringDoorstep, amazon: Amazon, clock: Clock
) -> ProviderDesk:
    """Return what takes the calls of providers."""
    return ProviderDesk(
        door=door, readers=_readers(providers, amazon), confirm=amazon.confirm, clock=clock
    )


def _readers(set_up: Providers, amazon: Amazon) -> dict[str, Reader]:
    all_: dict[str, tuple[object, Reader]] = {
        "mailgun": (
            set_up.mailgun_keys,
            lambda call, now: mailgun.read(call, set_up.mailgun_keys, now),
        ),
        "postmark": (
            set_up.postmark_secrets,
            lambda call, _now: postmark.read(call, set_up.postmark_secrets),
        ),
        "sendgrid": (
            set_up.sendgrid_keys or set_up.sendgrid_secrets,
            lambda call, now: sendgrid.read(
                call, set_up.sendgrid_keys, set_up.sendgrid_secrets, now
            ),
        ),
        "ses": (
            set_up.ses_topics,
            lambda call, now: ses.read(call, set_up.ses_topics, amazon.certificate, now),
        ),
    }
    return {name: reader for name, (opened, reader) in all_.items() if opened}

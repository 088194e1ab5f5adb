"""What of the webhooks is set by halves, and who is told of it."""

import socket
from base64 import b64encode

import pytest

from pbem.config import settings_from
from pbem.wiring.half_set import half_set
from tests.infra.houses import environ_of
from tests.mailin.provider_calls import public

TOPICS = "arn:aws:sns:eu-west-1:012345678912:letters,arn:aws-cn:sns:cn-north-1:012345678912:letters"
ONE, TWO, THREE = ("a" * 24, "b" * 24, "c" * 24)


class Net:
    """The net as it is reached from here."""

    def __init__(self, *, is_down: bool = False) -> None:
        self.is_down = is_down
        self.asked: list[tuple[str, int]] = []

    def __call__(self, place: tuple[str, int], seconds: float) -> socket.socket:
        self.asked.append(place)
        if self.is_down:
            raise TimeoutError
        return socket.socket()


def told(net: Net | None = None, **changes: str) -> list[str]:
    environ = environ_of("postgresql://pbem@127.0.0.1:9/pbem", "redis://127.0.0.1:9/0")
    settings = settings_from(environ | {f"PBEM_{name}": text for name, text in changes.items()})
    return [f"{what} {cure}" for what, cure in half_set(settings, net or Net())]


def test_a_house_that_is_set_up_whole_has_nothing_to_mend():
    key = b64encode(public("new")).decode()

    assert told() == []
    assert told(BASE_URL="http://localhost:8000") == []
    assert told(MAILGUN_KEYS=f"{ONE},{TWO}", SENDGRID_KEYS=key, SES_TOPICS=TOPICS) == []


def test_a_listener_with_nobody_before_it_that_goes_by_results_is_told():
    [line] = told(SMTP_LISTEN="0.0.0.0:25", AUTHSERV_IDS="mx.example.org")

    assert line.startswith("By PBEM_SMTP_LISTEN letters come unchecked")
    assert line.endswith("Set PBEM_CHECK_SENDERS=own.")
    assert told(SMTP_LISTEN="0.0.0.0:25", CHECK_SENDERS="own") == []
    assert told(SMTP_LISTEN="0.0.0.0:25", TRUST="off") == []
    assert told(LMTP_LISTEN="127.0.0.1:8024", AUTHSERV_IDS="mx.example.org") == []


def test_pages_that_no_provider_reaches_are_told():
    [line] = told(POSTMARK_SECRETS=ONE, BASE_URL="http://localhost:8000")

    assert line.startswith("PBEM_POSTMARK_SECRETS is set, and the pages are only on this machine.")


@pytest.mark.parametrize("name", ["HOOK_KEYS", "MAILGUN_KEYS", "SENDGRID_SECRETS"])
def test_a_change_of_keys_that_was_not_ended_is_told(name):
    [line] = told(**{name: f"{ONE},{TWO},{THREE}"})

    assert line.startswith(f"PBEM_{name} holds 3 keys")
    assert ONE not in line


def test_a_key_that_opens_two_doors_is_told_by_the_names_of_the_settings():
    [twice] = told(MAILGUN_KEYS=f"{ONE},{ONE}")
    [shared] = told(POSTMARK_SECRETS=ONE, SENDGRID_SECRETS=f"{ONE},{TWO}")

    assert twice.startswith("A key of PBEM_MAILGUN_KEYS stands there twice.")
    assert shared.startswith("A key of PBEM_SENDGRID_SECRETS stands in PBEM_POSTMARK_SECRETS too.")


def test_an_amazon_that_is_out_of_reach_is_told_for_each_region():
    near, far = Net(), Net(is_down=True)
    hosts = ["sns.cn-north-1.amazonaws.com.cn", "sns.eu-west-1.amazonaws.com"]

    assert told(near, SES_TOPICS=TOPICS) == []
    lines = told(far, SES_TOPICS=TOPICS)

    assert near.asked == far.asked == [(host, 443) for host in hosts]
    assert [host in line for host, line in zip(hosts, lines, strict=True)] == [True, True]
    assert "TimeoutError" in lines[0]

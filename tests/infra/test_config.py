"""Settings are read once, and refused with words that say how to mend them."""

import re
from base64 import b64decode, b64encode
from datetime import timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from pbem.config import ConfigError, Endpoint, Relay, settings_from
from pbem.config_mailbox import mailbox
from pbem.config_providers import Providers
from pbem.config_senders import Senders

SECRET = b64encode(b"s" * 32).decode()
WHOLE = {
    "PBEM_DATABASE_URL": "postgresql://pbem:hush@db/pbem",
    "PBEM_REDIS_URL": "redis://:hush@cache:6379/0",
    "PBEM_BASE_URL": "https://cards.example.org/",
    "PBEM_SERVICE_ADDRESS": "play@cards.example.org",
    "PBEM_KEYS": f"2:{SECRET},1:{SECRET}",
    "PBEM_SMTP_URL": "smtp+starttls://me:hu%40sh@mx.example.org",
    "PBEM_OPERATOR_NAME": "Erik Lund",
    "PBEM_OPERATOR_EMAIL": "erik@cards.example.org",
}


def public_key(curve: ec.EllipticCurve) -> str:
    key = ec.generate_private_key(curve).public_key()
    return b64encode(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).decode()


OTHER_CURVE = public_key(ec.SECP384R1())


def problems(**changes: str | None) -> list[str]:
    environ = {**WHOLE, **{f"PBEM_{name}": value for name, value in changes.items()}}
    given = {name: value for name, value in environ.items() if value is not None}
    try:
        settings_from(given)
    except ConfigError as refused:
        return str(refused).splitlines()
    return []


def test_a_whole_configuration_is_read():
    settings = settings_from(WHOLE)

    assert settings.database_url == "postgresql+psycopg://pbem:hush@db/pbem"
    assert settings.base_url == "https://cards.example.org"
    assert settings.domain == "cards.example.org"
    assert settings.keys.ids() == (2, 1)
    assert settings.relay == Relay("mx.example.org", 587, "starttls", "me", "hu@sh")
    assert settings.move_limit == timedelta(hours=24)
    assert settings.is_secure


def test_every_setting_can_be_set():
    changes = {
        "PBEM_DELIMITER": "-",
        "PBEM_WEB_LISTEN": "[::1]:80",
        "PBEM_LMTP_LISTEN": "127.0.0.1:8024",
        "PBEM_SMTP_LISTEN": "0.0.0.0:25",
        "PBEM_HOOK_KEYS": "a" * 24 + ", " + "b" * 24,
        "PBEM_MOVE_LIMIT": "36",
        "PBEM_NEWS_DELAY": "0",
        "PBEM_KEEP_MAIL": "7",
        "PBEM_UNPROVEN_MAILS": "40",
        "PBEM_LETTERS_AN_HOUR": "90",
        "PBEM_LOG_LEVEL": "DEBUG",
        "PBEM_LOG_FORMAT": "console",
        "PBEM_PROXIES": "1",
    }

    settings = settings_from({**WHOLE, **changes})

    assert settings.web_listen == Endpoint("::1", 80)
    assert str(settings.web_listen) == "[::1]:80"
    assert settings.lmtp_listen == Endpoint("127.0.0.1", 8024)
    assert str(settings.lmtp_listen) == "127.0.0.1:8024"
    assert settings.hook_keys == (b"a" * 24, b"b" * 24)
    assert settings.move_limit == timedelta(hours=36)
    assert settings.news_delay == timedelta(0)
    assert settings.keep_mail == timedelta(days=7)
    assert settings.unproven_mails == 40
    assert settings.letters_an_hour == 90
    assert (settings.log_level, settings.log_format) == ("debug", "console")
    assert settings.proxies == 1


def test_what_opens_the_doors_of_providers_is_a_list():
    one, two = public_key(ec.SECP256R1()), public_key(ec.SECP256R1())
    topic = "arn:aws:sns:eu-west-1:012345678912:letters"
    set_up = settings_from(
        {
            **WHOLE,
            "PBEM_MAILGUN_KEYS": "m" * 32 + "," + "n" * 32,
            "PBEM_POSTMARK_SECRETS": "p" * 24 + ", " + "q" * 24 + ",",
            "PBEM_SENDGRID_KEYS": f"{one}, {two}",
            "PBEM_SENDGRID_SECRETS": "r" * 24,
            "PBEM_SES_TOPICS": f"{topic}, {topic.replace(':aws:', ':aws-cn:')}",
        }
    ).providers

    assert set_up.mailgun_keys == (b"m" * 32, b"n" * 32)
    assert set_up.postmark_secrets == (b"p" * 24, b"q" * 24)
    assert set_up.sendgrid_keys == (b64decode(one), b64decode(two))
    assert set_up.sendgrid_secrets == (b"r" * 24,)
    assert set_up.ses_topics == (topic, "arn:aws-cn:sns:eu-west-1:012345678912:letters")
    assert settings_from(WHOLE).providers == Providers()


def test_whom_letters_are_believed_to_be_from_can_be_set():
    changes = {
        "PBEM_TRUST": "strict",
        "PBEM_CHECK_SENDERS": "off",
        "PBEM_AUTHSERV_IDS": "MX.example.org, mx2.example.org,",
    }

    assert settings_from({**WHOLE, **changes}).senders == Senders(
        "strict", "off", ("mx.example.org", "mx2.example.org")
    )
    assert settings_from(WHOLE).senders == Senders("soft", "results", ())
    assert settings_from({**WHOLE, "PBEM_CHECK_SENDERS": "own"}).senders.check == "own"
    assert len(problems(TRUST="hard", CHECK_SENDERS="me", AUTHSERV_IDS="a b")) == 3


@pytest.mark.parametrize(
    ("url", "box"),
    [
        (
            "imaps://me%40a.example:hu%40sh%2F1@imap.a.example",
            ("imap.a.example", 993, "tls", "INBOX"),
        ),
        (
            "imap+starttls://me%40a.example:hu%40sh%2F1@[::1]:1143/Spiel%20%26%20Spa%C3%9F/Karten",
            ("::1", 1143, "starttls", "Spiel & Spa\u00df/Karten"),
        ),
        ("imap://me%40a.example:hu%40sh%2F1@127.0.0.1/INBOX", ("127.0.0.1", 143, "plain", "INBOX")),
    ],
)
def test_a_mailbox_to_fetch_from_is_read_and_written_alike(url, box):
    found = settings_from({**WHOLE, "PBEM_IMAP_URL": url, "PBEM_OWN_DOMAIN": "no"}).imap

    assert (found.host, found.port, found.security, found.folder) == box
    assert (found.user, found.password) == ("me@a.example", "hu@sh/1")
    assert mailbox(found.url) == found
    assert "sh/1" not in f"{found} {found.name}"


def test_secrets_do_not_show():
    names = ("HOOK_KEYS", "MAILGUN_KEYS", "POSTMARK_SECRETS", "SENDGRID_SECRETS")
    given = {f"PBEM_{name}": "h" * 24 for name in names}
    given["PBEM_IMAP_URL"] = "imaps://me:hush@imap.example.org"
    shown = repr(settings_from({**WHOLE, **given}))

    assert not re.search(r"hush|hu@sh|sss|hhh", shown)


def test_all_that_is_missing_is_told_at_once():
    with pytest.raises(ConfigError) as refused:
        settings_from({})

    names = {problem.split()[0] for problem in refused.value.problems}
    assert names == {name for name in WHOLE if name != "PBEM_REDIS_URL"}


def test_all_that_is_wrong_is_told_at_once_whatever_it_is_about():
    wrong = {
        "DATABASE_URL": "mysql://db/pbem",
        "SMTP_URL": None,
        "DELIMITER": "=",
        "LMTP_LISTEN": "8024",
        "OPERATOR_EMAIL": "erik",
        "MOVE_LIMIT": "soon",
        "LOG_FORMAT": "xml",
        "LOG_LEVLE": "info",
    }

    names = [problem.split()[0].rstrip(":") for problem in problems(**wrong)]

    assert sorted(names) == sorted(f"PBEM_{name}" for name in wrong)


def test_a_half_set_group_is_refused():
    assert problems(OPERATOR_EMAIL=None) == [
        "PBEM_OPERATOR_EMAIL is not set. Write where the operator is to be reached.",
        "PBEM_OPERATOR_EMAIL is missing: PBEM_OPERATOR_NAME, PBEM_OPERATOR_EMAIL belong together.",
    ]


def test_a_misspelt_setting_is_refused():
    assert problems(DELIMTER="-") == [
        "PBEM_DELIMTER is no setting of this service. Did you mean PBEM_DELIMITER?"
    ]
    assert problems(TEST_DATABASE_URL="x") == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://db/pbem"),
        ("DATABASE_URL", "sqlite://"),
        ("REDIS_URL", "localhost:6379"),
        ("BASE_URL", "cards.example.org"),
        ("BASE_URL", "http://cards.example.org"),
        ("BASE_URL", "https://cards.example.org/oh-hell"),
        ("BASE_URL", "https://cards.example.org:port"),
        ("SERVICE_ADDRESS", "play"),
        ("SERVICE_ADDRESS", "play+now+then@cards.example.org"),
        ("SERVICE_ADDRESS", "a" * 31 + "@cards.example.org"),
        ("SERVICE_ADDRESS", "bounce@cards.example.org"),
        ("DELIMITER", "="),
        ("KEYS", "hush"),
        ("KEYS", "1:hush"),
        ("KEYS", "1:" + b64encode(b"short").decode()),
        ("KEYS", f"1:{SECRET},1:{SECRET}"),
        ("KEYS", f"32:{SECRET}"),
        ("KEYS", f"٢:{SECRET}"),
        ("SMTP_URL", "mx.example.org"),
        ("SMTP_URL", "smtps://me@mx.example.org"),
        ("SMTP_URL", "smtp://me:hush@mx.example.org"),
        ("IMAP_URL", "imap.example.org"),
        ("IMAP_URL", "imaps://me@imap.example.org"),
        ("IMAP_URL", "imap://me:hush@imap.example.org"),
        ("IMAP_URL", "imaps://me:hush#1@imap.example.org"),
        ("IMAP_URL", "imaps://me:hush?1@imap.example.org"),
        ("OWN_DOMAIN", "maybe"),
        ("LMTP_LISTEN", "8024"),
        ("LMTP_LISTEN", "127.0.0.1:99999"),
        ("HOOK_KEYS", "hush"),
        ("MAILGUN_KEYS", "hush"),
        ("MAILGUN_KEYS", ","),
        ("POSTMARK_SECRETS", "hush" * 6 + "@"),
        ("SENDGRID_SECRETS", "hush" * 6 + ":"),
        ("SENDGRID_KEYS", "hush"),
        ("SENDGRID_KEYS", "aHVzaA=="),
        ("SENDGRID_KEYS", OTHER_CURVE),
        ("SES_TOPICS", "hush"),
        ("SES_TOPICS", "arn:aws:sns:eu-west-1:12:letters"),
        ("OPERATOR_NAME", "Erik\nLund"),
        ("OPERATOR_EMAIL", "erik"),
        ("MOVE_LIMIT", "0"),
        ("MOVE_LIMIT", "soon"),
        ("NEWS_DELAY", "-1"),
        ("KEEP_MAIL", "nan"),
        ("UNPROVEN_MAILS", "1"),
        ("PROXIES", "10"),
        ("LOG_LEVEL", "loud"),
        ("LOG_FORMAT", "xml"),
    ],
)
def test_a_wrong_value_is_refused_by_name_and_its_secrets_are_not_repeated(name, value):
    [problem] = problems(**{name: value})

    assert problem.startswith(f"PBEM_{name}: ")
    assert "hush" not in problem


def test_mail_servers_have_their_usual_ports():
    relays = [
        settings_from({**WHOLE, "PBEM_SMTP_URL": url}).relay
        for url in ("smtp://localhost", "smtps://mx.example.org", "smtp://[::1]:2525")
    ]

    assert relays == [
        Relay("localhost", 25, "plain"),
        Relay("mx.example.org", 465, "tls"),
        Relay("::1", 2525, "plain"),
    ]


def test_pages_on_this_machine_need_no_tls():
    assert problems(BASE_URL="http://localhost:8000") == []

"""What other servers have found of a sender counts only from ours, and only the topmost."""

import pytest

from pbem.app.trust import Finding
from pbem.mailin.headers import head_of, parse
from pbem.mailin.results import findings, judged, trust_by_header
from tests.mailin.letters import letter
from tests.mailin.work import MOST_SECONDS, timed

OURS = ("mx.cards.example.org",)
FIRST = "Authentication-Results: mx.cards.example.org; "


def trust(headers: str, sender: str = "Alice <alice@example.com>", servers=OURS) -> str:
    message = parse(headers.encode() + letter(sender=sender))
    return trust_by_header(message, head_of(message), servers)


@pytest.mark.parametrize(
    ("told", "verdict"),
    [
        ("dmarc=pass (p=REJECT) header.from=example.com", "pass"),
        ("dmarc=fail (p=none dis=none) header.from=example.com", "fail"),
        ("dmarc=fail header.from=example.com; spf=pass smtp.mailfrom=alice@example.com", "fail"),
        ("dmarc=pass header.from=example.com; dkim=fail header.d=example.com", "pass"),
        ("dmarc=temperror header.from=example.com", "none"),
        ("dmarc=bestguesspass header.from=example.com", "none"),
        # Of somebody else's domain, which a letter with two From headers may bring about.
        ("dmarc=pass header.from=other.example", "none"),
        ("none", "none"),
        # No policy: a domain of the sender's own has to vouch for the letter.
        ("dmarc=none header.from=example.com; dkim=pass header.d=mail.example.com", "pass"),
        ("dkim=pass header.i=@example.com header.s=k1", "pass"),
        ("dkim=pass header.d=sender.example", "none"),
        ("dkim=pass header.d=com", "none"),
        ("spf=pass (mx: 192.0.2.1 is allowed) smtp.mailfrom=alice@example.com", "pass"),
        ("spf=pass smtp.mailfrom=bounces@sender.example", "none"),
        ("spf=softfail smtp.mailfrom=example.com", "none"),
        ("spf=fail smtp.mailfrom=example.com", "fail"),
        ("spf=fail smtp.mailfrom=example.com; dkim=pass header.d=example.com", "pass"),
        ("dkim=fail header.d=sender.example", "none"),
        # What stands in a comment or in quotes is no result.
        ("dkim=none (dkim=pass; dmarc=pass)", "none"),
        ('dkim=none reason="x; dmarc=pass header.from=example.com"', "none"),
        ('dkim=none reason="x\\"; dmarc=pass" (nested (dmarc=pass;) comment)', "none"),
    ],
)
def test_a_header_of_ours_says_whether_the_domain_vouches(told, verdict):
    assert trust(f"{FIRST}{told}\n") == verdict


def test_the_domain_that_counts_is_the_one_an_organisation_has_registered():
    told = f"{FIRST}dkim=pass header.d=one.co.uk\n"

    assert trust(told, "alice@mail.one.co.uk") == "pass"
    assert trust(told, "alice@other.co.uk") == "none"
    # Each user of such a place has a domain of their own.
    assert trust(f"{FIRST}dkim=pass header.d=mallory.github.io\n", "a@alice.github.io") == "none"


def test_a_domain_in_other_letters_is_compared_as_the_dns_has_it():
    told = f"{FIRST}dmarc=pass header.from=xn--bcher-kva.example\n"

    assert trust(told, "alice@bücher.example") == "pass"


@pytest.mark.parametrize(
    "headers",
    [
        "Authentication-Results: elsewhere.example; dmarc=pass header.from=example.com\n",
        # Ours wrote nothing; who sent the letter did.
        f"Authentication-Results: elsewhere.example; none\n{FIRST}dmarc=pass\n",
        f"Authentication-Results: mx.cards.example.org.evil.example; dmarc=pass\n{FIRST}dmarc=pass\n",
        "Authentication-Results: dmarc=pass mx.cards.example.org\n",
        "Authentication-Results: ; dmarc=pass\n",
        "Authentication-Results: (mx.cards.example.org) other; dmarc=pass\n",
        "X-Authentication-Results: mx.cards.example.org; dmarc=pass\n",
        "",
    ],
)
def test_a_header_of_somebody_else_or_further_below_is_nothing(headers):
    assert trust(headers) == "none"


def test_the_topmost_header_counts_alone():
    forged = f"{FIRST}dmarc=pass header.from=example.com\n"

    assert trust(f"{FIRST}dmarc=fail header.from=example.com\n{forged}") == "fail"
    assert trust(f"{FIRST}spf=none\n{forged}") == "none"


def test_without_servers_of_our_own_no_header_is_read():
    assert trust(f"{FIRST}dmarc=pass\n", servers=()) == "none"


def test_a_header_may_be_folded_in_capitals_and_with_a_version():
    folded = (
        "authentication-results: MX.Cards.Example.Org 1;\n\tDMARC=Pass (p=none)\n"
        "\theader.from=Example.com;\n spf=none\n"
    )

    assert trust(folded) == "pass"


@pytest.mark.parametrize(
    "odd",
    [
        "(" * 9000, '"' * 9000, ";" * 9000, "dkim=" * 2000, "\\" * 9000, 'x="' + '\\"' * 4090,
        'x="' + "\\" * 8001, "dkim=pass " + "a" * 8000, "dkim=pass " + "a.a" * 2700,
    ],
)  # fmt: skip
def test_no_header_whatsoever_takes_long_or_raises(odd):
    told = f"mx.cards.example.org; {odd}"

    # Many of them, so that a square of the length would show.
    found, spent = timed(lambda: [findings(told, OURS) for _ in range(50)])

    assert not any(one.domain for some in found for one in some)
    assert spent < MOST_SECONDS


def test_what_is_quoted_and_never_closed_is_no_result():
    assert findings('mx.cards.example.org; dkim=none reason="x; dmarc=pass', OURS) == (
        Finding("dkim", "none"),
    )


def test_a_letter_that_names_nobody_is_vouched_for_by_nobody():
    message = parse(letter(sender="a@example.com, b@example.com"))

    assert judged([Finding("dmarc", "pass")], head_of(message)) == "none"

"""A letter with other words is read as it was, and nothing is left of whoever wrote it."""

import random
import re

import pytest
import yaml

from pbem.mailin.conformance import identity_of, read_case, run_directory
from pbem.mailin.limits import plain
from pbem.mailin.redaction.case import CASE_IDENTITY, CannotRedactError, add_case, redacted, verdict
from pbem.mailin.redaction.leftovers import leftovers
from tests.mailin.letters import CASES, CORPUS, HOUSE, REPLY, TOKEN, letter, multipart, taken
from tests.mailin.test_fuzz import mutated

FILES = [case["file"] for case in CASES]
# What nobody may find in a case: people, places, tokens and what was held.
SECRETS = re.compile(
    rb"anna|ames|carol|\btern\b|gil\.hart|dan orr|novak|k7q2|5dq8w1v0|example\.com|hedgehog|\bben\b"
    rb"|aaaabbbb|cards\.example\.org|your hand: AS 10H",
    re.IGNORECASE,
)


@pytest.mark.parametrize("file", FILES)
def test_each_mail_of_the_corpus_is_read_the_same_with_other_words(file):
    raw = (CORPUS / file).read_bytes()

    other = redacted(raw, "", identity_of(CORPUS), random.Random(file).randrange)

    assert verdict(read_case(other, CASE_IDENTITY)) == verdict(
        read_case(plain(raw), identity_of(CORPUS))
    )
    assert leftovers(raw, other) == frozenset()
    assert SECRETS.findall(other) == []
    assert other.count(b"\nContent-Type") == plain(raw).count(b"\nContent-Type")


def test_a_directory_of_cases_made_from_the_corpus_passes(tmp_path):
    for file in FILES:
        raw = (CORPUS / file).read_bytes()
        add_case(tmp_path, file.removesuffix(".eml"), raw, "", identity_of(CORPUS))

    assert run_directory(tmp_path) == []
    document = yaml.safe_load((tmp_path / "cases.yaml").read_text("utf-8"))
    assert [case["file"] for case in document["cases"]] == FILES
    assert [case["kind"] for case in document["cases"]] == [case["kind"] for case in CASES]
    assert [len(case["commands"]) for case in document["cases"]] == [
        len(case["commands"]) for case in CASES
    ]
    assert SECRETS.findall((tmp_path / "cases.yaml").read_bytes()) == []


LETTER = letter(
    "Hello Hedgehog\nQS\nsay Tell Mr Hedgehog of Badger Street 17\nnever mind, Badger\n\n"
    f"On Tue, 3 Mar 2026 at 08:14, Oh Hell <{REPLY}> wrote:\n"
    "> [Reply above this line. K7Q2]\n> Hand: hearts QH 10H, spades QS.\n> QS\n> 10H\n",
    sender='"Henrietta Hedgehog" <h.hedgehog+cards@badger.example.com>',
    message_id="<0xC0FFEE.4711@badger.example.com>",
    headers=(
        "Received: from badger.example.com ([192.0.2.7]) by mx\n\tfor <x@y>; Tue, 3 Mar 2026\n"
        "X-Hedgehog-Account: 4711\nSubject: =?utf-8?q?Re=3A_Hedgehog=E2=80=99s_turn?=\n"
    ),
)


def test_names_addresses_tokens_ids_and_what_was_said_are_others(tmp_path):
    add_case(tmp_path, "x", LETTER, REPLY, HOUSE)

    written = b"".join(path.read_bytes() for path in sorted(tmp_path.iterdir())).lower()
    for secret in (
        "hedgehog", "henrietta", "badger", "street", "4711", "c0ffee", "192.0.2", "k7q2", TOKEN,
        "cards.example.org", "tell", "hearts qh", "e2=80=99s_turn",
    ):  # fmt: skip
        assert secret.encode() not in written, secret
    [case] = yaml.safe_load((tmp_path / "cases.yaml").read_text("utf-8"))["cases"]
    assert case["kind"] == "command"
    assert len(case["commands"]) == len(taken(LETTER).lines) == 2
    assert run_directory(tmp_path) == []


def test_a_card_is_another_card():
    others = [redacted(LETTER, REPLY, HOUSE, random.Random(n).randrange) for n in range(5)]

    # By chance it may be the same; not five times.
    assert not all(b"10h" in one.lower() for one in others)


def test_the_same_word_is_the_same_again():
    other = redacted(LETTER, REPLY, HOUSE, random.Random(3).randrange).decode()

    name = re.search(r'From: "(\w+) (\w+)"', other)
    assert name is not None
    assert f"Hello {name[2]}" in other
    assert re.search(rf"say \w+ \w+ {name[2]} ", other)


def test_a_recipient_that_only_the_envelope_names_is_noted():
    raw = letter("bid 2", to="undisclosed-recipients:;")

    other = redacted(raw, REPLY, HOUSE, random.Random(1).randrange)

    assert b"Delivered-To: play+" in other
    assert read_case(other, CASE_IDENTITY).kind == "orders"
    assert TOKEN.encode() not in other


@pytest.mark.parametrize("seed", range(4))
def test_mutated_mails_are_redacted_or_refused_and_never_leak(seed):
    chance = random.Random(seed)
    refused = 0
    for _ in range(15):
        raw = mutated(chance, (CORPUS / chance.choice(FILES)).read_bytes())
        try:
            other = redacted(raw, "", identity_of(CORPUS), chance.randrange)
        except CannotRedactError:
            refused += 1
        else:
            assert leftovers(raw, other) == frozenset()
    assert refused <= 5


def test_a_picture_and_a_file_are_blotted_out():
    raw = multipart(
        "mixed",
        ("text/plain", "bid 2"),
        ('image/png; name="hedgehog.png"\nContent-Transfer-Encoding: base64', "aGVkZ2Vob2c="),
        ('text/plain; name="will.txt"', "To my hedgehog"),
    )

    other = redacted(raw, REPLY, HOUSE, random.Random(1).randrange)

    assert b"aGVkZ2Vob2c=" not in other
    assert b"hedgehog" not in other
    assert read_case(other, CASE_IDENTITY).kind == "orders"

"""What the benchmark of reading measures is what it says; how fast is not asked here."""

import pytest

from benchmarks.reading import LETTERS, QUICK, SERVICE, Size, measured, plain_answer, taken

FULL = Size()


def test_it_reads_every_letter_and_the_reference():
    reference, *rows = measured(QUICK)

    assert reference.kind == "orders"
    assert [row.what for row in rows] == [what for what, _ in LETTERS]
    for row in (reference, *rows):
        assert row.size > 0
        assert len(row.line(reference).splitlines()) == 1


def test_the_reference_is_a_bid():
    incoming = taken(plain_answer())

    assert incoming.lines == ("2",)
    assert incoming.sender == "alice@home.example"


@pytest.mark.parametrize(("what", "make"), LETTERS)
def test_letters_are_what_their_names_say_and_the_same_each_time(what, make):
    raw = make(FULL)

    assert raw == make(FULL)
    assert raw.startswith(b"From: ")
    assert f"To: {SERVICE}\r\n".encode() in raw
    assert len(raw) < 10 * 1024 * 1024
    if "MB" in what:
        assert len(raw) > int(what.split()[0]) * 1000 * 1000
    # No more than the limits say is looked at: these alone are refused for their size.
    refused = {
        "nested 100 deep",
        "10,000 parts",
        "900,000 boundaries named",
        "45,000 boundaries in open quotes",
    }
    assert (taken(raw).kind == "too_big") is (what in refused)

"""What the benchmark of mail measures is what it says; how fast is not asked here."""

from benchmarks.mail import QUICK, hostile, letters, lines, notices, parsed, shared
from benchmarks.reading import LETTERS


def test_every_shared_mail_is_read_and_parsed_in_turn():
    cases = shared(QUICK)

    assert [case.file for case in cases] == list(letters())
    assert len(cases) == 68
    assert all(case.ratio > 0 for case in cases)
    assert {len(case.times) for case in cases} == {QUICK.rounds}


def test_the_mails_have_the_line_ends_of_the_wire_and_the_reference_takes_them_apart():
    for raw in letters().values():
        assert raw.count(b"\r\n") == raw.count(b"\n") > 0
        assert parsed(raw)["From"] or b"\nFrom:" not in raw


def test_hostile_letters_are_those_of_reading_and_mutations():
    names = [what for what, _ in hostile(QUICK)]

    assert names[: len(LETTERS)] == [what for what, _ in LETTERS]
    assert len(names) == len(LETTERS) + QUICK.mutations


def test_mails_of_every_kind_are_rendered_and_a_table_comes_out():
    count, took = notices(QUICK)

    assert count > 10
    assert took > 0
    assert any("notices rendered" in line for line in lines(QUICK))

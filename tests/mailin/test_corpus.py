"""The shared corpus of mails, each as it is and with CRLF."""

import shutil

import pytest

from pbem.mailin.conformance import check_case, identity_of, run_directory
from tests.mailin.letters import CASES, CORPUS


@pytest.mark.parametrize("case", CASES, ids=[case["file"] for case in CASES])
def test_a_mail_gives_what_its_case_states(case):
    assert check_case(CORPUS, case, identity_of(CORPUS)) == []


def test_the_corpus_is_complete():
    files = {path.name for path in CORPUS.glob("*.eml")}

    assert {case["file"] for case in CASES} == files
    assert len(files) == 68


@pytest.mark.parametrize(
    ("was", "is_now", "problem"),
    [
        ("- bid 2\n", "- bid 3\n", "commands"),
        ("kind: command", "kind: receipt", "kind"),
    ],
)
def test_a_difference_is_named_with_its_file(tmp_path, was, is_now, problem):
    shutil.copytree(CORPUS, tmp_path, dirs_exist_ok=True)
    cases = tmp_path / "cases.yaml"
    cases.chmod(0o644)
    cases.write_text(cases.read_text().replace(was, is_now, 1))

    failures = run_directory(tmp_path)

    assert [failure.file for failure in failures] == ["01_gmail_web_en.eml"]
    assert failures[0].problem.startswith(problem)
    assert str(failures[0]).startswith("01_gmail_web_en.eml: ")


@pytest.mark.parametrize(
    ("file", "key", "value"),
    [
        ("41_dsn_hard_bounce.eml", "bounce", "soft"),
        ("41_dsn_hard_bounce.eml", "recipient", "bob@example.com"),
        ("41_dsn_hard_bounce.eml", "status", "5.2.2"),
        ("01_gmail_web_en.eml", "position", "bottom"),
        ("01_gmail_web_en.eml", "duplicate_of", "02_gmail_mobile_de.eml"),
        ("01_gmail_web_en.eml", "sender", "bob@example.com"),
        ("36_nonsense_pass.eml", "rejects", ["bid 0"]),
        ("01_gmail_web_en.eml", "commands", []),
    ],
)
def test_each_key_of_a_case_is_checked(file, key, value):
    case = next(case for case in CASES if case["file"] == file) | {key: value}

    assert check_case(CORPUS, case, identity_of(CORPUS)) != []


def test_a_forbidden_line_that_comes_out_is_a_failure():
    case = {
        "file": "01_gmail_web_en.eml",
        "kind": "command",
        "commands": [],
        "forbidden": ["bid 2"],
    }

    problems = [failure.problem for failure in check_case(CORPUS, case, identity_of(CORPUS))]

    assert "forbidden line 'bid 2' came out" in problems

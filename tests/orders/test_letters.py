"""The order lines of the corpus of letters, as the corpus writes them."""

from pathlib import Path

import yaml

from pbem.orders.reading import clean_line, is_order

CASES = yaml.safe_load(
    (Path(__file__).parents[1] / "cases" / "letters" / "cases.yaml").read_text(encoding="utf-8")
)["cases"]


def test_every_command_of_the_corpus_is_clean_and_an_order():
    commands = [line for case in CASES for line in case["commands"]]
    assert len(commands) > 40
    assert [line for line in commands if clean_line(line) != line or not is_order(line)] == []


def test_no_line_the_corpus_rejects_is_an_order():
    rejects = [line for case in CASES for line in case.get("rejects", [])]
    assert rejects
    assert [line for line in rejects if is_order(line)] == []

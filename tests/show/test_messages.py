"""No message that people get to read holds words that are an order by themselves."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pbem
from pbem.orders.reading import is_order
from pbem.show.places import templates_dir

_PACKAGE = Path(pbem.__file__).parent
_NAMES = {"_", "n_"}

# Whole sentences in tables. Other tables hold names that are told in brackets only.
_SENTENCES = {"app_refusals.py", "outcomes.py"}

# "Line 1 is done": a line's number is always followed by a short word.
_KNOWN = {"1", "2"}

# Names of cards, which are told in brackets only.
_CARDS = {"joker", "joker {n}", "wizard", "jester"}


def messages(files: str = "*.py") -> Iterator[str]:
    for room in ("show", "mailout"):
        for file in sorted((_PACKAGE / room).glob(files)):
            names = _NAMES | {"N_"} if file.name in _SENTENCES else _NAMES
            yield from _in_code(file.read_text(), names)
    for file in sorted((templates_dir() / "mail").rglob("*.*")):
        yield from re.findall(r"""_\(["'](.+?)["'][,)]""", file.read_text())


def _in_code(source: str, names: set[str]) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        if name in names:
            yield from (arg.value for arg in node.args if _is_text(arg))


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def orders_in(message: str) -> set[str]:
    words = message.split()
    runs = {
        " ".join(words[first:last])
        for first in range(len(words))
        for last in range(first + 1, min(first + 6, len(words)) + 1)
    }
    return {run for run in runs if is_order(run)}


def test_who_plays_by_itself_is_called_a_bot_everywhere() -> None:
    found = [one for one in messages("**/*.py") if re.search(r"machine|robot|computer", one)]

    assert found == []


def test_no_run_of_words_in_a_message_is_an_order() -> None:
    found = {
        message: orders_in(message) - _KNOWN for message in messages() if message not in _CARDS
    }

    assert len(found) > 200
    assert {message: orders for message, orders in found.items() if orders} == {}

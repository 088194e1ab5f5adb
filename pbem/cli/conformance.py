"""`pbem conformance`: runs case files; a line per failure, then how many passed and failed."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import yaml

from pbem.rules.conformance import (
    Failed,
    NotKnown,
    Passed,
    Verdict,
    check_play_case,
    check_scoring_case,
)

DIRECTORY = click.Path(exists=True, file_okay=False, path_type=Path)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group("conformance")
def conformance() -> None:
    """Run case files against this program."""


@conformance.command("scoring")
@click.argument("file", type=FILE)
def scoring(file: Path) -> None:
    """Score the cases of FILE, a list in YAML."""
    _run(file, check_scoring_case)


@conformance.command("play")
@click.argument("file", type=FILE)
def play(file: Path) -> None:
    """Play the cases of FILE, a list in YAML."""
    _run(file, check_play_case)


@conformance.command("mail")
@click.argument("directory", type=DIRECTORY)
def mail(directory: Path) -> None:
    """Read the mails of DIRECTORY and compare with its cases.yaml."""
    from pbem.mailin.conformance import cases_of, run_directory

    if not (directory / "cases.yaml").is_file():
        raise click.ClickException(f"{directory} has no cases.yaml")
    failures = run_directory(directory)
    for failure in failures:
        click.echo(str(failure))
    failed = len({failure.file for failure in failures})
    _conclude(len(cases_of(directory)) - failed, failed)


def _run(file: Path, check: Callable[[Any], Verdict]) -> None:
    """Run each case. One that is not known or cannot be read has not passed."""
    failed = 0
    cases = _cases(file)
    for number, case in enumerate(cases, 1):
        problem = _problem_of(case, check)
        if problem:
            failed += 1
            click.echo(f"{_name(case, number)}: {problem}")
    _conclude(len(cases) - failed, failed)


def _name(case: Any, number: int) -> str:
    return str(case.get("id", f"case {number}")) if isinstance(case, dict) else f"case {number}"


def _problem_of(case: Any, check: Callable[[Any], Verdict]) -> str:
    """Return what is wrong; also where a case is not of the format, so that the others run."""
    try:
        return _problem(check(case))
    except (LookupError, TypeError, ValueError, AttributeError, AssertionError) as fault:
        return f"no case of this format ({type(fault).__name__}: {fault})"


def _cases(file: Path) -> list[Any]:
    try:
        cases = yaml.safe_load(file.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError):
        cases = None
    if not isinstance(cases, list):
        raise click.ClickException(f"{file} is no list of cases in YAML")
    return cases


def _problem(verdict: Verdict) -> str:
    match verdict:
        case Passed():
            return ""
        case Failed(expected, found):
            return f"expected {expected}, found {found}"
        case NotKnown(what):
            return f"not known: {', '.join(what)}"


def _conclude(passed: int, failed: int) -> None:
    click.echo(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


COMMANDS = (conformance,)

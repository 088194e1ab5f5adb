"""The files for operators are right, as far as the programs they are for can tell on this machine."""

import re
import shlex
import shutil
import subprocess
from base64 import b64encode
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask

from pbem.cli import commands
from pbem.config import ConfigError, settings_from
from pbem.web.hooks import hooks

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
KEY = f"1:{b64encode(b'1' * 32).decode()}"
# What is left out in the example is shown with its default, or has to be made up.
MADE_UP = {
    "PBEM_KEYS": KEY,
    "PBEM_HOOK_KEYS": "a" * 24,
    "PBEM_METRICS_TOKEN": "b" * 24,
    "PBEM_MAILGUN_KEYS": "c" * 32,
    "PBEM_POSTMARK_SECRETS": "d" * 24,
    "PBEM_SENDGRID_SECRETS": "e" * 24,
}


def sourced(text: str, folder: Path) -> dict[str, str]:
    """Return the settings that a shell reads out of a file."""
    file = folder / "pbem.env"
    file.write_text(text)
    script = f"set -eu; set -a; . {file}; env -0"
    done = subprocess.run(["sh", "-c", script], env={}, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    pairs = (line.partition("=") for line in done.stdout.split("\0"))
    return {name: value for name, _, value in pairs if name.startswith("PBEM_")}


def test_the_example_of_settings_wants_nothing_but_a_key(tmp_path):
    settings = sourced((DEPLOY / "pbem.env.example").read_text(), tmp_path)

    with pytest.raises(ConfigError) as refused:
        settings_from(settings)
    assert [problem.split()[0] for problem in refused.value.problems] == ["PBEM_KEYS"]
    assert settings_from(settings | {"PBEM_KEYS": KEY}).operator_name == "Erik Lund"


def test_every_setting_that_the_example_names_is_one_and_none_is_left_out(tmp_path):
    text = re.sub(r"^#(?=PBEM_)", "", (DEPLOY / "pbem.env.example").read_text(), flags=re.MULTILINE)
    settings = sourced(text, tmp_path) | MADE_UP

    settings_from(settings)

    asked = set(
        re.findall(
            r'"([A-Z]+(?:_[A-Z]+)*)",? *(?:values|signing_keys|secrets|public_keys|topics|mailbox|$)',
            config_source(),
            re.MULTILINE,
        )
    )
    assert asked
    assert {f"PBEM_{name}" for name in asked} <= set(settings)


def test_the_page_on_mail_names_settings_and_addresses_that_there_are():
    page = (DEPLOY.parent / "docs" / "mail.md").read_text()
    example = (DEPLOY / "pbem.env.example").read_text()

    settings = set(re.findall(r"PBEM_[A-Z_]+[A-Z]", page))
    assert {"PBEM_MAILGUN_KEYS", "PBEM_SES_TOPICS"} <= settings
    assert [name for name in settings if name not in example] == []
    app = Flask("hooks")
    app.register_blueprint(hooks)
    named = re.findall(r"`(/hooks/[a-z/]+)`", page)
    found = [
        app.url_map.bind("x").match(path, "POST")[1] for path in named if path != "/hooks/mail"
    ]
    assert [one["provider"] for one in found] == ["mailgun", "postmark", "sendgrid", "ses"]


def config_source() -> str:
    import pbem.config
    import pbem.config_mailbox
    import pbem.config_providers

    modules = (pbem.config, pbem.config_mailbox, pbem.config_providers)
    return "".join(Path(module.__file__).read_text() for module in modules)


@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit.suffix == ".service"])
def test_units_run_commands_that_there_are(unit):
    lines = re.findall(r"^Exec\w+=(.+)$", unit.read_text(), re.MULTILINE)

    assert lines
    for line in lines:
        program, *words = shlex.split(line)
        assert program == "/opt/pbem/bin/pbem"
        told = CliRunner().invoke(commands, [*words, "--help"])
        assert told.exit_code == 0, told.output


def test_systemd_finds_nothing_wrong_with_the_units(tmp_path):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze here")
    for unit in UNITS:
        # The program is not installed here, and nobody is called pbem.
        text = unit.read_text().replace("/opt/pbem/bin/pbem", "/bin/true")
        (tmp_path / unit.name).write_text(text)
    files = sorted(str(path) for path in tmp_path.iterdir())

    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *files], capture_output=True, text=True
    )

    ours = [line for line in done.stderr.splitlines() if "pbem" in line]
    assert (done.returncode, ours) == (0, [])

"""`./run` works from anywhere, and says what is missing on a bare machine."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(script: Path, *words: str, cwd: Path = Path("/"), **environ: str):
    plain = {"PATH": os.defpath, "HOME": os.environ.get("HOME", "/")}
    command = [str(script), *words]
    return subprocess.run(
        command, cwd=cwd, env={**plain, **environ}, capture_output=True, text=True
    )


@pytest.fixture
def bare(tmp_path):
    """A checkout on a machine where nothing was installed yet."""
    for name in ("run", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_help_lists_the_commands():
    shown = run(ROOT / "run", "help")

    assert shown.returncode == 0
    for name in ("demo", "test", "cover", "check", "install", "bench", "gallery", "help"):
        assert f"  {name}\t" in shown.stdout


def test_an_unknown_command_shows_the_help():
    refused = run(ROOT / "run", "fly")

    assert refused.returncode == 2
    assert "usage: ./run" in refused.stderr


def test_a_machine_without_python_is_told_what_to_install(bare):
    refused = run(bare / "run", "install", PYTHON="no-such-python")

    assert refused.returncode == 3
    assert "apt-get install python3 python3-venv" in refused.stderr


def test_an_old_python_is_refused(bare):
    old = bare / "old-python"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)

    refused = run(bare / "run", "install", PYTHON=str(old))

    assert refused.returncode == 3
    assert "Python 3.11 or newer" in refused.stderr


def test_a_python_without_venv_leaves_no_half_made_environment(bare):
    half = bare / "half-python"
    half.write_text(
        '#!/bin/sh\n[ "$2" = venv ] || exit 0\nmkdir -p "$3/bin"\n: > "$3/bin/python"\nexit 1\n'
    )
    half.chmod(0o755)

    refused = run(bare / "run", "install", PYTHON=str(half))

    assert refused.returncode == 3
    assert "apt-get install python3-venv" in refused.stderr
    assert not (bare / ".venv").exists()


def test_a_second_start_installs_nothing(bare):
    words = (bare / "pyproject.toml").read_text()
    summed = subprocess.run(["cksum"], input=words, capture_output=True, text=True)
    checksum = summed.stdout.strip()
    (bare / ".venv").mkdir()
    (bare / ".venv" / ".stamp").write_text(f"{checksum} {bare}\n")
    compared = bare / ".venv" / ".compared"
    compared.touch()
    os.utime(compared, (4e9, 4e9))

    again = run(bare / "run", "install", PYTHON="no-such-python")

    assert again.returncode == 0
    assert again.stdout == f"ready: {bare}/.venv\n"

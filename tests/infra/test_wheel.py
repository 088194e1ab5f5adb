"""What is installed from a wheel runs from any folder: commands, mails, workers and pages."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = Path(__file__).with_name("installed.py")


def done(*words: object, cwd: Path | str = "/") -> str:
    plain = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PBEM_", "PYTHON", "COVERAGE"))
    }
    command = [str(word) for word in words]
    ended = subprocess.run(command, cwd=cwd, env=plain, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    if importlib.util.find_spec("hatchling") is None:
        pytest.skip("no hatchling here, which builds the wheel: `./run install` brings it")
    folder = tmp_path_factory.mktemp("wheel")
    done(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    [built] = folder.glob("*.whl")
    return built


def installer(python: Path) -> list[str]:
    """Return the words that install something for a Python, with what there is."""
    if importlib.util.find_spec("pip") is not None:
        words = [sys.executable, "-m", "pip", "--python", str(python), "install"]
        return [*words, "--quiet", "--disable-pip-version-check"]
    if uv := shutil.which("uv"):
        return [uv, "pip", "install", "--quiet", "--python", str(python)]
    pytest.skip("neither pip nor uv here to install the wheel")


@pytest.fixture(scope="module")
def bin_dir(wheel, tmp_path_factory) -> Path:
    """The programs of an environment with our wheel, and the libraries of this one."""
    venv = tmp_path_factory.mktemp("installed") / "venv"
    done(sys.executable, "-m", "venv", "--without-pip", venv)
    python = venv / "bin" / "python"
    done(*installer(python), "--no-deps", "--no-index", wheel)
    # A folder that is named in such a file has its own such files not read, so that the
    # work tree, which is installed there, is not seen.
    [packages] = venv.glob("lib/python*/site-packages")
    reused = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (packages / "reused.pth").write_text("\n".join(sorted(reused)))
    return venv / "bin"


def test_the_command_tells_its_help_from_any_folder(bin_dir):
    told = done(bin_dir / "pbem", "--help")

    assert "Oh Hell by e-mail." in told
    assert "serve" in told


def test_mails_workers_and_pages_are_found_from_any_folder(bin_dir, tmp_path):
    found = json.loads(done(bin_dir / "python", "-I", SCRIPT, tmp_path))

    assert found["pbem"].startswith(str(bin_dir.parent))
    assert found["workers"].startswith(str(bin_dir.parent))
    assert "[Reply above" in found["mail"]
    assert set(found["pages"].values()) == {200}
    assert "<h1" in found["home"]


def test_the_wheel_holds_all_templates_and_nothing_of_the_tests(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())

    templates = {
        f"pbem/_templates/{path.relative_to(ROOT / 'templates')}"
        for path in (ROOT / "templates").rglob("*")
        if path.is_file()
    }
    assert templates <= names
    assert "pbem/py.typed" in names
    assert not [name for name in names if name.startswith(("tests", "benchmarks", "docs"))]

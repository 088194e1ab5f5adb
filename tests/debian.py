"""Programs of Debian for the tests: those of the system, else fetched and never installed.

What `apt-get` downloads is unpacked into a folder of the user's cache, once; nothing of
the system is changed.
"""

import contextlib
import fcntl
import functools
import os
import re
import shutil
import stat
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SECONDS = 120


class NotHere(RuntimeError):
    """A program is not on this machine and cannot be fetched; the text says why."""


@dataclass(frozen=True, slots=True)
class Tree:
    """Where programs lie: `/`, or a folder that stands for it."""

    root: Path

    def path(self, name: str) -> Path:
        return self.root / name

    @property
    def environ(self) -> dict[str, str]:
        """What programs from elsewhere need to find their libraries."""
        return {"LD_LIBRARY_PATH": ":".join(map(str, self.libraries))} if self.is_fetched else {}

    @property
    def is_fetched(self) -> bool:
        return self.root != Path("/")

    def close_off(self, *binaries: str) -> tuple[str, ...]:
        """Make a root of the folder in which these programs run; return the words that enter it.

        That is for programs which look for their files where the system has them.
        """
        if not self.is_fetched:
            return ()
        for library in self._outside(*binaries):
            copied = self.root / library.relative_to("/")
            if not copied.exists():
                copied.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(library, copied)
        for name in ("passwd", "group"):
            (self.root / "etc").mkdir(exist_ok=True)
            shutil.copy(f"/etc/{name}", self.root / "etc")
        self._add_devices()
        return ("chroot", str(self.root))

    def _outside(self, *binaries: str) -> set[Path]:
        """Return the libraries of the system that these programs load."""
        paths = [path for binary in binaries for path in self.root.glob(binary) if path.is_file()]
        done = subprocess.run(
            ["ldd", *paths], env=os.environ | self.environ, capture_output=True, text=True
        )
        found = {
            Path(one) for one in re.findall(r"^\t(?:\S+ => )?(/\S+)", done.stdout, re.MULTILINE)
        }
        return {path for path in found if not path.is_relative_to(self.root)}

    def _add_devices(self) -> None:
        for name in ("null", "urandom"):
            device = self.root / "dev" / name
            device.parent.mkdir(exist_ok=True)
            if not device.exists():
                device.touch()
                with contextlib.suppress(PermissionError):
                    device.unlink()
                    os.mknod(device, stat.S_IFCHR | 0o666, Path("/dev", name).stat().st_rdev)
                device.touch()
            device.chmod(0o666)

    @property
    def libraries(self) -> list[Path]:
        found = {path.parent for path in self.root.glob("**/lib*.so*")}
        return sorted(found, key=lambda path: len(path.parts))


@functools.cache
def tree_of(program: str, *packages: str) -> Tree:
    """Return where a program (`usr/sbin/postconf`) of these packages lies.

    Raises:
        NotHere: it is not on this machine, and cannot be fetched.
    """
    if Path("/", program).exists():
        return Tree(Path("/"))
    if shutil.which("apt-get") is None or shutil.which("dpkg") is None:
        raise NotHere(f"no {program} here, and no apt-get to fetch it with")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pbem-tests"
    with _alone(cache):
        root = cache / "-".join(packages)
        if not (root / program).exists():
            _fetch(packages, cache / "fetching", root)
    return Tree(root)


@contextlib.contextmanager
def _alone(cache: Path) -> Iterator[None]:
    """Let one process at a time fetch."""
    cache.mkdir(parents=True, exist_ok=True)
    with (cache / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _fetch(packages: tuple[str, ...], scratch: Path, root: Path) -> None:
    """Unpack the packages, and those of what they stand on that are not on this machine."""
    shutil.rmtree(scratch, ignore_errors=True)
    for folder in ("archives/partial", "lists/partial", "root"):
        (scratch / folder).mkdir(parents=True)
    if _download(packages, scratch):
        # A bare machine has no lists of packages, or old ones.
        lists = f"Dir::State::lists={scratch / 'lists'}"
        why = _apt(scratch, "-o", lists, "update") or _download(packages, scratch, "-o", lists)
        if why:
            raise NotHere(f"{' and '.join(packages)} cannot be fetched: {why}")
    for archive in sorted((scratch / "archives").glob("*.deb")):
        subprocess.run(["dpkg", "-x", archive, scratch / "root"], check=True)
    shutil.rmtree(root, ignore_errors=True)
    (scratch / "root").rename(root)
    shutil.rmtree(scratch)


def _download(packages: tuple[str, ...], scratch: Path, *options: str) -> str:
    words = ("install", "--download-only", "--no-install-recommends", "--yes")
    return _apt(scratch, *options, *words, *packages)


def _apt(scratch: Path, *words: str) -> str:
    """Run apt-get on a cache of its own; return the end of what it says if it fails."""
    settings = (
        "Debug::NoLocking=1",
        f"Dir::Cache::archives={scratch / 'archives'}",
        "Dir::Cache::pkgcache=",
        "Dir::Cache::srcpkgcache=",
        "APT::Sandbox::User=",
        "Acquire::Retries=1",
        "Acquire::http::Timeout=10",
    )
    command = ["apt-get", "-q", *(word for one in settings for word in ("-o", one)), *words]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        return f"apt-get took longer than {SECONDS} s"
    return "" if done.returncode == 0 else " ".join(done.stderr.split())[-300:]

"""Where the demo keeps its things, and how its service is configured."""

import fcntl
import json
import os
import shutil
import socket
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_bytes
from typing import Final

from pbem.embedded import free_port
from pbem.outages import NotStarted

YOUR_ADDRESS: Final = "you@home.example"
SERVICE_ADDRESS: Final = "play@cards.example"

_HOST: Final = "127.0.0.1"
_WANTED: Final[Mapping[str, int]] = {"web": 8200, "mailbox": 8201, "smtp": 8225, "sink": 8226}


@dataclass(frozen=True, slots=True)
class DemoPlace:
    """A folder with the demo's database, mails, key and log, and the ports it uses."""

    folder: Path
    ports: Mapping[str, int]
    key: str = field(repr=False)

    @property
    def mails(self) -> Path:
        return self.folder / "mails"

    @property
    def log(self) -> Path:
        return self.folder / "log"

    @property
    def page(self) -> str:
        """The address of the service's pages."""
        return f"http://{_HOST}:{self.ports['web']}"

    @property
    def mailbox(self) -> str:
        """The address of the mailbox page."""
        return f"http://{_HOST}:{self.ports['mailbox']}"

    def environ(self) -> dict[str, str]:
        """Return the settings of the demo's service."""
        return {
            "PBEM_DATABASE_URL": f"sqlite:///{self.folder / 'demo.db'}",
            "PBEM_BASE_URL": self.page,
            "PBEM_WEB_LISTEN": f"{_HOST}:{self.ports['web']}",
            "PBEM_SMTP_LISTEN": f"{_HOST}:{self.ports['smtp']}",
            "PBEM_SMTP_URL": f"smtp://{_HOST}:{self.ports['sink']}",
            "PBEM_SERVICE_ADDRESS": SERVICE_ADDRESS,
            "PBEM_KEYS": self.key,
            "PBEM_OPERATOR_NAME": "the demo on this machine",
            "PBEM_OPERATOR_EMAIL": "operator@cards.example",
            # The game waits for you, however long the demo is not running.
            "PBEM_MOVE_LIMIT": "720",
            "PBEM_NEWS_DELAY": "20",
            # Nobody else can write in your name here, so you may try whatever you like.
            "PBEM_UNPROVEN_MAILS": "10000",
            "PBEM_LETTERS_AN_HOUR": "100000",
            "PBEM_LOG_FORMAT": "console",
        }


@contextmanager
def opened(environ: Mapping[str, str], *, fresh: bool) -> Iterator[DemoPlace]:
    """Yield the demo's place, which is ours alone while this lasts.

    Raises:
        NotStarted: another demo uses it.
    """
    folder = _folder(environ)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise NotStarted(f"the demo in {folder} is running already") from None
        if fresh:
            _forget(folder)
        yield _place(folder)


def _folder(environ: Mapping[str, str]) -> Path:
    """Return the folder: below a work tree, else where programs keep their state."""
    if given := environ.get("PBEM_DEMO_DIR"):
        return Path(given).resolve()
    root = Path(__file__).resolve().parents[2]
    if (root / "pyproject.toml").is_file() and os.access(root, os.W_OK):
        return root / ".demo"
    state = environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "pbem-demo"


def _forget(folder: Path) -> None:
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name != "lock":
            path.unlink()


def _place(folder: Path) -> DemoPlace:
    kept = folder / "place.json"
    told = json.loads(kept.read_text()) if kept.exists() else {}
    key = told.get("key") or f"1:{b64encode(token_bytes(32)).decode()}"
    ports = {**_WANTED, **told.get("ports", {})}
    ports = {name: port if _is_free(port) else free_port() for name, port in ports.items()}
    place = DemoPlace(folder, ports, key)
    kept.touch(mode=0o600)
    kept.write_text(json.dumps({"key": key, "ports": ports}))
    place.mails.mkdir(mode=0o700, exist_ok=True)
    return place


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        # As servers do: a port whose last connections are fading is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        return probe.connect_ex((_HOST, port)) != 0 and _can_bind(probe, port)


def _can_bind(probe: socket.socket, port: int) -> bool:
    try:
        probe.bind((_HOST, port))
    except OSError:
        return False
    return True

"""Pictures of pages by Chromium, which is led over its pipe: one browser takes them all."""

import base64
import itertools
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-extensions", "--hide-scrollbars", "--remote-debugging-pipe",
)  # fmt: skip

# The browser listens at descriptor 3 and speaks at 4, wherever the pipes are with us.
_SEATED = """
import fcntl, os, sys
high = [fcntl.fcntl(int(given), fcntl.F_DUPFD, 20) for given in sys.argv[1:3]]
for fd, seat in zip(high, (3, 4)):
    os.dup2(fd, seat)
os.execv(sys.argv[3], sys.argv[3:])
"""

_TALLEST = 16_000
_PATIENCE = 60  # seconds, for a machine that has much to do


@dataclass(frozen=True, slots=True)
class Look:
    """How a page is looked at. `width` in CSS pixels."""

    name: str
    width: int
    dark: bool


LOOKS = (
    Look("desktop-light", 760, dark=False),
    Look("desktop-dark", 760, dark=True),
    Look("phone-light", 375, dark=False),
    Look("phone-dark", 375, dark=True),
)


def browser() -> str | None:
    """Return where Chromium is; None if there is none."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Camera:
    """A running Chromium with one open page."""

    def __init__(self, chromium: str) -> None:
        self._numbers = itertools.count(1)
        self._unread = b""
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        heard, self._orders = os.pipe()
        self._answers, said = os.pipe()
        self._process = _started(chromium, heard, said, self._profile.name)
        os.close(heard)
        os.close(said)
        target = self._ask("Target.createTarget", url="about:blank")
        self._session: str = self._ask(
            "Target.attachToTarget", targetId=target["targetId"], flatten=True
        )["sessionId"]
        self._ask("Page.enable", session=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._orders)
        os.close(self._answers)
        self._profile.cleanup()

    def take(self, page: Path, look: Look, picture: Path) -> None:
        """Write a picture of a whole page, as long as it is."""
        scheme = "dark" if look.dark else "light"
        self._ask(
            "Emulation.setEmulatedMedia",
            session=True,
            features=[{"name": "prefers-color-scheme", "value": scheme}],
        )
        self._size(look.width, 600)
        self._ask("Page.navigate", session=True, url=page.resolve().as_uri())
        self._wait_for("Page.loadEventFired")
        content = self._ask("Page.getLayoutMetrics", session=True)["cssContentSize"]
        width = max(look.width, int(content["width"]))
        self._size(width, min(int(content["height"]), _TALLEST))
        shot = self._ask("Page.captureScreenshot", session=True, format="png")
        picture.write_bytes(base64.b64decode(shot["data"]))

    def width_of(self, page: Path, look: Look) -> int:
        """Return how wide the content of a page is in a window of this width."""
        self._size(look.width, 600)
        self._ask("Page.navigate", session=True, url=page.resolve().as_uri())
        self._wait_for("Page.loadEventFired")
        return int(self._ask("Page.getLayoutMetrics", session=True)["cssContentSize"]["width"])

    def _size(self, width: int, height: int) -> None:
        self._ask(
            "Emulation.setDeviceMetricsOverride",
            session=True,
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def _ask(self, method: str, *, session: bool = False, **params: object) -> dict[str, Any]:
        number = next(self._numbers)
        order: dict[str, object] = {"id": number, "method": method, "params": params}
        if session:
            order["sessionId"] = self._session
        os.write(self._orders, json.dumps(order).encode() + b"\0")
        while (heard := self._heard()).get("id") != number:
            pass
        if "error" in heard:
            raise RuntimeError(f"{method}: {heard['error']}")
        result: dict[str, Any] = heard["result"]
        return result

    def _wait_for(self, event: str) -> None:
        while self._heard().get("method") != event:
            pass

    def _heard(self) -> dict[str, Any]:
        while b"\0" not in self._unread:
            if not select.select([self._answers], [], [], _PATIENCE)[0]:
                raise RuntimeError("Chromium does not answer")
            piece = os.read(self._answers, 1 << 20)
            if not piece:
                raise RuntimeError("Chromium has ended")
            self._unread += piece
        said, _, self._unread = self._unread.partition(b"\0")
        heard: dict[str, Any] = json.loads(said)
        return heard


def _started(chromium: str, heard: int, said: int, profile: str) -> subprocess.Popen[bytes]:
    flags = (*_FLAGS, f"--user-data-dir={profile}", "about:blank")
    return subprocess.Popen(
        [sys.executable, "-c", _SEATED, str(heard), str(said), chromium, *flags],
        pass_fds=(heard, said),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )

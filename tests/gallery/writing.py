"""The mails of the gallery as files, and the page that shows them all."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from tests.gallery.camera import LOOKS, Camera, Look, browser
from tests.gallery.scenes import scenes
from tests.mailout.build import html_of, mail, text_of

Say = Callable[[str], None]

NO_CHROMIUM = """\
No Chromium here, so the mails are shown as they are, in frames, and not in the dark.
On Debian or Ubuntu `apt-get install chromium` brings it; then run this once more."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A mail in the gallery. `size` is that of its HTML part, in bytes."""

    name: str
    kind: str
    sender: str
    subject: str
    text: str
    size: int
    pictures: tuple[tuple[str, str], ...] = ()


def write(folder: Path, say: Say, *, pictures: bool = True, only: str = "") -> Path:
    """Write every mail whose name has `only` in it and return the page that shows them."""
    folder.mkdir(parents=True, exist_ok=True)
    told = {name: one for name, one in scenes().items() if only in name}
    written = [_written(folder, name, one.kind, mail(one)) for name, one in told.items()]
    say(f"{len(written)} mails written to {folder}")
    chromium = browser() if pictures else None
    if pictures and chromium is None:
        say(NO_CHROMIUM)
    if chromium is not None:
        written = list(_pictured(folder, written, chromium, say))
    page = folder / "index.html"
    page.write_text(_template().render(mails=written, looks=LOOKS))
    return page


def _written(folder: Path, name: str, kind: str, message: EmailMessage) -> Shown:
    drawn, plain = html_of(message), text_of(message).replace("\r\n", "\n")
    (folder / f"{name}.html").write_text(drawn)
    (folder / f"{name}.txt").write_text(plain)
    (folder / f"{name}.eml").write_bytes(bytes(message))
    return Shown(
        name=name,
        kind=kind,
        sender=str(message["From"]),
        subject=str(message["Subject"]),
        text=plain,
        size=len(drawn.encode()),
    )


def _pictured(folder: Path, mails: list[Shown], chromium: str, say: Say) -> Iterator[Shown]:
    with Camera(chromium) as camera:
        for number, one in enumerate(mails, 1):
            say(f"picture {number} of {len(mails)}: {one.name}")
            yield _taken(camera, folder, one)


def _taken(camera: Camera, folder: Path, one: Shown) -> Shown:
    taken = []
    for look in LOOKS:
        picture = folder / _picture(one.name, look)
        camera.take(folder / f"{one.name}.html", look, picture)
        taken.append((look.name, picture.name))
    return Shown(one.name, one.kind, one.sender, one.subject, one.text, one.size, tuple(taken))


def _picture(name: str, look: Look) -> str:
    return f"{name}.{look.name}.png"


def _template():
    room = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return room.get_template("index.html")

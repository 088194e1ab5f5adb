"""A Dovecot of our own for the tests: one mailbox, over TLS, on a free port.

It runs as root without systemd, in a folder that is thrown away, and is fetched where the
machine has none.
"""

import contextlib
import datetime as dt
import ipaddress
import os
import shutil
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError

from pbem import embedded, parts
from tests.debian import NotHere, tree_of

# Users that every Debian has: whose the mailbox is, and two that own nothing.
OWNER, LOGIN, INTERNAL = "daemon", "nobody", "mail"
USER, PASSWORD = "play@cards.example.org", "hush hush/1"
SECONDS = 20

SETTINGS = """
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
protocols = imap
listen = 127.0.0.1
default_login_user = {login}
default_internal_user = {internal}
default_internal_group = {internal}
first_valid_uid = 1
auth_failure_delay = 0
ssl = required
ssl_cert = <{folder}/cert.pem
ssl_key = <{folder}/key.pem
mail_location = maildir:{folder}/mail
mail_uid = {owner}
mail_gid = {owner}
recipient_delimiter = +
passdb {{
  driver = passwd-file
  args = scheme=PLAIN {folder}/users
}}
userdb {{
  driver = static
  args = uid={owner} gid={owner} home={folder}/home
}}
service anvil {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = 0
  }}
  inet_listener imaps {{
    port = {port}
    ssl = yes
  }}
}}
service stats {{
  chroot =
}}
"""


@dataclass(slots=True)
class Dovecot:
    """A running server. Whoever trusts `authority` (a file) may speak TLS with it."""

    enter: tuple[str, ...]
    folder: Path
    place: str
    port: int
    child: subprocess.Popen[bytes] | None = None

    @property
    def authority(self) -> Path:
        return self.folder / "cert.pem"

    @property
    def url(self) -> str:
        return f"imaps://{quote(USER)}:{quote(PASSWORD, safe='')}@127.0.0.1:{self.port}"

    @property
    def maildir(self) -> Path:
        return self.folder / "mail"

    def log(self) -> str:
        with contextlib.suppress(FileNotFoundError):
            return (self.folder / "log").read_text(errors="replace")
        return ""

    @contextlib.contextmanager
    def client(self) -> Iterator[IMAPClient]:
        """Yield a client of a person who has opened the mailbox."""

        context = ssl.create_default_context(cafile=str(self.authority))
        with IMAPClient("127.0.0.1", self.port, ssl_context=context, timeout=20) as client:
            client.login(USER, PASSWORD)
            yield client

    def put(self, *letters: bytes, folder: str = "INBOX") -> None:
        with self.client() as client:
            for raw in letters:
                client.append(folder, raw)

    def contents(self, folder: str = "INBOX") -> list[bytes]:
        """Return the letters of a folder, the oldest first."""
        with self.client() as client:
            if not client.folder_exists(folder):
                return []
            client.select_folder(folder, readonly=True)
            found = client.fetch(client.search(), ["BODY.PEEK[]"])
            return [found[uid][b"BODY[]"] for uid in sorted(found)]

    def empty(self) -> None:
        """Throw all letters and folders away."""
        with self.client() as client:
            for _, _, name in client.list_folders():
                if name != "INBOX":
                    client.delete_folder(name)
            client.select_folder("INBOX")
            client.delete_messages(client.search())
            client.expunge()

    def start(self) -> None:
        command = [*self.enter, "/usr/sbin/dovecot", "-F", "-c", f"{self.place}/dovecot.conf"]
        with (self.folder / "log").open("ab") as log:
            self.child = subprocess.Popen(
                [*parts.dying_with_parent(), *command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._wait(self.child)

    def stop(self) -> None:
        if self.child is not None:
            parts.stop(self.child)
            self.child = None

    def _wait(self, child: subprocess.Popen[bytes]) -> None:
        until = time.monotonic() + SECONDS
        while not self._answers():
            assert child.poll() is None, self.log()
            assert time.monotonic() < until, self.log()
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with self.client():
                return True
        except (OSError, IMAPClientError):
            return False


@contextlib.contextmanager
def dovecot() -> Iterator[Dovecot]:
    """Run a Dovecot with an empty mailbox.

    Raises:
        NotHere: there is none, or it may not be run here.
    """
    if os.geteuid() != 0:
        raise NotHere("Dovecot can only be started by root")
    tree = tree_of("usr/lib/dovecot/imap", "dovecot-imapd")
    enter = tree.close_off("usr/lib/dovecot/*", "usr/bin/doveconf", "usr/sbin/dovecot")
    (tree.root / "tmp").mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="pbem-dovecot-", dir=tree.root / "tmp"))
    place = f"/{folder.relative_to(tree.root)}"
    server = Dovecot(enter, folder, place, embedded.free_port())
    try:
        _make(server)
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _make(server: Dovecot) -> None:
    folder = server.folder
    folder.chmod(0o755)
    words = {"folder": server.place, "port": server.port}
    users = {"owner": OWNER, "login": LOGIN, "internal": INTERNAL}
    (folder / "dovecot.conf").write_text(SETTINGS.format(**words, **users))
    (folder / "users").write_text(f"{USER}:{{PLAIN}}{PASSWORD}\n")
    for name in ("mail", "home"):
        (folder / name).mkdir()
        shutil.chown(folder / name, OWNER, OWNER)
    _write_certificate(folder)


def _write_certificate(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "mx.example.org")])
    here = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    now = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=2))
        .add_extension(here, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    (folder / "cert.pem").write_bytes(certificate.public_bytes(pem))
    form = serialization.PrivateFormat.PKCS8
    (folder / "key.pem").write_bytes(key.private_bytes(pem, form, serialization.NoEncryption()))

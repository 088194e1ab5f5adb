"""What gunicorn writes down of requests: nothing that opens anything."""

import logging

import pytest
from gunicorn.config import Config

from pbem.cli.gunicorn_web import OurLogger

LINK = "/t/bfgjklmnpqrtvwxyzbfg"


@pytest.fixture
def logger() -> OurLogger:
    return OurLogger(Config())


def test_a_request_that_fails_is_logged_without_its_address(logger, caplog):
    try:
        raise ConnectionError("no database")
    except ConnectionError:
        logger.exception("Error handling request %s %s", "POST", LINK)

    assert "Error handling request" in caplog.text
    assert "ConnectionError" in caplog.text
    assert LINK not in caplog.text


def test_a_request_that_cannot_be_read_is_logged_without_its_words(logger, caplog):
    # As gunicorn says it: one finished sentence.
    said = "Invalid request from ip={ip}: {error}".format(ip="::1", error=f"'GET {LINK}'")
    logger.warning(said)

    assert "Invalid request" in caplog.text
    assert LINK not in caplog.text


def test_what_is_not_about_a_request_is_logged_in_full(logger, caplog):
    logger.warning("Worker %s timed out", 7)
    logger.error("Exception in worker process")

    assert "Worker 7 timed out" in caplog.text
    assert "Exception in worker process" in caplog.text


def test_requests_are_not_logged(logger, caplog):
    with caplog.at_level(logging.DEBUG):
        logger.access(None, None, {"RAW_URI": LINK}, None)

    assert caplog.text == ""
    assert logging.getLogger("gunicorn.access").disabled

"""What machines call: the mail hook, the health check and the metrics."""

import hmac
import logging
from collections.abc import Iterator
from ipaddress import ip_address
from math import inf

from flask import Blueprint, Response, abort, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest
from werkzeug.exceptions import RequestEntityTooLarge

from pbem.app import pages
from pbem.app.providers import PROVIDERS
from pbem.web.house import house
from pbem.web.limits import LETTERS, limiter

machine = Blueprint("machine", __name__)
log = logging.getLogger(__name__)

_LONGEST_RECIPIENT = 320


@machine.post("/hooks/mail")
@limiter.limit(LETTERS)
def hook() -> Response:
    """Store one raw MIME letter; 200 only once it is durable, 503 if it is not.

    `X-Pbem-Recipient` is the envelope recipient, `X-Pbem-Signature` signs time, recipient
    and body.
    """
    recipient, raw = _recipient(), _body()
    _require_signature(recipient, raw)
    try:
        house().receive(raw, recipient)
    except Exception as fault:  # noqa: BLE001 - said in the next line
        # Whatever went wrong, the letter is not stored and its sender must know.
        # The traceback may hold the letter, so only the kind of fault is logged.
        log.error("a letter could not be stored: %s", type(fault).__name__)  # noqa: TRY400
        return Response("not stored\n", 503, mimetype="text/plain")
    return Response("stored\n", 200, mimetype="text/plain")


def _recipient() -> str:
    """Return the recipient; our addresses are ASCII, and what is signed has one form then."""
    recipient = request.headers.get("X-Pbem-Recipient", "").strip()
    if not 0 < len(recipient) <= _LONGEST_RECIPIENT or not recipient.isascii():
        abort(400)
    return recipient


def _body() -> bytes:
    request.max_content_length = house().settings.letter_bytes
    try:
        return request.get_data(cache=False)
    except RequestEntityTooLarge:
        abort(413)
    raise AssertionError("unreachable")


def _require_signature(recipient: str, raw: bytes) -> None:
    """Answer 401 to a call without signature, 403 to a wrong, old or unasked one."""
    header = request.headers.get("X-Pbem-Signature")
    keys, now = house().settings.hook_keys, house().services.clock.now()
    verdict = house().check_hook(header, recipient, raw, keys, now)
    if verdict != "ok":
        abort(401 if verdict == "absent" else 403)


@machine.get("/healthz")
def health() -> Response:
    """Tell whether the database answers, and nothing else."""
    try:
        pages.gauges(house().services)
    except Exception as fault:  # noqa: BLE001 - any fault means that it does not answer
        log.error("health check failed: %s", type(fault).__name__)  # noqa: TRY400
        return Response("no\n", 503, mimetype="text/plain")
    return Response("ok\n", 200, mimetype="text/plain")


@machine.get("/metrics")
def metrics() -> Response:
    if not (_is_near() or _has_token()):
        abort(404)
    registry = CollectorRegistry()
    gauges = pages.gauges(house().services)
    for name, help_text, seconds in _ages(gauges):
        Gauge(name, help_text, registry=registry).set(seconds)
    held_back = "Unread letters that wait because others like them came too often"
    Gauge("pbem_letters_held_back", held_back, registry=registry).set(gauges.letters_held_back)
    _count_mails(registry, gauges)
    return Response(generate_latest(registry), mimetype=CONTENT_TYPE_LATEST)


def _count_mails(registry: CollectorRegistry, gauges: pages.Gauges) -> None:
    """Count mails by provider and state. A domain of a few people would tell who plays: `other`."""
    mails = Gauge(
        "pbem_mails",
        "Mails that wait, and all others of a day",
        ("provider", "state"),
        registry=registry,
    )
    for one in gauges.queue:
        known = one.provider if one.provider in PROVIDERS else "other"
        mails.labels("new" if one.provider is None else known, one.state).inc(one.number)
    reach = Gauge("pbem_addresses", "Addresses where mail fails", ("state",), registry=registry)
    for state in ("failing", "suppressed"):
        reach.labels(state).set(dict(gauges.reach).get(state, 0))


def _ages(gauges: pages.Gauges) -> Iterator[tuple[str, str, float]]:
    """Yield name, help and seconds of each gauge.

    0 where nothing waits; a tick that never was is infinitely long ago, not healthy.
    """
    moments = (
        (
            "pbem_oldest_unread_letter_seconds",
            "Age of the oldest unread letter",
            gauges.oldest_unread_letter,
            0.0,
        ),
        (
            "pbem_oldest_unsent_notice_seconds",
            "Time that the oldest unsent mail is overdue",
            gauges.oldest_unsent_notice,
            0.0,
        ),
        ("pbem_last_tick_seconds", "Time since the last tick", gauges.last_tick, inf),
    )
    for name, help_text, moment, never in moments:
        age = (gauges.now - moment).total_seconds() if moment else never
        yield name, help_text, max(age, 0.0)


def _is_near() -> bool:
    """Tell whether the caller is this machine itself, and no proxy stands between."""
    is_proxied = "X-Forwarded-For" in request.headers or "Forwarded" in request.headers
    caller = request.remote_addr
    return caller is not None and not is_proxied and ip_address(caller).is_loopback


def _has_token() -> bool:
    token = house().settings.metrics_token
    given = request.headers.get("Authorization", "").encode()
    return token is not None and hmac.compare_digest(given, f"Bearer {token}".encode())

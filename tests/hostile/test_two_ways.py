"""One mail that comes by two ways."""

import pytest

from pbem.mailin.listener import Endpoint, Listener
from tests.hostile.front import Front, Table
from tests.hostile.test_at_once import bids, together
from tests.hostile.test_provider_hooks import MAKERS, Hooks, everyone
from tests.mailin.test_listener import Wire, data, running


@everyone
@pytest.mark.parametrize("headers", [{}, {"Message_ID": ""}], ids=["with id", "without"])
def test_a_mail_that_comes_by_lmtp_and_by_a_provider_at_once_acts_once(
    provider: str, headers: dict[str, str], table: Table, front: Front
):
    hooks = Hooks(front)
    turn = table.on_turn()
    to = turn.last.reply_to
    raw = turn.raw(turn.last.answers()[-1], to, **headers)
    call = MAKERS[provider](hooks.made(raw, to))
    before = len(front.letters())
    listener = Listener(front.door, hostname="cards.example.org", lmtp=Endpoint("127.0.0.1", 0))

    with running(listener):
        wire = Wire(listener.port("lmtp"), "LHLO")
        wire(f"MAIL FROM:<{turn.email}>")
        assert wire(f"RCPT TO:<{to}>").startswith("250")

        def by_lmtp() -> None:
            data(wire, raw)
            assert wire.reply().startswith("250")

        def by_hook() -> None:
            assert hooks.bring(provider, call).status_code == 200

        together(by_lmtp, by_hook)
        wire.close()
    new = [one.id for one in front.letters()][: len(front.letters()) - before]
    together(*[lambda one=one: front.reader.read(one) for one in new])
    front.run()

    assert len(new) == 2
    assert len(bids(table)) == 1
    assert sorted(str(front.letter(one).verdict) for one in new) == ["applied", "duplicate"]
    front.assert_nothing_blew_up()

"""Run by the Python of an installed wheel, from any folder: `installed.py FOLDER`.

Says where it found the package, renders a mail, serves pages and imports the workers.
"""

import json
import os
import sys
from base64 import b64encode
from dataclasses import replace
from email import message_from_bytes
from pathlib import Path

import pbem
import workers.tasks
from pbem import store
from pbem.app.accounts import player_for
from pbem.app.starting import set_up
from pbem.config import settings_from
from pbem.mailout.post import Delivered
from pbem.orders.orders import NewGame
from pbem.wiring import House, open_house


def environ(folder: str) -> dict[str, str]:
    return {
        "PBEM_DATABASE_URL": f"sqlite:///{folder}/pbem.db",
        "PBEM_REDIS_URL": "redis://127.0.0.1:9/0",
        "PBEM_BASE_URL": "http://localhost:8000",
        "PBEM_SERVICE_ADDRESS": "play@cards.example.org",
        "PBEM_KEYS": f"1:{b64encode(b'1' * 32).decode()}",
        "PBEM_SMTP_URL": "smtp://127.0.0.1:9",
        "PBEM_OPERATOR_NAME": "Erik Lund",
        "PBEM_OPERATOR_EMAIL": "erik@cards.example.org",
    }


def mail_of(house: House) -> str:
    """Return the plain text of the first mail of a game."""
    with house.services.uow() as uow:
        player, address = player_for(uow, "alice@example.org", "Alice")
        order = NewGame("nomination_whist", bots=2)
        set_up(house.services, uow, player, address.id, order)
        uow.commit()
    with house.services.uow() as uow:
        [first] = uow.outbox.due(house.services.clock.now(), 9)
    mails: list[bytes] = []

    def deliver(raw: bytes, _sender: str, _recipient: str) -> Delivered:
        mails.append(raw)
        return Delivered("250 taken")

    replace(house.post_office, deliver=deliver).send(first)
    text, html = message_from_bytes(mails[0]).get_payload()
    assert "</table>" in html.get_payload(decode=True).decode()
    return text.get_payload(decode=True).decode()


def main() -> None:
    os.environ.update(environ(sys.argv[1]))
    house = open_house(settings_from(os.environ))
    store.migrate(house.engine)
    client = house.pages().test_client()
    found = {
        "pbem": str(Path(pbem.__file__).parent),
        "workers": str(Path(workers.tasks.__file__).parent),
        "mail": mail_of(house),
        "pages": {path: client.get(path).status_code for path in ("/", "/help", "/healthz")},
        "home": client.get("/").text,
    }
    house.close()
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()

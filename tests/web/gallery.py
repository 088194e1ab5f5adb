"""Writes the pages of a table as files, to be looked at: `python -m tests.web.gallery FOLDER`."""

import re
import shutil
import sys
from pathlib import Path

import pbem.web
from pbem.app import pages, pending_desk
from pbem.mailin.hooks import check_signature
from pbem.orders.orders import NewGame
from pbem.signing import Keys
from pbem.store import StateCache, migrate, open_engine, uow_factory
from pbem.web import create_app
from tests.app.house import House
from tests.web.conftest import SETTINGS
from tests.web.every_move import tables
from tests.web.visitors import Site, page_of, press


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "gallery.db").unlink(missing_ok=True)
    engine = open_engine(f"sqlite:///{folder}/gallery.db")
    migrate(engine)
    keys = Keys.of((1, b"1" * 32))
    house = House(uow_factory(engine, keys, StateCache()), secret="gallery")
    site = Site(
        create_app(house.services, SETTINGS, keys, lambda raw, to: None, check_signature),
        house,
        keys,
    )
    for name in ("table.css", "icon.svg"):
        shutil.copy(Path(pbem.web.__file__).parent / "static" / name, folder)
    for name, text in _texts(site):
        beside = re.sub(r'"/static/([\w.]+)\?[^"]*"', r'"\1"', text)
        (folder / f"{name}.html").write_text(beside)


def _texts(site: Site):
    def get(client, path):
        answer = client.get(path)
        return answer.get_data(as_text=True)

    stranger = site.stranger()
    for name in ("home", "help"):
        yield name, get(stranger, "/" if name == "home" else f"/{name}")
    yield "rules", get(stranger, "/rules/blackout")
    yield "sign_in", get(stranger, "/sign-in")
    yield "error", get(stranger, "/t/bfgjklmnpqrtvwxyzbfg")
    yield from _questions(site, get)
    row, seats = site.house.table("Alice", "Bob", "Carol", "Dan")
    first = site.on_turn(seats)
    yield "link_bid", get(stranger, site.link(first))
    site.play(seats, 3)
    last = site.on_turn(seats)
    yield "link_hook", get(stranger, site.link(last))
    site.play(seats, 3)
    player = site.on_turn(seats)
    card = site.answers(player)[0]
    path = site.link(player)
    yield "link_card", get(stranger, path)
    yield "link_chosen", get(stranger, f"{path}/{card}")
    site.play(seats, 40)
    pages.act(
        site.house.services,
        seats["Bob"].id,
        "say well played, all of you!",
        site.house.position(seats["Bob"]),
    )
    player = site.on_turn(seats)
    client = site.owner(player)
    yield "game", get(client, f"/g/{row.code}")
    other = next(seat for seat in seats.values() if seat.id != player.id)
    yield "waiting", get(site.owner(other), f"/g/{row.code}")
    yield "watch", get(stranger, f"/w/{row.watch_code}")
    yield "games", get(client, "/games")
    yield "new", get(client, "/new")
    yield "new_table", get(client, "/new?preset=blackout")
    yield "new_rules", get(client, "/new/rules?preset=blackout")
    yield "stop", get(stranger, site.stop_link(player))
    row7, seats7 = site.house.table(
        "Anna", "Ben", "Carla", "Dieter", "Maximiliane von B", "Finn", "Greta", preset="blackout"
    )
    site.play(seats7, 7 + 5)
    yield "seven", get(site.owner(site.on_turn(seats7)), f"/g/{row7.code}")
    _, seats3 = site.house.table("Ann", "Ben", "Cem", "Dot", preset="blackout")
    site.play(seats3, 4)
    yield "many_cards", get(stranger, site.link(site.on_turn(seats3)))
    while site.view(next(iter(seats.values()))).phase == "running":
        site.play(seats, 1)
    yield "over", get(client, f"/g/{row.code}")
    yield from _scenes(site, get)


def _scenes(site: Site, get):
    """Yield the tables at which something else is asked than bids and cards of a plain pack."""
    for name, code, seat in tables(site):
        yield f"scene_{re.sub(r'[^a-z]+', '_', name)}", get(site.owner(seat), f"/g/{code}")


def _questions(site: Site, get):
    """Yield the pages on which a mail's question is answered."""
    house, client = site.house, site.stranger()
    house.to_service("new@home.example", "new nomination whist with ben@home.example and 2 bots")
    yield "confirm", get(client, site.confirm_link())
    press(client, page_of(client.get(site.confirm_link())), "Yes")
    yield "invitation", get(client, site.invitation_link("ben@home.example"))
    pending_desk.ask_practice(house.services, "eve@home.example")
    yield "confirm_practice", get(client, site.confirm_link())
    for name in ("Kim", "Lou"):
        house.player(name, "us@home.example")
    yield "enter_couple", get(client, site.sign_in_link("us@home.example"))
    kim = house.player("Gus")
    made = pages.new_game(house.services, kim.id, NewGame("blackout", players=4, bots=1))
    join = f"/join/{house.game(made.done.text).join_code}"
    yield "join", get(client, join)
    yield "join_signed_in", get(site.signed_in(house.player("Hal").id), join)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

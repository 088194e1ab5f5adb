"""Every kind of page, each as an answer by name: all templates, in the states that matter."""

from datetime import timedelta

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pbem.app import pages as app_pages
from pbem.app import pending_desk, revoking
from pbem.orders.orders import NewGame
from tests.web.every_move import SETTLED, tables
from tests.web.visitors import Site, page_of, press


def every_page(site: Site) -> dict[str, TestResponse]:
    """Return the answers to visits of all kinds of pages."""
    shown = _at_a_table(site)
    shown |= _for_strangers(site)
    shown |= _questions(site)
    shown |= _around_a_start(site)
    shown |= _at_other_tables(site)
    shown |= _with_house_rules(site)
    return shown


def _pressed(client: FlaskClient, answer: TestResponse, label: str, **fields: str) -> TestResponse:
    """Press a button of a page and return the page one comes to."""
    pressed = press(client, page_of(answer), label, **fields)
    return client.get(pressed.location) if pressed.location else pressed


def _at_a_table(site: Site) -> dict[str, TestResponse]:
    house, stranger = site.house, site.stranger()
    row, seats = house.table("Alice", "Bob", "Carol", "Dan")
    bidder = site.on_turn(seats)
    shown = {
        "bid": stranger.get(site.link(bidder)),
        "bid at the table": site.owner(bidder).get(f"/g/{row.code}"),
        "waiting": site.owner(next(seat for seat in seats.values() if seat != bidder)).get(
            f"/g/{row.code}"
        ),
    }
    site.play(seats, 4 + 28 + 4 + 2)
    player = site.on_turn(seats)
    link, card = site.link(player), site.answers(player)[0]
    owner = site.owner(player)
    shown |= {
        "card": stranger.get(link),
        "chosen": stranger.get(f"{link}/{card}"),
        "watch": stranger.get(f"/w/{row.watch_code}"),
        "stop": stranger.get(site.stop_link(player)),
        "stop all": stranger.get(site.stop_all_link(player)),
        "settings": owner.get("/settings?set=hours"),
        "game": owner.get(f"/g/{row.code}"),
        "games": owner.get("/games"),
        "new": owner.get("/new"),
        "new searched": owner.get("/new?words=whist&players=5"),
        "new unknown": owner.get("/new?words=qqqq"),
        "new table": owner.get("/new?preset=blackout&players=4"),
        "new refused": _pressed(
            owner, owner.get("/new?preset=blackout"), "Start the game", invited="x"
        ),
    }
    shown["answered"] = _pressed(stranger, shown["card"], "Play the")
    shown["overtaken"] = stranger.get(link)
    shown["stopped"] = _pressed(stranger, shown["stop"], "Stop the mails")
    shown["stood in"] = owner.get(f"/g/{row.code}")
    _pressed(stranger, shown["stopped"], "I am back")
    while site.view(player).phase == "running":
        site.play(seats, 1)
    shown["game over"] = owner.get(f"/g/{row.code}")
    shown["over watched"] = stranger.get(f"/w/{row.watch_code}")
    site.house.clock.turn(timedelta(days=15))
    shown["lapsed"] = stranger.get(link)
    void = site.stop_link(player)
    revoking.revoke_by_page(house.services, player.id)
    shown["stop made void"] = stranger.get(void)
    with house.services.uow() as uow:
        uow.players.raise_generation(player.player_id or 0, house.clock.now())
        uow.commit()
    shown["stop all void"] = stranger.get(site.stop_all_link(player))
    return shown


def _for_strangers(site: Site) -> dict[str, TestResponse]:
    stranger = site.stranger()
    paths = {
        "home": "/",
        "help": "/help",
        "odds": "/odds?players=5",
        "find": "/find",
        "found": "/find?cards=7&direction=down_up&words=hook+and+bananas",
        "blank sheets": "/sheets",
        "verify": "/verify",
        "called off": "/verify/called-off",
        "keeper": "/keeper",
        "keeper bids": "/keeper/table?game=blackout&n=Ann&n=Ben&n=Cem",
        "keeper tricks": "/keeper/table?game=oh_hell_standard&n=Ann&n=Ben&n=Cem&deals=S110100.H110",
        "keeper over": (
            "/keeper/table?game=oh_hell_standard&n=Ann&n=Ben&n=Cem&deals=S110100.H110200"
            '&with={"sequence":"list","sequence_list":[1,2],"max_cards":null,"stakes":"average"}'
        ),
        "rules": "/rules/nomination_whist?players=5",
        "all rules": "/rules",
        "sign in": "/sign-in",
        "enter": site.sign_in_link("alice@home.example"),
        "not signed in": "/games",
        "not found": "/nothing",
        "over": "/t/bfgjklmnpqrtvwxyzbfg",
    }
    shown = {name: stranger.get(path) for name, path in paths.items()}
    shown["sent"] = _pressed(stranger, shown["home"], "Deal me", email="gil@home.example")
    shown["bad address"] = _pressed(stranger, shown["home"], "Deal me", email="gil")
    shown["not ours"] = stranger.post("/sign-in", data={"email": "gil@home.example"})
    with site.app.test_request_context("/"):
        shown["crash"] = site.app.make_response(
            site.app.jinja_env.get_template("crash.html").render()
        )
    return shown


def _questions(site: Site) -> dict[str, TestResponse]:
    """Return the pages on which a mail's question is answered, and what comes of it."""
    house, stranger = site.house, site.stranger()
    house.to_service("new@home.example", "new nomination whist with ben@home.example and 2 bots")
    shown = {"confirm": stranger.get(site.confirm_link())}
    shown["confirmed"] = _pressed(stranger, shown["confirm"], "Yes")
    shown["settled"] = stranger.get(site.confirm_link())
    shown["invitation"] = stranger.get(site.invitation_link("ben@home.example"))
    shown["declined"] = _pressed(stranger, shown["invitation"], "No, thank you")
    pending_desk.ask_practice(house.services, "eve@home.example")
    shown["confirm practice"] = stranger.get(site.confirm_link())
    shown["forgotten"] = _pressed(stranger, shown["confirm practice"], "No, forget it")
    for name in ("Kim", "Lou"):
        house.player(name, "us@home.example")
    shown["enter as whom"] = stranger.get(site.sign_in_link("us@home.example"))
    return shown


def _around_a_start(site: Site) -> dict[str, TestResponse]:
    """Return the pages of a table that is filling, and of nobody's games."""
    house, stranger = site.house, site.stranger()
    gus, hal = house.player("Gus"), house.player("Hal")
    order = NewGame("blackout", players=4, bots=1)
    made = app_pages.new_game(house.services, gus.id, order)
    assert made.done is not None
    row = house.game(made.done.text)
    own = site.signed_in(hal.id)
    addresses = own.get("/addresses")
    _pressed(own, addresses, "Add it", email="hal@office.example")
    house_pending = site.confirm_link()
    return {
        "addresses": own.get("/addresses"),
        "address refused": _pressed(own, addresses, "Add it", email="hal@home.example"),
        "confirm address": stranger.get(house_pending),
        "join": stranger.get(f"/join/{row.join_code}"),
        "join signed in": site.signed_in(hal.id).get(f"/join/{row.join_code}"),
        "filling": site.signed_in(gus.id).get(f"/g/{row.code}"),
        "filling watched": stranger.get(f"/w/{row.watch_code}"),
        "no games": site.signed_in(hal.id).get("/games"),
    }


def _at_other_tables(site: Site) -> dict[str, TestResponse]:
    """Return the pages of games in which more is asked, or less is seen, than in most."""
    shown = {}
    for name, code, seat in tables(site):
        shown[name] = site.stranger().get(site.link(seat))
        shown[f"{name}, at the table"] = site.owner(seat).get(f"/g/{code}")
    row, seats = site.table("Nan", "Oda", "Pit", **SETTLED)
    while site.view(seats["Nan"]).phase == "running":
        site.play(seats, 1)
    shown["settled in coins"] = site.owner(seats["Nan"]).get(f"/g/{row.code}")
    return shown


def _with_house_rules(site: Site) -> dict[str, TestResponse]:
    client = site.signed_in(site.house.player("Rex").id)
    form = client.get("/new/rules?preset=blackout&players=4")
    return {
        "house rules": form,
        "house rules followed": _pressed(
            client, form, "Show what", scoring="ten_times", hook="free"
        ),
        "house rules refused": _pressed(client, form, "Play by these", end="target", step="x"),
        "house rules kept": _pressed(client, form, "Keep", title="Our Fridays", hook="free"),
        "house rules not kept": _pressed(client, form, "Keep", title="Blackout", hook="free"),
        "own rules listed": client.get("/new"),
        "own rules to delete": client.get("/new/rules/delete?kept=ourfriday"),
        "house rules chosen": _pressed(client, form, "Play by these", hook="free"),
    }

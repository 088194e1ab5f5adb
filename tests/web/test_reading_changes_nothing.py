"""GET and HEAD of every page leave every row as it is."""

import pytest

from pbem.app import pages
from pbem.orders.orders import NewGame
from tests.web.every_move import tables

KEPT = "/keeper/table?game=blackout&n=Ann&n=Ben&n=Cem&deals=S111a00"


def paths_of(site, house) -> list[tuple[str, str | None]]:
    """Return every page with a path that works, and who looks at it."""
    row, seats = house.table("Alice", "Bob", "Carol", "Dan")
    site.play(seats, 4 + 28 + 4)
    player = site.on_turn(seats)
    link = site.link(player)
    sign_in = site.sign_in_link("alice@home.example")
    owner = player.name
    house.to_service("new@home.example", "practice")
    order = NewGame("blackout", invited=("carla@home.example",), players=4)
    assert pages.new_game(house.services, player.player_id, order).done is not None
    rules = house.game("K002").rules
    assert pages.keep_rules(house.services, player.player_id, "Mine", "blackout", rules) is None
    return [
        (site.confirm_link(), None),
        (site.invitation_link("carla@home.example"), None),
        (site.invitation_link("carla@home.example").replace("/come/", "/never/"), None),
        ("/", None),
        ("/", owner),
        ("/help", None),
        ("/odds", None),
        ("/odds.csv", None),
        ("/rules", None),
        ("/sheets", None),
        ("/sheets/blackout-4.pdf", None),
        ("/keeper", None),
        (KEPT, None),
        (KEPT.replace("table", "sheet.csv"), None),
        (KEPT.replace("table", "sheet.pdf"), None),
        ("/rules/blackout", None),
        ("/find?cards=7&words=hook", None),
        ("/robots.txt", None),
        ("/verify", None),
        ("/verify/verify_deals.py", None),
        ("/verify/called-off", None),
        ("/verify/called-off.json", None),
        ("/sign-in", None),
        (sign_in, None),
        ("/games", owner),
        ("/new", owner),
        ("/new?words=whist&players=4", owner),
        ("/new?preset=blackout", owner),
        ("/new/rules?preset=blackout", owner),
        ("/new/rules/delete?kept=mine", owner),
        (f"/join/{row.join_code}", None),
        (f"/join/{row.join_code}", owner),
        (link, None),
        (f"{link}/{site.answers(player)[0]}", None),
        (f"{link}/state.json", None),
        (f"{link}/deals.json", None),
        (f"{link}/sheet.csv", None),
        (f"{link}/sheet.pdf", None),
        (f"/g/{row.code}", owner),
        (f"/g/{row.code}/state.json", owner),
        (f"/g/{row.code}/deals.json", owner),
        (f"/g/{row.code}/sheet.csv", owner),
        (f"/w/{row.watch_code}", None),
        (f"/w/{row.watch_code}/sheet.pdf", None),
        (f"/w/{row.watch_code}/state.json", None),
        (f"/w/{row.watch_code}/deals.json", None),
        (site.stop_link(player), None),
        ("/addresses", owner),
        ("/settings", owner),
        (site.stop_all_link(player), None),
        ("/healthz", None),
        ("/metrics", None),
    ]


def test_get_and_head_of_every_route_change_no_row(site, house, app):
    visits = paths_of(site, house)
    _, seats = None, house.seats("K002")
    clients = {name: site.owner(seat) for name, seat in seats.items()} | {None: site.stranger()}
    before = site.rows()

    for path, name in visits:
        for ask in (clients[name].get, clients[name].head):
            answer = ask(path)
            assert answer.status_code == 200, path

    assert site.rows() == before
    assert not _routes_not_visited(app, [path for path, _ in visits])


def _routes_not_visited(app, paths) -> set[str]:
    bound = app.url_map.bind("cards.example.org")
    visited = {bound.match(path.partition("?")[0])[0] for path in paths}
    gets = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in rule.methods}
    return gets - visited - {"static"}


def test_get_of_every_kind_of_question_changes_no_row(site):
    for name, code, seat in tables(site):
        link, client = site.link(seat), site.owner(seat)
        answers = site.answers(seat)
        before = site.rows()

        for path in (link, f"{link}/{answers[0]}", f"{link}/state.json"):
            assert site.stranger().get(path).status_code == 200, (name, path)
        assert client.get(f"/g/{code}").status_code == 200, name
        assert site.rows() == before, name


@pytest.mark.parametrize("path", ["/practice", "/sign-out", "/g/K002/act", "/hooks/mail"])
def test_what_acts_answers_to_post_only(site, path):
    assert site.stranger().get(path).status_code == 405

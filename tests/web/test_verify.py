"""Checking the deals from the pages: what is told, what is served, and that it does what it says."""

import json
import subprocess
import sys
from hashlib import sha256

from pbem.app import pages
from pbem.orders.orders import NewGame
from pbem.show.proof import grouped
from tests.web.visitors import page_of


def test_a_game_is_checked_with_nothing_but_what_the_pages_serve(site, house, tmp_path):
    _, seats = site.table("Alice", "Bob", max_cards=1)
    link = site.link(seats["Bob"])
    while site.view(seats["Bob"]).phase == "running":
        site.play(seats, 1)
    stranger = site.stranger()
    box = page_of(stranger.get(link)).get_element_by_id("proof")
    published, steps = (one.get("href") for one in box.xpath(".//p/a"))

    page = page_of(stranger.get(steps))
    script = stranger.get(page.xpath("//a[@download]/@href")[0])
    (tmp_path / "verify_deals.py").write_bytes(script.data)
    (tmp_path / "game.json").write_bytes(stranger.get(published).data)
    command = [sys.executable, "-I", "verify_deals.py", "game.json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads((tmp_path / "game.json").read_text())["secret"]
    assert sha256(script.data).hexdigest() in page.text_content()
    assert script.headers["Content-Disposition"] == 'attachment; filename="verify_deals.py"'


def test_the_box_tells_everybodys_words_for_the_shuffle_once_play_begins(site, house):
    row, seats = house.table("Alice", "Bob", "Carol", "Dan")
    box = page_of(site.stranger().get(site.link(seats["Bob"]))).get_element_by_id("proof")

    assert [one.text_content() for one in box.xpath(".//li")] == [
        f"{name}: none given" for name in ("Alice", "Bob", "Carol", "Dan")
    ]
    watched = page_of(site.stranger().get(f"/w/{row.watch_code}")).get_element_by_id("proof")
    assert watched.xpath(".//a[@href='/verify']")


def test_the_page_says_what_is_not_proven(site):
    words = page_of(site.stranger().get("/verify")).text_content()

    assert "It does not prove that nobody peeked." in words


def test_a_game_that_was_called_off_is_listed_for_everybody(site, house):
    created = pages.new_game(
        house.services, house.player("Alice").id, NewGame("nomination_whist", players=4)
    )
    row = house.game(created.done.text)
    before = page_of(site.stranger().get("/verify/called-off")).text_content()
    (starter,) = house.seats(row.code).values()
    house.letter(starter, "cancel", at=(1, 0))

    listed = site.stranger().get("/verify/called-off.json").get_json()
    page = page_of(site.stranger().get("/verify/called-off"))

    assert "No game has been called off yet." in before
    assert [(one["number"], one["commitment"]) for one in listed] == [(1, row.commitment)]
    told = page.text_content()
    assert f"Game {row.id}, called off" in told
    assert grouped(row.commitment) in told
    assert grouped(listed[-1]["hash"]) in told
    assert "can still re-roll" in told
    assert "can still re-roll" in page_of(site.stranger().get("/verify")).text_content()


def test_reading_how_to_check_changes_nothing(site, house):
    _, seats = house.table("Alice", "Bob", "Carol", "Dan")
    link = site.link(seats["Bob"])
    before = site.rows()

    listed = ("/verify/called-off", "/verify/called-off.json")
    for path in ("/verify", "/verify/verify_deals.py", f"{link}/deals.json", *listed):
        assert site.stranger().get(path).status_code == 200

    assert site.rows() == before

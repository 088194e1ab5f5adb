"""What the pages promise, on the database that they run on in earnest."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.web.visitors import page_of, press


@pytest.fixture
def store_url(database_url: str) -> str:
    return database_url


def test_looking_changes_no_row_and_pressing_plays_once(site, house):
    row, seats = house.table("Alice", "Bob", "Carol")
    seat = site.on_turn(seats)
    link = site.link(seat)
    client, owner = site.stranger(), site.owner(seat)
    before = site.rows()
    for path in (link, f"{link}/2", f"{link}/state.json"):
        assert client.get(path).status_code == 200
    assert owner.get(f"/g/{row.code}").status_code == 200
    assert site.rows() == before

    page = page_of(client.get(link))
    with ThreadPoolExecutor(4) as threads:
        codes = list(
            threads.map(
                lambda bid: press(site.stranger(), page, f"Bid {bid}").status_code, [1, 2, 1, 2]
            )
        )

    assert codes.count(303) == 1
    assert site.view(seat).deal.bids[seat.number] in {1, 2}

"""The score keeper: a game at a real table kept by pressing buttons, without an account."""

import csv
import io
import random
from urllib.parse import parse_qsl, urlsplit

import pytest

from pbem.rules.presets import PRESETS
from pbem.rules.scoring import SYSTEMS
from tests.web.visitors import page_of, press, text_of

NAMES = "Ann\nBen\nCem"


def begin(client, **fields):
    """Fill in the first form and return the address of the new sheet."""
    asked = {"game": "oh_hell_standard", "names": NAMES} | fields
    answer = press(client, page_of(client.get("/keeper")), "Begin the sheet", **asked)
    assert answer.status_code == 303, text_of(page_of(answer))
    return answer.location


def step(client, where, label, **fields):
    return press(client, page_of(client.get(where)), label, **fields)


def scored(client, where, bids, tricks, **more):
    """Write down the bids and the tricks of a deal and return the address that follows."""
    told = {f"b{seat}": str(bid) for seat, bid in enumerate(bids)}
    where = step(client, where, "Write down the bids", **told, **more).location
    took = {f"t{seat}": str(taken) for seat, taken in enumerate(tricks)}
    return step(client, where, "Score the deal", **took).location


def shown(client, where) -> str:
    return text_of(page_of(client.get(where)).xpath("//main")[0])


def test_a_deal_is_kept_from_bids_to_points(site):
    client = site.stranger()
    where = scored(client, begin(client), (1, 1, 0), (1, 0, 0), trump="S")

    page = page_of(client.get(where))
    cells = [text_of(cell) for cell in page.xpath("//table//tbody//td")]

    assert "Deal 2: the bids" in text_of(page.xpath("//h1")[0])
    assert "Ben deals. 2 tricks." in text_of(page.xpath("//main")[0])
    assert "bid 1, took 1, made: +11" in cells[0]
    assert "bid 1, took 0, missed: +0" in cells[1]
    assert page.xpath("//td[contains(@class, 'missed')]//s")


def test_an_address_may_be_kept_and_opened_by_anybody(site):
    where = scored(site.stranger(), begin(site.stranger()), (1, 1, 0), (1, 0, 0))

    assert shown(site.stranger(), where) == shown(site.stranger(), where)
    assert "Set-Cookie" not in site.stranger().get(where).headers


def test_bids_that_break_the_hook_are_warned_of_and_may_be_kept_all_the_same(site):
    client = site.stranger()
    where = begin(client)

    warned = step(client, where, "Write down the bids", b0="0", b1="1", b2="0")

    assert warned.status_code == 422
    page = page_of(warned)
    assert "Ann bids last and may not bid 0" in text_of(page.xpath("//*[@role='alert']")[0])
    assert page.xpath("//input[@id='b1-1'][@checked]")
    kept = press(client, page, "Write them down all the same", b0="0", b1="1", b2="0", anyway="1")
    assert "Deal 1: the tricks" in shown(client, kept.location)


def test_without_a_hook_nothing_is_warned_of(site):
    client = site.stranger()
    where = begin(client, hook="free")

    assert step(client, where, "Write down the bids", b0="0", b1="1", b2="0").status_code == 303


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"b0": "0", "b1": "1"}, "Still to bid: Cem"),
        ({"b0": "0", "b1": "9", "b2": "0"}, "more than 1 tricks"),
        ({"b0": "x", "b1": "-1", "b2": "٢"}, "Still to bid: Ben, Cem and Ann"),
    ],
)
def test_bids_that_cannot_be_are_not_kept(site, fields, told):
    client = site.stranger()

    answer = step(client, begin(client), "Write down the bids", **fields)

    assert answer.status_code == 422
    assert told in text_of(page_of(answer))


def test_tricks_have_to_add_up(site):
    client = site.stranger()
    where = step(client, begin(client), "Write down the bids", b0="1", b1="1", b2="0").location

    answer = step(client, where, "Score the deal", t0="1", t1="1", t2="0")

    assert answer.status_code == 422
    assert "Together these are 2 tricks, but the deal has 1." in text_of(page_of(answer))


def test_each_step_can_be_undone(site):
    client = site.stranger()
    first = begin(client)
    where = scored(client, first, (1, 1, 0), (1, 0, 0))

    def undone(at):
        (link,) = page_of(client.get(at)).xpath("//a[text()='Undo the last step']/@href")
        return link

    assert "Deal 1: the tricks" in shown(client, undone(where))
    assert shown(client, undone(undone(where))) == shown(client, first)


def test_a_game_ends_with_its_winner_and_coins(site):
    client = site.stranger()
    where = begin(client, max_cards="1")
    where += '&with={"sequence":"up","max_cards":1,"stakes":"average"}'
    where = scored(client, where, (1, 1, 0), (1, 0, 0))

    page = page_of(client.get(where))

    assert text_of(page.xpath("//h1")[0]) == "Ann has won"
    assert not page.xpath("//main//form")
    assert [text_of(cell) for cell in page.xpath("//tr[@class='paid']/td")] == [
        "gets 4",
        "pays 7",
        "gets 3",
    ]


@pytest.mark.parametrize(
    "system", [name for name in SYSTEMS if name not in {"cooperative", "ninety_nine"}]
)
def test_every_scoring_system_can_be_chosen(site, system):
    client = site.stranger()

    where = scored(client, begin(client, scoring=system, hook="free"), (1, 1, 0), (1, 0, 0))

    assert "Deal 2" in shown(client, where)


@pytest.mark.parametrize("preset_id", PRESETS)
def test_every_version_can_be_kept(site, preset_id):
    client = site.stranger()
    names = "\n".join(f"P{number}" for number in range(PRESETS[preset_id].players[0]))

    assert "Deal 1" in shown(client, begin(client, game=preset_id, names=names))


def test_what_does_not_go_together_is_said(site):
    client = site.stranger()

    answer = press(client, page_of(client.get("/keeper")), "Begin", names="Ann", game="blackout")

    assert answer.status_code == 422
    assert page_of(answer).xpath("//*[@role='alert']")


def test_the_sheet_is_had_as_files(site):
    client = site.stranger()
    where = scored(client, begin(client, names="Žofie\nBen\nCem"), (1, 1, 0), (1, 0, 0), trump="H")
    page = page_of(client.get(where))
    (pdf,) = page.xpath("//a[text()='Print (PDF)']/@href")
    (table,) = page.xpath("//a[text()='Spreadsheet (CSV)']/@href")

    printed, told = client.get(pdf), client.get(table)
    rows = list(csv.reader(io.StringIO(told.get_data(as_text=True).lstrip("\ufeff"))))

    assert printed.data.startswith(b"%PDF-")
    assert printed.headers["Content-Disposition"] == 'attachment; filename="score-sheet.pdf"'
    assert rows[1][:6] == ["1", "1", "H", "Žofie", "1", "1"]


@pytest.mark.parametrize(
    "query",
    [
        "",
        "game=x&n=A&n=B",
        "game=blackout&n=A&n=B&n=C&deals=zzz",
        "game=blackout&n=A&n=B&n=C&dealer=7",
        "game=blackout&n=A&n=B&n=C&with=[",
        'game=blackout&n=A&n=B&n=C&with={"pack":"x"}',
        'game=blackout&n=A&n=B&n=C&n=D&with={"players":3}',
        "game=cooperative_upcard&n=A&n=B&n=C&n=D&deals=S0000",
        "game=cooperative_upcard&n=A&n=B&n=C&n=D&deals=S0000~s0",
        "game=cooperative_upcard&n=A&n=B&n=C&n=D&deals=S0000~sz",
    ],
)
def test_an_address_that_tells_of_no_table_is_not_found(site, query):
    assert site.stranger().get(f"/keeper/table?{query}").status_code == 404
    assert site.stranger().get(f"/keeper/sheet.pdf?{query}").status_code == 404
    assert site.stranger().post("/keeper/table", data={"at": query}).status_code == 400


def test_an_address_never_grows_longer_than_servers_take(site):
    client = site.stranger()
    names = "\n".join("漢" * 20 + str(number) for number in range(7))
    where = begin(client, names=names)
    query = urlsplit(where).query + "&deals=" + ".".join(["S" + "0" * 14 + "~d0"] * 100)

    answer = client.post(
        "/keeper/table", data={"at": query} | {f"b{seat}": "0" for seat in range(7)}
    )

    assert answer.status_code in {400, 422}


def test_the_same_people_begin_anew(site):
    client = site.stranger()
    where = begin(client)
    (link,) = page_of(client.get(where)).xpath("//a[text()='New sheet, same people']/@href")

    assert page_of(client.get(link)).xpath("string(//textarea)").split() == ["Ann", "Ben", "Cem"]
    assert dict(parse_qsl(urlsplit(link).query))["game"] == "oh_hell_standard"


def test_the_page_of_a_versions_rules_leads_to_its_keeper_and_its_blank_sheet(site):
    client = site.stranger()
    page = page_of(client.get("/rules/blackout?players=5"))
    (keep,) = page.xpath("//a[text()='keep score of it on a phone']/@href")
    (blank,) = page.xpath("//a[text()='print a blank score sheet']/@href")

    assert page_of(client.get(keep)).xpath("//option[@selected]/@value")[0] == "blackout"
    assert client.get(blank).headers["Content-Disposition"].endswith('"blackout-5.pdf"')


@pytest.mark.parametrize("preset", PRESETS)
def test_an_address_that_somebody_wrote_by_hand_is_shown_or_not_found(site, preset):
    """Whatever stands in it: nobody but its writer has to like what it comes to."""
    chance, client = random.Random(preset), site.stranger()
    for _ in range(3):
        players = chance.choice(PRESETS[preset].players)
        deals = [_by_hand(chance, players) for _ in range(chance.randint(1, 5))]
        deals[-1] = deals[-1][: players + 1] + chance.choice(["", "~s3", "~s0", "~d0"])
        seats = "".join(f"&n=P{seat}" for seat in range(players))

        query = f"game={preset}{seats}&dealer=1&deals={'.'.join(deals)}"

        assert client.get(f"/keeper/table?{query}").status_code in {200, 404}, query


def _by_hand(chance: random.Random, players: int) -> str:
    figures = "".join(chance.choice("0123z-") for _ in range(players))
    taken = "".join(chance.choice("0123z") for _ in range(players))
    return chance.choice("SHDCNJ_") + figures + taken + chance.choice(["", "", "~s5", "~r0"])

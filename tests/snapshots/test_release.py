"""The archive of release 0.1 is opened, shown and played on."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.snapshots import release
from tests.snapshots.addresses import schema
from tests.snapshots.commands import igroteka, steady
from tests.web.visiting import House, Visitor

KNOWN = release.known()
LEFT = KNOWN["left"]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house that opens the archive as an earlier one has left it."""
    with steady(tmp_path_factory.mktemp("release")) as folder:
        release.copied(folder)
        with House(folder).open() as opened:
            yield opened


@pytest.fixture(scope="module")
def papa(house: House) -> Visitor:
    """The owner of the account, signed in with the password of then."""
    visitor = house.visitor()
    answer = visitor.post("/me/sign-in", name="papa", password=release.PASSWORD)
    assert answer.status_code == 303, answer.text
    return visitor


def _asked(house: House, method: str, path: str, token: str, **body: Any) -> Any:
    headers = {"Authorization": f"Bearer {token}"}
    client = house.visitor().client
    answer = client.request(method, path, headers=headers, json=body or None)
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


def test_its_tables_are_those_of_a_new_archive(tmp_path: Path) -> None:
    with steady(tmp_path) as folder:
        path = release.copied(folder)
        assert schema(path) == schema(folder / "new.sqlite")


def test_a_wrong_password_does_not_open_it(house: House) -> None:
    answer = house.visitor().post("/me/sign-in", name="Papa", password="wrong horse battery")
    assert answer.status_code == 403


def test_every_game_has_its_page(papa: Visitor) -> None:
    for number in release.games(release.ARCHIVE):
        page = papa.get(f"/game/{number}")
        assert page.status_code == 200 or page.headers["location"] == f"/table/{number}"
        moves = papa.get(f"/game/{number}/tree")
        assert moves.status_code == 200 or page.status_code == 303


def test_its_lists_are_shown(papa: Visitor) -> None:
    assert "Ivanov" in papa.get("/archive").text
    assert "A cup" in papa.get("/tournaments").text
    assert papa.get("/tournaments/1").status_code == 200


def test_the_account_plays_on_where_it_paused(house: House, papa: Visitor) -> None:
    number = LEFT["draughts"]
    with papa.at(number) as screen:
        assert screen.phase == "paused"
        assert screen.moves == ["e3-f4", "f6-g5"]
        assert (screen.seen["seats"][0]["hints"], screen.seen["seats"][0]["take_backs"]) == (2, 2)
        assert 35000 < screen.seen["seats"][0]["clock"] <= 36005
        screen.send(pause=False)
        screen.until(lambda: screen.to_move)
        screen.play(screen.actions[0])
        screen.until(lambda: len(screen.moves) == 4)
    assert house.stored(number)[:2] == ["e3-f4", "f6-g5"]
    assert len(house.stored(number)) == 4


def test_the_account_plays_on_at_a_table_of_cards(papa: Visitor) -> None:
    with papa.at(LEFT["bridge"]) as screen:
        assert screen.to_move
        assert screen.seen["view"]["hands"][2] is not None
        screen.play(screen.actions[0])


def test_a_guest_comes_back_by_the_link_of_the_seat(house: House) -> None:
    path = house.folder / "games.db"
    with closing(sqlite3.connect(path)) as connection:
        query = "select json_extract(setting, '$.chairs[0].key') from games where id = ?"
        ((key,),) = connection.execute(query, (LEFT["durak"],)).fetchall()
    anna = house.visitor()
    assert anna.post(f"/table/{LEFT['durak']}/sit/{key}").status_code == 303
    with anna.at(LEFT["durak"]) as screen:
        assert screen.seen["seats"][0]["player"] == "Anna"
        screen.play(screen.actions[0])


def test_an_invitation_of_then_is_still_good(house: House) -> None:
    number = KNOWN["gathering"]
    boris = house.visitor("Boris")
    assert boris.post(f"/table/{number}/sit/{KNOWN['key']}", name="Boris").status_code == 303
    with boris.at(number) as screen:
        screen.until(lambda: screen.to_move)
        screen.play(screen.actions[0])


def test_the_token_plays_on(house: House) -> None:
    path = f"/api/tables/{LEFT['substitution']}"
    seen = _asked(house, "GET", path, KNOWN["token"])
    assert seen["table"]["to_move"]
    action = seen["actions"][0]["text"]
    told = _asked(house, "POST", f"{path}/actions", KNOWN["token"], action=action)
    assert told["moves"][len(seen["moves"])]["text"] == action


def test_the_token_of_the_account_opens_a_table(house: House, papa: Visitor) -> None:
    told = _asked(house, "POST", "/api/tables", KNOWN["own_token"], game="draughts")
    assert told["seats"][0]["player"] == "papas-bot"
    assert "papas-bot" in papa.get("/me").text


def test_a_game_is_exported_the_same_from_the_site_and_the_terminal(
    house: House, papa: Visitor
) -> None:
    number = KNOWN["finished"]["draughts"]
    text = papa.get(f"/game/{number}/as/pdn").text
    database = str(house.folder / "games.db")
    assert igroteka("export", str(number), "--format", "pdn", "--db", database) == text
    assert "Так тоже можно." in text


@pytest.mark.parametrize(("format", "game"), [("json", ""), ("pdn", "draughts"), ("lin", "bridge")])
def test_exported_games_are_known_again(format: str, game: str, tmp_path: Path) -> None:
    with steady(tmp_path) as folder:
        kept = release.games(release.copied(folder))
        numbers = [str(number) for number in kept if kept[number].startswith(game)]
        igroteka("export", *numbers, "--output", f"all.{format}", "--db", "games.db")
        (told,) = json.loads(igroteka("import", f"all.{format}", "--db", "games.db", "--json"))
        assert told["imported"] == told["refused"] == []
        assert [str(number) for number in told["known"]] == numbers

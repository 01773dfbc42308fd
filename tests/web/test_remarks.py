"""Comments of several people on one game: nobody's words are lost, nobody changes another's."""

from __future__ import annotations

from typing import Any

import pytest

from igroteka.archive import queries
from tests.web.registering import PASSWORD, registered
from tests.web.visiting import House, Visitor, bot


@pytest.fixture
def game(house: House) -> int:
    host = house.visitor("Host")
    table = house.seat("draughts", {}, host.chair("Host"), bot())
    with host.at(table.number) as screen:
        screen.play("c3-d4")
    return table.number


def first_move(house: House, game: int) -> int:
    return house.live_tables.archive.read(queries.tree, game)[0].id


def heard(visitor: Visitor, game: int) -> Any:
    return visitor.get(f"/game/{game}/tree").json()["moves"][0]["said"]


def test_each_person_has_a_comment_of_their_own(house: House, game: int) -> None:
    anna, boris = house.visitor("Anna"), house.visitor("Boris")
    address = f"/game/{game}/comment/{first_move(house, game)}"
    for visitor, words, mark in (
        (anna, "too early", "?"),
        (boris, "I like it", "!"),
        (anna, "just in time", ""),
    ):
        assert visitor.post(address, comment=words, mark=mark).status_code == 200
    first, second = heard(anna, game)
    assert (first["author"], first["words"], first["mine"]) == ("Anna", "just in time", True)
    assert [(each["words"], each["mark"]) for each in first["earlier"]] == [("too early", "?")]
    assert (second["author"], second["words"], second["mine"]) == ("Boris", "I like it", False)
    assert [each["mine"] for each in heard(boris, game)] == [False, True]


def test_a_comment_at_the_start_is_about_the_game(house: House, game: int) -> None:
    anna = house.visitor("Anna")
    assert anna.post(f"/game/{game}/comment/0", comment="Sunday").status_code == 200
    said = anna.get(f"/game/{game}/tree").json()["said"]
    assert [(each["author"], each["words"]) for each in said] == [("Anna", "Sunday")]
    assert "Sunday" in anna.get(f"/game/{game}/as/pdn").text


def test_a_comment_has_an_author(house: House, game: int) -> None:
    early = house.visitor("Anna")
    registered(house, "Anna")
    address = f"/game/{game}/comment/{first_move(house, game)}"
    refused = early.post(address, comment="I am Anna")
    assert "has a password" in refused.text
    nobody = house.visitor().post(address, comment="who?")
    assert nobody.status_code == 400
    assert "tell your name first" in nobody.text
    owner = house.visitor()
    owner.post("/me/sign-in", name="Anna", password=PASSWORD)
    assert owner.post(address, comment="I really am").status_code == 200

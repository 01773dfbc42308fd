"""The page of ratings: people among the characters of the house, from games that are finished."""

from __future__ import annotations

import re

from igroteka.archive import updates
from tests.web.visiting import House, Visitor, bot


def won(house: House, visitor: Visitor, name: str, opponent: str) -> None:
    """A game that this visitor has won."""
    table = house.seat("draughts", {}, visitor.chair(name), bot(opponent))
    house.live_tables.archive.apply(updates.finish_game, table.number, (1.0, 0.0), "resignation")


def test_people_stand_among_the_characters_of_the_house(house: House) -> None:
    anna = house.visitor("Anna")
    assert "Nobody has finished" in anna.get("/ratings/draughts").text
    won(house, anna, "Anna", "engine(level=8)")
    won(house, house.visitor("Boris"), "Boris", "engine(level=1)")
    won(house, anna, "Anna", "engine(level=8)")
    assert anna.get("/ratings").headers["location"] == "/ratings/draughts"
    page = anna.get("/ratings/draughts").text
    rows = re.findall(r'<th scope="row"><span class="who">.*?<td class="r">(\d+)', page, re.DOTALL)
    assert sorted(map(int, rows), reverse=True) == [int(each) for each in rows]
    assert {"1800", "800"} < set(rows)
    assert page.index(">Anna<") < page.index(">Boris<"), "she has beaten the stronger one"
    assert "2 / 0 / 0" in page
    assert '<tr class="own">' in page


def test_there_are_no_ratings_of_what_is_no_game(house: House) -> None:
    assert house.visitor().get("/ratings/chess").status_code == 404

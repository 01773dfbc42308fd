"""A series of games in the archive: told in its list, and when one looks back."""

from __future__ import annotations

from html import unescape

from tests.web.visiting import House, Visitor


def series(visitor: Visitor, **form: str) -> int:
    """The first table of a series of two, white against a bot; its number."""
    seats = {"seat0": "me", "seat1": "bot:random", "series": "2"}
    return visitor.opened(visitor.post("/new/draughts", **{**seats, **form}))


def resign(visitor: Visitor, number: int) -> None:
    with visitor.at(number) as screen:
        screen.send(resign=True)
        screen.until(lambda: screen.phase == "over")
        screen.until(lambda: screen.seen["sitting"]["parties"][0]["games"][-1] is not None)


def test_a_game_of_a_series_says_so_and_leads_to_the_others(house: House) -> None:
    anna = house.visitor("Anna")
    first = series(anna)
    resign(anna, first)
    second = anna.opened(anna.post(f"/table/{first}/again"))
    alone = anna.opened(anna.post("/new/draughts", seat0="me", seat1="bot:random"))
    listed = anna.get("/archive").text
    assert "game 1 of 2 of a series" in listed
    assert "game 2 of 2 of a series" in listed
    assert listed.count("of a series") == 2
    sitting = house.table(second).sitting
    assert sitting is not None
    found = anna.get("/archive", sitting=str(sitting.stored.id)).text
    assert f'href="/game/{alone}"' not in found
    assert "Score of the series" in found
    back = anna.get(f"/game/{second}").text
    assert "game 2 of 2 of a series" in back
    assert f'<a href="/game/{first}">1</a>' in back
    assert 'Anna</th><td class="r">0</td><td class="r">–</td>' in back
    assert "of a series" not in anna.get(f"/game/{alone}").text


def test_a_series_whose_people_have_not_come_yet_is_listed(house: House) -> None:
    anna = house.visitor("Anna")
    number = series(anna, seat1="invite")
    sitting = house.table(number).sitting
    assert sitting is not None
    assert "black</th>" in anna.get("/archive", sitting=str(sitting.stored.id)).text


def test_a_series_that_is_none_is_told(house: House) -> None:
    told = unescape(house.visitor("Anna").get("/archive", sitting="two").text)
    assert "there is no sitting two in the archive" in told
    assert "Games found: 0" in house.visitor("Boris").get("/archive", sitting="77").text

"""The archive's page: one's own games first, bots apart, each game with a small picture."""

from __future__ import annotations

import re

from tests.web.visiting import House, Visitor, bot


def listed(visitor: Visitor, **asked: str) -> list[str]:
    """The numbers of the games that the page shows."""
    page = visitor.get("/archive", **asked).text
    return re.findall(r'class="whole-card" href="/\w+/(\d+)"', page)


def test_ones_own_games_come_first_and_bots_stand_apart(house: House) -> None:
    anna, boris = house.visitor("Anna"), house.visitor("Boris")
    own = house.seat("draughts", {}, anna.chair("Anna"), bot())
    other = house.seat("durak", {}, boris.chair("Boris"), bot())
    bots = house.seat("substitution", {}, bot(), bot())
    assert listed(anna) == [str(own.number)]
    assert listed(house.visitor()) == listed(anna, whose="house")
    assert listed(anna, whose="house") == [str(other.number), str(own.number)]
    assert listed(anna, whose="bots") == [str(bots.number)]
    assert listed(anna, player="Boris") == [str(other.number)], "a search is among all"
    assert listed(anna, player="Boris", whose="mine") == []


def test_only_who_has_a_seat_is_asked_to_go_on(house: House) -> None:
    anna = house.visitor("Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot())
    assert f'href="/table/{table.number}"' in anna.get("/archive").text
    seen = house.visitor("Boris").get("/archive").text
    assert f'href="/game/{table.number}"' in seen
    assert f'href="/table/{table.number}"' not in seen


def test_a_game_that_goes_on_is_drawn_anew(house: House) -> None:
    anna = house.visitor("Anna")
    table = house.seat("draughts", {"start": "W:Wc3:Bd6,f6"}, anna.chair("Anna"), bot())
    before = anna.get("/archive").text
    assert before.count("<circle") == 3
    with anna.at(table.number) as screen:
        screen.play("c3-b4")
        screen.until(lambda: len(house.stored(table.number)) == 2)
    assert anna.get("/archive").text.partition('class="thumb"')[2] != before

"""The archive's page: one's own games first, bots apart, each game with a small picture."""

from __future__ import annotations

import re

from tests.web.boards_apart import match, play_out
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


def test_a_table_without_spectators_is_listed_for_its_people_alone(house: House) -> None:
    anna, eve = house.visitor("Anna"), house.visitor("Eve")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot(), watched=False)
    shown = house.seat("draughts", {}, anna.chair("Anna"), bot())
    number = str(table.number)
    assert listed(anna, state="unfinished") == [str(shown.number), number]
    answer = eve.get("/archive", state="unfinished")
    assert answer.status_code == 200
    assert listed(eve, state="unfinished") == [str(shown.number)]
    assert listed(eve, player="Anna", opponent="random") == [str(shown.number)]


def test_a_board_that_others_have_to_play_is_listed_without_a_link(house: House) -> None:
    one, _ = match(house)
    play_out(house, one)
    eve = house.visitor("Eve")
    page = eve.get("/archive", state="finished")
    assert "others have still to play this board" in page.text
    for path in ("/", "/archive?whose=house", "/archive?state=finished"):
        for link in re.findall(r'href="(/(?:game|table)/\d+)"', eve.get(path).text):
            assert eve.get(link).status_code < 400, (path, link)


def test_the_score_of_a_board_that_others_have_to_play_is_not_listed(house: House) -> None:
    one, other = match(house)
    play_out(house, one)
    eve = house.visitor("Eve")
    score = re.compile(r'class="small num">[^<]*\d')
    assert not score.search(eve.get("/archive", state="finished").text)
    play_out(house, other)
    assert score.search(eve.get("/archive", state="finished").text)

"""Evenings at live tables: people come by their links, robots play, the protocol fills itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from igroteka.club.event import State
from igroteka.club.links import Role
from tests.web.clubs import Club, deed, opened
from tests.web.robots import DIRECTOR, ROBOTS, wait_for_results
from tests.web.visiting import House

MIXED = "\n".join(["Anna – Boris", *["robot: simple – robot: simple"] * 3])


def _begun(house: House, names: str, online: str = "all") -> Club:
    club = opened(house, names=names)
    answer = club.director.post(
        f"{club.path(DIRECTOR)}/seats", chosen="1", kind="howell", boards="3"
    )
    assert answer.status_code == 303, answer.text
    (reply,) = club.send(DIRECTOR, deed("s", "changed", settings={"online": online}))
    assert reply["refusal"] is None
    (reply,) = club.send(DIRECTOR, deed("r1", "round-begun", round=1, minutes=20))
    assert reply["refusal"] is None, reply
    return club


def test_robots_play_a_round_and_the_protocol_fills_itself(house: House) -> None:
    club = _begun(house, ROBOTS)
    event = club.kept.event
    assert set(event.online) == {(1, 1), (1, 2)}
    wait_for_results(club, 2)
    plays = club.kept.event.plays.values()
    assert {play.state for play in plays} == {State.CONFIRMED}
    for play in plays:
        assert club.kept.contest.read(
            play.slot.board, play.result, club.kept.event.deals[play.slot.board]
        )
    assert len(club.kept.results.rows) == 2


def test_nobody_sees_a_board_that_others_have_to_play(house: House) -> None:
    club = _begun(house, ROBOTS, online="1")
    wait_for_results(club, 1)
    (slot,) = club.kept.event.plays
    games = club.director.get("/archive").text
    assert "simple" in games
    answer = house.visitor().get("/game/1")
    assert answer.status_code == 400
    assert "others have still to play this board" in answer.text
    traveller = house.visitor().get(f"{club.path(Role('players'))}/board/{slot.board}")
    assert traveller.status_code == 403


def test_people_sit_down_by_their_own_links(house: House) -> None:
    club = _begun(house, MIXED)
    event = club.kept.event
    anna = Role("contestant", 1)
    seat = event.seat_of(1, 1)
    assert seat is not None
    seats = club.state(anna)["rounds"][0]["seats"]
    assert [each["name"] for each in seats] == ["Anna", "Boris"]
    for each in seats:
        visitor = house.visitor()
        assert each["name"] in visitor.get(each["address"]).text
        answer = visitor.post(each["address"], name=each["name"])
        assert answer.status_code == 303, answer.text
    others = [n for n in event.contestants if n != 1]
    assert all(not club.state(Role("contestant", n))["rounds"][0].get("seats") for n in others)


def test_robots_go_on_after_the_house_was_closed(tmp_path: Path) -> None:
    with House(tmp_path).open() as house:
        club = _begun(house, ROBOTS)
        code = club.code
    with House(tmp_path).open() as house:
        again = Club(house, house.visitor(), code)
        wait_for_results(again, 2)
        assert {play.state for play in again.kept.event.plays.values()} == {State.CONFIRMED}


def test_a_round_is_opened_once(house: House) -> None:
    club = _begun(house, ROBOTS)
    before = dict(club.kept.event.online)
    club.send(DIRECTOR, deed("again", "round-begun", round=1, minutes=20))
    assert club.kept.event.online == before


COMMAND = "external(touch pwned)"


def test_no_robot_of_an_evening_runs_a_program_of_the_server(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").write_text("open('pwned', 'w')")
    club = opened(house, names="\n".join(["robot: simple – robot: simple"] * 3))
    page = f"{club.path(DIRECTOR)}/people"
    for bot in (COMMAND, "./bot.py:Bot", "simple(system=/etc/passwd)"):
        answer = club.director.post(page, people=f"robot: {bot} – robot: simple")
        assert answer.status_code == 400, answer.text
    people = [{"name": "Eve", "bot": COMMAND}, {"name": "Mallory", "bot": "./bot.py:Bot"}]
    (reply,) = club.send(Role("players"), deed("eve", "registered", number=9, people=people))
    assert reply["refusal"] is None, "who plays may be anybody until a table is opened"
    seats = club.director.post(
        f"{club.path(DIRECTOR)}/seats", chosen="1", kind="howell", boards="3"
    )
    assert seats.status_code == 303, seats.text
    club.send(DIRECTOR, deed("s", "changed", settings={"online": "all"}))
    (reply,) = club.send(DIRECTOR, deed("r1", "round-begun", round=1, minutes=20))
    assert "there is no bot" in reply["refusal"]
    assert not (tmp_path / "pwned").exists()

"""What a robot expects, where one looks back: from what a seat knew, once all may be seen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from igroteka.archive import queries
from igroteka.archive.importing import Source, Stored, take_in
from igroteka.contract import Expected
from igroteka.games.durak.bots.robot import Robot
from igroteka.games.durak.rules import Durak
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.record import Record
from igroteka.registry import make_game
from tests.web.random_games import a_game
from tests.web.registering import PASSWORD
from tests.web.visiting import House, bot


def kept(house: House, record: Record) -> tuple[int, list[int]]:
    """The number of a game in the archive of the house, and those of its moves."""
    archive = house.live_tables.archive
    (stored,) = take_in(archive, [AnnotatedGame.plain(record)], Source("import:json"))
    assert isinstance(stored, Stored)
    return stored.id, [move.id for move in archive.read(queries.game, stored.id).moves]


def size(trees: tuple[Expected, ...] | list[Expected]) -> int:
    return sum(1 + size(tree.answers) for tree in trees)


@pytest.fixture
def finished(house: House) -> tuple[int, list[int], Record]:
    record = a_game("durak", length=1000)
    assert record.scores is not None
    return (*kept(house, record), record)


def test_it_is_shown_from_what_the_seat_to_move_knew(
    house: House, finished: tuple[int, list[int], Record]
) -> None:
    number, moves, record = finished
    anna, robot = house.visitor("Anna"), Robot()
    assert 'id="show-expects"' in anna.get(f"/game/{number}").text
    states = list(record.positions(make_game("durak", record.options)))[:8]
    answered = 0
    for place, state in enumerate(states):
        after = {"after": str(moves[place - 1])} if place else {}
        told = anna.get(f"/game/{number}/expects", **after)
        assert told.status_code == 200
        best = re.search(r'class="best">.*?<b>(.*?)</b>', told.text, re.DOTALL)
        trees = list(robot.expects(state.view(state.turn)))
        assert (best is None) == (not trees)
        assert best is None or best[1] == str(robot.choose(state.view(state.turn)))
        listed = told.text.count('<span class="expected">')
        assert listed == size(trees) or (listed < size(trees) and "other" in told.text)
        answered += "<details" in told.text
    assert answered


def test_it_is_said_in_russian(house: House, finished: tuple[int, list[int], Record]) -> None:
    anna = house.visitor("Anna")
    anna.client.headers["accept-language"] = "ru"
    told = anna.get(f"/game/{finished[0]}/expects").text
    assert "по тому, что знал игрок" in told
    assert "вес" in told


def test_a_game_that_hides_cards_tells_nothing_before_its_end(house: House) -> None:
    anna = house.visitor("Anna")
    table = house.seat("durak", {}, anna.chair("Anna"), bot())
    for visitor in (anna, house.visitor("Vera")):
        refused = visitor.get(f"/game/{table.number}/expects")
        assert refused.status_code == 400
        assert "hides cards and is not over" in refused.text


def test_the_robot_that_sat_there_is_asked(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Durak, "adviser", None)  # whose review would keep the one process busy
    anna = house.visitor("Anna")
    table = house.seat("durak", {}, anna.chair("Anna"), bot("robot(depth=1)"))
    with anna.at(table.number) as screen:
        screen.until(lambda: screen.to_move)
        screen.play(screen.actions[0])
        screen.send(resign=True)
        screen.until(lambda: screen.phase == "over")
    attack = house.live_tables.archive.read(queries.tree, table.number)[0]
    attacker = anna.get(f"/game/{table.number}/expects").text
    defender = anna.get(f"/game/{table.number}/expects", after=str(attack.id)).text
    his, hers = (attacker, defender) if attack.seat == 1 else (defender, attacker)
    assert "robot(depth=1), from what player 2 knew" in his
    assert "robot, from what player 1 knew" in hers


def test_what_is_not_there_is_refused(
    house: House, finished: tuple[int, list[int], Record]
) -> None:
    number, moves, _ = finished
    anna = house.visitor("Anna")
    for after, sentence in (
        ("999999", "this game has no such move"),
        (str(moves[-1]), "nobody is to move in this position"),
    ):
        refused = anna.get(f"/game/{number}/expects", after=after)
        assert (refused.status_code, sentence in refused.text) == (400, True)
    other, _ = kept(house, a_game("draughts", length=4))
    assert "no bot of draughts tells" in anna.get(f"/game/{other}/expects").text
    assert 'id="show-expects"' not in anna.get(f"/game/{other}").text


def test_who_may_not_play_has_nobody_think(tmp_path: Path) -> None:
    with House(tmp_path, accounts=True).open() as house:
        number, _ = kept(house, a_game("durak", length=1000))
        stranger, anna = house.visitor(), house.visitor()
        anna.post("/me/register", name="Anna", password=PASSWORD)
        assert stranger.get(f"/game/{number}/expects").status_code == 403
        assert 'id="show-expects"' not in stranger.get(f"/game/{number}").text
        assert anna.get(f"/game/{number}/expects").status_code == 200

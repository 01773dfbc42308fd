"""Write the archive of release 0.1 anew: `python -m tests.snapshots.write_release`.

The release's own program has to do it. The archive holds one of everything that a house keeps.
"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.snapshots.commands import igroteka, steady
from tests.snapshots.lots import known_lots
from tests.snapshots.release import ARCHIVE, KNOWN, PASSWORD
from tests.snapshots.wire import GAMES, Program
from tests.web.visiting import House, Screen, Visitor

PDN = """[Event "Sunday"]
[White "Ivanov"]
[Black "Petrov"]
[Date "2026.11.15"]
[GameType "25"]
[Result "*"]

{A quiet start.} 1. c3-d4 d6-c5 (1... b6-a5 {Also played.}) 2. b2-c3! f6-g5 *
"""


def main() -> None:
    """Play, talk and import, then keep the archive and what its people know."""
    with TemporaryDirectory() as name, steady(Path(name)) as folder:
        _imported(folder)
        with known_lots() as lots, House(folder).open() as house:
            known = _visited(house, Program(house, lots))
        _packed(folder / "games.db")
        shutil.copyfile(folder / "games.db", ARCHIVE)
    KNOWN.write_text(json.dumps(known, indent=2) + "\n", encoding="utf-8")


def _imported(folder: Path) -> None:
    """Games of files, of a match, and of a terminal."""
    archive = ("--db", "games.db")
    (folder / "sunday.pdn").write_text(PDN, encoding="utf-8")
    match = ("match", "bridge", "simple", "random", "--games", "1", "--jobs", "1")
    igroteka(*match, "--records", "bridge.jsonl")
    igroteka("import", "sunday.pdn", "bridge.jsonl", *archive)
    igroteka("export", "2", "--format", "pbn", "--output", "board.pbn", *archive)
    text = (folder / "board.pbn").read_text(encoding="utf-8").replace('"simple"', '"Ivanov"')
    (folder / "board.pbn").write_text(text, encoding="utf-8")
    igroteka("import", "board.pbn", *archive)
    typed = ("play", "draughts", "2=random", "--seed", "1", "--name", "Papa", *archive)
    igroteka(*typed, input="1\n1\nq\n")


def _visited(house: House, robot: Program) -> dict[str, Any]:
    """People play, leave games and talk about them; what the test has to know of it."""
    papa, anna = house.visitor("Papa"), house.visitor("Anna")
    papa.post("/me/register", name="Papa", password=PASSWORD)
    finished = {game: _played(papa, robot, game, 1000) for game in GAMES}
    left = {"bridge": _played(papa, robot, "bridge", 2), "durak": _played(anna, robot, "durak", 2)}
    left["draughts"] = _with_clock(papa)
    left["substitution"] = _of_robot(robot)
    _resigned(papa, robot)
    gathering, key = robot.open("durak")
    _talked(papa, anna, finished["draughts"])
    _tournament(papa)
    return {
        "finished": finished,
        "left": left,
        "gathering": gathering,
        "key": key,
        "token": robot.token,
        "own_token": _own_token(papa),
    }


def _played(visitor: Visitor, robot: Program, game: str, moves: int) -> int:
    """A game in which somebody always takes the first action, so many times."""
    number, key = robot.open(game)
    visitor.post(f"/table/{number}/sit/{key}", name="Anna")
    with visitor.at(number) as screen:
        for _ in range(moves):
            screen.until(lambda: screen.to_move or screen.phase == "over")
            if screen.phase == "over":
                break
            screen.play(screen.actions[0])
        screen.until(lambda: screen.to_move or screen.phase == "over")
    return number


def _of_robot(robot: Program) -> int:
    """A game in which a program is to move."""
    number, _ = robot.open("substitution", person="me", options={"turns": "30"})
    while not robot.ask("GET", f"/api/tables/{number}")["actions"]:
        time.sleep(0.5)
    return number


def _resigned(visitor: Visitor, robot: Program) -> None:
    number = _played(visitor, robot, "draughts", 1)
    with visitor.at(number) as screen:
        screen.send(resign=True)
        screen.until(lambda: screen.phase == "over")


def _with_clock(papa: Visitor) -> int:
    """A table with house rules of its own, at which a move was taken back and that is paused."""
    rules = {"take_back": "free", "hints": "2", "take_backs": "3", "minutes": "600", "kid": "yes"}
    seats = {"seat0": "me", "seat1": "bot:random"}
    number = papa.opened(papa.post("/new/draughts", **rules, **seats, increment="5", watched="no"))
    with papa.at(number) as screen:
        _answered(screen, "c3-d4", 2)
        screen.send(take_back=True)
        screen.until(lambda: not screen.moves)
        _answered(screen, "e3-f4", 2)
        screen.send(pause=True)
        screen.until(lambda: screen.phase == "paused")
    return number


def _answered(screen: Screen, action: str, moves: int) -> None:
    screen.send(action=action)
    screen.until(lambda: len(screen.moves) == moves)


def _talked(papa: Visitor, anna: Visitor, number: int) -> None:
    """Comments on a game and a move, a variation, and a game that branches off."""
    first = papa.get(f"/game/{number}/tree").json()["moves"][0]["id"]
    papa.post(f"/game/{number}/comment/0", comment="A good game.")
    papa.post(f"/game/{number}/comment/{first}", comment="Why not?", mark="!?")
    anna.post(f"/game/{number}/comment/{first}", comment="Так тоже можно.")
    varied = anna.post(f"/game/{number}/variation", after="", action="c3-d4")
    assert varied.status_code == 200, varied.text
    assert anna.post(f"/game/{number}/branch", after=str(first)).status_code == 303


def _tournament(papa: Visitor) -> None:
    form = {"title": "A cup", "bots": "random, short", "games": "1", "seed": "1"}
    answer = papa.post("/tournaments/new/substitution", **form, **{"option-turns": "3"})
    address = answer.headers["location"]
    while papa.get(f"{address}/standings").headers.get("HX-Refresh") != "true":
        time.sleep(0.5)


def _own_token(papa: Visitor) -> str:
    """The secret of a program's token that belongs to an account."""
    page = papa.post("/me/programs", program="papas-bot").text
    secret = re.search(r'id="secret">([\w-]+)<', page)
    assert secret is not None, page
    return secret.group(1)


def _packed(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma journal_mode = delete")
        connection.execute("vacuum")


if __name__ == "__main__":
    main()

"""The rooms of a furnished house: what people do in it besides sitting at tables."""

from __future__ import annotations

import io
import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

import anyio
import pytest

from igroteka.archive import queries, sittings, tokens
from igroteka.archive.children import Child
from igroteka.basics.endings import Ending
from igroteka.cli import app
from igroteka.club.links import Role as Link
from igroteka.contract import Game
from igroteka.registry import formats, game_class, game_names, make_game
from igroteka.tables import live_tables
from igroteka.tables.storage import GameEnd
from igroteka.tables.table import Table
from igroteka.web.study_jobs import COMMANDS, FILES
from igroteka.web.tournaments import Tournaments
from tests.web.clubs import Club, deed
from tests.web.clubs import opened as opened_evening
from tests.web.clubs import seated as seated_evening
from tests.web.furnished import (
    AT_HOME,
    CHILD,
    CODE,
    DIRECTOR,
    DIRECTORS_KEY,
    LONGEST,
    OPPONENT,
    OWNER,
    PASSWORD,
    PHONE,
    PROGRAM,
    ROLES,
    SPECTATOR,
    STRANGER,
    TABLES_KEY,
    Furnished,
    database,
    moved,
    planned,
    settled,
    steady,
    tables,
)
from tests.web.listening import forget_rates
from tests.web.robots import wait_for_results
from tests.web.visiting import House, Visitor


class Doorkeeper:
    """Whoever opens the door of this house to a network opens nothing."""

    async def open_door(self, addresses: list[str]) -> None:
        """Nothing listens there."""

    async def close_door(self) -> None:
        """Nothing has."""


@contextmanager
def furnished(folder: Path, unknown_to: str = "") -> Iterator[Furnished]:
    """A house that is furnished, in which no bot judges games and no table is forgotten."""

    async def nobody(game: Game) -> None:
        del game

    with pytest.MonkeyPatch.context() as patch, House(folder).open() as house:
        for name in ("IDLE", "OVER_IDLE"):
            patch.setattr(live_tables, name, float("inf"))
        house.app.state.home_door.keeper = Doorkeeper()
        patch.setattr(house.app.state.analyses, "adviser", nobody)
        found = furnish(house, unknown_to)
        yield found


def furnish(house: House, unknown_to: str = "") -> Furnished:
    """Put something into every room; all that this role may not know is otherwise than usual."""
    found = Furnished(house)
    with steady():
        _people(found)
        for game in game_names():
            tables(found, make_game(game, game_class(game).casual), unknown_to)
        _looks_back(found)
        _files(found)
        _child(found)
        _evening(found, unknown_to)
        _locked_evening(found, unknown_to)
        _studies(found)
        _tournament(found)
    _hide_the_rest(found)
    return found


def _hide_the_rest(found: Furnished) -> None:
    """The cookies of all, and the keys of chairs at tables that people have opened."""
    for role, visitor in found.people.items():
        if cookie := visitor.client.cookies.get("igroteka-session"):
            found.hide(cookie.partition(".")[0], role)
    marks = {role: _mark(visitor) for role, visitor in found.people.items()}
    with database(found) as archive:
        for (setting,) in archive.execute("select setting from games where setting is not null"):
            known = json.loads(setting)
            for chair in known["chairs"]:
                own = {*chair["holders"], known["host"] if chair["player"] is None else ""}
                found.hide(chair["key"], *(role for role, mark in marks.items() if mark in own))


def _mark(visitor: Visitor) -> str:
    """How tables know somebody, who may be a child in its room or come with a token."""
    if bearer := visitor.client.headers.get("Authorization", "").removeprefix("Bearer "):
        known = visitor.house.live_tables.archive.read(tokens.bearer, bearer)
        return f"player:{known.account.id}" if known else ""
    child = visitor.session.marks.get("child")
    return f"child:{Child(*child).player}" if child else visitor.mark


def _people(found: Furnished) -> None:
    found.visitor(OWNER, "Anna")
    found.visitor(OPPONENT, "Boris")
    found.visitor(SPECTATOR, "Eve")
    found.visitor(STRANGER, None)
    found.visitor(CHILD, None)
    found.visitor(PHONE, None)
    director = found.visitor(DIRECTOR, "Diana")
    director.post("/me/register", name="Diana", password=PASSWORD)
    director.post("/me/programs", program="dianas-robot")
    token = re.search(r"/me/programs/(\d+)/revoke", director.get("/me").text)
    assert token is not None
    director.post(f"/me/programs/{token[1]}/revoke")
    director.post("/me/sign-out")
    for _ in "12":
        director.client.cookies.clear()
        director.post("/me/sign-in", name="Diana", password=PASSWORD)
    director.post(f"/me/sessions/{director.session.id - 1}/end")
    director.post("/me/sessions/end-others")
    director.post("/me/password", old=PASSWORD, new=PASSWORD)
    robot = found.visitor(PROGRAM, None)
    token = robot.client.post("/api/programs", json={"name": "robot"}).json()["token"]
    robot.client.headers["Authorization"] = f"Bearer {token}"
    found.hide(token, PROGRAM)
    director.post("/club/members", name="Olga Belova", rank="I", club_number="7")
    found.known = {role: ["/"] for role in ROLES}


# --- what people do in the house ---


def _looks_back(found: Furnished) -> None:
    """Comments, other moves, a table with programs, a game gone on with: as scripts send them."""
    owner = found.people[OWNER]
    number = found.games["finished"][0]
    forget_rates()
    move = str(owner.get(f"/game/{number}/tree").json()["moves"][0]["id"])
    action = owner.get(f"/game/{number}/positions").json()["positions"][0]["actions"][0]["text"]
    owner.post(f"/game/{number}/comment/{move}", comment="well played", mark="!")
    owner.post(f"/game/{number}/variation", after="", action=action)
    owner.post(f"/game/{number}/branch", after=move)
    owner.post(f"/table/{number}/again")
    for game in found.games["gathering"]:
        owner.post(f"/table/{game}/programs")
    owner.post(f"/play/{game_names()[0]}")
    form = {"form": owner.token}
    owner.client.post("/home-network", data=form, headers={"Host": AT_HOME})
    judged = f"/game/{found.games['faulty'][0]}/analysis"
    analyses = found.house.app.state.analyses
    nobody = analyses.__dict__.pop("adviser")
    told = owner.post(judged).json()
    while told["done"] < told["total"] and not told["problem"]:
        time.sleep(0.05)
        told = owner.get(judged).json()
    analyses.adviser = nobody
    found.people[SPECTATOR].post("/join", name="Eve")
    grammar = owner.get("/grammar").text
    typed = re.search(r"<textarea[^>]*>([^<]*)", grammar)
    owner.post("/grammar/check", grammar=typed[1] if typed else "", text=typed[1] if typed else "")
    _programs(found)


def _programs(found: Furnished) -> None:
    """A table that a program has opened, with a person at it, and one with two programs."""
    program = other = found.people[PROGRAM]
    made = program.client.post("/api/tables", json={"game": game_names()[0], "watched": False})
    table = made.json()
    number = table["table"]["number"]
    for each in table["invitations"]:
        found.hide(each["key"], PROGRAM)
        found.people[OPPONENT].client.post(
            f"/table/{number}/sit/{each['key']}",
            data={"form": found.people[OPPONENT].token},
        )
    seen = program.client.get(f"/api/tables/{number}").json()
    act = {"action": seen["actions"][0]["text"]} if seen["actions"] else {"action": "?"}
    program.client.post(f"/api/tables/{number}/actions", json=act)
    found.games["programs"] = [number]
    table = program.client.post("/api/tables", json={"game": game_names()[0]}).json()
    number, key = table["table"]["number"], table["invitations"][0]["key"]
    other.client.post(f"/api/tables/{number}/seats/{key}")
    settled(found, found.house.table(number), GameEnd(None, Ending.RESIGNATION))
    program.client.post(f"/api/tables/{number}/next")
    found.known[PROGRAM].append(f"/api/tables/{number}")


def _files(found: Furnished) -> None:
    """Games are taken home, and come back as those of a file."""
    owner, before = found.people[OWNER], _count(found)
    used: set[str] = set()
    for number in found.games["finished"]:
        game = found.house.live_tables.archive.read(queries.game, number).game
        for each in formats(game):
            if each.name in used:
                continue
            used.add(each.name)
            forget_rates()
            text = owner.client.get(f"/game/{number}/as/{each.name}").text
            file = (f"evening{each.suffixes[0]}", text.replace("Boris", "Benno"))
            form = {"data": {"form": owner.token}, "files": {"file": file}}
            while owner.client.post("/archive/import", **form).status_code != 200:
                time.sleep(0.1)
    running = owner.client.get(f"/game/{found.games['running'][0]}/as/json").text
    form["files"] = {"file": ("running.jsonl", running)}
    while owner.client.post("/archive/import", **form).status_code != 200:
        time.sleep(0.1)
    owner.post(f"/game/{_count(found)}/resume")
    found.games["imported"] = list(range(before + 1, _count(found) + 1))


def _count(found: Furnished) -> int:
    with database(found) as archive:
        return int(archive.execute("select max(id) from games").fetchone()[0])


def _child(found: Furnished) -> None:
    """A child in its room, which has begun a game, learned something and has a puzzle."""
    visitor = found.people[CHILD]
    token = visitor.token
    visitor.post("/child/enter", name="Petya", code=CODE)

    def post(path: str, **form: str) -> Any:
        forget_rates()
        return visitor.client.post(path, data={"form": token, **form})

    shelf = re.findall(r'href="(/child/learn/[^"]+)"', visitor.get("/child/learn").text)
    for lesson in shelf[:2]:
        told = post(f"{lesson}/try").json()
        post(f"{lesson}/try", action=told["best"])
    friends = next(name for name in game_names() if game_class(name).friends)
    number = visitor.opened(post(f"/child/play/{friends}"))
    found.games["child"] = [number]
    table = found.house.table(number)
    found.house.wait_for(_child_to_move, table)
    found.house.live_tables.archive.read(queries.game, number)
    _puzzle(found)
    post("/child/leave", code=CODE)
    visitor.post("/child/enter", name="Petya", code=CODE)
    found.people[OWNER].post("/puzzle/1/try")
    found.known[CHILD] += ["/child", f"/table/{number}"]


async def _child_to_move(table: Table) -> None:
    """Wait until the friend has done what it does."""
    while table.state.turn >= 0 and table.setting.chairs[table.state.turn].bot is not None:
        await anyio.sleep(0.01)


def _puzzle(found: Furnished) -> None:
    """A moment of a finished game in which another move was better."""
    with database(found) as archive:
        game = found.games["finished"][0]
        move, notation = archive.execute(
            "select id, notation from moves where game_id = ? and ordinal = 3", (game,)
        ).fetchone()
        for name in ("Anna", "Petya"):
            (player,) = archive.execute(
                "select id from players where name = ? and not imported", (name,)
            ).fetchone()
            archive.execute(
                "insert into puzzles (game_id, move_id, player_id, best, best_value, cost, made)"
                " values (?, ?, ?, ?, 1, 1, '2026-01-01 00:00:00')",
                (game, move, player, notation),
            )
            (move,) = archive.execute(
                "select id from moves where game_id = ? and ordinal = 4", (game,)
            ).fetchone()


# --- evenings ---


def _hold_links(found: Furnished, club: Club) -> None:
    """Who has which link of an evening; that of the players is everybody's."""
    stored, event = club.kept.stored, club.kept.event
    keys = {role: Link("players").key(stored.secret) for role in ROLES}
    keys |= {PHONE: TABLES_KEY.key(stored.secret), DIRECTOR: DIRECTORS_KEY.key(stored.secret)}
    links = [DIRECTORS_KEY, *(Link("table", each) for each in event.tables)]
    links += [Link("contestant", each) for each in event.contestants]
    for link in links:
        key = link.key(stored.secret)
        found.hide(key, DIRECTOR, *([PHONE] if link == TABLES_KEY else []))
        found.instead[key] = keys
    found.hide(stored.secret, DIRECTOR)
    found.instead[Link("players").key(stored.secret)] = keys
    for role in ROLES:
        found.known[role].append(f"/club/{club.code}/{keys[role]}")


def _evening(found: Furnished, unknown_to: str) -> None:
    """An evening of which the first round has begun; one table has a result that others may not
    see yet."""
    director = found.people[DIRECTOR]
    forget_rates()
    club = seated_evening(found.house, director=director)
    path = club.path(DIRECTORS_KEY)
    director.post(f"{path}/deals", seed="8" if unknown_to else "7")
    club.send(DIRECTORS_KEY, deed("r1", "round-begun", round=1, minutes=20))
    for number, result in ((2, "pass"), (1, "3NT N -1" if unknown_to else "4♠ S =")):
        board = club.kept.event.boards_at(1, number)[0]
        slot = {"round": 1, "table": number, "board": board}
        link, sent = Link("table", number), {**slot, "result": result}
        who = found.people[PHONE] if link == TABLES_KEY else director
        for kind in ("entered", "confirmed"):
            body = json.dumps([{**deed(f"{kind}{number}", kind, **sent), "sure": True}])
            answer = who.client.post(f"{club.path(link)}/deeds", content=body)
            assert answer.json()["replies"][0]["refusal"] is None, answer.text
    _hold_links(found, club)
    file = director.client.get(f"{path}/file").content
    form = {"data": {"form": director.token}, "files": {"file": ("evening.jsonl", file)}}
    director.client.post("/club/file", **form)
    forget_rates()
    swiss = opened_evening(found.house, director=director)
    path = swiss.path(DIRECTORS_KEY)
    director.post(f"{path}/seats", chosen="1", kind="swiss", boards="2", hours="3")
    _hold_links(found, swiss)
    swiss.send(DIRECTORS_KEY, deed("r1", "round-begun", round=1, minutes=20))
    for (number, table), _ in list(swiss.kept.event.seatings.items()):
        for board in swiss.kept.event.boards_at(number, table):
            slot = {"round": number, "table": table, "board": board}
            for kind in ("entered", "confirmed"):
                played = deed(f"{kind}{table}{board}", kind, **slot, result="pass")
                swiss.send(DIRECTORS_KEY, {**played, "sure": True})
    director.post(f"{path}/draw", after="1")


def _locked_evening(found: Furnished, unknown_to: str) -> None:
    """An evening at live tables, of which one table has played a board."""
    forget_rates()
    director = found.people[DIRECTOR]
    names = "\n".join(f"Vera {n} – Gleb {n}" for n in range(1, 5))
    club = opened_evening(found.house, names=names, director=director)
    path = club.path(DIRECTORS_KEY)
    director.post(f"{path}/seats", chosen="1", kind="howell", boards="3")
    director.post(f"{path}/deals", seed="8" if unknown_to else "7")
    club.send(DIRECTORS_KEY, deed("s", "changed", settings={"online": "1"}))
    club.send(DIRECTORS_KEY, deed("r1", "round-begun", round=1, minutes=20))
    (sitting,) = club.kept.event.online.values()
    archive = found.house.live_tables.archive
    table = found.house.table(archive.read(sittings.sitting, sitting).games[0].id)
    for chair in table.setting.chairs:
        chair.holders = [f"guest:{chair.player}"]
    moved(found, table, _won(table.game, table.state.deal, 6 if unknown_to else 5), LONGEST)
    wait_for_results(club, 1)
    _hold_links(found, club)
    found.games["closed"] = [*found.games.get("closed", ()), table.number]


def _won(rules: Game, deal: str, seed: int) -> list[str]:
    """A whole game from a deal that the first seat wins: who has won is counted for everybody."""
    while True:
        moves, state = planned(rules, deal, seed, LONGEST), rules.restore(deal)
        for text in moves:
            state = state.play(rules.read(text))
        if state.scores()[0] > 0:
            return moves
        seed += 2


# --- studies ---


def _studies(found: Furnished) -> None:
    """Studies of each kind as their commands make them, one of them from a single deal."""
    tree = ["--deals=1", "--contract=4S", "--seed=1", "--depth=2", "--leaf=1", "--target=tricks"]
    more = ["--deals=30", "--contract=4S", "--seed=1", "--depth=2", "--leaf=5"]
    lab = ["pass", "2NT", "--auction=1NT pass ?", "--deals=10", "--seed=1"]
    for place, (kind, arguments) in enumerate((("tree", tree), ("tree", more), ("lab", lab))):
        folder = found.house.folder / "studies" / f"{place:012x}"
        folder.mkdir(parents=True)
        files = [f"--{name}={folder / file}" for name, file in FILES.items()]
        extras = [*files, "--rules"] if kind == "tree" else []
        told = io.StringIO()
        with redirect_stdout(told):
            app([*COMMANDS[kind], *arguments, *extras, "--jobs=1", "--json"], standalone_mode=False)
        (folder / "answer.json").write_text(told.getvalue(), encoding="utf-8")
        question = {"kind": kind, "arguments": arguments, "title": f"study {place}"}
        (folder / "question.json").write_text(json.dumps(question), encoding="utf-8")
    director = found.people[DIRECTOR]
    asked = {"deals": "2000", "seed": "1", "depth": "2", "leaf": "5", "contract": "4S"}
    begun = director.post("/trees", **asked)
    director.post(f"{begun.headers['location']}/stop")
    asked |= {"auction": "1NT pass ?", "alternatives": "pass, 2NT"}
    begun = director.post("/lab", **asked)
    director.post(f"{begun.headers['location']}/stop")


def _tournament(found: Furnished) -> None:
    """A tournament of the quickest bots of the first game."""
    forget_rates()
    game = game_names()[0]
    director = found.people[DIRECTOR]
    bots = ", ".join(list(game_class(game).opponents.values())[:2])
    answer = director.post(f"/tournaments/new/{game}", bots=bots, games="2", seed="1")
    number = answer.headers["location"].rpartition("/")[2]
    tournaments: Tournaments = found.house.app.state.tournaments
    end = time.monotonic() + 120
    while not found.house.wait_for(tournaments.find, int(number)).finished:
        assert time.monotonic() < end, "the tournament does not end"
        time.sleep(0.05)
    forget_rates()
    answer = director.post(f"/tournaments/new/{game}", bots=bots, games="2000", seed="2")
    director.post(f"{answer.headers['location']}/cancel")

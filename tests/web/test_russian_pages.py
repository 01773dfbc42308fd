"""Every refusal of the site, provoked by somebody who reads Russian: no English word is in it."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from starlette.testclient import TestClient

import igroteka
from igroteka.basics.processes import Hang
from igroteka.club.links import Role
from igroteka.contract import IgrotekaError
from igroteka.games.substitution.grammar import named_grammars
from igroteka.records.record import Record
from igroteka.registry import bot_names, formats, game_class, game_names
from igroteka.tables.setting import Chair
from igroteka.text import Text
from igroteka.web import budgets, home_network, passwords, socket, study_jobs
from igroteka.web.imports import MOST_WAITING
from igroteka.web.pages import common, people
from tests.russian import RUSSIAN, latin
from tests.web.clubs import deed, opened, seated
from tests.web.russian import russian
from tests.web.visiting import House, Visitor, bot

PACKAGE = Path(igroteka.__file__).parent
DIRECTOR = Role("director")
TYPED = {
    word
    for text in (
        "Anna Boris Vera chess nobody games seed won drawn lost of /me White Ivanov system",
        "Monday key kind body usebio csv html",
        *socket.HANDLERS,
        *(field.name for field in fields(Record)),
        *named_grammars(),
        *(" ".join([each.name, *each.suffixes]) for each in formats()),
        *(option.name for name in game_names() for option in game_class(name).option_list),
        *(bot for name in game_names() for bot in bot_names(name)),
    )
    for word in re.findall(r"\w+", text)
}
"""What these visitors type, and what they are told that they could type: names, fields, endings."""
ELSEWHERE = {
    "a form says how long it is": "browsers always say it",
    "the house is closing": "nobody hears it but a bot's question",
    "took more than {count} s for a move": "takes a minute; said of bots in test_bots",
    "{text} is no action of this game": "takes a bot that answers with something else",
    "the adviser does not know what to say": "takes an adviser that dies",
    "the adviser failed: {reason}": "takes an adviser that dies",
    "a player is one of {names}, not {text}": "no page makes players of other kinds",
    "a player's name has 1 to {count} characters": "pages refuse the name before",
    "the name {name} is that of a {kind} already": "pages refuse the name before",
    "game {number} has no move {move}": "pages know the moves before the archive is asked",
    "no bot of this game gives hints": "every game has an adviser",
    "no bot of {game} can judge moves": "every game has an adviser",
    "the game would be over before it begins; choose another start": "said in test_tables",
    "too many requests at once; wait a little and try again": "counted in test_security",
    "many sign in just now; try again in a minute": "counted in test_budgets",
    "too many passwords come from where you are; wait a minute": "counted in test_budgets",
    "wait for the answer to your last wish": "takes an adviser that is slow enough",
    "game {number} was not played at a table of this house": "takes an imported game",
    "this tournament is over already": "said in test_running_tournaments",
    "only who began a tournament can stop it": "said in test_running_tournaments",
    "many tournaments of yours wait; begin it when one is over": "counted in test_tournaments",
    "the position has changed since; look again": "takes two moves at once",
    "a line has at most {count} letters": "programs hear it, in English",
    "too many are at the door; come again later": "programs hear it, in English",
    "too many lines at once": "programs hear it, in English",
    "too many tables are open to programs; come again later": "takes twenty tables",
    "{host}:{port} can't be listened at: {reason}": "pages ask for any free port",
    "at table {table} there are {people} people for {seats} seats": "takes a table on the net",
    "others have still to play this board; it is shown when all have": "takes a table on the net",
}
"""Refusals that are not provoked here, and why."""
ROOMS = ("web", "tables", "archive/accounts.py", "archive/remarks.py", "archive/tokens.py")


def refusals() -> Iterator[str]:
    """The template of every refusal that the rooms of the site raise."""
    for room in ROOMS:
        found = PACKAGE / room
        for path in sorted(found.rglob("*.py")) if found.is_dir() else [found]:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                    for said in node.exc.args:
                        if isinstance(said, ast.Call) and ast.unparse(said.func) in TEXTS:
                            yield ast.literal_eval(said.args[0])


TEXTS = ("Text", "plural")


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[Text]:
    """Every refusal, as it is raised."""
    heard: list[Text] = []
    make = IgrotekaError.__init__

    def listening(self: IgrotekaError, *arguments: Any) -> None:
        make(self, *arguments)
        heard.append(self.sentence)

    monkeypatch.setattr(IgrotekaError, "__init__", listening)
    return heard


def pages(house: House) -> None:
    """Addresses and forms that are wrong."""
    anna = russian(house, "Anna")
    for address in (
        *("/nowhere", "/new/chess", "/table/999", "/table/x", "/game/999", "/tournaments/999"),
        *("/new/draughts?variant=chess", "/new/draughts?nonsense=1", "/new/durak?players=9"),
        *("/grammar?name=nonsense", "/archive?since=x", "/archive?game=chess"),
        *("/archive?position=x", "/archive?result=x&player=Anna", "/archive?result=won"),
        "/archive?sitting=x",
    ):
        anna.get(address)
    opened = {"seat0": "me", "seat1": "invite"}
    for wrong in (
        *({"seat0": "x"}, {"seat1": "bot:nobody"}, {"seat1": "bot:external(cat)"}),
        *({"seat1": "bot:engine(depth=99)"}, {"seat1": "here", "name1": "Anna"}),
        *({"seat1": "here", "name1": "x" * 99}, {"seat1": "here", "name1": "\u2800"}),
        *({"take_back": "x"}, {"hints": "x"}, {"minutes": "x"}, {"minutes": "99999"}),
    ):
        anna.post("/new/draughts", **{**opened, **wrong})
    anna.post("/new/bridge", minutes="5", seat0="me")
    anna.post("/new/bridge", seat0="bot:simple(system=x.toml)")
    anna.post("/new/substitution", **{"option-grammar": "x.xml"})
    anna.post("/new/substitution", **{"option-grammar": "S->" + "a" * 5000})
    for wrong in (
        *({"bots": "random"}, {"bots": "random, nobody"}, {"games": "x"}, {"games": "999999999"}),
        *({"seed": "-1"}, {"bots": "random, " * 41}),
    ):
        form = {"bots": "random, smart-random", "games": "1", "seed": "1", **wrong}
        anna.post("/tournaments/new/substitution", **form)
    for grammar, weights in (("", ""), ("x" * 9999, ""), ("S->", ""), ("S->a", "x"), ("A->a", "")):
        anna.post("/grammar/check", grammar=grammar, weights=weights)
    anna.client.post("/wishes", data={"form": "stolen"})


def files(house: House) -> None:
    """Files that can't be taken in."""
    anna = russian(house, "Anna")
    token = anna.token
    anna._kept(anna.client.post("/archive/import", data={"form": token}))
    for name, content in (
        *(("x.txt", ""), ("x.jsonl", "{"), ("x.jsonl", "[]"), ("x.jsonl", '{"game": "chess"}')),
        ("x.jsonl", '{"game": "durak", "options": {}, "players": [1], "deal": "", "x": 1}'),
        ("x.jsonl", '{"game": "durak", "options": {}, "players": [1], "deal": ""}'),
        ("x.jsonl", '{"game": "durak", "options": {}, "players": ["Anna", "Boris"], "deal": ""}'),
        *(("x.pdn", "1. c3-c4 *"), ("x.pdn", "1. c3-d4 ) *"), ("x.pdn", "{"), ("x.pdn", "[White")),
        ("x.pdn", '[GameType "99"]\n1. c3-d4 *'),
        *(("x.pbn", '[Deal "x"]'), ("x.pbn", "{"), ("x.lin", "md|x|"), ("x.lin", "x|")),
        ("x.pdn", "x" * (budgets.LARGEST_FILE + 1)),
        ("x.pdn", "x" * (budgets.LARGEST_FORM + 1)),
    ):
        upload = {"file": (name, content.encode())}
        anna._kept(anna.client.post("/archive/import", data={"form": token}, files=upload))
    imports, upload = house.app.state.imports, {"file": ("x.pdn", b"1. c3-d4 *")}
    for busy in ({anna.mark}, set(map(str, range(MOST_WAITING)))):
        with patch.object(imports, "_waiting", busy):
            anna._kept(anna.client.post("/archive/import", data={"form": token}, files=upload))
    with patch.object(imports._readers[-1], "ask", side_effect=Hang):
        anna._kept(anna.client.post("/archive/import", data={"form": token}, files=upload))


def at_tables(house: House) -> None:
    """What can't be done at a table."""
    anna, boris, vera = (russian(house, name) for name in ("Anna", "Boris", "Vera"))
    seats = (anna.chair("Anna"), boris.chair("Boris"))
    table = house.seat("draughts", {}, *seats, take_back="agreement")
    with anna.at(table.number) as hers, boris.at(table.number) as his:
        for wrong in ({"action": "c3-c4"}, {"action": "x"}, {"action": 1}, {"nonsense": 1}):
            hers.refused(**wrong)
        hers.refused(action="c3-d4", after="x")
        hers.refused(action="c3-d4", seat=1)
        hers.refused(action="c3-d4", seat=9)
        hers.refused(look="x")
        hers.refused(answer=True)
        hers.refused(take_back=True)
        his.refused(action="c3-d4")
        his.refused(hint=True)
        his.refused(hint=4)
        hers.session.send_text("x" * (socket.LONGEST_MESSAGE + 1))
        hers.session.send_text("{")
        hers.session.send_text("[]")
        hers.session.send_text('{"action": "\\ud800"}')
        hers.session.send_text("[" * 3000)
        hers.until(lambda: len(hers.refusals) >= 14)
        hers.send(draw=True)
        his.until(lambda: bool(his.seen["table"]["offer"]))
        hers.refused(answer=True)
        hers.refused(draw=True)
        his.send(answer=False)
        hers.until(lambda: not hers.seen["table"]["offer"])
        hers.send(pause=True)
        hers.until(lambda: hers.phase == "paused")
        hers.refused(action="c3-d4")
        hers.send(pause=False)
        hers.until(lambda: hers.phase == "playing")
        with vera.at(table.number) as hers_too:
            hers_too.refused(action="c3-d4")
        hers.send(resign=True)
        hers.until(lambda: hers.phase == "over")
        hers.refused(action="c3-d4")
        hers.refused(pause=True)
    vera.post(f"/table/{table.number}/again")
    vera.get(f"/table/{table.number}/sit/nonsense")


def other_tables(house: House) -> None:
    """Tables with rules of their own."""
    anna, vera = russian(house, "Anna"), russian(house, "Vera")
    strict = house.seat("draughts", {}, anna.chair("Anna"), bot(), take_back="off", hints=0)
    with anna.at(strict.number) as hers:
        hers.refused(hint=True)
        hers.refused(take_back=True)
    chairs = (anna.chair("A"), anna.chair("B"))
    child = house.seat("draughts", {}, *chairs, take_back="free", take_backs=0)
    with anna.at(child.number) as hers:
        hers.play("c3-d4")
        hers.refused(take_back=True)
    board = house.seat("bridge", {}, *(anna.chair(name) for name in ("N", "E", "S", "W")))
    with anna.at(board.number) as hers:
        hers.refused(resign=True)
        hers.refused(draw=True)
        hers.refused(hint=True)
    open_seat = house.seat("draughts", {}, anna.chair("Anna"), Chair())
    with anna.at(open_seat.number) as hers:
        hers.refused(action="c3-d4")
    key = open_seat.setting.chairs[1].key
    vera.post(f"/table/{open_seat.number}/sit/{key}", name="Anna")
    anna.post(f"/table/{open_seat.number}/again")
    private = house.seat("draughts", {}, anna.chair("Anna"), bot(), watched=False)
    vera.get(f"/table/{private.number}")
    vera.post(f"/table/{board.number}/programs")
    vera.get(f"/game/{private.number}")


def kept_games(house: House) -> None:
    """What can't be done with a game of the archive."""
    anna = russian(house, "Anna")
    table = house.seat("draughts", {}, anna.chair("A"), anna.chair("B"))
    cards = house.seat("durak", {}, anna.chair("A"), bot())
    number = table.number
    nobody = russian(house)
    nobody.post(f"/game/{number}/comment/0", comment="x")
    anna.post(f"/game/{number}/comment/999", comment="x")
    anna.post(f"/game/{number}/comment/0", comment="x" * 99_999)
    anna.post(f"/game/{number}/comment/0", comment="x", mark="x")
    anna.post(f"/game/{number}/variation", after="999", action="c3-d4")
    anna.post(f"/game/{number}/variation", action="c3-c4")
    anna.get(f"/game/{number}/as/pbn")
    anna.get(f"/game/{number}/as/nonsense")
    russian(house, "Vera").get(f"/game/{cards.number}/tree")
    with anna.at(number) as hers:
        hers.send(resign=True)
        hers.until(lambda: hers.phase == "over")
    ended = house.seat("draughts", {"start": "W:Wa7:Bh8"}, anna.chair("A"), anna.chair("B"))
    with anna.at(ended.number) as hers:
        hers.play("a7-b8")
        while hers.phase == "playing":
            hers.play(hers.actions[0])
    last = house.live_tables._tables[ended.number].head
    anna.post(f"/game/{ended.number}/branch", after=str(last))
    anna.get(f"/game/{ended.number}/expects", after=str(last))
    anna.get(f"/game/{ended.number}/expects")
    form = {"bots": "random, smart-random", "games": "1", "seed": "1", "option-turns": "1"}
    begun = anna.post("/tournaments/new/substitution", **form)
    anna.get(f"{begun.headers['location']}/games/999")


def names(house: House) -> None:
    """Names and passwords."""
    anna, boris = russian(house), russian(house)
    anna.post("/wishes", name="x" * 99)
    anna.post("/wishes", name="\u2800")
    anna.post("/wishes", name="\u0410nna")
    anna.post("/me/register", name="Anna", password="x")
    anna.post("/me/register", name="Anna", password="long enough to be one")
    boris.post("/wishes", name="Anna")
    boris.post("/me/password", old="x", new="y")
    anna.post("/me/password", old="x", new="y")
    for _ in range(7):
        boris.post("/me/sign-in", name="Anna", password="wrong")
    anna.post("/me/programs", program="Anna")
    anna.post("/me/programs/999/revoke")
    anna.post("/me/sessions/99/end")
    russian(house, "Vera").post("/me/sessions/end-others")


def clubs(house: House) -> None:
    """Evenings of people: what a director, phones and spectators may not do."""
    club, other = seated(house), seated(house, "bridge butler")
    empty = opened(house)
    director, players = club.path(DIRECTOR), club.path(Role("players"))
    anna = club.director
    anna.client.headers["accept-language"] = "ru"
    anna.post("/club", name=" ", day="2026-11-16", scoring="bridge matchpoints")
    anna.post("/club", name="Anna", day="nobody", scoring="bridge matchpoints")
    for codes in ("", f"events={empty.code}", f"events={club.code}&events={other.code}"):
        anna.get(f"/club/sessions?{codes}")
    for where in ("desk/1/1/999", "export/nobody", "proposals?boards=nobody", "proposals?stay=99"):
        anna.get(f"{director}/{where}")
        anna.get(f"{empty.path(DIRECTOR)}/{where}")
    anna.post(f"{director}/deals", seed="nobody")
    anna.post(f"{director}/deals", seed="7")
    anna.post(f"{empty.path(DIRECTOR)}/rest", after="0")
    for where in ("board/1", "export/pbn", "history"):
        anna.get(f"{players}/{where}")
    for content in (b"{}", b"[" + b"{}," * 200 + b"{}]", b" " * (1 << 21)):
        anna.client.post(f"{players}/deeds", content=content)
    other_cards = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    club.send(
        Role("table", 1),
        deed("a", "called", table=2),
        deed("b", "dealt", board=1, deal=other_cards),
        deed("c", "closed"),
    )
    club.send(Role("contestant", 1), deed("d", "called", table=99))
    club.send(DIRECTOR, deed("e", "changed", settings={"results": "director"}))
    anna.get(f"{players}/results")


def studies(house: House) -> None:
    """Trees and bidding questions that can't be made or looked into."""
    anna = russian(house)
    form = {"source": "made", "deals": "10", "seed": "1", "depth": "2", "leaf": "1"}
    anna.post("/trees", **{**form, "deals": "nobody"})
    anna.post("/trees", **{**form, "source": "file"})
    upload = {"file": ("x.txt", b"nothing")}
    anna._kept(anna.client.post("/trees", data={"form": anna.token, **form}, files=upload))
    anna.post("/lab", alternatives="pass", deals="10", seed="1")
    for _ in range(study_jobs.MOST_OF_HOUSEHOLD + 1):
        anna.post("/trees", **{**form, "deals": "5000"})
    for job in house.app.state.study_jobs.all("tree"):
        russian(house).post(f"/trees/{job.name}/stop")
        anna.post(f"/trees/{job.name}/stop")
    anna.get("/trees/nothing")
    folder = house.folder / "studies" / "0123456789ab"
    folder.mkdir(parents=True)
    asked = {"kind": "tree", "arguments": [], "title": ""}
    (folder / "question.json").write_text(json.dumps(asked))
    anna.get("/trees/0123456789ab/node/0")
    (folder / "answer.json").write_text(json.dumps({"tree": {"node": 0}, "classes": []}))
    (folder / "records.jsonl").write_text("")
    anna.get("/trees/0123456789ab/node/7")
    anna.get("/trees/0123456789ab/deal/7")
    anna.get("/lab/0123456789ab")


def programs(house: House) -> None:
    """What programs hear."""
    anna = russian(house)
    anna.client.get("/api/tables/1")
    anna.client.get("/api/tables/1", headers={"authorization": "Bearer nonsense"})
    token = anna.client.post("/api/programs", json={"name": "Robot"}).json()["token"]
    headers = {"authorization": f"Bearer {token}"}
    for body in ({"game": "chess"}, {"game": "draughts", "seats": [{}]}, {"game": "draughts"}):
        anna.client.post("/api/tables", json=body, headers=headers)


def strangers(house: House) -> None:
    """A house open to a network."""
    anna = russian(house)
    anna.post("/new/draughts", seat0="me")
    anna.client.post("/api/programs", json={"name": "Robot"})
    anna.post("/me/register", name="Anna", password="long enough to be one")
    upload = {"file": ("x.pdn", b'[White "Boris"]\n1. c3-d4 *')}
    anna._kept(anna.client.post("/archive/import", data={"form": anna.token}, files=upload))
    anna.post("/game/1/resume")
    made = anna.post("/me/programs", program="Robot").text
    secret = made.partition('<pre id="secret">')[2].partition("<")[0]
    anna.post("/me/programs/1/revoke")
    anna.client.get("/api/tables/1", headers={"authorization": f"Bearer {secret}"})


def children(house: House) -> None:
    """A child's room, from outside and from inside."""
    anna = russian(house, "Anna")
    anna.get("/child/learn")
    token = anna.token
    anna.post("/child/enter", name="Vera", code="x")
    anna.post("/child/enter", name="Vera", code="2580")
    anna.get("/child/learn/draughts/nonsense")
    for path in ("/child/play/bridge", "/child/leave"):
        anna._kept(anna.client.post(path, data={"form": token, "code": "0000"}))


def at_home(house: House) -> None:
    """A house with a door to the home network."""
    door = house.app.state.home_door
    client = TestClient(house.app, "http://localhost", client=("127.0.0.1", 1))
    client.portal = house._door.portal
    owner, stranger = Visitor(house, client), russian(house)
    owner.post("/home-network", open="yes")
    stranger.post("/home-network", open="yes")
    with patch.object(door, "keeper", object()), patch.object(home_network, "own_networks", list):
        owner.post("/home-network", open="yes")
    russian(house, "Vera").post("/play/draughts", bot_draughts="random")
    with patch.object(door, "open", True):
        stranger.post("/me/register", name="Vera", password="long enough to be one")


def hurried(house: House) -> None:
    """Too much at once."""
    anna = russian(house, "Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot())
    with anna.at(table.number) as hers:
        for _ in range(200):
            hers.send(answer=True)
        hers.until(lambda: any("подождите" in reason for reason in hers.refusals))


def test_every_refusal_of_the_site_is_said_in_russian(
    house: House, tmp_path: Path, said: list[Text]
) -> None:
    for provoke in (
        pages,
        files,
        at_tables,
        other_tables,
        kept_games,
        programs,
        children,
        hurried,
        names,
        clubs,
        studies,
        at_home,
    ):
        for rate in (common.FORM_RATE, people.SIGN_IN_RATE, *passwords.RATES, socket.RATE):
            rate._stores.clear()
        provoke(house)
    (tmp_path / "open").mkdir()
    with House(tmp_path / "open", accounts=True).open() as public:
        strangers(public)
    english = {
        RUSSIAN(text): left
        for text in said
        if (left := [word for word in latin(RUSSIAN(text)) if word not in TYPED])
    }
    assert not english, "\n".join(f"{left}: {text}" for text, left in english.items())
    provoked = {text.template for text in said}
    missing = set(refusals()) - provoked - set(ELSEWHERE)
    assert missing == set()
    assert set(ELSEWHERE) <= set(refusals())


def test_the_pages_of_refusals_are_russian(house: House) -> None:
    anna = russian(house, "Anna")
    for address in ("/nowhere", "/table/999", "/archive?since=x", "/new/draughts?variant=chess"):
        page = anna.get(address).text
        shown = re.findall(r'class="[^"]*(?:alert|sentence)[^"]*"[^>]*>([^<]+)<', page)
        assert shown
        assert all(not set(latin(text)) - TYPED for text in shown), shown

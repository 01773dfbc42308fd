"""The interface for programs: described in full, and enough to play a game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute

from igroteka.web import api
from tests.web import house as outside
from tests.web.visiting import House

ROOT = Path(__file__).parents[2]


def test_every_route_is_described(house: House) -> None:
    paths: dict[str, Any] = house.visitor().get("/api/openapi.json").json()["paths"]
    routes = [route for route in api.router.routes if isinstance(route, APIRoute)]
    assert {route.path for route in routes} == set(paths)
    for route in routes:
        for method in route.methods or ():
            described = paths[route.path][method.lower()]
            assert described["description"] == route.description != ""
            refusals = set(described["responses"]) - {"200", "201"}
            assert {"400", "403"} <= refusals, (route.path, refusals)


def test_the_pages_are_no_part_of_the_interface(house: House) -> None:
    paths = house.visitor().get("/api/openapi.json").json()["paths"]
    assert all(path.startswith("/api/") for path in paths)


def test_the_page_of_the_interface_shows_the_example() -> None:
    example = (ROOT / "examples" / "table_bot.py").read_text().strip()
    assert example in (ROOT / "docs" / "api.md").read_text()
    assert len([line for line in example.splitlines() if line]) <= 25


def test_the_example_plays_whole_games(tmp_path: Path) -> None:
    with outside.House(tmp_path) as house:
        for game in ("durak", "draughts"):
            command = [sys.executable, str(ROOT / "examples" / "table_bot.py")]
            played = subprocess.run(
                [*command, house.address, f"bot of {game}", game],
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )
            assert played.returncode == 0, played.stderr
            assert played.stdout.startswith(("1 [", "2 ["))


@pytest.fixture
def client(house: House) -> Any:
    client = house.visitor().client
    token = client.post("/api/programs", json={"name": "robot"}).json()["token"]
    client.headers["Authorization"] = f"Bearer {token}"
    return client


def test_a_game_is_opened_seen_and_played_over_http(house: House, client: Any) -> None:
    opened = client.post("/api/tables", json={"game": "draughts"}).json()
    number = opened["table"]["number"]
    other = house.visitor().client
    token = other.post("/api/programs", json={"name": "other"}).json()["token"]
    other.headers["Authorization"] = f"Bearer {token}"
    key = opened["invitations"][0]["key"]
    assert client.post(f"/api/tables/{number}/seats/{key}").status_code == 400, "no seat twice"
    assert other.post(f"/api/tables/{number}/seats/{key}").status_code == 200
    played = client.post(f"/api/tables/{number}/actions", json={"action": "c3-d4"})
    assert [move["text"] for move in played.json()["moves"]] == ["c3-d4"]
    refused = client.post(f"/api/tables/{number}/actions", json={"action": "e3-f4"})
    assert (refused.status_code, list(refused.json())) == (400, ["error"])
    assert client.get(f"/api/tables/{number}").json()["moves"] == played.json()["moves"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"game": "chess"},
        {"game": "durak", "options": {"players": "9"}},
        {"game": "durak", "options": {"nothing": "9"}},
        {"game": "durak", "seats": [{"kind": "me"}]},
        {"game": "durak", "seats": [{"kind": "me"}, {"kind": "me"}]},
        {"game": "durak", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "x"}]},
        {"game": "durak", "minutes": -1},
        {"game": "bridge", "reckoning": "nothing"},
        {"game": "durak", "pace": "fast"},
    ],
)
def test_a_table_that_cannot_be_is_refused_in_a_sentence(client: Any, body: Any) -> None:
    answer = client.post("/api/tables", json=body)
    assert 400 <= answer.status_code < 500
    assert isinstance(answer.json()["error"], str)


def test_a_program_may_ask_to_be_told_how_the_game_went(house: House, client: Any) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    opened = client.post("/api/tables", json={"game": "draughts", "seats": seats}).json()["table"]
    with client.websocket_connect(f"/api/tables/{opened['number']}/socket?protocol=2") as wire:
        assert wire.receive_json()["protocol"] == 2
        questions: list[Any] = []
        while len(questions) < 3:
            message = wire.receive_json()
            if message["type"] == "choose":
                questions.append(message)
                wire.send_json({"action": message["actions"][0], "after": message["after"]})
    assert [len(question["history"]) for question in questions] == [0, 2, 4]
    assert [each["seat"] for each in questions[2]["history"]] == [0, 1, 0, 1]
    assert questions[2]["history"][0] == {"seat": 0, "text": questions[0]["actions"][0]}


def test_a_socket_of_no_protocol_is_refused(house: House, client: Any) -> None:
    with client.websocket_connect("/api/tables/1/socket?protocol=x") as wire:
        assert "'x' is none of the protocols 1 or 2" in wire.receive_json()["reason"]

"""Two servers on one archive: what is done at one is never undone by the other."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.house import House

LONGEST_WAIT = 60.0


@pytest.fixture
def houses(tmp_path: Path) -> Iterator[tuple[House, House]]:
    with House(tmp_path) as one, House(tmp_path) as other:
        yield one, other


class Program:
    """Somebody with a token, which is good at both."""

    def __init__(self, house: House, name: str) -> None:
        answer = httpx.post(f"{house.address}/api/programs", json={"name": name})
        self.headers = {"Authorization": f"Bearer {answer.json()['token']}"}

    def post(self, house: House, path: str, body: Any = None) -> httpx.Response:
        address = f"{house.address}/api{path}"
        return httpx.post(address, json=body, headers=self.headers, timeout=LONGEST_WAIT)

    def moves(self, house: House, number: int) -> list[str]:
        answer = httpx.get(f"{house.address}/api/tables/{number}", headers=self.headers)
        return [move["text"] for move in answer.raise_for_status().json()["moves"]]


def opened(house: House) -> tuple[int, Program, Program]:
    anna, boris = Program(house, "anna"), Program(house, "boris")
    table = anna.post(house, "/tables", {"game": "draughts", "take_back": "free"}).json()
    number, key = table["table"]["number"], table["invitations"][0]["key"]
    boris.post(house, f"/tables/{number}/seats/{key}").raise_for_status()
    return number, anna, boris


def test_the_second_house_leaves_a_table_to_the_first(houses: tuple[House, House]) -> None:
    one, other = houses
    number, anna, boris = opened(one)
    for program, move in ((anna, "c3-d4"), (boris, "d6-c5")):
        program.post(one, f"/tables/{number}/actions", {"action": move}).raise_for_status()
    refused = anna.post(other, f"/tables/{number}/actions", {"action": "b2-c3"})
    assert refused.status_code == 503
    assert "another process of this house leads table" in refused.json()["error"]
    assert anna.moves(one, number) == ["c3-d4", "d6-c5"]


def test_when_the_first_is_killed_the_second_goes_on(houses: tuple[House, House]) -> None:
    one, other = houses
    number, anna, boris = opened(one)
    anna.post(one, f"/tables/{number}/actions", {"action": "c3-d4"}).raise_for_status()
    one.kill()
    until = time.monotonic() + LONGEST_WAIT
    while True:
        answer = boris.post(other, f"/tables/{number}/actions", {"action": "d6-c5"})
        if answer.status_code == 200:
            break
        assert time.monotonic() < until, answer.text
        time.sleep(0.2)
    assert anna.moves(other, number) == ["c3-d4", "d6-c5"]
    one.start()
    assert anna.post(one, f"/tables/{number}/actions", {"action": "b2-c3"}).status_code == 503


def test_a_table_of_either_is_on_the_first_page_of_both(houses: tuple[House, House]) -> None:
    one, _ = houses
    number, anna, _ = opened(one)
    waiting = anna.post(one, "/tables", {"game": "draughts"}).json()["table"]["number"]
    for house in houses:
        page = httpx.get(house.address).text
        assert f'href="/table/{number}"' in page
        assert f'href="/table/{waiting}"' not in page  # nobody has come to it yet

"""`igroteka connect`: a program keeps its seat when the house, or the program itself, was away."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from igroteka.cli.tokens import keep_token, known_token, token_file
from tests.web.house import House

LONGEST_WAIT = 90.0
PROGRAM = """
import json, random, sys, time
starts = 0
for line in sys.stdin:
    message = json.loads(line)
    starts += message["type"] == "start"
    if message["type"] == "choose":
        assert starts == 1, starts
        time.sleep(0.05)
        print(json.dumps({"action": random.choice(message["actions"])}), flush=True)
"""
"""It is told of its game once, however often the connection is made."""


class Evening:
    """A house with one table: a seat for a program, and a bot on the other."""

    def __init__(self, folder: Path, house: House) -> None:
        self.folder = folder
        self.house = house
        (folder / "program.py").write_text(PROGRAM)
        with self.client() as client:
            token = client.post("/api/programs", json={"name": "host"}).json()["token"]
            self.headers = {"Authorization": f"Bearer {token}"}
            wish = {
                "game": "draughts",
                "seats": [{"kind": "invite"}, {"kind": "bot", "bot": "random"}],
            }
            table = client.post("/api/tables", json=wish, headers=self.headers).json()
        self.number = table["table"]["number"]
        key = table["invitations"][0]["key"]
        self.link = f"{house.address}/table/{self.number}/sit/{key}"

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.house.address, timeout=30)

    def connect(self, name: str = "walker", program: str | None = None) -> subprocess.Popen[str]:
        program = program or f"{sys.executable} {self.folder / 'program.py'}"
        command = [sys.executable, "-m", "igroteka", "connect", self.link, program]
        return subprocess.Popen(
            [*command, "--name", name],
            env={**os.environ, "XDG_STATE_HOME": str(self.folder / "state")},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def table(self) -> Any:
        with self.client() as client:
            return client.get(f"/api/tables/{self.number}", headers=self.headers).json()

    def wait_for_moves(self, count: int) -> None:
        patience = time.monotonic() + LONGEST_WAIT
        while len(self.table()["moves"]) < count:
            assert time.monotonic() < patience, "nobody moves"
            time.sleep(0.2)  # the house refuses who asks too often


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with House(tmp_path) as house:
        yield Evening(tmp_path, house)


def finished(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=LONGEST_WAIT)
    return process.returncode, out, err


def test_a_program_plays_on_after_the_house_was_killed(evening: Evening) -> None:
    process = evening.connect()
    evening.wait_for_moves(4)
    evening.house.kill()
    evening.house.start()
    status, out, err = finished(process)
    assert status == 0, err
    assert "The game is over" in out
    assert "The connection is lost" in err
    assert evening.table()["result"]["fault"] is None


@pytest.mark.slow
def test_the_same_command_brings_a_stopped_program_back_to_its_seat(evening: Evening) -> None:
    first = evening.connect()
    evening.wait_for_moves(4)
    first.kill()
    first.communicate()
    assert evening.table()["table"]["phase"] == "playing"
    stranger = finished(evening.connect("stranger"))
    assert stranger[0] == 2
    assert "this link leads to no seat here" in stranger[2]
    status, out, err = finished(evening.connect())
    assert status == 0, err
    assert "The game is over" in out
    assert evening.table()["seats"][0]["player"] == "walker"


def test_a_program_that_moves_illegally_is_sent_away_and_does_not_come_again(
    evening: Evening,
) -> None:
    """What the house says is said in one sentence, without a traceback."""
    cheat = evening.folder / "cheat.py"
    cheat.write_text(PROGRAM.replace('random.choice(message["actions"])', '"a1-h8"'))
    status, _, err = finished(evening.connect(program=f"{sys.executable} {cheat}"))
    assert status == 2
    assert "the house sends the program away: too many moves were refused" in err
    assert "Traceback" not in err
    assert "The connection is lost" not in err


@pytest.mark.parametrize(
    ("program", "sentence"),
    [("no-such-program-anywhere", "can't be started"), ("true", "ended in the middle of the game")],
)
def test_a_program_that_does_not_play_is_named(
    evening: Evening, program: str, sentence: str
) -> None:
    status, _, err = finished(evening.connect(program=program))
    assert status == 2
    assert sentence in err
    assert "Traceback" not in err


def test_a_house_that_has_forgotten_its_programs_gives_a_new_token(evening: Evening) -> None:
    state = evening.folder / "state" / "igroteka" / "tokens.json"
    state.parent.mkdir(parents=True)
    state.write_text(f'{{"{evening.house.address}": {{"walker": "no good"}}}}')
    status, _, err = finished(evening.connect())
    assert status == 0, err
    assert "has forgotten walker" in err
    assert "no good" not in state.read_text()


# --- where tokens are kept ---


def test_tokens_are_kept_for_their_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert known_token("http://a", "walker") is None
    keep_token("http://a", "walker", "one")
    keep_token("http://b", "walker", "two")
    keep_token("http://a", "runner", "three")
    assert known_token("http://a", "walker") == "one"
    assert known_token("http://b", "walker") == "two"
    assert known_token("http://b", "runner") is None
    assert token_file().stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("rubbish", ["", "{", "[]", '{"http://a": 7}', '{"http://a": {"w": 7}}'])
def test_a_spoilt_file_of_tokens_is_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rubbish: str
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    token_file().parent.mkdir(parents=True)
    token_file().write_text(rubbish)
    assert known_token("http://a", "w") is None
    keep_token("http://a", "w", "one")
    assert known_token("http://a", "w") == "one"

"""The house as its users start it, `igroteka serve` in a process, and a game at its table."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect

OPEN = "Igroteka is open at "
LONGEST_WAIT = 120.0


def done(command: Sequence[str], environment: Mapping[str, str]) -> str:
    """What a command that ends well prints."""
    ended = subprocess.run(
        command, env=environment, capture_output=True, encoding="utf-8", timeout=LONGEST_WAIT
    )
    assert ended.returncode == 0, (command, ended.stdout, ended.stderr)
    return ended.stdout


@contextmanager
def serving(igroteka: Sequence[str], environment: Mapping[str, str]) -> Iterator[str]:
    """The address of a house that is open until the block ends, then killed."""
    command = [*igroteka, "serve", "--port", "0"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, encoding="utf-8"
    ) as house:
        try:
            assert house.stdout is not None
            said = house.stdout.readline()
            assert said.startswith(OPEN), said
            yield said.removeprefix(OPEN).strip().rstrip("/")
        finally:
            house.kill()


def process_at(address: str) -> int:
    """The process that listens at an address of this machine."""
    port = int(address.rpartition(":")[2])
    entries = (line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:])
    inodes = {row[9] for row in entries if row[1].endswith(f":{port:04X}") and row[3] == "0A"}
    for handle in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            target = str(handle.readlink())
        except OSError:
            continue
        if target.removeprefix("socket:[").rstrip("]") in inodes:
            return int(handle.parts[2])
    raise AssertionError("nobody listens there")


@dataclass
class Guest:
    """A program at a table of draughts with a bot of the house."""

    token: str
    number: int

    @classmethod
    def at(cls, address: str) -> Guest:
        """One that has just sat down."""
        token = _told(address, "/api/programs", {"name": "guest"})["token"]
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
        table = _told(address, "/api/tables", {"game": "draughts", "seats": seats}, token)
        return cls(token, table["table"]["number"])

    def play(self, address: str, moves: int) -> None:
        """Play so many moves; each is stored when the question after it comes."""
        socket = f"ws{address[4:]}/api/tables/{self.number}/socket?token={self.token}"
        with connect(socket) as table:
            while moves >= 0:
                message = json.loads(table.recv(LONGEST_WAIT))
                if message["type"] == "choose":
                    moves -= 1
                    if moves >= 0:
                        action = message["actions"][0]
                        table.send(json.dumps({"action": action, "after": message["after"]}))


def _told(address: str, path: str, body: object, token: str = "none") -> Any:
    headers = {"Authorization": f"Bearer {token}"}
    answer = httpx.post(address + path, json=body, headers=headers, timeout=LONGEST_WAIT)
    return answer.raise_for_status().json()

"""Two workers on PostgreSQL behind nginx, as docs/deploy.md has it; one is killed in the middle."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from igroteka import registry
from igroteka.archive import Archive, checking, queries
from tests.archive.cluster import Cluster
from tests.archive.conftest import cluster as cluster

MOVES = 5
"""Moves of each game before the kill, and as many after it."""
WITHIN = 10.0
"""Seconds after which play goes on again."""
CERTIFICATE = (
    "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout key.pem -out cert.pem"
)
DOCS = Path(__file__).parents[2] / "docs" / "deploy.md"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def configuration(folder: Path, house: int, plain: int, secure: int) -> str:
    """The configuration of the docs, with other ports and a certificate of our own."""
    found = re.search(r"```nginx\n(.*?)```", DOCS.read_text(), re.S)
    assert found is not None
    site = found[1]
    for old, new in (
        ("127.0.0.1:8000", f"127.0.0.1:{house}"),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{secure} ssl http2;"),
        ("server_name games.example.org;", "server_name localhost;"),
        ("/etc/letsencrypt/live/games.example.org/fullchain.pem", str(folder / "cert.pem")),
        ("/etc/letsencrypt/live/games.example.org/privkey.pem", str(folder / "key.pem")),
    ):
        assert old in site
        site = site.replace(old, new)
    names = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    own = "".join(f"{name}_temp_path {folder}/{name};" for name in names)
    http = f"http {{ access_log off; {own} {site} }}"
    return f"pid {folder}/pid; error_log {folder}/errors; events {{ }} {http}"


@contextmanager
def proxied(folder: Path, house: int) -> Iterator[str]:
    """nginx in front of a house; where it is."""
    plain, secure = free_port(), free_port()
    subprocess.run(
        ["openssl", *CERTIFICATE.split()],
        check=True,
        cwd=folder,
        stderr=subprocess.DEVNULL,
    )
    file = folder / "nginx.conf"
    file.write_text(configuration(folder, house, plain, secure))
    if os.geteuid() == 0:
        folder.chmod(0o755)
    nginx = subprocess.Popen(["nginx", "-c", file, "-g", "daemon off;"], stderr=subprocess.DEVNULL)
    try:
        yield f"localhost:{secure}"
    finally:
        nginx.terminate()
        nginx.wait()


@contextmanager
def served(url: str, folder: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    serve = f"serve --port {port} --workers 2 --thinkers 1 --host-name localhost --proxy 127.0.0.1"
    environment = {**os.environ, "IGROTEKA_DB": url, "XDG_DATA_HOME": str(folder)}
    house = subprocess.Popen(
        [sys.executable, "-m", "igroteka", *serve.split()],
        env=environment,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        assert house.stdout is not None
        assert "with 2 workers" in house.stdout.readline()
        yield house
    finally:
        house.kill()
        house.wait()


TRUSTING = ssl.create_default_context()
TRUSTING.check_hostname = False
TRUSTING.verify_mode = ssl.CERT_NONE


@dataclass
class Player:
    """A program that plays one game through the proxy and remembers what was acknowledged."""

    place: str
    token: str
    number: int
    acknowledged: list[str] = field(default_factory=list)
    cuts: int = 0
    """How often it was cut off; each time a move may be stored that nobody acknowledged."""
    longest: float = 0.0
    """Seconds from one acknowledged move, or from when it was to go on, to the next, at most."""
    since: float = 0.0
    """When that was."""

    def play(self, moves: int) -> None:
        """Play on, coming again as often as it is cut off."""
        wanted, self.since = len(self.acknowledged) + moves, time.monotonic()
        while len(self.acknowledged) < wanted:
            try:
                with self._socket() as wire:
                    if self._on(wire, wanted):
                        return
            except (WebSocketException, OSError, TimeoutError):
                self.cuts += 1
                time.sleep(0.1)

    def _socket(self) -> ClientConnection:
        address = f"wss://{self.place}/api/tables/{self.number}/socket?token={self.token}"
        return connect(address, ssl=TRUSTING, compression=None, open_timeout=20)

    def _on(self, wire: ClientConnection, wanted: int) -> bool:
        """Play on one wire; whether there is nothing more to play."""
        asked: str | None = None
        while len(self.acknowledged) < wanted:
            message = json.loads(wire.recv(20))
            if message["type"] == "end":
                return True
            if message["type"] == "choose":
                if asked is not None:
                    self._acknowledge(asked)
                if len(self.acknowledged) == wanted:
                    return False
                asked = message["actions"][0]
                wire.send(json.dumps({"action": asked, "after": message["after"]}))
        return False

    def _acknowledge(self, move: str) -> None:
        self.acknowledged.append(move)
        now = time.monotonic()
        self.longest, self.since = max(self.longest, now - self.since), now


@pytest.mark.skipif(
    os.environ.get("IGROTEKA_TEST_ALL") != "1" and shutil.which("nginx") is None,
    reason="nginx is not installed",
)
@pytest.mark.parametrize("games", [10, pytest.param(50, marks=pytest.mark.slow)])
def test_one_of_two_workers_is_killed_in_the_middle_of_its_games(
    cluster: Cluster, tmp_path: Path, games: int
) -> None:
    url, port = cluster.new_database(), free_port()
    with served(url, tmp_path, port) as house, proxied(tmp_path, port) as place:
        client = httpx.Client(base_url=f"https://{place}", verify=TRUSTING, timeout=60)
        _until_open(client)
        token = client.post("/api/programs", json={"name": "guest"}).json()["token"]
        players = [_seated(client, place, token) for _ in range(games)]
        with ThreadPoolExecutor(10) as pool:
            list(pool.map(lambda player: player.play(MOVES), players))
            playing = [pool.submit(player.play, MOVES) for player in players]
            first, _ = _children(house.pid)
            os.kill(first, signal.SIGKILL)
            for each in playing:
                each.result()
        assert max(player.longest for player in players) < WITHIN
        assert client.get("/").status_code == 200
        assert client.get("/metrics").status_code == 404
        workers = _children(house.pid)
        house.kill()
        _until_gone(workers)
    with Archive.open(url, registry) as archive:
        for player in players:
            stored = archive.read(queries.game, player.number)
            own = [move.notation for move in stored.moves if move.seat == 0]
            left = iter(own)
            assert all(move in left for move in player.acknowledged)  # each once, in their order
            assert len(own) <= len(player.acknowledged) + player.cuts
        assert archive.read(lambda c: list(checking.game_problems(c, lambda: None))) == []


def _children(process: int) -> list[int]:
    listed = Path(f"/proc/{process}/task/{process}/children").read_text()
    return [int(each) for each in listed.split()]


def _until_gone(processes: list[int]) -> None:
    """Workers close without who started them, also one that was only just started."""
    until = time.monotonic() + 60
    while any(map(_runs, processes)):
        assert time.monotonic() < until, "a worker outlives who started it"
        time.sleep(0.1)


def _runs(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def _until_open(client: httpx.Client) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            if client.get("/").status_code == 200:
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.2)
    pytest.fail("the house did not open")


def _seated(client: httpx.Client, place: str, token: str) -> Player:
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    head = {"Authorization": f"Bearer {token}"}
    body = {"game": "draughts", "seats": seats, "pace": 0}
    answer = client.post("/api/tables", json=body, headers=head)
    return Player(place, token, answer.raise_for_status().json()["table"]["number"])

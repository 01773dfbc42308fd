"""`igroteka bridge join` as people use it, at a table behind a real socket."""

from __future__ import annotations

import random
import select
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from igroteka.cli.bridge.join import Person
from igroteka.cli.bridge.table_connection import Address, Visit
from igroteka.contract import IgrotekaError, Player
from igroteka.games.bridge.boards import shuffled
from igroteka.games.bridge.bots.simple import Simple
from igroteka.games.bridge.protocol.blue_chip import BLUE_CHIP
from igroteka.games.bridge.view import BridgeView
from igroteka.text import Text
from tests.cli.running import igroteka
from tests.games.bridge.protocol.hub import NO_CLAIMS, Hub, bot_client, greeting
from tests.games.bridge.protocol.wire import Wire

SOUTH = 2

HELP = "; see `igroteka bridge join --help`\n"


class TableServer(threading.Thread):
    """A table with three robots, whose fourth seat is at a port."""

    def __init__(self, losses: tuple[int, ...] = (), refusal: str = "", stays: bool = True) -> None:
        super().__init__(daemon=True)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self.listener.getsockname()[1]}"
        self.losses, self.refusal, self.stays = list(losses), refusal, stays
        self.greetings: list[str] = []
        rng = random.Random(5)
        self.hub = Hub(NO_CLAIMS, [str(shuffled(rng, number)) for number in (1, 2)])
        for seat in (0, 1, 3):
            self.hub.connect(seat, bot_client(seat, Simple()), greeting(seat))

    def run(self) -> None:
        begun = False
        while not self._over():
            near, _ = self.listener.accept()
            with near:
                wire = Wire(near)
                self.greetings.append(wire.lines()[0])
                if self.refusal:
                    wire.hear(BLUE_CHIP.sent_away(Text("{text}", text=self.refusal)))
                    return
                self.hub.connect(SOUTH, wire, self.greetings[-1])
                if not begun:
                    self.hub.next_board()
                    begun = True
                self._serve(wire)
                if not self.stays:
                    self.listener.close()
                    return

    def _over(self) -> bool:
        return sum("End of session" in line for line in self.hub.transcript) == 4

    def _serve(self, wire: Wire) -> None:
        """Until the session is over, or the next message at which the connection is to be lost."""
        lost = self.losses.pop(0) if self.losses else None
        lines = 0
        self.hub.settle()
        while not self._over():
            readable, _, _ = select.select([wire.near], [], [], 10)
            assert readable
            said = wire.lines()
            lines += len(said)
            if lost is not None and lines >= lost:
                return
            self.hub.waiting[SOUTH] += said
            self.hub.settle()


@pytest.fixture
def table() -> Iterator[TableServer]:
    server = TableServer()
    server.start()
    yield server
    server.listener.close()


def visit(server: TableServer, player: Player, boards: list[BridgeView]) -> Visit:
    return Visit(
        Address.read(server.address, 2000),
        SOUTH,
        "Ours",
        (),
        "",
        player,
        1,
        tell=lambda _: None,
        on_line=lambda _: None,
        on_board=boards.append,
        pause=lambda _: None,
    )


def test_a_bot_plays_a_session_and_every_board_is_told(table: TableServer) -> None:
    done = igroteka("bridge", "join", table.address, "--seat", "south", "--team", "Ours")
    assert (done.returncode, done.stderr) == (0, "")
    first, second = done.stdout.splitlines()
    assert first.startswith("Board 1: ")
    assert second.startswith("Board 2: ")
    assert table.greetings == ['Connecting "Ours" as South using protocol version 18']


def test_a_lost_connection_is_made_again() -> None:
    calm, torn = TableServer(), TableServer(losses=(3, 9, 40))
    for server in (calm, torn):
        server.start()
        visit(server, Simple(), []).play()
        server.join()
    assert [game.state for game in torn.hub.played] == [game.state for game in calm.hub.played]
    assert [line.endswith(" resuming") for line in torn.greetings] == [False, True, True, True]


def test_who_can_t_come_back_gives_up() -> None:
    server = TableServer(losses=(5,), stays=False)
    server.start()
    with pytest.raises(IgrotekaError, match="the table is lost after several tries"):
        visit(server, Simple(), []).play()


def test_a_taken_seat_and_no_table_are_told_in_a_sentence() -> None:
    taken = TableServer(refusal="South is taken")
    taken.start()
    done = igroteka("bridge", "join", taken.address, "--seat", "S", "--team", "Ours")
    assert done.returncode == 2
    assert done.stderr == f"igroteka: {taken.address} refuses: South is taken{HELP}"
    taken.listener.close()
    done = igroteka("bridge", "join", taken.address, "--team", "Ours")
    assert done.returncode == 2
    assert "can't be reached" in done.stderr


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["host:port"], "is no address"),
        (["host", "--seat", "up"], "should be North, East, South or West"),
        (["host", "--bot", "nobody"], "nobody"),
        (["host", "--password", 'a"b'], "no quotation marks"),
        (["host", "--tls-ca", "/no/such/file"], "can't be read"),
    ],
)
def test_what_a_user_typed_wrong_is_told(words: list[str], part: str) -> None:
    done = igroteka("bridge", "join", *words, "--team", "Ours")
    assert done.returncode == 2
    assert part in done.stderr


def test_a_person_types_calls_and_cards(capsys: pytest.CaptureFixture[str]) -> None:
    server = TableServer()
    server.start()
    robot, seen = Simple(), []

    class Typist(Person):
        """Types nonsense first, then what a robot would do, with an alert."""

        def choose(self, view: object) -> object:
            assert isinstance(view, BridgeView)
            typed = ["", "9Z", "7NT" if view.public.auction.over else "S2"]
            typed.append(f"{robot.choose(view)} ! as a robot does")
            self._ask = lambda _: typed.pop(0)
            seen.append(view)
            return super().choose(view)

    visit(server, Typist(), []).play()
    told = capsys.readouterr().out
    assert "is neither a call" in told
    assert "calls." in told
    assert seen
    said = [line for line in server.hub.transcript if line.startswith("South C> South")]
    assert any(line.endswith("Alert. as a robot does") for line in said)


def test_a_bot_that_fails_and_a_person_that_leaves_are_told_in_a_sentence(
    tmp_path: Path,
) -> None:
    (tmp_path / "broken.py").write_text(
        "from igroteka import Player\n\n\nclass Broken(Player):\n"
        "    def choose(self, view):\n        raise KeyError(7)\n"
    )
    bot = f"{tmp_path}/broken.py:Broken"
    for words, reason in (
        (["--bot", bot], f"{bot} fails: KeyError: 7 (broken.py, line 6)"),
        (["--person"], "you leave the table"),
    ):
        server = TableServer()
        server.start()
        done = igroteka("bridge", "join", server.address, "--seat", "S", "--team", "Ours", *words)
        assert (done.returncode, done.stderr) == (2, f"igroteka: {reason}{HELP}")


def test_addresses_are_read() -> None:
    assert Address.read("host", 2000) == Address("host", 2000)
    assert Address.read("host:2001", 2000) == Address("host", 2001)
    assert Address.read("[::1]:2001", 2000) == Address("::1", 2001)


@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl makes the certificate")
def test_a_secured_table_is_joined_by_who_trusts_its_certificate(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    words = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext"
    command = ["openssl", *words.split(), "subjectAltName=DNS:localhost"]
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    security = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    security.load_cert_chain(certificate, key)
    heard: list[bytes] = []

    def serve(listener: socket.socket) -> None:
        while True:
            try:
                with security.wrap_socket(listener.accept()[0], server_side=True) as near:
                    heard.append(near.recv(4096))
                    near.sendall(b"Error: South is taken\r\n")
            except ssl.SSLError:
                continue

    listener = socket.create_server(("localhost", 0))
    threading.Thread(target=serve, args=(listener,), daemon=True).start()
    join = ["bridge", "join", f"localhost:{listener.getsockname()[1]}", "--seat", "S"]
    join += ["--team", "Ours", "--password", "secret words"]
    trusting = igroteka(*join, "--tls-ca", str(certificate))
    assert trusting.returncode == 2
    assert "refuses: South is taken" in trusting.stderr
    assert heard[0].endswith(b'protocol version 18 password "secret words"\r\n')
    doubting = igroteka(*join, "--tls")
    assert doubting.returncode == 2
    assert "can't be reached" in doubting.stderr
    assert "certificate" in doubting.stderr
    assert len(heard) == 1

"""`igroteka bridge host --check`: a client at the other end of a real socket."""

from __future__ import annotations

import socket
import ssl
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest
import typer

from igroteka.cli.bridge.client_check import check_at
from igroteka.cli.bridge.host import security
from igroteka.contract import IgrotekaError
from tests.cli.hosting import LONGEST_WAIT, OPENSSL, certified, free_port, waited

ROBOT = str(Path(__file__).parents[2] / "examples" / "line_client.py")


class Checked:
    """`host --check` in a thread, and what it came to."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self.port = free_port()
        self.ended: BaseException | None = None
        self._tls = tls
        self._thread = threading.Thread(target=self._check, daemon=True)
        self._thread.start()

    def _check(self) -> None:
        try:
            check_at(2, "127.0.0.1", self.port, self._tls)
        except (IgrotekaError, typer.Exit) as error:
            self.ended = error

    def connection(self) -> socket.socket:
        def connected() -> socket.socket | None:
            with suppress(ConnectionRefusedError):
                return socket.create_connection(("127.0.0.1", self.port))
            return None

        found: socket.socket = waited(connected)
        return found

    def over(self) -> None:
        self._thread.join(LONGEST_WAIT)
        assert not self._thread.is_alive()


def test_a_robot_that_speaks_as_documented_is_found_without_mistakes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    checked = Checked()
    waited(lambda: f":{checked.port}, as South" in capsys.readouterr().out)
    command = [sys.executable, ROBOT, "127.0.0.1", str(checked.port), "South", "Mine"]
    assert subprocess.run(command, capture_output=True, timeout=LONGEST_WAIT).returncode == 0
    checked.over()
    assert checked.ended is None
    assert "0 mistakes, " in capsys.readouterr().out


def test_what_a_robot_says_amiss_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    checked = Checked()
    with checked.connection() as robot:
        robot.sendall(b'Connecting "Mine" as South using protocol version 18\n')
        robot.sendall(b"\nSouth is here\n")
        robot.shutdown(socket.SHUT_WR)
        checked.over()
    said = capsys.readouterr().out
    assert isinstance(checked.ended, typer.Exit)
    assert "mistake (board 1): 'South is here': 'South is here' can't be read" in said
    assert "it fell silent or went; expected was a line like South ready for teams" in said
    assert "3 mistakes, " in said


@OPENSSL
def test_a_client_that_does_not_speak_tls_is_told_of_in_a_sentence(tmp_path: Path) -> None:
    checked = Checked(security(certified(tmp_path)))
    with checked.connection() as plain:
        plain.sendall(b"Connecting in the open\r\n")
        checked.over()
    assert "the client does not speak TLS" in str(checked.ended)

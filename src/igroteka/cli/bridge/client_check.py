"""Checking a client of the table protocol over the network."""

from __future__ import annotations

import socket
import ssl

import typer

from igroteka.cli.site_server import listening
from igroteka.contract import Seat
from igroteka.games.bridge.boards import SEATS
from igroteka.games.bridge.protocol.checking import Finding, Severity, check_client

SILENCE = 30.0
"""Seconds after which a client is taken to have fallen silent."""


class SocketWire:
    """A client at the other end of a socket, line by line."""

    def __init__(self, connection: socket.socket) -> None:
        connection.settimeout(SILENCE)
        self._lines = connection.makefile("rw", encoding="utf-8", errors="replace", newline="\r\n")

    def send(self, line: str) -> None:
        """Say a line to it."""
        self._lines.write(line + "\r\n")
        self._lines.flush()

    def receive(self) -> str | None:
        """Its next line; None when it has gone, or was silent for too long."""
        try:
            return self._lines.readline().rstrip("\r\n") or None
        except OSError:
            return None


def check_at(seat: Seat, address: str, port: int, tls: ssl.SSLContext | None) -> None:
    """Wait for one client, have it play the scripted boards, and list what it does amiss."""
    with listening(address, port) as door:
        door.listen(1)
        host, chosen = door.getsockname()[:2]
        typer.echo(f"Waiting for a client at {host}:{chosen}, as {SEATS[seat]}")
        connection, _ = door.accept()
    if tls is not None:
        connection = tls.wrap_socket(connection, server_side=True)
    with connection:
        findings = check_client(SocketWire(connection), seat)
    for finding in findings:
        typer.echo(_told(finding))
    mistakes = sum(finding.severity == Severity.MISTAKE for finding in findings)
    typer.echo(f"{mistakes} mistakes, {len(findings) - mistakes} remarks")
    if mistakes:
        raise typer.Exit(1)


def _told(finding: Finding) -> str:
    where = f"board {finding.board}" if finding.board else "greeting"
    said = f" {finding.line!r}:" if finding.line else ""
    return f"{finding.severity} ({where}):{said} {finding.sentence}"

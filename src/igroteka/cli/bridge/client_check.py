"""Checking a client of the table protocol over the network."""

from __future__ import annotations

import socket
import ssl
from contextlib import suppress

import typer

from igroteka.cli.site_server import listening
from igroteka.contract import IgrotekaError, Seat
from igroteka.games.bridge.boards import SEATS
from igroteka.games.bridge.protocol.checking import Finding, Severity, check_client
from igroteka.text import Text

LONGEST_LINE = 1 << 16
SILENCE = 30.0
"""Seconds after which a client is taken to have fallen silent."""


class SocketWire:
    """A client at the other end of a socket, line by line."""

    def __init__(self, connection: socket.socket) -> None:
        connection.settimeout(SILENCE)
        self._connection = connection
        self._lines = connection.makefile("rb")

    def send(self, line: str) -> None:
        """Say a line to it; that it has gone is noticed when it is listened to."""
        with suppress(OSError):
            self._connection.sendall(line.encode("ascii", "replace") + b"\r\n")

    def receive(self) -> str | None:
        """Its next line; None when it has gone, or was silent for too long."""
        try:
            line = self._lines.readline(LONGEST_LINE)
        except OSError:
            return None
        return line.decode("utf-8", "replace").rstrip("\r\n") if line else None


def check_at(seat: Seat, address: str, port: int, tls: ssl.SSLContext | None) -> None:
    """Wait for one client, have it play the scripted boards, and list what it does amiss."""
    with listening(address, port) as door:
        door.listen(1)
        host, chosen = door.getsockname()[:2]
        typer.echo(f"Waiting for a client at {host}:{chosen}, as {SEATS[seat]}")
        connection, _ = door.accept()
    with connection if tls is None else _secured(connection, tls) as client:
        findings = check_client(SocketWire(client), seat)
    for finding in findings:
        typer.echo(_told(finding))
    mistakes = sum(finding.severity == Severity.MISTAKE for finding in findings)
    typer.echo(f"{mistakes} mistakes, {len(findings) - mistakes} remarks")
    if mistakes:
        raise typer.Exit(1)


def _secured(connection: socket.socket, tls: ssl.SSLContext) -> ssl.SSLSocket:
    """The connection by TLS. Raises `IgrotekaError` if the client does not speak it."""
    connection.settimeout(SILENCE)
    try:
        return tls.wrap_socket(connection, server_side=True)
    except OSError as error:
        connection.close()
        reason = error.strerror or str(error)
        raise IgrotekaError(
            Text("the client does not speak TLS: {reason}", reason=reason)
        ) from error


def _told(finding: Finding) -> str:
    where = f"board {finding.board}" if finding.board else "greeting"
    said = f" {finding.line!r}:" if finding.line else ""
    return f"{finding.severity} ({where}):{said} {finding.sentence}"

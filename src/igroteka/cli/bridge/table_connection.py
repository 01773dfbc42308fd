"""A seat at a table somewhere: the connection, made again when it is lost."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from igroteka.contract import IgrotekaError, Player, Seat
from igroteka.games.bridge.protocol.client import BotClient, Client, OutOfStep
from igroteka.games.bridge.protocol.client_lines import RESUMING, greeting_line
from igroteka.games.bridge.view import BridgeView
from igroteka.text import Text, as_written, quoted

CONNECT_LIMIT = 20.0
"""Seconds that a server may take to answer the first call."""
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
TRIES = 7
"""Lost connections in a row, without a board in between, after which a client gives up."""
LONGEST_LINE = 1 << 16


@dataclass(frozen=True)
class Address:
    """Where a table listens, and how the way there is secured."""

    host: str
    port: int
    security: ssl.SSLContext | None = None

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"

    @classmethod
    def read(cls, text: str, port: int, security: ssl.SSLContext | None = None) -> Address:
        """The address that `HOST:PORT` or `HOST` means. Raises `IgrotekaError`."""
        host, colon, number = text.rpartition(":")
        if not colon or text.endswith("]"):
            host, number = text, str(port)
        digits = number.isascii() and number.isdigit() and len(number) < 10
        if not (host and digits and 0 < int(number) < 65536):
            raise IgrotekaError(
                Text("{text} is no address; it is HOST:PORT, like table:2000", text=quoted(text))
            )
        return cls(host.strip("[]"), int(number), security)

    def connect(self) -> socket.socket:
        """A connection. Raises `OSError`."""
        plain = socket.create_connection((self.host, self.port), CONNECT_LIMIT)
        try:
            secured = (
                self.security.wrap_socket(plain, server_hostname=self.host)
                if self.security
                else plain
            )
        except BaseException:
            plain.close()
            raise
        secured.settimeout(None)
        return secured


@dataclass
class Visit:
    """A client's session at a table, over as many connections as it takes."""

    address: Address
    seat: Seat | None
    team: str
    words: tuple[str, ...]
    """What the client announces beside its seat."""
    password: str
    player: Player
    seed: int
    tell: Callable[[str], None]
    """Who hears that a connection is lost."""
    on_line: Callable[[str], None]
    on_board: Callable[[BridgeView], None]
    pause: Callable[[float], None] = time.sleep

    def play(self) -> None:
        """Play until the session is over. Raises `IgrotekaError` if the table can't be kept."""
        failures, resuming = 0, False
        while True:
            client = Client(self.seat)
            reason = self._connected(client, resuming)
            if client.over:
                return
            if client.sent_away or not (client.seated or resuming):
                reason = Text("{address} refuses: {reason}", address=self.address, reason=reason)
                if not resuming:
                    raise IgrotekaError(reason)
            failures = 1 if client.done else failures + 1
            if failures > TRIES:
                raise IgrotekaError(
                    Text("the table is lost after several tries; {reason}", reason=reason)
                )
            self.seat, resuming = client.seat, True
            seconds = min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE)
            self.tell(f"{reason}; again in {seconds:g} s.")
            self.pause(seconds)

    def _connected(self, client: Client, resuming: bool) -> Text:
        """One connection; why it ended. Raises `IgrotekaError` if there never was one."""
        playing = BotClient(client, self.player, self.seed)
        words = (*((RESUMING,) if resuming else ()), *self.words)
        try:
            with self.address.connect() as connection:
                _say(connection, greeting_line(self.team, client.seat, words, self.password))
                for line in _lines(connection):
                    self._hear(playing, line, connection)
                    if client.over:
                        return Text("the session is over")
                    if client.sent_away:
                        break
        except OutOfStep as error:
            return error.sentence
        except OSError as error:
            reason = Text(
                "{address} can't be reached: {reason}",
                address=self.address,
                reason=error.strerror or str(error),
            )
            if not (resuming or client.seated):
                raise IgrotekaError(reason) from error
            return reason
        finally:
            playing.close()
        return _ending(client)

    def _hear(self, playing: BotClient, line: str, connection: socket.socket) -> None:
        client, before = playing.client, playing.client.done
        self.on_line(line)
        for said in playing.hear(line):
            _say(connection, said)
        if client.done is not None and client.done is not before:
            self.on_board(client.done)


def _ending(client: Client) -> Text:
    if client.sent_away or (client.refusal and not client.seated):
        return as_written(client.refusal)
    if client.seated:
        return Text("the connection is lost")
    return Text("the connection was closed without a word")


def _say(connection: socket.socket, line: str) -> None:
    connection.sendall(line.encode("ascii", "replace") + b"\r\n")


def _lines(connection: socket.socket) -> Iterator[str]:
    """The server's lines until it hangs up."""
    with connection.makefile("rb") as stream, suppress(ConnectionError):
        while line := stream.readline(LONGEST_LINE):
            yield line.decode("ascii", "replace").strip()

"""A port at which programs sit down at a table, by the public line protocol of its game.

The door knows no game: what is said is up to the protocol that the game's manifest names. It keeps
to one table and follows it from game to game of its sitting; who is cut off comes back to the same
seat and is told everything again.
"""

from __future__ import annotations

import asyncio
import hmac
import os
import socket
import ssl
import time
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress

from igroteka.archive import queries
from igroteka.basics.house_fault import HouseFault
from igroteka.contract import IgrotekaError, Seat
from igroteka.records.line_protocol import Greeting, LineProtocol
from igroteka.records.sitting import SittingOver
from igroteka.tables import requests
from igroteka.tables.line_client import LONGEST_LINE, Direction, LineClient, Log
from igroteka.tables.live_tables import LiveTables
from igroteka.tables.setting import Visitor
from igroteka.tables.table import Listener, Refused, Table
from igroteka.text import NOTHING, Text

GREETING = 15.0
"""Seconds within which a client says who it is."""
MOST_STRANGERS = 50
"""Connections that have not yet said who they are; more are cut off."""
MOST_LINES = 500
"""Lines of one client within ten seconds while nothing happens; who says more is cut off."""
KEEP_ALIVE = {"TCP_KEEPIDLE": 10, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3}
"""How soon a client that vanished without a word is found out, in seconds and tries."""


def _unlogged(direction: Direction, place: str, line: str) -> None:
    """Keep no log."""
    del direction, place, line


class LineDoor:
    """The door of one table, which is followed from game to game."""

    def __init__(
        self,
        live_tables: LiveTables,
        table: Table,
        protocol: LineProtocol,
        passwords: Mapping[Seat, str] | None = None,
        teams: Sequence[str] = (),
        log: Log = _unlogged,
        leads: bool = True,
    ) -> None:
        self.live_tables = live_tables
        self.table = table
        self.game = table.game
        self.protocol = protocol
        self.passwords = dict(passwords or {})
        self.teams = tuple(teams)
        """Whom each side plays for, where that is settled."""
        self.log = log
        self.leads = leads
        """Whether it begins the next game itself, or leaves that to the people at the table."""
        self.clients: dict[Seat, LineClient] = {}
        self.over = asyncio.Event()
        """Set when the sitting is over and everybody was told, or when it can't go on."""
        self.problem = NOTHING
        """Why it can't go on."""
        self._follower = _Follower(self)
        self._tasks: set[asyncio.Task[None]] = set()
        self._strangers = 0
        self._server: asyncio.Server | None = None
        self._total = [0.0 for _ in table.game.sides]
        """Thinking time of each side in the games before this one."""

    async def open(self, host: str, port: int, tls: ssl.SSLContext | None = None) -> int:
        """Listen; the port. Raises `IgrotekaError` where that can't be."""
        try:
            self._server = await asyncio.start_server(
                self._serve,
                host,
                port,
                ssl=tls,
                ssl_handshake_timeout=GREETING if tls else None,
                limit=LONGEST_LINE,
            )
        except OSError as error:
            # What asyncio says of an address holds the address once more.
            number = error.errno or 0
            reason = os.strerror(number) if number > 0 else error.strerror or str(error)
            raise IgrotekaError(
                Text(
                    "{host}:{port} can't be listened at: {reason}",
                    host=host,
                    port=port,
                    reason=reason,
                )
            ) from error
        self._total = await asyncio.to_thread(self._spent_before)
        self.table.welcome(self._follower)
        self.table.driver.wake()
        address: tuple[str, int] = self._server.sockets[0].getsockname()[:2]
        return address[1]

    async def close(self) -> None:
        """Let nobody in any more, and hang up."""
        if self._server is not None:
            self._server.close()
        self.table.part(self._follower)
        for client in list(self.clients.values()):
            client.close()

    def visitor(self, seat: Seat) -> Visitor:
        """Who acts for a seat that a client of this door holds, in every game of the sitting."""
        return f"line:{seat}"

    def times(self, table: Table) -> tuple[list[float], list[float]]:
        """Each side's thinking time in this game, and in the whole sitting."""
        seconds = [
            sum(step.seconds for step in table.so_far.steps if step.seat in side)
            for side in table.game.sides
        ]
        return seconds, [self._total[side] + spent for side, spent in enumerate(seconds)]

    def _spent_before(self) -> list[float]:
        """Each side's thinking time in the games of the sitting before this one."""
        now, archive = self.table.sitting, self.live_tables.archive
        earlier = [] if now is None else now.stored.games[: now.place]
        moves = [move for game in earlier for move in archive.read(queries.game, game.id).moves]
        return [
            sum(move.seconds or 0.0 for move in moves if move.seat in side)
            for side in self.game.sides
        ]

    # --- who comes ---

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.CancelledError):
            try:
                _keep_alive(writer)
                client = await self._welcome(reader, writer)
                if client is not None:
                    await self._stay(client, reader)
            finally:
                writer.close()
            async with asyncio.timeout(GREETING):
                await writer.wait_closed()

    async def _welcome(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> LineClient | None:
        """Let somebody in who says who it is and finds a seat; to others say why not."""
        self._strangers += 1
        try:
            if self._strangers > MOST_STRANGERS:
                raise Refused(Text("too many are at the door; come again later"))
            async with asyncio.timeout(GREETING):
                line = await _line(reader)
            greeting = self._greeting(line)
            return await self._seated(greeting, writer)
        except (IgrotekaError, HouseFault, TimeoutError) as error:
            late = Text("nobody said a word")
            reason = late if isinstance(error, TimeoutError) else error.sentence
            line = self.protocol.sent_away(reason)
            self.log("S", "", line)
            writer.write(line.encode("ascii", "replace") + b"\r\n")
            return None
        except (EOFError, ConnectionError):
            return None
        finally:
            self._strangers -= 1

    def _greeting(self, line: str) -> Greeting:
        """What the first line says; a password is not logged. Raises `IgrotekaError`."""
        try:
            greeting = self.protocol.greeting(line)
        except IgrotekaError:
            self.log("C", "", line)
            raise
        secret = greeting.password
        self.log("C", "", "***".join(line.rsplit(secret, 1)) if secret else line)
        return greeting

    async def _seated(self, greeting: Greeting, writer: asyncio.StreamWriter) -> LineClient:
        seat = self._seat_for(greeting)
        conversation = self.protocol.conversation(self.game, seat, greeting)
        client = LineClient(self, seat, conversation, writer)
        self.clients[seat] = client  # taken from now on, whoever else asks meanwhile
        try:
            chair = self.table.setting.chairs[seat]
            if chair.player is None:
                await requests.sit(
                    self.table, self.visitor(seat), greeting.name, chair.key, "program"
                )
        except IgrotekaError:
            del self.clients[seat]
            raise
        client.flush()
        self.table.welcome(client)
        if self.over.is_set():
            client.farewell()
        self.table.driver.wake()
        return client

    def _seat_for(self, greeting: Greeting) -> Seat:
        """The seat that a client gets. Raises `Refused` and says why it gets none."""
        seats = range(self.game.seats) if greeting.seat is None else [greeting.seat]
        refusals = [self._refusal(seat, greeting) for seat in seats]
        for seat, refusal in zip(seats, refusals, strict=True):
            if refusal is None:
                return seat
        reason = refusals[0] if greeting.seat is not None else None
        raise Refused(reason or Text("all seats are taken"))

    def _refusal(self, seat: Seat, greeting: Greeting) -> Text | None:
        chair, name = self.table.setting.chairs[seat], self.game.seat_name(seat)
        if seat in self.clients:
            return Text("{seat} is taken by {name}", seat=name, name=chair.player)
        if chair.player is not None and self.visitor(seat) not in chair.holders:
            return Text("{seat} is taken by {name}", seat=name, name=chair.player)
        if chair.player is not None and chair.player.casefold() != greeting.name.casefold():
            return Text("{seat} waits for {name} to come back", seat=name, name=chair.player)
        side = next(place for place, side in enumerate(self.game.sides) if seat in side)
        if self.teams and self.teams[side].casefold() != greeting.name.casefold():
            return Text("{seat} plays for {name} here", seat=name, name=self.teams[side])
        known = self.passwords.get(seat, "")
        if not hmac.compare_digest(known.encode(), greeting.password.encode()) and known:
            return Text("the password for {seat} is another one", seat=name)
        return None

    # --- who stays ---

    async def _stay(self, client: LineClient, reader: asyncio.StreamReader) -> None:
        """Serve a client until either side hangs up."""
        budget = _Budget()
        try:
            while True:
                line = await _line(reader)
                budget.spend((self.table.number, self.table.after))
                await client.hear(line)
        except (EOFError, ConnectionError):
            pass
        except (IgrotekaError, HouseFault) as error:
            client.leave(error.sentence)
        finally:
            self.clients.pop(client.seat, None)
            self.table.part(client)

    # --- from game to game ---

    def later(self, work: Coroutine[None, None, None]) -> None:
        """Do something that nobody waits for."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def go_on(self, table: Table) -> None:
        """Go along to the next game; where there is none, tell everybody goodbye.

        One that should be there and can't be found is a problem, and no goodbye.
        """
        for side, spent in enumerate(self.times(table)[0]):
            self._total[side] += spent
        try:
            new = await self.live_tables.table(await self.live_tables.once_more(table))
        except SittingOver:
            self._say_goodbye()
            return
        except (IgrotekaError, HouseFault) as error:
            for client in list(self.clients.values()):
                client.leave(error.sentence)
            self._follower.leave(error.sentence)
            return
        self.table = new
        listeners: list[Listener] = [self._follower, *self.clients.values()]
        for listener in listeners:
            table.part(listener)
            new.welcome(listener)
        new.driver.wake()

    def _say_goodbye(self) -> None:
        for client in self.clients.values():
            client.farewell()
        self.over.set()


class _Follower:
    """Looks on for the door, and sees when a game is over."""

    visitor = None

    def __init__(self, door: LineDoor) -> None:
        self._door = door
        self._last: int | None = None
        """The table whose end it has seen."""

    def tell(self, table: Table) -> None:
        """A game that is over is followed by the next, when it is time for that."""
        if table.phase != "over" or self._last == table.number:
            return
        sitting = table.sitting
        last = sitting is not None and sitting.place + 1 == sitting.stored.sitting.length
        if self._door.leads or last or table.setting.next is not None:
            self._last = table.number
            self._door.later(self._door.go_on(table))

    def leave(self, reason: Text) -> None:
        """The table is gone from here: so is its door."""
        self._door.problem = reason
        self._door.over.set()


class _Budget:
    """How many lines a client may say: those of a game that goes on fast are never too many."""

    def __init__(self) -> None:
        self._position: tuple[int, int] | None = None
        self._since = 0.0
        self._left = 0

    def spend(self, position: tuple[int, int]) -> None:
        """One more is said in this position. Raises `Refused` if that is too many."""
        now = time.monotonic()
        if position != self._position or now - self._since > 10.0:
            self._position, self._since, self._left = position, now, MOST_LINES
        if self._left <= 0:
            raise Refused(Text("too many lines at once"))
        self._left -= 1


async def _line(reader: asyncio.StreamReader) -> str:
    """The next line. Raises `EOFError` at the end, and `Refused` for one that is far too long."""
    try:
        line = await reader.readuntil(b"\n")
    except asyncio.LimitOverrunError as error:
        raise Refused(Text("a line has at most {count} letters", count=LONGEST_LINE)) from error
    except asyncio.IncompleteReadError as error:
        raise EOFError from error
    return line.decode("utf-8", "replace").rstrip("\r\n")


def _keep_alive(writer: asyncio.StreamWriter) -> None:
    """Have the system find out about clients that are gone."""
    connection = writer.get_extra_info("socket")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in KEEP_ALIVE.items():
        if hasattr(socket, option):
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)

"""The site behind a port: listening, serving, and what else opens with it."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any, cast

import segno
import typer
import uvicorn
from fastapi import FastAPI

from igroteka import registry
from igroteka.archive import Archive, leads
from igroteka.contract import IgrotekaError
from igroteka.tables.warming import Warming
from igroteka.text import Text
from igroteka.web.connections import Connections, PatientProtocol
from igroteka.web.forwarding import FIRST_DOOR, door_of
from igroteka.web.home_network import HomeDoor, home_address, is_own_name
from igroteka.web.socket_protocol import PatientSocketProtocol

GARBAGE = 10_000
"""New objects after which the youngest are looked through for garbage; all of them rarely."""


TURN = 0.0005
"""Seconds after which a thread that waits gets its turn. The archive's writer, who needs little but
often, would wait ten times as long for each of its steps while tables are busy."""


CLOSING = 5
"""Seconds for those who are there to leave when the house closes."""
LOOK = 0.25
"""Seconds between two looks at how far the kernels are."""
READY = "All bots are ready."
MEANING = (
    "Everybody in that network comes in without a password; who comes from elsewhere signs in "
    "first. Ctrl-C closes the house."
)


def settle_memory() -> None:
    """What is there by now stays: who looks for garbage need not look at it again and again.

    Otherwise everybody waits for half a second now and then.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE, 50, 100)
    sys.setswitchinterval(TURN)


def listening(host: str, port: int) -> socket.socket:
    """A socket at this address. Raises `IgrotekaError` where that can't be."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    # On Windows another process could listen at an address that may be used again.
    again = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
    listener.setsockopt(socket.SOL_SOCKET, again, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise IgrotekaError(
            Text(
                "{host}:{port} can't be listened at: {reason}", host=host, port=port, reason=reason
            )
        ) from error
    return listener


def prepare_archive(db: str | None) -> None:
    """Bring the archive up to date and see that it can be written, before anybody comes.

    Raises `ArchiveError` or `HouseFault` where that can't be.
    """
    with Archive.open(db, registry) as archive:
        house = leads.House.open()
        archive.apply(leads.live, house)
        archive.apply(leads.leave, [], house)
        house.close()
        if archive.copy is not None:
            typer.echo(f"The archive is brought up to date; as it was it is in {archive.copy}")


async def tell_of_warming(warming: Warming) -> None:
    """Say on the terminal what is compiled, until it is: one line that changes, or one a game."""
    changing, said = sys.stderr.isatty(), ""
    while not (now := warming.progress).ready:
        line = f"Preparing {now.now} for the first time ({now.done + 1} of {now.total})"
        if line != said:
            said = line
            typer.echo(f"\r{line:<60}" if changing else line, err=True, nl=not changing)
        await asyncio.sleep(LOOK)
    if said:
        typer.echo(f"\r{READY:<60}" if changing else READY, err=True)


def address_of(listener: socket.socket) -> str:
    """Where pages are that are asked for there, as seen from this machine."""
    host, port = listener.getsockname()[:2]
    host = "127.0.0.1" if host == "0.0.0.0" else host
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class Site(uvicorn.Server):
    """The site; `beside` is done while it is open, and it closes when that ends."""

    def __init__(
        self,
        app: FastAPI,
        listener: socket.socket,
        beside: Callable[[FastAPI, str], Awaitable[None]] | None = None,
        switched: bool = False,
        parent: int | None = None,
    ) -> None:
        connections = Connections(app.state.settings.per_address, app.state.settings.proxies)
        super().__init__(
            uvicorn.Config(
                app,
                log_level="warning",
                access_log=False,
                proxy_headers=False,  # the app knows whose word is taken
                ws=PatientSocketProtocol,
                ws_max_size=1 << 16,
                ws_per_message_deflate=False,  # frames are small, and the same for many
                timeout_graceful_shutdown=CLOSING,
                http=cast("type[asyncio.Protocol]", partial(PatientProtocol, connections)),
            )
        )
        self._app = app
        self._listener = listener
        self._beside = beside
        self._at_home: list[asyncio.Server] = []
        """What listens in the home network while the house is open to it."""
        if switched:
            app.state.home_door.keeper = self
        self._doors = app.state.settings.doors
        self._parent = parent
        """The process without which it closes."""
        self._inside: asyncio.Server | None = None
        """What listens to the other processes of this house."""
        self._task: asyncio.Task[None] | None = None
        self._warming: asyncio.Task[None] | None = None
        self.problem: IgrotekaError | None = None
        """Why it could not go on."""

    @property
    def address(self) -> str:
        """Where pages are, as seen from this machine."""
        return address_of(self._listener)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open, and say where."""
        await super().startup(sockets)
        settle_memory()
        if self.started and self._doors is not None:
            await self._open_inside(self._doors)
        elif self.started:
            typer.echo(f"Igroteka is open at {self.address}")
            if self._app.state.home_door.open:
                await self._open_home()
            self._warming = asyncio.create_task(tell_of_warming(self._app.state.warming))
            if self._beside is not None:
                self._task = asyncio.create_task(self._accompany(self._beside))

    async def _open_inside(self, doors: Path) -> None:
        """Let the other processes of this house pass on to this one what it has to answer."""
        door = door_of(doors, self._app.state.live_tables.house.leader.id)
        loop = asyncio.get_running_loop()
        self._inside = await loop.create_unix_server(self._protocol(), door)
        if self._app.state.settings.first:
            first, new = door_of(doors, FIRST_DOOR), door_of(doors, "new")
            new.symlink_to(door)
            new.replace(first)
        self._task = asyncio.create_task(self._end_with_parent())

    async def _end_with_parent(self) -> None:
        """Close when who started the processes of this house is gone, or was already."""
        while os.getppid() == self._parent:
            await asyncio.sleep(LOOK)
        self.should_exit = True

    async def _open_home(self) -> None:
        """Open to the home network from the start, or say why that can't be."""
        door: HomeDoor = self._app.state.home_door
        if door.keeper is None:
            self._tell_of_home()
            return
        door.open = False
        try:
            await door.let_in()
        except IgrotekaError as error:
            typer.echo(f"Phones can't come in: {error}", err=True)

    async def open_door(self, addresses: list[str]) -> None:
        """Listen in the home network as well, and say where."""
        port = self._listener.getsockname()[1]
        listeners = [listening(address, port) for address in addresses]
        loop, protocol = asyncio.get_running_loop(), self._protocol()
        for listener in listeners:
            server = await loop.create_server(protocol, sock=listener, backlog=self.config.backlog)
            self._at_home.append(server)
        self._tell_of_home()

    def _protocol(self) -> Callable[[], asyncio.Protocol]:
        """What serves a connection, as for those that come from this machine."""
        kind: Any = self.config.http_protocol_class
        return partial(
            kind,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )

    async def close_door(self) -> None:
        """Listen there no more, and hang up on who is still there."""
        for server in self._at_home:
            server.close()
        self._at_home.clear()
        for connection in list(self.server_state.connections):
            if not is_own_name(connection.transport.get_extra_info("sockname")[0]):
                connection.transport.close()
        typer.echo("Closed to the home network.")

    def _tell_of_home(self) -> None:
        """Where phones find the house, as words and as a picture, and what that means."""
        found, port = home_address(), self._listener.getsockname()[1]
        if found is None:
            return
        address = f"http://{found}:{port}/"
        line = f"Phones in the same network open {address}"
        if sys.stdout.isatty():
            picture = StringIO()
            code = segno.make(f"{address}join", error="l", micro=False)
            code.terminal(picture, border=2, compact=True)
            line = f"\r{line:<60}\n{picture.getvalue()}"
        typer.echo(line)
        typer.echo(MEANING)

    async def _accompany(self, beside: Callable[[FastAPI, str], Awaitable[None]]) -> None:
        try:
            await beside(self._app, self.address)
        except IgrotekaError as error:
            self.problem = error
        finally:
            self.should_exit = True

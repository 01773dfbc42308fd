"""`igroteka connect`: a program that speaks JSON lines sits at a table of a house."""

from __future__ import annotations

import json
import logging
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any
from urllib.parse import urlsplit

import typer

from igroteka.basics.processes import Child, start_program
from igroteka.basics.system import words_of
from igroteka.cli.thinking_program import ThinkingProgram
from igroteka.cli.tokens import keep_token, known_token
from igroteka.contract import IgrotekaError
from igroteka.players.external import protocol_of
from igroteka.text import Text, quoted

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
GIVE_UP = 600.0
"""Seconds without a table after which a program stops looking for its house."""
LAST_WORDS = 5.0
"""Seconds that a program has to end when its game is over."""
SENT_AWAY = 1008
"""The socket's closing status when coming again would not help."""
QUIET = logging.getLogger("igroteka.connect")
"""What the library would write about a lost connection; that it is lost is said in a sentence."""
QUIET.addHandler(logging.NullHandler())
QUIET.propagate = False


class NoGoodToken(IgrotekaError):  # noqa: N818 - what the house says
    """The house does not know this token."""


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def connect(
        invitation: Annotated[
            str, typer.Argument(help="The link to a seat, like http://…/table/7/sit/KEY.")
        ],
        program: Annotated[str, typer.Argument(help="The program's command line.")],
        token: Annotated[
            str, typer.Option(help="The program's token.", envvar="IGROTEKA_TOKEN")
        ] = "",
        name: Annotated[
            str,
            typer.Option(help="A name to get a token for, where the house gives one; it is kept."),
        ] = "",
        protocol: Annotated[
            int, typer.Option(help="2 if it wants to be told each time how the game went.")
        ] = 1,
    ) -> None:
        """Let a program play at a live table until its game is over.

        When the connection is lost it is made again. The same command brings a program that was
        stopped back to its seat, though the link is spent by then.
        """
        house, number, key = _read(invitation)
        token = _sit(house, f"/api/tables/{number}/seats/{key}", token, name)
        with _started(program) as process:
            socket = f"{house.replace('http', 'ws', 1)}/api/tables/{number}/socket"
            _play(f"{socket}?protocol={protocol_of(protocol)}", token, process)


def _read(invitation: str) -> tuple[str, str, str]:
    try:
        parts = urlsplit(invitation)
    except ValueError:  # a host in brackets that is no address
        parts = urlsplit("")
    path = parts.path.split("/")
    if parts.scheme not in ("http", "https") or len(path) != 5 or path[1::2] != ["table", "sit"]:
        raise IgrotekaError(
            Text(
                "{invitation} is no link to a seat, like http://…/table/7/sit/KEY",
                invitation=quoted(invitation),
            )
        )
    return f"{parts.scheme}://{parts.netloc}", path[2], path[4]


def _sit(house: str, seat: str, token: str, name: str) -> str:
    """Take the seat, or come back to it; the token with which that went."""
    if token:
        _post(house, seat, token, {})
        return token
    if not name:
        raise IgrotekaError(Text("give the program's --token, or a --name to get one"))
    if known := known_token(house, name):
        try:
            _post(house, seat, known, {})
            return known
        except NoGoodToken:
            typer.echo(f"{house} has forgotten {name}; it gets a new token", err=True)
    token = str(_post(house, "/api/programs", "", {"name": name})["token"])
    keep_token(house, name, token)
    _post(house, seat, token, {})
    return token


def _post(house: str, path: str, token: str, body: dict[str, str]) -> Any:
    from urllib.error import HTTPError, URLError
    from urllib.request import Request, urlopen

    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = Request(house + path, json.dumps(body).encode(), headers)
    try:
        with urlopen(request, timeout=30) as answer:
            return json.load(answer)
    except HTTPError as error:
        refusal = Text("the house refuses: {reason}", reason=_reason(error.read(), error.reason))
        raise (NoGoodToken if error.code == 401 else IgrotekaError)(refusal) from error
    except OSError as error:
        cause = error.reason if isinstance(error, URLError) else error
        raise IgrotekaError(
            Text("{house} can't be reached: {reason}", house=house, reason=_told(cause))
        ) from error


def _told(error: BaseException | str) -> str:
    """What the system says, without the number that it has for it."""
    return getattr(error, "strerror", None) or str(error)


def _reason(body: bytes, otherwise: str) -> str:
    try:
        return str(json.loads(body)["error"])
    except (ValueError, KeyError, TypeError):
        return otherwise


@contextmanager
def _started(program: str) -> Iterator[Child]:
    """The program in a process of its own; at the end it has a few seconds to end by itself."""
    try:
        process = start_program(words_of(program))
    except (OSError, ValueError, IndexError) as error:
        raise IgrotekaError(
            Text(
                "{program} can't be started: {reason}", program=quoted(program), reason=_told(error)
            )
        ) from error
    try:
        yield process
    finally:
        process.close_input()
        process.wait(LAST_WORDS)
        process.end()


def _play(address: str, token: str, process: Child) -> None:
    """Carry messages between the table and the program, over as many connections as it takes."""
    from websockets.exceptions import ConnectionClosed, InvalidHandshake
    from websockets.sync.client import connect

    program = ThinkingProgram(process)
    table = _SeatAtTable(program)
    headers = {"Authorization": f"Bearer {token}"}
    failures = 0
    while True:
        program.check()
        table.asked = False
        try:
            with connect(
                address, additional_headers=headers, max_size=None, logger=QUIET
            ) as socket:
                table.serve(socket)
        except (OSError, InvalidHandshake, ConnectionClosed) as error:
            if isinstance(error, ConnectionClosed) and error.rcvd and error.rcvd.code == SENT_AWAY:
                raise IgrotekaError(
                    Text("the house sends the program away: {refusal}", refusal=table.refusal)
                ) from error
        if table.over:
            return
        program.check()
        if time.monotonic() - table.heard > GIVE_UP:
            raise IgrotekaError(
                Text(
                    "there was no connection for {seconds} s; the seat is kept",
                    seconds=f"{GIVE_UP:g}",
                )
            )
        failures = 0 if table.asked else failures + 1
        pause = min(FIRST_PAUSE * 2**failures, LONGEST_PAUSE) * random.uniform(0.5, 1.0)
        typer.echo(f"The connection is lost; again in {pause:.1f} s.", err=True)
        program.failed.wait(pause)


class _SeatAtTable:
    """The house's side: it is listened to all the time, also while the program thinks."""

    def __init__(self, program: ThinkingProgram) -> None:
        self.program = program
        self.over = False
        self.refusal = ""
        self.heard = time.monotonic()
        """When the house last said something."""
        self.asked = False
        """Whether the program was asked on the last connection."""
        self._began = False

    def serve(self, socket: Any) -> None:
        """Carry messages until the game is over or the connection ends."""
        try:
            for line in socket:
                self.heard = time.monotonic()
                self._hear(json.loads(line), socket)
                if self.over:
                    return
        finally:
            self.program.hang_up()

    def _hear(self, message: Any, socket: Any) -> None:
        if "after" in message:
            self.program.look(message["after"])
        if message["type"] == "refused":
            self.refusal = message["reason"]
            self.program.forget_answer()
            typer.echo(f"refused: {self.refusal}", err=True)
        elif message["type"] == "start" and not self._began:
            self._began = True
            self.program.tell(message)
        elif message["type"] == "choose":
            self.asked = True
            self.program.ask(message, socket)
        elif message["type"] == "end":
            self.over = True
            self.program.say_goodbye(message)
            typer.echo(f"The game is over: {message['result']['scores']}")

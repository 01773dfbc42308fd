"""`igroteka connect`: a program that speaks JSON lines sits at a table of a house."""

from __future__ import annotations

import json
import shlex
import subprocess
from typing import Annotated, Any
from urllib.parse import urlsplit

import typer

from igroteka.contract import IgrotekaError


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
            str, typer.Option(help="A name to get a token for, where the house gives one.")
        ] = "",
    ) -> None:
        """Let a program play at a live table until its game is over."""
        house, number, key = _read(invitation)
        if not token:
            token = _token(house, name)
            typer.echo(f"The token of {name}, for the next time: {token}", err=True)
        _post(house, f"/api/tables/{number}/seats/{key}", token, {})
        _play(house, number, token, program)


def _read(invitation: str) -> tuple[str, str, str]:
    parts = urlsplit(invitation)
    path = parts.path.split("/")
    if parts.scheme not in ("http", "https") or len(path) != 5 or path[1::2] != ["table", "sit"]:
        raise IgrotekaError(f"{invitation!r} is no link to a seat, like http://…/table/7/sit/KEY")
    return f"{parts.scheme}://{parts.netloc}", path[2], path[4]


def _token(house: str, name: str) -> str:
    if not name:
        raise IgrotekaError("give the program's --token, or a --name to get one")
    return str(_post(house, "/api/programs", "", {"name": name})["token"])


def _post(house: str, path: str, token: str, body: dict[str, str]) -> Any:
    from urllib.error import HTTPError, URLError
    from urllib.request import Request, urlopen

    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = Request(house + path, json.dumps(body).encode(), headers)
    try:
        with urlopen(request, timeout=30) as answer:
            return json.load(answer)
    except HTTPError as error:
        reason = json.load(error).get("error", error.reason)
        raise IgrotekaError(f"the house refuses: {reason}") from error
    except (URLError, OSError) as error:
        raise IgrotekaError(f"{house} can't be reached: {error}") from error


def _play(house: str, number: str, token: str, program: str) -> None:
    """Carry messages between the table and the program, in the protocol of external programs."""
    from websockets.exceptions import WebSocketException
    from websockets.sync.client import connect

    address = f"{house.replace('http', 'ws', 1)}/api/tables/{number}/socket"
    headers = {"Authorization": f"Bearer {token}"}
    try:
        with (
            connect(address, additional_headers=headers, max_size=None) as socket,
            subprocess.Popen(
                shlex.split(program), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            ) as process,
        ):
            assert process.stdin is not None
            assert process.stdout is not None
            for line in socket:
                message = json.loads(line)
                if message["type"] == "refused":
                    typer.echo(f"refused: {message['reason']}", err=True)
                if message["type"] not in ("start", "choose", "end"):
                    continue
                process.stdin.write(json.dumps(message, ensure_ascii=False) + "\n")
                process.stdin.flush()
                if message["type"] == "choose":
                    answer = process.stdout.readline()
                    if not answer:
                        raise IgrotekaError(f"{program} ended in the middle of the game")
                    socket.send(answer)
                if message["type"] == "end":
                    typer.echo(f"The game is over: {message['result']['scores']}")
                    process.stdin.close()
                    return
    except (OSError, WebSocketException) as error:
        raise IgrotekaError(f"the connection or the program failed: {error}") from error

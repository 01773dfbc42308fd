"""`igroteka serve`: the house opens."""

from __future__ import annotations

import ipaddress
from typing import Annotated

import typer
from platformdirs import user_data_path

from igroteka.contract import IgrotekaError
from igroteka.text import Text


def serve(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 takes a free one.")] = 8000,
    db: Annotated[
        str | None,
        typer.Option(help="The archive: a file or a database URL.", envvar="IGROTEKA_DB"),
    ] = None,
    accounts: Annotated[
        bool | None,
        typer.Option(help="Whether playing needs a password; by default where others can come in."),
    ] = None,
    thinkers: Annotated[
        int,
        typer.Option(
            help="Processes in which bots think; 0 is one for every core, two at least.", min=0
        ),
    ] = 0,
) -> None:
    """Serve the site: play, watch, look back and hold tournaments in a browser."""
    import socket

    import uvicorn

    from igroteka.web.app import Settings, create_app

    settings = Settings(
        folder=user_data_path("igroteka"),
        database=db,
        accounts=not _is_loopback(host) if accounts is None else accounts,
        bot_processes=thinkers,
    )
    app = create_app(settings)
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        reason = error.strerror or error
        raise IgrotekaError(
            Text(
                "{host}:{port} can't be listened at: {reason}", host=host, port=port, reason=reason
            )
        ) from error
    shown = f"[{host}]" if ":" in host else host
    config = uvicorn.Config(
        app,
        log_level="warning",
        ws_max_size=1 << 16,
        access_log=False,
        ws_per_message_deflate=False,
    )

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                address = f"http://{shown}:{listener.getsockname()[1]}/"
                typer.echo(f"Igroteka is open at {address}")

    Server(config).run(sockets=[listener])


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(serve)

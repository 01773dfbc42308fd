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
    home: Annotated[
        bool,
        typer.Option(
            help="Let everybody in the home network come in, phones too, without a password; "
            "from elsewhere playing needs one."
        ),
    ] = False,
    accounts: Annotated[
        bool | None,
        typer.Option(help="Whether playing needs a password; by default where others can come in."),
    ] = None,
    per_address: Annotated[
        int,
        typer.Option(help="Connections that one address may have, and sockets at tables.", min=1),
    ] = 400,
    thinkers: Annotated[
        int,
        typer.Option(
            help="Processes in which bots think; 0 is one for every core, two at least.", min=0
        ),
    ] = 0,
) -> None:
    """Serve the site: play, watch, look back and hold tournaments in a browser."""
    from igroteka.cli.site_server import Site, listening, prepare_archive
    from igroteka.web.app import Settings, create_app

    if home and accounts is False:
        raise IgrotekaError(
            Text("--home asks who comes from elsewhere for a password; leave out --no-accounts")
        )
    settings = Settings(
        folder=user_data_path("igroteka"),
        database=db,
        address=host,
        accounts=not is_loopback(host) if accounts is None else accounts,
        home=home,
        bot_processes=thinkers,
        per_address=per_address,
    )
    prepare_archive(db)
    listener = listening(host, port)
    Site(create_app(settings), listener, switched=is_loopback(host)).run(sockets=[listener])


def is_loopback(host: str) -> bool:
    """Whether only this machine can come in there."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(serve)

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
    workers: Annotated[
        int,
        typer.Option(
            help="Processes that serve the site; more than one need a PostgreSQL database.", min=1
        ),
    ] = 1,
    thinkers: Annotated[
        int,
        typer.Option(
            help="Processes in which bots think; 0 is one for every core, two at least.", min=0
        ),
    ] = 0,
) -> None:
    """Serve the site: play, watch, look back and hold tournaments in a browser."""
    from igroteka.cli.site_server import Site, address_of, listening, prepare_archive
    from igroteka.cli.workers import inherited, keep_workers
    from igroteka.web.app import Settings, create_app

    if home and accounts is False:
        raise IgrotekaError(
            Text("--home asks who comes from elsewhere for a password; leave out --no-accounts")
        )
    if workers > 1:
        _check_workers(db, home)
    given = inherited()
    settings = Settings(
        folder=user_data_path("igroteka"),
        database=db,
        address=host,
        accounts=not is_loopback(host) if accounts is None else accounts,
        home=home,
        bot_processes=thinkers,
        per_address=per_address,
        doors=given.doors if given else None,
        first=given.first if given else True,
    )
    if given is None:
        prepare_archive(db)
    listener = given.listener if given else listening(host, port)
    if workers > 1 and given is None:
        keep_workers(workers, listener, address_of(listener))
        return
    Site(create_app(settings), listener, switched=workers == 1 and is_loopback(host)).run(
        sockets=[listener]
    )


def _check_workers(db: str | None, home: bool) -> None:
    from igroteka.archive.database import archive_url

    if archive_url(db).get_backend_name() != "postgresql":
        raise IgrotekaError(
            Text("several workers need a PostgreSQL database, as in --db postgresql:///igroteka")
        )
    if home:
        raise IgrotekaError(Text("--home is for a house of one worker"))


def is_loopback(host: str) -> bool:
    """Whether only this machine can come in there."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(serve)

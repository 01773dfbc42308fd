"""`igroteka serve`: the house opens."""

from __future__ import annotations

import ipaddress
import re
from typing import Annotated

import typer
from platformdirs import user_data_path

from igroteka.contract import IgrotekaError
from igroteka.text import Text, quoted


def serve(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")
    ] = 8000,
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
    host_name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A name by which the site is reached, like play.example.org; repeatable. What is "
            "meant for another name is refused.",
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="The address or network of a proxy in front, which tells where requests come "
            "from; repeatable. Nobody else is believed.",
        ),
    ] = None,
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
        names=tuple(map(_host_name, host_name or ())),
        proxies=tuple(map(_proxy, proxy or ())),
    )
    if given is None:
        prepare_archive(db)
    listener = given.listener if given else listening(host, port)
    if workers > 1 and given is None:
        keep_workers(workers, listener, address_of(listener))
        return
    switched = workers == 1 and is_loopback(host)
    parent = given.parent if given else None
    Site(create_app(settings), listener, switched=switched, parent=parent).run(sockets=[listener])


def _check_workers(db: str | None, home: bool) -> None:
    from igroteka.archive.database import archive_url

    if archive_url(db).get_backend_name() != "postgresql":
        raise IgrotekaError(
            Text("several workers need a PostgreSQL database, as in --db postgresql:///igroteka")
        )
    if home:
        raise IgrotekaError(Text("--home is for a house of one worker"))


def _host_name(text: str) -> str:
    """A name as browsers send it. Raises `IgrotekaError` for what is more than a name."""
    if not re.fullmatch(r"[a-z0-9._-]+|[0-9a-f:]+", text.lower()):
        raise IgrotekaError(
            Text(
                "--host-name is a name alone, like play.example.org, without http:// and port: "
                "{text}",
                text=quoted(text),
            )
        )
    return text.lower().rstrip(".")


def _proxy(text: str) -> str:
    """An address or a network. Raises `IgrotekaError` for anything else."""
    try:
        return str(ipaddress.ip_network(text) if "/" in text else ipaddress.ip_address(text))
    except ValueError:
        raise IgrotekaError(
            Text(
                "--proxy is an address or a network, like 127.0.0.1 or 10.0.0.0/8: {text}",
                text=quoted(text),
            )
        ) from None


def is_loopback(host: str) -> bool:
    """Whether only this machine can come in there."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(serve)

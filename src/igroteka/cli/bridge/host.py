"""`igroteka bridge host`: a table, or both tables of a match, open to programs over the network."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from igroteka.cli import arguments as a
from igroteka.cli.bridge.join import read_seat
from igroteka.contract import BadOption, IgrotekaError, Seat
from igroteka.text import Text, quoted

if TYPE_CHECKING:
    from igroteka.cli.bridge.hosting import Host
    from igroteka.games.bridge.rules import Bridge
    from igroteka.tables.setting import Clock, Remedy

TIMES = ("call", "card", "board")
"""What may have a limit of time."""


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def host(
        port: Annotated[
            int,
            typer.Option(
                min=0, max=65534, help="The port for programs; a second table has the next one."
            ),
        ] = 2000,
        address: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
        boards: Annotated[int, typer.Option(min=1, help="How many boards are dealt.")] = 16,
        deals: Annotated[
            Path | None,
            typer.Option(metavar="FILE", help="Boards of a file, in their order, instead."),
        ] = None,
        seed: Annotated[
            int | None,
            typer.Option(help="Deal the boards of `bridge deal` with this seed; else by chance."),
        ] = None,
        teams: Annotated[
            tuple[str, str] | None,
            typer.Option(
                metavar="A B", help="A match of two teams: two tables, the pairs exchanged."
            ),
        ] = None,
        bot: Annotated[
            list[str] | None,
            typer.Option(metavar="SEAT=BOT", help="A robot of the house on a seat; repeatable."),
        ] = None,
        password: Annotated[
            list[str] | None,
            typer.Option(metavar="SEAT=WORD", help="What a seat's client must say; repeatable."),
        ] = None,
        tls: Annotated[
            tuple[Path, Path] | None,
            typer.Option(metavar="CERT KEY", help="Speak by TLS, with these PEM files."),
        ] = None,
        time: Annotated[
            str | None,
            typer.Option(
                metavar="LIMITS", help="Seconds, like call=60,card=30,board=900 (for a side)."
            ),
        ] = None,
        remedy: Annotated[
            str,
            typer.Option(
                help="After three illegal actions, or out of time: a robot plays on, or adjust."
            ),
        ] = "robot",
        claims: Annotated[bool, typer.Option(help="Whether tricks may be claimed.")] = False,
        resume: Annotated[
            int | None, typer.Option(metavar="ID", help="Go on with a sitting of the archive.")
        ] = None,
        records: a.Records = None,
        pbn: Annotated[
            Path | None, typer.Option(metavar="FILE", help="Write the boards here as PBN.")
        ] = None,
        log: Annotated[
            Path | None, typer.Option(metavar="FILE", help="Every line both ways, with the time.")
        ] = None,
        site: Annotated[
            int,
            typer.Option(
                min=0, max=65535, help="The port of the site, to watch; 0 takes a free one."
            ),
        ] = 8000,
        check: Annotated[
            str | None,
            typer.Option(
                metavar="SEAT", help="Instead, check one client there on scripted boards."
            ),
        ] = None,
        db: a.Database = None,
    ) -> None:
        """Open a bridge table to programs that speak the public protocol."""
        if check is not None:
            from igroteka.cli.bridge.client_check import check_at

            check_at(read_seat(check), address, port, security(tls))
            return
        from igroteka.cli.bridge.hosting import Host

        _run(
            Host(
                game=_game(claims),
                address=address,
                port=port,
                deals=_deals(_game(claims), boards, deals, seed),
                teams=teams,
                bots=dict(map(_of_seat, bot or ())),
                passwords=_passwords(password or ()),
                tls=security(tls),
                clock=_clock(time),
                remedy=_remedy(remedy),
                resume=resume,
                records=records,
                pbn=pbn,
                log=log,
            ),
            site,
            db,
        )


def _run(host: Host, site: int, db: str | None) -> None:
    """Serve the site and the tables until all boards are played."""
    from platformdirs import user_data_path

    from igroteka.cli.serve import is_loopback
    from igroteka.cli.site_server import Site, listening, prepare_archive
    from igroteka.web.app import Settings, create_app

    host.check()
    prepare_archive(db)
    accounts = not is_loopback(host.address)
    settings = Settings(user_data_path("igroteka"), db, accounts, warm=False, address=host.address)
    listener = listening(host.address, site)
    server = Site(create_app(settings), listener, host.play)
    server.run(sockets=[listener])
    if server.problem is not None:
        raise server.problem


def _game(claims: bool) -> Bridge:
    from igroteka.games.bridge.rules import Bridge

    return Bridge.configure({"claims": "agree"} if claims else {})


def _deals(game: Bridge, boards: int, file: Path | None, seed: int | None) -> tuple[str, ...]:
    """The boards: of a file, of a seed, or drawn by chance."""
    if file is not None:
        from igroteka.cli.given_deals import given_deals

        return given_deals(game, file).deals
    import secrets

    from igroteka.games.bridge.dealing import deal_set

    chosen = secrets.randbits(63) if seed is None else seed
    return tuple(map(str, deal_set(boards, chosen)))


def _of_seat(text: str) -> tuple[Seat, str]:
    seat, equals, word = text.partition("=")
    if not (equals and word):
        raise BadOption(
            Text("{text} should name a seat and what is its, like North=simple", text=quoted(text))
        )
    return read_seat(seat), word


def _passwords(texts: Sequence[str]) -> dict[Seat, str]:
    from igroteka.cli.bridge.join import read_password

    return {seat: read_password(word) for seat, word in map(_of_seat, texts)}


def _remedy(text: str) -> Remedy:
    remedies: dict[str, Remedy] = {"robot": "robot", "adjust": "adjust"}
    if text not in remedies:
        raise BadOption(Text("--remedy {text} should be robot or adjust", text=quoted(text)))
    return remedies[text]


def _clock(text: str | None) -> Clock | None:
    """The limits that are written so, like `call=60,board=900`."""
    from igroteka.tables.setting import Clock

    if text is None:
        return None
    limits: dict[str, float] = {}
    for part in text.split(","):
        what, _, seconds = part.strip().partition("=")
        try:
            limits[what] = float(seconds)
        except ValueError:
            limits[what] = 0.0
        if what not in TIMES or not 0 < limits[what] <= 86400:
            raise BadOption(
                Text("--time {text} should be like call=60,card=30,board=900", text=quoted(text))
            )
    return Clock(limits.pop("board", None), together=True, limits=limits)


def security(files: tuple[Path, Path] | None) -> ssl.SSLContext | None:
    """The server's side of TLS. Raises `IgrotekaError` for files that won't do."""
    if files is None:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(*files)
    except (OSError, ssl.SSLError) as error:
        raise IgrotekaError(
            Text(
                "{certificate} and {key} are no certificate with its key: {reason}",
                certificate=files[0],
                key=files[1],
                reason=error.strerror or str(error),
            )
        ) from error
    return context

"""`igroteka bridge join`: a bot or a person sits down at a table over the network."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from igroteka.contract import Action, BadOption, IgrotekaError, IllegalMove, Player, Seat, View
from igroteka.text import NOTHING, Text, as_written, quoted

if TYPE_CHECKING:
    import ssl

    from igroteka.games.bridge.view import BridgeView

ALERT = "!"
"""What stands between a call and the words for the opponents."""


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def join(
        address: Annotated[
            str, typer.Argument(metavar="HOST:PORT", help="Where the table is; port 2000 if none.")
        ],
        team: Annotated[str, typer.Option(help="Whom you play for.")],
        seat: Annotated[
            str, typer.Option(help="North, East, South or West; any free one by default.")
        ] = "any",
        bot: Annotated[
            str, typer.Option(metavar="BOT", help="Who plays, as `igroteka bots bridge` lists.")
        ] = "simple",
        person: Annotated[
            bool, typer.Option("--person", help="Play yourself, at the terminal.")
        ] = False,
        seed: Annotated[
            int | None, typer.Option(help="The seed of the bot's random numbers.")
        ] = None,
        password: Annotated[
            str, typer.Option(help="The seat's password.", envvar="IGROTEKA_SEAT_PASSWORD")
        ] = "",
        claims: Annotated[
            bool, typer.Option("--claims", help="Announce claims, which only our tables know.")
        ] = False,
        tls: Annotated[bool, typer.Option("--tls", help="Connect by TLS.")] = False,
        tls_ca: Annotated[
            Path | None,
            typer.Option(metavar="FILE", help="Connect by TLS and trust these certificates."),
        ] = None,
        quiet: Annotated[bool, typer.Option("--quiet", help="Do not tell of each board.")] = False,
    ) -> None:
        """Play at a bridge table that speaks the public protocol, until its session is over.

        A lost connection is made again.
        """
        from igroteka.bots import make_player
        from igroteka.cli.bridge.table_connection import Address, Visit
        from igroteka.games.bridge.protocol.blue_chip import BLUE_CHIP
        from igroteka.games.bridge.protocol.client_lines import CLAIMS

        visit = Visit(
            address=Address.read(address, BLUE_CHIP.port, _security(tls, tls_ca)),
            seat=None if seat == "any" else read_seat(seat),
            team=team,
            words=(CLAIMS,) if claims else (),
            password=read_password(password),
            player=Person() if person else make_player("bridge", bot),
            seed=secrets.randbits(63) if seed is None else seed,
            tell=lambda sentence: typer.echo(sentence, err=True),
            on_line=_tell_action if person else lambda _: None,
            on_board=(lambda _: None) if quiet else _tell_board,
        )
        _play(visit.play, bot)


def _play(play: Callable[[], None], bot: str) -> None:
    """Play; a bot's failure is told in a sentence."""
    from igroteka.basics.endings import PlayerFault

    try:
        play()
    except PlayerFault as fault:
        raise IgrotekaError(Text("{bot} fails: {reason}", bot=bot, reason=fault.text)) from fault


def _security(tls: bool, authorities: Path | None) -> ssl.SSLContext | None:
    if not (tls or authorities):
        return None
    import ssl

    try:
        return ssl.create_default_context(cafile=str(authorities) if authorities else None)
    except OSError as error:
        raise IgrotekaError(
            Text("{path} can't be read: {reason}", path=authorities, reason=error.strerror)
        ) from error


def read_seat(text: str) -> Seat:
    """A seat by its name or letter. Raises `BadOption`."""
    from igroteka.games.bridge.boards import LETTERS, SEATS

    word = text.strip().lower()
    if word in [name.lower() for name in SEATS] or (len(word) == 1 and word.upper() in LETTERS):
        return LETTERS.index(word[0].upper())
    raise BadOption(Text("{text} should be North, East, South or West", text=quoted(text)))


def read_password(text: str) -> str:
    """A seat's password that fits into a greeting. Raises `BadOption`."""
    if '"' in text or not text.isascii() or not text.isprintable():
        raise BadOption(Text("a seat's password has ASCII letters and no quotation marks"))
    return text


def _tell_board(view: BridgeView) -> None:
    headline = str(view).partition("\n")[0]
    told = headline.partition(": ")[2] if view.public.over else "ended before its last card."
    typer.echo(f"Board {view.public.number}: {told}")


def _tell_action(line: str) -> None:
    """What others do, and what is refused, is told to a person as the server says it.

    A line that can't be read is for the client to answer.
    """
    from igroteka.games.bridge.protocol.lines import Acted
    from igroteka.games.bridge.protocol.server_lines import Refusal, read_server_line

    with suppress(IgrotekaError):
        if isinstance(read_server_line(line), Acted | Refusal):
            typer.echo(line)


class Person(Player):
    """Who sits at the terminal: sees the table drawn, types calls and cards."""

    def __init__(self, ask: Callable[[str], str] = input) -> None:
        self._ask = ask
        self._alert = ""

    def choose(self, view: View) -> Action:
        typer.echo(f"\n{view}\n")
        while True:
            call, _, alert = self._typed().partition(ALERT)
            if not call.strip():
                continue
            try:
                action = self.game.read(call)
                view.sample(self.rng).play(action)
            except IllegalMove as refusal:
                typer.echo(str(refusal))
            else:
                self._alert = alert.strip()
                return action

    def _typed(self) -> str:
        try:
            return self._ask(f"{self.game.seat_name(self.seat)} [1C, pass, SA; 1C ! alert]: ")
        except EOFError:
            raise IgrotekaError(Text("you leave the table")) from None

    def explanation(self, view: View, action: Action) -> Text:
        del view, action
        return as_written(self._alert) if self._alert else NOTHING

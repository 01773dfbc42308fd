"""`igroteka bridge deal`: a set of boards, any or such that fit conditions."""

from __future__ import annotations

import json as json_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from igroteka.cli import arguments as a
from igroteka.cli.bridge.showing import board_head
from igroteka.contract import IgrotekaError
from igroteka.text import Text, plural

if TYPE_CHECKING:
    from igroteka.games.bridge.boards import Board


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(name="deal")
    def deal_command(
        boards: Annotated[int, typer.Option("--boards", min=1, help="How many.")] = 1,
        seed: a.Seed = 0,
        where: Annotated[
            list[str] | None,
            typer.Option(
                "--where",
                metavar="CONDITION",
                help="What a deal must fit, like 'north: 15-17 hcp balanced' or 'ns: 8+s 25+ hcp'; "
                "repeatable.",
            ),
        ] = None,
        give: Annotated[
            list[str] | None,
            typer.Option(
                "--give", metavar="CARDS", help="Cards of a hand, like 'south: SA SK'; repeatable."
            ),
        ] = None,
        first: Annotated[int, typer.Option("--first", min=1, help="The first board's number.")] = 1,
        tries: Annotated[
            int, typer.Option("--tries", min=1, help="Random deals to look at for a board.")
        ] = 2_000_000,
        output: Annotated[
            Path | None, typer.Option("--output", metavar="FILE", help="Write a PBN file.")
        ] = None,
        json: a.AsJson = False,
    ) -> None:
        """Deal boards from a seed, dealer and vulnerability by the cycle of sixteen."""
        from igroteka.games.bridge.dealing import deal_set, read_given, set_text

        given = read_given(give or ())
        found = list(deal_set(boards, seed, where or (), given, first, tries))
        if output:
            if output.suffix.lower() != ".pbn":
                raise IgrotekaError(
                    Text("{path} should end in .pbn, so that it is read as one", path=output)
                )
            _write(output, set_text(found))
            typer.echo(
                plural(
                    "{count} board in {path}",
                    "{count} boards in {path}",
                    count=len(found),
                    path=output,
                )
            )
        elif json:
            typer.echo(json_module.dumps({"boards": [str(board) for board in found]}))
        else:
            typer.echo("\n\n".join(map(diagram, found)))


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise IgrotekaError(
            Text("{path} can't be written: {reason}", path=path, reason=error.strerror)
        ) from error


def diagram(board: Board) -> str:
    """A board drawn as in a newspaper, with each hand's high-card points."""
    from igroteka.games.bridge.boards import SEATS
    from igroteka.games.bridge.cards import SUITS, holding, points

    hands = []
    for seat, hand in zip(SEATS, board.hands, strict=True):
        suits = [f"{SUITS[suit]} {holding(hand, suit) or '—'}" for suit in (3, 2, 1, 0)]
        hands.append([f"{seat} {points(hand)}", *suits])
    north, east, south, west = hands
    width = max(16, *(len(line) + 3 for line in west))
    indent = " " * width
    middle = [f"{left:{2 * width}}{right}" for left, right in zip(west, east, strict=True)]
    above, below = ([indent + line for line in hand] for hand in (north, south))
    return "\n".join([board_head(board), *above, *middle, *below])

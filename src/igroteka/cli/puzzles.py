"""`igroteka puzzles`: positions of kept games in which one move was clearly best."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from igroteka.cli import arguments as a
from igroteka.contract import Game, IgrotekaError, IllegalMove
from igroteka.records.record import read_records
from igroteka.registry import make_game
from igroteka.study.puzzles import Puzzle, puzzles
from igroteka.study.review import chosen_analyst
from igroteka.text import Text

Posed = tuple[Game, str, Puzzle]
"""A puzzle with its game and what stands above it."""


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(name="puzzles")
    def puzzles_command(
        file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of records.")],
        bot: a.Judge = None,
    ) -> None:
        """Solve puzzles from kept games; without a terminal, print them with their solutions."""
        if not file.is_file():
            raise IgrotekaError(Text("there is no file {path}", path=file))
        found = _found(file, bot)
        if sys.stdin.isatty() and sys.stdout.isatty():
            solve(found, input)
        else:
            _print(found)


def _found(file: Path, bot: str | None) -> Iterator[Posed]:
    """The puzzles of all records, each position once."""
    seen: set[str] = set()
    for place, record in enumerate(read_records(file), start=1):
        game = make_game(record.game, record.options)
        for puzzle in puzzles(game, record, chosen_analyst(game, bot)):
            who = game.seat_name(puzzle.state.turn)
            position = f"{puzzle.view}\n\nOne move is clearly best for {who}."
            if position not in seen:
                seen.add(position)
                head = f"Puzzle {len(seen)}: {file.name}:{place}, move {puzzle.number}"
                yield game, f"{head}\n\n{position}", puzzle


def _print(found: Iterator[Posed]) -> None:
    empty = True
    for game, text, puzzle in found:
        empty = False
        typer.echo(f"── {text}\nSolution: {solution(game, puzzle)}\n")
    if empty:
        typer.echo("No position of these games makes a puzzle.")


def solve(found: Iterator[Posed], ask: Callable[[str], str]) -> None:
    """Ask for the move of each puzzle until the person leaves, and tell the score."""
    right = asked = 0
    for game, text, puzzle in found:
        typer.echo(f"\n── {text}")
        solved = _answered(game, puzzle, ask)
        if solved is None:
            break
        asked += 1
        right += solved
        typer.echo(f"{'Right' if solved else 'No'}: {solution(game, puzzle)}")
    typer.echo(f"{right} of {asked} right." if asked else "No puzzle was solved.")


def _answered(game: Game, puzzle: Puzzle, ask: Callable[[str], str]) -> bool | None:
    """Whether the person finds the move; None when they leave."""
    while True:
        try:
            answer = ask("your move [Enter show it · q quit]: ").strip()
        except (EOFError, KeyboardInterrupt):
            return None
        if answer == "q":
            return None
        if not answer:
            return False
        try:
            return puzzle.solved_by(game.read(answer))
        except IllegalMove as error:
            typer.echo(f"{error}")


def solution(game: Game, puzzle: Puzzle) -> str:
    """The right move, how the game would go on, and what was played."""
    moves = " ".join(str(action) for action in (puzzle.best, *puzzle.line))
    if not puzzle.missed:
        return f"{moves}. It was played."
    who = game.seat_name(puzzle.state.turn)
    told = f" {puzzle.remark}" if puzzle.remark else ""
    return f"{moves}. In the game {who} played {puzzle.played}.{told}"

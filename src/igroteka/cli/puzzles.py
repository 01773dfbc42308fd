"""`igroteka puzzles`: positions of kept games in which one move was clearly best."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from igroteka.cli import arguments as a
from igroteka.cli.judging import Question, answers
from igroteka.cli.run_plan import Workers, progress_bar
from igroteka.contract import Game, IgrotekaError, IllegalMove
from igroteka.records.record import read_records
from igroteka.records.verdict import Adviser
from igroteka.registry import make_game
from igroteka.study.puzzles import Puzzle, find_puzzle
from igroteka.study.review import asked, choices, chosen_adviser
from igroteka.text import Text

Posed = tuple[Game, str, Puzzle]
"""A puzzle with its game and what stands above it."""


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(name="puzzles")
    def puzzles_command(
        file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of records.")],
        bot: a.Judge = None,
        jobs: a.Jobs = None,
        dask: a.Dask = None,
    ) -> None:
        """Solve puzzles from kept games; without a terminal, print them with their solutions."""
        if not file.is_file():
            raise IgrotekaError(Text("there is no file {path}", path=file))
        workers = Workers(jobs, dask)
        if sys.stdin.isatty() and sys.stdout.isatty():
            with closing(_found(file, bot, workers)) as found:
                solve(found, input)
            return
        with progress_bar("moves looked at", None) as advance:
            _print(_found(file, bot, workers, advance))


def _found(
    file: Path,
    bot: str | None,
    workers: Workers,
    advance: Callable[[int], None] = lambda _: None,
) -> Generator[Posed, None, None]:
    """The puzzles of all records, each position once."""
    seen: set[str] = set()
    for question, found in answers(find_puzzle, _questions(file, bot), workers, bot, advance):
        if found is None:
            continue
        game = make_game(question.decision.game, question.decision.options)
        who = game.seat_name(found.state.turn)
        position = f"{found.view}\n\nOne move is clearly best for {who}."
        if position not in seen:
            seen.add(position)
            head = f"Puzzle {len(seen)}: {question.where}, move {found.number}"
            yield game, f"{head}\n\n{position}", found


def _questions(file: Path, bot: str | None) -> Iterator[Question]:
    """Every decision of all records, read as they are asked for."""
    advisers: dict[Game, Adviser] = {}
    for place, record in enumerate(read_records(file), start=1):
        game = make_game(record.game, record.options)
        if game not in advisers:
            advisers[game] = chosen_adviser(game, bot)
        for choice in choices(game, record):
            yield Question(asked(game, advisers[game], choice), f"{file.name}:{place}")


def _print(found: Iterator[Posed]) -> None:
    empty = True
    for game, text, puzzle in found:
        empty = False
        typer.echo(f"── {text}\nSolution: {solution(game, puzzle)}\n")
    if empty:
        typer.echo("No position of these games makes a puzzle.")


def solve(found: Iterator[Posed], ask: Callable[[str], str]) -> None:
    """Ask for the move of each puzzle until the person leaves, and tell the score."""
    right = tried = 0
    for game, text, puzzle in found:
        typer.echo(f"\n── {text}")
        solved = _answered(game, puzzle, ask)
        if solved is None:
            break
        tried += 1
        right += solved
        typer.echo(f"{'Right' if solved else 'No'}: {solution(game, puzzle)}")
    typer.echo(f"{right} of {tried} right." if tried else "No puzzle was solved.")


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

"""`igroteka bridge dd`: boards solved double dummy."""

from __future__ import annotations

import json as json_module
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from igroteka.cli import arguments as a
from igroteka.cli.bridge.convert import problem_at, read_boards
from igroteka.cli.bridge.showing import board_head
from igroteka.contract import IgrotekaError
from igroteka.records.formats import Problem
from igroteka.text import Text, joined, one_of

if TYPE_CHECKING:
    from igroteka.games.bridge.boards import Board
    from igroteka.games.bridge.doubledummy.questions import Solution
    from igroteka.games.bridge.formats.game import GameText


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(name="dd")
    def dd_command(
        files: Annotated[
            list[Path], typer.Argument(metavar="FILE…", help="Files that end in .pbn or .lin.")
        ],
        cards: Annotated[
            bool, typer.Option("--cards", help="Also tell which cards of the play cost tricks.")
        ] = False,
        jobs: a.Jobs = None,
        dask: a.Dask = None,
        json: a.AsJson = False,
    ) -> None:
        """Solve boards double dummy: the tricks of every declarer in every strain, and par."""
        from igroteka.cli.bridge.solvers import solvers
        from igroteka.cli.run_plan import Workers, progress_bar
        from igroteka.games.bridge.doubledummy.batch import solve_boards

        games = _games(files)
        boards = list(dict.fromkeys(game.board for game in games if game.board is not None))
        if not boards:
            raise IgrotekaError(Text("{path} holds no board with all four hands", path=files[0]))
        with (
            solvers(Workers(jobs, dask)) as workers,
            progress_bar("boards", len(boards)) as advance,
        ):
            solved = solve_boards(boards, workers, advance)
        costs = list(_costs(games)) if cards else []
        if json:
            typer.echo(json_module.dumps(_json(boards, solved, costs), ensure_ascii=False))
        else:
            typer.echo("\n\n".join(map(_text, boards, solved)))
            for cost in costs:
                typer.echo(joined(": ", cost))


def _games(files: Sequence[Path]) -> list[GameText]:
    games = []
    for path in files:
        reading = read_boards(path)
        for problem in reading.problems:
            print(problem_at(path, problem), file=sys.stderr)
        for game in reading.games:
            if game.board is None:
                missing = Problem(game.line, Text("not all four hands are told"))
                print(problem_at(path, missing), file=sys.stderr)
        games += reading.games
    return games


def _json(
    boards: Sequence[Board],
    solved: Sequence[Solution | None],
    costs: Sequence[tuple[Text, Text]],
) -> dict[str, object]:
    rows = [
        {"board": str(board), **(solution.to_json() if solution else {"unsolved": True})}
        for board, solution in zip(boards, solved, strict=True)
    ]
    told: dict[str, object] = {"boards": rows}
    if costs:
        told["cards"] = [{"game": where, "cost": text} for where, text in costs]
    return told


def _text(board: Board, solution: Solution | None) -> str:
    """A board's number and place, its twenty results and par."""
    from igroteka.games.bridge.study.afterword import grid

    lines = [board_head(board)]
    if solution is None:
        lines.append(Text("unsolved: the solver failed twice"))
    else:
        lines += [*grid(solution, width=6), Text("par {par}", par=solution.par.text())]
    return "\n".join(lines)


def _costs(games: Sequence[GameText]) -> Iterator[tuple[Text, Text]]:
    """Where in which game which card gave tricks away."""
    from igroteka.games.bridge.boards import SEATS
    from igroteka.games.bridge.doubledummy.solver import own_solver
    from igroteka.games.bridge.study.lookback import costs_of

    for number, game in enumerate(games, start=1):
        board, contract = game.board, game.contract
        if board is None or contract is None or contract.declarer is None:
            continue
        where = Text("game {number}, board {board}", number=number, board=board.number)
        played = [card for _, card in game.cards()]
        try:
            costs = costs_of(board, contract, played, own_solver())
        except IgrotekaError as error:
            yield where, error.sentence
            continue
        for place, cost in enumerate(costs):
            if cost.tricks:
                text = Text(
                    "{seat}'s {card} costs {tricks}, best was {best}",
                    seat=SEATS[cost.seat],
                    card=str(cost.card),
                    tricks=cost.tricks,
                    best=one_of(map(str, cost.best)),
                )
                yield Text("{where}, trick {number}", where=where, number=place // 4 + 1), text

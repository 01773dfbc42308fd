"""`igroteka grammar`: study a grammar of the substitution game, or turn it into another form."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from igroteka.cli.arguments import written_out
from igroteka.cli.output import check_file
from igroteka.contract import IgrotekaError
from igroteka.registry import make_game
from igroteka.text import Text


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def grammar(
        name: Annotated[
            str, typer.Argument(metavar="GRAMMAR", help="A name, a file, or 'S->AB;A->a;B->b'.")
        ] = "classic",
        weights: Annotated[
            str | None, typer.Option(help="Other weights, like '1 2 1 of 4'.")
        ] = None,
        write: Annotated[
            Path | None, typer.Option(metavar="FILE", help="Write it as .txt or .xml.")
        ] = None,
    ) -> None:
        """Show metrics, useless productions and nonterminals of a grammar."""
        from rich.console import Console
        from rich.table import Table

        from igroteka.games.substitution.rules import Substitution
        from igroteka.games.substitution.study.analysis import analyse

        if write:
            check_file(write)
        options = {"grammar": name} | ({"weights": weights} if weights else {})
        game = make_game("substitution", written_out("substitution", options))
        assert isinstance(game, Substitution)
        found = analyse(game.grammar)
        table = Table("group", "production", "chance", "M1", "M2", "M3", "")
        for p in found.productions:
            chance = f"{game.grammar.weights[p.group]}/{game.grammar.total}"
            mark = "useless" if p.useless else ""
            numbers = (str(p.m1), f"{p.m2:.6g}", f"{p.m3:.6g}")
            table.add_row(str(p.group), f"{p.left} → {p.right}", chance, *numbers, mark)
        Console().print(table)
        if found.endless:
            typer.echo(f"Never become letters: {' '.join(found.endless)}")
        if found.unreachable:
            typer.echo(f"Never come up: {' '.join(found.unreachable)}")
        if write:
            _write(game, write)


def _write(game: object, path: Path) -> None:
    from igroteka.games.substitution.rules import Substitution
    from igroteka.games.substitution.settings import Settings, write_settings

    assert isinstance(game, Substitution)
    if path.suffix == ".xml":
        text = write_settings(Settings(game.grammar, game.turns))
    elif path.suffix == ".txt":
        text = f"{game.grammar}\n"
    else:
        raise IgrotekaError(Text("{path} should end in .txt or .xml", path=path))
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise IgrotekaError(
            Text("{path} can't be written: {reason}", path=path, reason=error.strerror)
        ) from error

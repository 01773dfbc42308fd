"""`igroteka demo`: a short walk through the house."""

from __future__ import annotations

import sys

import typer
from rich.console import Console

STEPS = (
    (
        "Here is the substitution game. Two bots play a game of ten turns each:",
        ["play", "substitution", "1=planner", "2=random", "--option", "turns=10", "--seed", "7"],
    ),
    (
        "Luck is large in ten turns. So play a thousand games, each sequence of dice both ways:",
        ["match", "substitution", "planner", "random", "--games", "1000", "--option", "turns=10"],
    ),
    (
        "And everybody against everybody, with ratings and error bars:",
        [
            "tournament",
            "substitution",
            "--bots",
            "planner,search,adaptive,short,random",
            "--games",
            "50",
        ],
    ),
)

FAREWELL = """
Next, try it yourself (in .venv/bin):
  igroteka play draughts "2=engine(level=2)"   you against a beginner
  igroteka play durak 2=master                 and against a master
  igroteka bots substitution                   who else there is
  igroteka reproduce substitution              published tables beside ours
  igroteka bot new durak                       your own bot: docs/write-a-bot.md
"""


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def demo() -> None:
        """Show what there is, in a minute."""
        console = Console()
        for sentence, command in STEPS:
            console.print(f"\n[bold]{sentence}[/bold]")
            console.print(f"  igroteka {' '.join(command)}", markup=False, highlight=False)
            if sys.stdin.isatty():
                typer.prompt("Enter to run it", default="", show_default=False, prompt_suffix=" ")
            app(command, standalone_mode=False)
        console.print(FAREWELL, markup=False, highlight=False)

"""The command line: one small file a command, every error one plain sentence.

Commands import what they need when they run, so that each starts fast.
"""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper

import typer

from igroteka.basics.endings import PlayerFault
from igroteka.basics.house_fault import HouseFault
from igroteka.basics.kernels import tell_of_compiling
from igroteka.cli import (
    analyse,
    archive,
    bot,
    bots,
    bridge,
    club,
    connect,
    demo,
    doctor,
    export,
    games,
    grammar,
    import_,
    match,
    people,
    perft,
    play,
    puzzles,
    replay,
    reproduce,
    serve,
    tables,
    tournament,
)
from igroteka.contract import IgrotekaError
from igroteka.registry import game_names, kernel

COMMANDS = (
    games,
    bots,
    bot,
    doctor,
    serve,
    connect,
    play,
    match,
    tournament,
    archive,
    import_,
    export,
    replay,
    analyse,
    puzzles,
    reproduce,
    grammar,
    perft,
    tables,
    bridge,
    club,
    people,
    demo,
)
"""One module a command, in the order in which they are listed."""

app = typer.Typer(
    name="igroteka",
    help="A room of games: play, watch, measure and study.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for command in COMMANDS:
    command.register(app)


def main() -> None:
    """Run the command line; what a user did wrong is told in one sentence, with status 2."""
    _write_all_signs()
    tell_of_compiling(_Preparing())
    try:
        status = app(standalone_mode=False)
    except (IgrotekaError, HouseFault) as error:
        status = _complain(str(error))
    except PlayerFault as fault:
        status = _complain(fault.text)
    except typer.TyperException as error:
        status = _complain(_sentence(error))
    except (KeyboardInterrupt, typer.Abort):
        status = 130
    except BrokenPipeError:
        sys.stderr.close()
        status = 0
    sys.exit(status if isinstance(status, int) else 0)


class _Preparing:
    """Says once for each game what is waited for when its kernel has to be compiled."""

    def __init__(self) -> None:
        self._process = os.getpid()
        self._said: set[str] = set()

    def __call__(self, module: str) -> None:
        if os.getpid() != self._process:
            return
        for game in game_names():
            needed = kernel(game)
            if needed and module.startswith(needed.package) and game not in self._said:
                self._said.add(game)
                words = f"Preparing {game} for the first time; about {needed.seconds} s"
                print(words, file=sys.stderr, flush=True)


def _write_all_signs() -> None:
    """Suits and letters go into files and pipes as they are, where the system would refuse them."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and not stream.encoding.lower().startswith("utf"):
            stream.reconfigure(encoding="utf-8")


def _sentence(error: typer.TyperException) -> str:
    """What Typer refused, with the name of the argument where it knows one."""
    text = getattr(error, "format_message", error.__str__)()
    return f"{text.rstrip('.')}; `igroteka --help` lists the commands and their options"


def _complain(sentence: str) -> int:
    print(f"igroteka: {sentence}", file=sys.stderr)
    return 2

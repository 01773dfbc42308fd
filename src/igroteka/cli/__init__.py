"""The command line: one small file a command, every error one plain sentence.

Commands import what they need when they run, so that each starts fast.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Any, get_args

import typer
from typer.main import get_command

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
    tree, words = get_command(app), sys.argv[1:]
    command, names = _named(tree, words)
    if names == words and getattr(command, "no_args_is_help", False):
        words = [*words, "--help"]
    try:
        status = tree(words, standalone_mode=False)
    except (IgrotekaError, HouseFault) as error:
        status = _complain(str(error), names)
    except PlayerFault as fault:
        status = _complain(fault.text, names)
    except typer.TyperException as error:
        status = _complain(_sentence(error), names)
    except (KeyboardInterrupt, typer.Abort):
        status = 130
    except BrokenPipeError:
        sys.stderr.close()
        status = 0
    sys.exit(status if isinstance(status, int) else 0)


def _named(command: Any, words: Sequence[str]) -> tuple[Any, list[str]]:
    """The command that words begin with, and its name."""
    names: list[str] = []
    for word in words:
        inner = getattr(command, "commands", {}).get(word)
        if inner is None:
            break
        command = inner
        names.append(word)
    return command, names


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
    """What Typer refused; of a number, which numbers there may be."""
    text = str(getattr(error, "format_message", error.__str__)())
    parameter = getattr(error, "param", None)
    unreadable = re.fullmatch(r"Invalid value for '(.+)': Input should .*", text)
    if not (parameter and unreadable):
        return text
    whole = int in (
        parameter.type_descriptor.annotation,
        *get_args(parameter.type_descriptor.annotation),
    )
    bounds = "".join(
        f"{word} {bound}"
        for word, bound in ((" from", parameter.min), (" to", parameter.max))
        if bound is not None
    )
    return f"{unreadable[1]} should be a {'whole ' if whole else ''}number{bounds}"


def _complain(sentence: str, names: Sequence[str]) -> int:
    """Say in one line what is wrong, and where the command's own help is."""
    words = " ".join(sentence.split()).rstrip(".")
    print(f"igroteka: {words}; see `{' '.join(['igroteka', *names])} --help`", file=sys.stderr)
    return 2

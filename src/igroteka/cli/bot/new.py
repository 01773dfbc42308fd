"""`igroteka bot new`: a bot to begin with, and its test."""

from __future__ import annotations

import keyword
import sys
from pathlib import Path
from typing import Annotated

import typer

from igroteka.cli.arguments import GameName
from igroteka.contract import IgrotekaError
from igroteka.registry import starting_bot
from igroteka.text import Text, quoted

TEST = '''\
"""What {file} should do: run `pytest {test}`."""

from pathlib import Path

from igroteka import arena

BOT = f"{{Path(__file__).with_name('{file}')}}:{bot}"


def test_it_plays_by_the_rules() -> None:
    assert arena.check_bot(BOT, "{game}").problems == []


def test_it_is_no_worse_than_chance() -> None:
    # Raise the bar as it gets better: another opponent than random, or score.low > 0.5.
    result = arena.play_match("{game}", [BOT, "random"], games=40, jobs=1)
    assert result.faults == []
    assert result.score.high > 0.5
'''


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def new(
        game: GameName,
        file: Annotated[Path, typer.Argument(metavar="FILE", help="The bot's file.")] = Path(
            "my_bot.py"
        ),
    ) -> None:
        """Write a bot that plays already, for you to go on with, and a test of it."""
        bot = _class_name(file)
        test = file.with_name(f"test_{file.name}")
        text = starting_bot(game).replace("MyBot", bot)
        _write(file, text, test)
        _write(test, TEST.format(file=file.name, test=test.name, bot=bot, game=game))
        typer.echo(f"{file} has the bot {bot}, which plays {game} already; {test} is its test.")
        typer.echo(f"igroteka bot check {file}")
        typer.echo(f"igroteka match {game} {file}:{bot} random --games 1000")


def _class_name(file: Path) -> str:
    """MyBot for my_bot.py. Raises `IgrotekaError` for a name that Python could not import."""
    if file.suffix != ".py" or not file.stem.isidentifier() or keyword.iskeyword(file.stem):
        raise IgrotekaError(
            Text(
                "{text} is no name for a bot's file; write letters, digits and _, like my_bot.py",
                text=quoted(file.name),
            )
        )
    if file.stem == "igroteka" or file.stem in sys.stdlib_module_names:
        raise IgrotekaError(
            Text(
                "{text} would hide the module of that name; choose another", text=quoted(file.name)
            )
        )
    return "".join(word[:1].upper() + word[1:] for word in file.stem.split("_")) or "MyBot"


def _write(file: Path, text: str, *others: Path) -> None:
    """Write a new file. Raises `IgrotekaError` if it, or one of the others, is there already."""
    for each in (file, *others):
        if each.exists():
            raise IgrotekaError(
                Text("{path} is there already; name another file or remove it", path=each)
            )
    try:
        with file.open("x", encoding="utf-8") as new:
            new.write(text)
    except OSError as error:
        raise IgrotekaError(
            Text("{path} can't be written: {reason}", path=file, reason=error.strerror)
        ) from error

"""Which games and bots there are, and how a name on the command line becomes one.

A game is added by its line in `GAMES`: the folder `games/NAME` with `GAME` in its `__init__.py`,
`BOTS` in its `bots.py` and, if files of its own keep it, `FORMATS` in its `formats.py`. Nothing is
imported before it is asked for.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from igroteka.contract import BadOption, Game, IgrotekaError, Player
from igroteka.players.spec import Spec
from igroteka.records.formats import RECORDS, Format

GAMES: Sequence[str] = ("draughts", "durak", "bridge", "substitution")


_IMPORTING = threading.Lock()
"""A worker with threads must not see a user's module before it is complete."""


class UnknownName(IgrotekaError):  # noqa: N818 - named after what is wrong
    """There is no game, bot or file format of this name."""


def game_class(name: str) -> type[Game]:
    """The class of a game."""
    if name not in GAMES:
        raise UnknownName(f"there is no game {name!r}; the games are {', '.join(GAMES)}")
    game: type[Game] = importlib.import_module(f"igroteka.games.{name}").GAME
    return game


def make_game(name: str, options: Mapping[str, str]) -> Game:
    """The game with these options. Raises `BadOption` for a wrong name or value."""
    game = game_class(name)
    for option in options:
        if option not in game.option_help:
            raise BadOption(
                f"{name} has no option {option!r}; its options are {', '.join(game.option_help)}"
            )
    return game.configure(options)


def bot_classes(game: str) -> dict[str, type[Player]]:
    """The bots that play this game: the house's, then the game's own."""
    from igroteka.players import HOUSE_BOTS

    game_class(game)
    own: Mapping[str, type[Player]] = importlib.import_module(f"igroteka.games.{game}.bots").BOTS
    return {**HOUSE_BOTS, **own}


def formats(game: str | None = None) -> tuple[Format, ...]:
    """The file formats that keep this game, or any game: the house's records, then the game's."""
    found: list[Format] = [RECORDS]
    for name in GAMES if game is None else (game,):
        game_class(name)
        module = f"igroteka.games.{name}.formats"
        if importlib.util.find_spec(module) is not None:
            found += importlib.import_module(module).FORMATS
    return tuple(found)


def format_named(name: str) -> Format:
    """The file format of this name."""
    known = {each.name: each for each in formats()}
    if name not in known:
        raise UnknownName(f"there is no format {name!r}; the formats are {', '.join(known)}")
    return known[name]


def format_of_file(path: Path) -> Format:
    """The file format that the end of this file's name tells."""
    known = {suffix: each for each in formats() for suffix in each.suffixes}
    if path.suffix.lower() not in known:
        raise UnknownName(
            f"{path} is of no known format; the names of files end in {', '.join(known)}"
        )
    return known[path.suffix.lower()]


def make_player(game: str, text: str) -> Player:
    """The bot that a text like `search(depth=4)` or `./my_bot.py:MyBot` names."""
    spec = Spec.parse(text)
    return _instance(_bot_class(game, spec), spec)


def names_file(value: str) -> bool:
    """Whether an option or a parameter is the path of something on this machine."""
    try:
        return bool(value) and Path(value).exists()
    except (OSError, ValueError):
        return False


def fingerprint(bot: str) -> str:
    """What a bot's games depend on beside its text: the content of the files that it names."""
    spec = Spec.parse(bot)
    words = [spec.name.rpartition(":")[0]]
    for _, value in spec.arguments:
        words += value.split()
    files = [Path(word) for word in words if word and Path(word).is_file()]
    return hashlib.blake2b(b"".join(file.read_bytes() for file in files)).hexdigest()


def _bot_class(game: str, spec: Spec) -> type[Player]:
    path, colon, attribute = spec.name.rpartition(":")
    if colon and path.endswith(".py"):
        return _class_in_file(Path(path), attribute)
    classes = bot_classes(game)
    if spec.name not in classes:
        raise UnknownName(
            f"there is no bot {spec.name!r} for {game}; its bots are {', '.join(classes)}; "
            "a bot of your own is written ./my_bot.py:MyBot"
        )
    return classes[spec.name]


def _class_in_file(path: Path, attribute: str) -> type[Player]:
    with _IMPORTING:
        module = _module(path.resolve())
    found = getattr(module, attribute, None)
    if not (inspect.isclass(found) and issubclass(found, Player)):
        raise UnknownName(f"{path} has no class {attribute!r} derived from igroteka.Player")
    return found


def _module(path: Path) -> Any:
    """The module of a user's file, imported once a process."""
    name = f"igroteka_bot_{abs(hash(path)):x}"
    if name in sys.modules:
        return sys.modules[name]
    if not path.is_file():
        raise UnknownName(f"there is no file {path}")
    specification = importlib.util.spec_from_file_location(name, path)
    if specification is None or specification.loader is None:
        raise UnknownName(f"{path} can't be imported as Python")
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module
    try:
        specification.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise UnknownName(f"{path} fails when imported: {type(error).__name__}: {error}") from error
    return module


def parameters(bot: type[Player]) -> Mapping[str, inspect.Parameter]:
    """The parameters of a bot, by name, as its `__init__` declares them."""
    if bot.__init__ is object.__init__:
        return {}
    found = dict(inspect.signature(bot).parameters)
    return {name: p for name, p in found.items() if p.kind is not inspect.Parameter.VAR_KEYWORD}


def _instance(bot: type[Player], spec: Spec) -> Player:
    declared = parameters(bot)
    unnamed = iter(declared)
    values: dict[str, object] = {}
    for key, text in spec.arguments:
        name = key or next(unnamed, None)
        if name is None or name not in declared:
            known = ", ".join(declared) or "none"
            raise BadOption(f"{spec.name} has no parameter {key or text!r}; it takes: {known}")
        if name in values:
            raise BadOption(f"{spec.name} is given {name} twice")
        values[name] = _value(spec.name, declared[name], text)
    missing = [n for n, p in declared.items() if p.default is p.empty and n not in values]
    if missing:
        raise BadOption(f"{spec.name} needs {', '.join(missing)}, like {spec.name}({missing[0]}=…)")
    try:
        return bot(**values)
    except ValueError as error:
        raise BadOption(f"{spec}: {error}") from error
    except Exception as error:
        raise BadOption(f"{spec} can't be made: {type(error).__name__}: {error}") from error


def _value(bot: str, parameter: inspect.Parameter, text: str) -> object:
    """A parameter's text as the type that its annotation names; text where it names none."""
    kinds: dict[str, Callable[[str], object]] = {"int": int, "float": float}
    annotation = parameter.annotation
    name = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    convert = kinds.get(name.removesuffix(" | None"), str)
    try:
        return convert(text)
    except ValueError:
        kind = "a whole number" if convert is int else "a number"
        raise BadOption(f"{bot}: {parameter.name} should be {kind}, but is {text!r}") from None

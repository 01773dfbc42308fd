"""A text like `search(depth=4)` or `./my_bot.py:MyBot` as a player.

It names a bot of the house or of a game, a class in somebody's file, or one of the program that
runs here.
"""

from __future__ import annotations

import hashlib
import inspect
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from igroteka.basics.error_words import error_words
from igroteka.contract import BadOption, FilePath, Player
from igroteka.players.apart import Apart, Reserve
from igroteka.players.bot_file import class_in_file, sources
from igroteka.players.spec import Spec
from igroteka.registry import bot_class, bot_names, game_class, game_names
from igroteka.text import Text, all_of, listed, quoted

_INTRODUCED: dict[str, tuple[Callable[[], Player], str]] = {}
"""Bots of the program that runs here, with a mark of each introduction."""


def make_player(game: str, text: str) -> Player:
    """The bot that a text like `search(depth=4)` or `./my_bot.py:MyBot` names.

    One of a file plays in a process of its own. Raises `IgrotekaError` if it can't be made.
    """
    if not is_of_file(text):
        return make_player_here(game, text)
    player = make_player_apart(game, text)
    if player.refusal is not None:
        raise BadOption(player.refusal.text)
    return player


def make_player_here(game: str, text: str) -> Player:
    """The same in this process, also for a bot of a file, which may do to it what it likes."""
    if text in _INTRODUCED:
        return _INTRODUCED[text][0]()
    spec = Spec.parse(text)
    return _instance(_bot_class(game, spec), spec)


def make_player_apart(
    game: str, text: str, reserve: Reserve | None = None, tells_of_close: bool = False
) -> Apart:
    """The same in a process of its own, one of the reserve if there is one.

    A bot that can't be made has a `refusal`, and fails when it starts. Who wants to be told raises
    what goes wrong when it is closed.
    """
    player = Apart(make_player_here, game, text, reserve, tells_of_close)
    player.enter()
    return player


def make_player_for_view(game: str, text: str) -> Player:
    """The same in a process that may be lost: a bot of a file shares it where nothing is hidden."""
    if game_class(game).hidden and is_of_file(text):
        return make_player_apart(game, text)
    return make_player_here(game, text)


def introduce(make: Callable[[], Player]) -> str:
    """Let a class or function of this program play under its name, here and in forked workers.

    Raises `BadOption` for a name that can't be one.
    """
    name = getattr(make, "__name__", "")
    if not name.isidentifier() or any(name in bot_names(game) for game in game_names()):
        raise BadOption(
            Text("a bot of this program needs a name of its own, but has {text}", text=quoted(name))
        )
    _INTRODUCED[name] = make, secrets.token_hex(8)
    return name


def is_introduced(text: str) -> bool:
    """Whether a text names a bot of this program."""
    return text in _INTRODUCED


def is_of_file(text: str) -> bool:
    """Whether a text names a bot of somebody's file, and not one of the house or a game."""
    path, colon, _ = Spec.parse(text).name.rpartition(":")
    return bool(colon) and path.endswith(".py")


def fingerprint(bot: str) -> str:
    """What a bot's games depend on beside its text: the content of the files that it names.

    Those that its own file imports from the same folder count as well. A bot of this program is
    another whenever it is introduced.
    """
    if bot in _INTRODUCED:
        return _INTRODUCED[bot][1]
    spec = Spec.parse(bot)
    words = [word for _, value in spec.arguments for word in value.split()]
    files = [Path(word) for word in words if Path(word).is_file()]
    own = Path(spec.name.rpartition(":")[0])
    if own.is_file():
        files = [*sources(own), *files]
    return hashlib.blake2b(b"".join(file.read_bytes() for file in files)).hexdigest()


def _bot_class(game: str, spec: Spec) -> type[Player]:
    path, _, attribute = spec.name.rpartition(":")
    if is_of_file(spec.name):
        found = class_in_file(Path(path), attribute)
        if found.plays and game not in found.plays:
            raise BadOption(
                Text(
                    "{bot} plays {games}, not {game}",
                    bot=attribute,
                    games=all_of(found.plays),
                    game=game,
                )
            )
        return found
    return bot_class(game, spec.name)


def parameters(bot: type[Player]) -> Mapping[str, inspect.Parameter]:
    """The parameters of a bot, by name, as its `__init__` declares them."""
    if bot.__init__ is object.__init__:
        return {}
    found = dict(inspect.signature(bot).parameters)
    return {name: p for name, p in found.items() if p.kind is not inspect.Parameter.VAR_KEYWORD}


def names_file(game: str, spec: Spec) -> bool:
    """Whether one of a bot's arguments is for a parameter that takes a file."""
    declared = parameters(_bot_class(game, spec))
    given = [declared[name] for name, _ in _given(declared, spec) if name and name in declared]
    return any(parameter.annotation in ("FilePath", FilePath) for parameter in given)


def named_arguments(game: str, spec: Spec) -> list[tuple[str | None, str]]:
    """A bot's arguments with the names of the parameters they are for, None beyond the last."""
    return list(_given(parameters(_bot_class(game, spec)), spec))


def _given(declared: Iterable[str], spec: Spec) -> Iterator[tuple[str | None, str]]:
    """The arguments with the names of their parameters: unnamed ones in order, None beyond."""
    unnamed = iter(declared)
    for key, text in spec.arguments:
        yield key or next(unnamed, None), text


def _instance(bot: type[Player], spec: Spec) -> Player:
    declared = parameters(bot)
    values: dict[str, object] = {}
    for name, text in _given(declared, spec):
        if name is None or name not in declared:
            known = listed(declared) if declared else Text("none")
            raise BadOption(
                Text(
                    "{name} has no parameter {text}; it takes: {names}",
                    name=spec.name,
                    text=quoted(name or text),
                    names=known,
                )
            )
        if name in values:
            raise BadOption(Text("{name} is given {text} twice", name=spec.name, text=name))
        values[name] = _value(spec.name, declared[name], text)
    missing = [n for n, p in declared.items() if p.default is p.empty and n not in values]
    if missing:
        raise BadOption(
            Text(
                "{name} needs {names}, like {name}({parameter}=…)",
                name=spec.name,
                names=listed(missing),
                parameter=missing[0],
            )
        )
    try:
        return bot(**values)
    except BadOption as error:
        raise BadOption(Text("{spec}: {reason}", spec=spec, reason=error.sentence)) from error
    except ValueError as error:
        raise BadOption(Text("{spec}: {reason}", spec=spec, reason=str(error))) from error
    except (Exception, SystemExit) as error:
        raise BadOption(
            Text("{spec} can't be made: {reason}", spec=spec, reason=error_words(error))
        ) from error


def _value(bot: str, parameter: inspect.Parameter, text: str) -> object:
    """A parameter's text as the type that its annotation names; text where it names none."""
    kinds: dict[str, Callable[[str], object]] = {"int": int, "float": float}
    annotation = parameter.annotation
    name = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    convert = kinds.get(name.removesuffix(" | None"), str)
    try:
        return convert(text)
    except ValueError:
        kind = Text("a whole number") if convert is int else Text("a number")
        raise BadOption(
            Text(
                "{bot}: {name} should be {kind}, but is {text}",
                bot=bot,
                name=parameter.name,
                kind=kind,
                text=quoted(text),
            )
        ) from None

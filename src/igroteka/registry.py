"""Which games, bots and file formats there are, and what each game offers.

Games are found by the entry-point group `igroteka.games`; each entry is a manifest that says what
the game offers. This is the only reader of manifests, and nothing is imported before it is asked
for.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from igroteka.basics.batch import Batch
from igroteka.basics.exercises import ExerciseQuestion
from igroteka.basics.experiments import Published
from igroteka.basics.lessons import Lesson, lesson_words, read_lessons
from igroteka.basics.manifest import GROUP, Kernel, Manifest, load
from igroteka.contract import Action, Game, IgrotekaError, Player, View
from igroteka.players import HOUSE_BOTS
from igroteka.players.spec import Spec
from igroteka.records.contest import Contest
from igroteka.records.formats import Format
from igroteka.records.json_lines import JsonLines
from igroteka.records.line_protocol import LineProtocol
from igroteka.text import Text, listed, quoted


class UnknownName(IgrotekaError):  # noqa: N818 - named after what is wrong
    """There is no game, bot or file format of this name."""


@cache
def _manifests() -> Mapping[str, Manifest]:
    """Every installed game; one whose manifest won't do is left out and told of in the log."""
    known: dict[str, Manifest] = {}
    log = logging.getLogger(__name__)
    for entry in sorted(entry_points(group=GROUP), key=_is_from_outside):
        try:
            manifest = entry.load()
        except Exception:
            log.exception("the game %s is left out: it can't be loaded", entry.name)
            continue
        if not isinstance(manifest, Manifest) or manifest.name != entry.name:
            log.error("the game %s is left out: %s is no manifest of it", entry.name, entry.value)
        elif known.setdefault(manifest.name, manifest) is not manifest:
            log.error("a second game %s is left out: %s", entry.name, entry.value)
    ordered = sorted(known.values(), key=lambda each: (each.place, each.name))
    return {each.name: each for each in ordered}


def _is_from_outside(entry: EntryPoint) -> bool:
    return not entry.value.startswith("igroteka.")


def game_names() -> tuple[str, ...]:
    """All games, in the order in which they are listed."""
    return tuple(_manifests())


def _manifest(game: str) -> Manifest:
    if game not in _manifests():
        raise UnknownName(
            Text(
                "there is no game {name}; the games are {names}",
                name=quoted(game),
                names=listed(game_names()),
            )
        )
    return _manifests()[game]


def game_class(name: str) -> type[Game]:
    """The class of a game."""
    game: type[Game] = load(_manifest(name).game)
    return game


def make_game(name: str, options: Mapping[str, str]) -> Game:
    """The game with these options. Raises `BadOption` for a wrong name or value."""
    return game_class(name).configure(options)


def bot_classes(game: str) -> dict[str, type[Player]]:
    """The bots that play this game: the house's, then the game's own."""
    own = {name: load(bot) for name, bot in _manifest(game).bots.items()}
    return {**HOUSE_BOTS, **own}


def bot_class(game: str, name: str) -> type[Player]:
    """The bot of this name that plays this game."""
    own = _manifest(game).bots
    if name not in bot_names(game):
        raise UnknownName(
            Text(
                "there is no bot {text} for {game}; its bots are {names}; a bot of your "
                "own is written ./my_bot.py:MyBot",
                text=quoted(name),
                game=game_class(game).title,
                names=listed(bot_names(game)),
            )
        )
    bot: type[Player] = load(own[name]) if name in own else HOUSE_BOTS[name]
    return bot


def bot_names(game: str) -> tuple[str, ...]:
    """The names of those bots."""
    return tuple({**HOUSE_BOTS, **_manifest(game).bots})


def starting_bot(game: str) -> str:
    """The file of a bot `MyBot` for an author to begin with."""
    known = _manifest(game)
    if known.starting_bot:
        return known.file(known.starting_bot).read_text(encoding="utf-8")
    return files("igroteka.players").joinpath("starting_bot.py").read_text(encoding="utf-8")


def make_batch(game: Game, players: Sequence[Player]) -> Batch | None:
    """Whole games at speed between such players, one a seat; None if no kernel can."""
    offered = _manifest(game.name).batch
    batch: Batch | None = load(offered)(game, players) if offered else None
    return batch


def fast_playouts(
    game: Game, view: View, rng: random.Random, games: int
) -> Mapping[Action, float] | None:
    """How actions fare when the game goes on at random; None if no kernel can tell."""
    offered = _manifest(game.name).playouts
    values: Mapping[Action, float] | None = (
        load(offered)(game, view, rng, games) if offered else None
    )
    return values


def kernel(game: str) -> Kernel | None:
    """The part of a game that is compiled, if there is one."""
    return _manifest(game).kernel


def needs_kernel(game: str, bot: str) -> bool:
    """Whether a bot, as people write it, can't play before the game's kernel is compiled."""
    needed = _manifest(game).kernel
    return needed is not None and Spec.parse(bot).name in needed.bots


def exercises(game: str) -> Mapping[str, Callable[[Game, Any], Iterator[ExerciseQuestion]]]:
    """The exercises of a game by name; none if it has none."""
    return {name: load(each) for name, each in _manifest(game).exercises.items()}


def perft(game: str) -> Callable[[str, str | None, int], Any]:
    """What counts the leaves of a game's move tree."""
    counting: Callable[[str, str | None, int], Any] = _offer(
        game,
        "perft",
        lambda others: Text("{game} has no perft; {others} has", game=game, others=others),
    )
    return counting


def endgame_tables(game: str) -> Callable[[str, int, Any], Iterable[str]]:
    """What solves a game's endgames and tells how they end."""
    solving: Callable[[str, int, Any], Iterable[str]] = _offer(
        game,
        "endgame_tables",
        lambda others: Text("{game} has no endgame tables; {others} has", game=game, others=others),
    )
    return solving


def published(game: str) -> Published:
    """What was published of a game."""
    figures: Published = _offer(
        game,
        "published",
        lambda others: Text(
            "{game} has no published figures; there are some of {others}", game=game, others=others
        ),
    )
    return figures


def _offer(game: str, what: str, refusal: Callable[[Text], Text]) -> Any:
    name = getattr(_manifest(game), what)
    if not name:
        others = [each.name for each in _manifests().values() if getattr(each, what)]
        raise IgrotekaError(refusal(listed(others)))
    return load(name)


def line_protocol(game: str) -> LineProtocol:
    """How programs sit at its tables over a network. Raises `IgrotekaError` if there is no way."""
    found: LineProtocol = _offer(
        game,
        "line_protocol",
        lambda others: Text(
            "{game} has no public protocol for programs; {others} has one", game=game, others=others
        ),
    )
    return found


def has_line_protocol(game: str) -> bool:
    """Whether programs can sit at its tables over a network."""
    return bool(_manifest(game).line_protocol)


def contest(game: str) -> Contest:
    """How people play it in events. Raises `IgrotekaError` if they don't."""
    found: Contest = _offer(
        game,
        "contest",
        lambda others: Text(
            "there are no events of {game}; there are some of {others}", game=game, others=others
        ),
    )
    return found


def has_contest(game: str) -> bool:
    """Whether people play it in events."""
    return bool(_manifest(game).contest)


def page_files(game: str) -> Mapping[str, Traversable]:
    """The scripts, styles and pictures that a game brings for its pages, by their names."""
    known = _manifests().get(game)
    return {name: known.file(name) for name in known.pages} if known else {}


def game_looks(game: str) -> Sequence[str]:
    """The settings of a visitor that change how the board of a game looks."""
    return _manifest(game).looks


def game_icon(game: str) -> str:
    """The name of a game's sign among the icons of the site."""
    return _manifest(game).icon


def data_words(game: str) -> Iterable[str]:
    """The words of a game's data files that people read."""
    words = _manifest(game).words
    own = load(words)() if words else ()
    return (*own, *lesson_words(lessons(game)))


@cache
def lessons(game: str) -> tuple[Lesson, ...]:
    """What a game teaches children, in its order; nothing if it has no lessons."""
    known = _manifest(game)
    if not known.lessons:
        return ()
    return read_lessons(known.file(known.lessons).read_text(encoding="utf-8"))


def catalogues(language: str) -> list[Traversable]:
    """What the games say in a language, a gettext file each."""
    folders = [each.file(each.locale) for each in _manifests().values() if each.locale]
    files = [folder.joinpath(f"{language}.po") for folder in folders]
    return [file for file in files if file.is_file()]


def formats(game: str | None = None) -> tuple[Format, ...]:
    """The file formats that keep this game, or any game: the house's records, then the game's."""
    known: list[Format] = [RECORDS]
    for name in game_names() if game is None else (game,):
        known += map(load, _manifest(name).formats)
    return tuple(known)


RECORDS = JsonLines(make_game, formats)


def format_named(name: str) -> Format:
    """The file format of this name."""
    known = {each.name: each for each in formats()}
    if name not in known:
        raise UnknownName(
            Text(
                "there is no format {text}; the formats are {names}",
                text=quoted(name),
                names=listed(known),
            )
        )
    return known[name]


def check_keeps(chosen: Format, game: str) -> None:
    """Raise `IgrotekaError` if files of this format keep no such game."""
    known = [each.name for each in formats(game)]
    if chosen.name not in known:
        raise IgrotekaError(
            Text(
                "the format {format} does not keep {game}; those that do are {names}",
                format=chosen.name,
                game=game_class(game).title,
                names=listed(known),
            )
        )


def format_of_file(path: Path) -> Format:
    """The file format that the end of this file's name tells."""
    known = {suffix: each for each in formats() for suffix in each.suffixes}
    if path.suffix.lower() not in known:
        raise UnknownName(
            Text(
                "{name} is of no known format; the names of files end in {names}",
                name=path,
                names=listed(known),
            )
        )
    return known[path.suffix.lower()]

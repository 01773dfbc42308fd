"""Files taken in: what is told of every game, and each action played once on its way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from igroteka import registry
from igroteka.archive import Archive
from igroteka.archive import queries as q
from igroteka.archive.importing import Refusal, Source, Stored, prepared, take_in
from igroteka.contract import Action, State
from igroteka.games.bridge.state import Position as BridgePosition
from igroteka.games.draughts.state import Position as DraughtsPosition
from igroteka.games.durak.state import Position as DurakPosition
from igroteka.games.substitution.state import Position as SubstitutionPosition
from igroteka.records.annotations import AnnotatedGame, AnnotatedMove, Line
from igroteka.records.formats import Format, Problem
from igroteka.registry import RECORDS, format_named, game_names
from igroteka.text import Text
from tests.archive.playing import played

FILES = Path(__file__).parents[1] / "games"
STATES: tuple[type[State], ...] = (
    BridgePosition,
    DraughtsPosition,
    DurakPosition,
    SubstitutionPosition,
)


@contextmanager
def counting() -> Iterator[Counter[str]]:
    """Counts the actions that the rules play."""
    counter: Counter[str] = Counter()

    def counted(original: object) -> object:
        def play(self: State, action: Action) -> State:
            counter["played"] += 1
            return original(self, action)  # type: ignore[operator, no-any-return]

        return play

    with pytest.MonkeyPatch.context() as patched:
        for state in STATES:
            patched.setattr(state, "play", counted(state.play))
        yield counter


def actions_of(line: Line) -> int:
    """The moves of a line and of all that could have been played instead."""
    return sum(1 + sum(map(actions_of, move.variations)) for move in line)


def plays_and_actions(archive: Archive, format: Format, data: bytes) -> tuple[int, int]:
    """What was played to take in a file, and the actions of its games."""
    with counting() as counter:
        outcomes = list(take_in(archive, format.read(data), Source.file(format)))
    stored = [each for each in outcomes if isinstance(each, Stored)]
    assert stored
    assert all(each.new for each in stored)
    games = [archive.read(q.annotated, each.id) for each in stored]
    return counter["played"], sum(
        actions_of(game.moves) + sum(map(actions_of, game.beyond)) for game in games
    )


@pytest.mark.parametrize("name", game_names())
def test_a_record_is_played_once(archive: Archive, name: str) -> None:
    data = RECORDS.write([AnnotatedGame.plain(played(name, seed)) for seed in (1, 2)]).encode()
    done, actions = plays_and_actions(archive, RECORDS, data)
    assert done == actions > 0


@pytest.mark.parametrize(
    ("format", "file"),
    [
        ("pdn", "draughts/pdn/annotated.pdn"),
        ("pbn", "bridge/files/pbn/export-format.pbn"),
        ("lin", None),
    ],
)
def test_a_game_of_a_file_is_played_once_with_its_variations(
    archive: Archive, format: str, file: str | None
) -> None:
    chosen = format_named(format)
    if file is None:
        data = chosen.write([AnnotatedGame.plain(played("bridge"))]).encode()
    else:
        data = (FILES / file).read_bytes()
    done, actions = plays_and_actions(archive, chosen, data)
    assert done == actions > 0


def test_a_record_that_tells_of_a_file_is_played_once_too(archive: Archive) -> None:
    data = (FILES / "bridge/files/pbn/export-format.pbn").read_bytes()
    games = [each for each in format_named("pbn").read(data) if isinstance(each, AnnotatedGame)]
    done, actions = plays_and_actions(archive, RECORDS, RECORDS.write(games).encode())
    assert done == actions > 0


def test_a_replay_of_something_else_is_not_believed() -> None:
    record = played("draughts", length=6)
    (read,) = RECORDS.read(RECORDS.write([AnnotatedGame.plain(record)]).encode())
    assert isinstance(read, AnnotatedGame)
    other = replace(record, options={**record.options, "variant": "brazilian"})
    mixed = replace(AnnotatedGame.plain(other), replay=read.replay)
    with counting() as counter:
        assert prepared(registry, mixed) == prepared(registry, AnnotatedGame.plain(other))
    assert counter["played"] == 2 * len(record.actions or ())


def test_what_came_of_every_game_is_told_in_the_order_of_the_file(archive: Archive) -> None:
    good, other = (AnnotatedGame.plain(played("draughts", seed, length=9)) for seed in (1, 2))
    wrong = replace(other.moves[1], variations=((AnnotatedMove("a3-a4"),),))
    branched = replace(other, moves=(other.moves[0], wrong, *other.moves[2:]))
    crowd = replace(good, record=replace(good.record, players=("a", "b", "c"), started=None))
    games: list[AnnotatedGame | Problem] = [
        good,
        Problem(7, Text("this line is not text in UTF-8")),
        branched,
        good,
        crowd,
        other,
    ]
    for ahead in (0, 2, 500):
        told = list(take_in(archive, games, Source("import:json"), ahead))
        assert [type(each) for each in told] == [Stored, Refusal, Refusal, Stored, Refusal, Stored]
        refusals = [str(each) for each in told if isinstance(each, Refusal)]
        assert refusals[0] == "line 7: this line is not text in UTF-8"
        assert refusals[1].startswith("game 3: a variation, action 2, 'a3-a4': ")
        assert refusals[2] == "game 5: this game has 2 seats, but 3 players are named"
        numbers = [each.id for each in told if isinstance(each, Stored)]
        assert numbers[0] == numbers[1] != numbers[2]

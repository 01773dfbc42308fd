"""A game that comes back in a file is known again; another one, however alike, is not lost."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from igroteka import registry
from igroteka.archive import Archive, accounts, remarks
from igroteka.archive import move_tree as m
from igroteka.archive import queries as q
from igroteka.archive import updates as c
from igroteka.archive.importing import Source, Stored, prepared, store_prepared
from igroteka.archive.models import MoveEntry, NewGame
from igroteka.basics.randomness import Stream, draw
from igroteka.contract import CHANCE, OVER
from igroteka.games.draughts.formats import PDN
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.formats import Format
from igroteka.registry import RECORDS, formats, game_names, make_game
from tests.archive.playing import entries, new_game, played

KEPT_BY = [
    pytest.param(name, format.name, id=f"{name}-{format.name}")
    for name in game_names()
    for format in formats(name)
    if format.name != "lin"
]


def take_in(archive: Archive, game: AnnotatedGame, format: Format = RECORDS) -> Stored:
    """Import the file to which a game was exported."""
    (again,) = format.read(format.write([game]).encode())
    assert isinstance(again, AnnotatedGame), again
    return archive.apply(store_prepared, prepared(registry, again), Source.file(format))


def play(archive: Archive, name: str, seed: int, length: int = 10_000, **options: str) -> int:
    """A game that was played at a table of the house, at random."""
    game, rng = make_game(name, options), Stream(seed)
    state = game.deal(rng)
    people = tuple((f"guest {seat}", "person") for seat in range(game.seats))
    number = archive.apply(c.begin_game, NewGame(name, dict(game.options), state.deal, people))
    moves: list[MoveEntry] = []
    while state.turn != OVER and len(moves) < length:
        chosen = draw(state.chances(), rng) if state.turn == CHANCE else rng.choice(state.actions())
        seat = state.turn if state.turn >= 0 else None
        moves.append(MoveEntry(str(chosen), seat, None, state.landmark))
        state = state.play(chosen)
    archive.apply(m.add_moves, number, None, moves)
    if state.turn == OVER:
        archive.apply(c.finish_game, number, state.scores())
    return number


def named(name: str, format: str) -> Format:
    return next(each for each in formats(name) if each.name == format)


@pytest.mark.parametrize(("name", "format"), KEPT_BY)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_finished_game_is_known_in_every_format(
    archive: Archive, name: str, format: str, seed: int
) -> None:
    number = play(archive, name, seed)
    exported = archive.read(q.annotated, number)
    for _ in range(2):
        assert take_in(archive, exported, named(name, format)) == (number, False)


@pytest.mark.parametrize(("name", "format"), KEPT_BY)
def test_an_unfinished_game_is_known_in_every_format(
    archive: Archive, name: str, format: str
) -> None:
    number = play(archive, name, seed=4, length=3)
    exported = archive.read(q.annotated, number)
    assert take_in(archive, exported, named(name, format)) == (number, False)


@pytest.mark.parametrize(
    ("name", "known"), [("durak", False), ("bridge", False), ("draughts", True)]
)
def test_nobody_learns_of_cards_by_sending_in_a_guess(
    archive: Archive, name: str, known: bool
) -> None:
    number = play(archive, name, seed=4, length=3)
    told = replace(archive.read(q.record, number), started=None)
    ready = prepared(registry, AnnotatedGame.plain(told))
    answer = archive.apply(store_prepared, ready, Source.file(RECORDS, public=True))
    assert (answer == (number, False)) is known


@pytest.mark.parametrize("format", [RECORDS, PDN], ids=["json", "pdn"])
def test_comments_do_not_make_another_game(archive: Archive, format: Format) -> None:
    number = play(archive, "draughts", seed=1)
    exported = archive.read(q.annotated, number)
    first, *rest = exported.moves
    commented = replace(
        exported, comment="A lesson.", moves=(replace(first, comment="Why?", marks=("?",)), *rest)
    )
    assert take_in(archive, commented, format) == (number, False)
    assert archive.read(q.annotated, number) == exported, "the archive's own words stay alone"
    person = archive.apply(accounts.ensure_player, "Masha")
    archive.apply(remarks.remark, number, None, person, "Sunday.")
    assert take_in(archive, archive.read(q.annotated, number), format) == (number, False)


def test_a_game_that_has_gone_on_knows_its_earlier_file(archive: Archive) -> None:
    number = archive.apply(c.begin_game, new_game())
    first, second = archive.apply(m.add_moves, number, None, entries("c3-d4 d6-c5"))
    exported = archive.read(q.annotated, number)
    archive.apply(m.move_head, number, second, first)
    archive.apply(m.add_moves, number, first, entries("f6-g5 b2-c3"))
    assert take_in(archive, exported) == (number, False)
    record = archive.read(q.record, number)
    ahead = replace(record, actions=(*(record.actions or ()), "b6-a5"))
    assert take_in(archive, AnnotatedGame.plain(ahead)).new, "what is not there is taken in"
    assert second


def changed(record: Any, **fields: Any) -> AnnotatedGame:
    return AnnotatedGame.plain(replace(record, **fields))


def test_games_at_other_moments_and_of_other_runs_are_others(archive: Archive) -> None:
    record = played("draughts", length=6)
    others = [
        changed(record),
        changed(record, started="2026-11-15T10:00:01+00:00"),
        changed(record, event={"run": "a", "number": 1}),
        changed(record, event={"run": "a", "number": 2}),
        changed(record, players=("guest 1", "guest 3")),
        changed(record, options={"variant": "poddavki"}),
    ]
    assert [take_in(archive, game).new for game in others] == [True] * len(others)
    assert [take_in(archive, game).new for game in others] == [False] * len(others)


def test_games_of_other_days_results_and_rounds_are_others(archive: Archive) -> None:
    record = replace(played("draughts", length=6), started=None, event=None)
    tags = {"pdn": {"tags": {"Round": "1", "Site": "?"}}}
    told = changed(record, started="2026-11-15", event=tags)
    assert take_in(archive, told, PDN).new
    for same in (
        changed(record),
        changed(record, started="2026-11-15"),
        changed(record, event={"pdn": {"tags": {"Site": "Kitchen", "Annotator": "Papa"}}}),
    ):
        assert not take_in(archive, same, PDN).new
    for other in (
        changed(record, started="2026-11-16", event=tags),
        changed(record, event={"pdn": {"tags": {"Round": "2"}}}),
        changed(record, scores=(1.0, 0.0), settled="resignation"),
    ):
        assert take_in(archive, other, PDN).new


def test_a_claimed_board_is_known_again(archive: Archive) -> None:
    """PBN tells a claim by its tricks alone, and every board as one without claims before it."""
    for seed in range(1, 6):
        number = play(archive, "bridge", seed, claims="agree")
        exported = archive.read(q.annotated, number)
        assert take_in(archive, exported, named("bridge", "pbn")) == (number, False)

"""Whole games taken in: from files, with everything that was said, and each of them once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from igroteka import registry
from igroteka.archive import Archive
from igroteka.archive import move_tree as m
from igroteka.archive import queries as q
from igroteka.archive import updates as u
from igroteka.archive.importing import Source, prepared, store_prepared
from igroteka.archive.models import MoveEntry
from igroteka.games.draughts.formats.pdn_reader import read_pdn
from igroteka.games.draughts.formats.pdn_writer import write_pdn
from igroteka.records.annotations import AnnotatedGame, AnnotatedMove
from igroteka.records.record import BadRecord, Fault, Record
from igroteka.registry import game_names
from igroteka.text import Text
from tests.archive.playing import new_game, played

PDN = Path(__file__).parents[1] / "games" / "draughts" / "pdn"


def store(archive: Archive, record: Record) -> int:
    """The number of a record that was not there before."""
    stored = archive.apply(
        store_prepared, prepared(registry, AnnotatedGame.plain(record)), Source("tournament")
    )
    assert stored.new
    return stored.id


@pytest.mark.parametrize("name", game_names())
def test_a_record_of_any_game_comes_back_equal(archive: Archive, name: str) -> None:
    record = replace(played(name, seed=5), seconds=(1.5, 2.5), event={"block": 3})
    number = store(archive, record)
    assert archive.read(q.record, number) == record


def test_chance_has_no_seat_and_everybody_else_has(archive: Archive) -> None:
    number = store(archive, played("substitution"))
    moves = archive.read(q.game, number).moves
    assert {move.seat for move in moves} == {None, 0, 1}
    assert all((move.seat is None) == move.notation.startswith("roll") for move in moves)


def test_positions_of_draughts_have_landmarks_and_hidden_ones_have_none(archive: Archive) -> None:
    open_game = store(archive, played("draughts"))
    hidden = store(archive, played("durak"))
    assert all(move.landmark for move in archive.read(q.game, open_game).moves)
    assert not any(move.landmark for move in archive.read(q.game, hidden).moves)


@pytest.mark.parametrize("name", game_names())
def test_explanations_of_a_file_come_back(archive: Archive, name: str) -> None:
    plain = AnnotatedGame.plain(played(name, seed=5))
    words = ["a {brace}", "", "15–17 · ♠ "] * len(plain.moves)
    moves = [replace(m, explanation=w) for m, w in zip(plain.moves, words, strict=False)]
    game = replace(plain, moves=tuple(moves))
    number = archive.apply(store_prepared, prepared(registry, game), Source("import:json")).id
    assert archive.read(q.annotated, number) == game


def test_explanations_of_the_house_go_to_files_in_english(archive: Archive) -> None:
    number = archive.apply(u.begin_game, new_game())
    told = Text("{count} points", count=12)
    archive.apply(m.add_move, number, None, MoveEntry("c3-d4", 0, explanation=told))
    assert archive.read(q.game, number).moves[0].explanation.template == "{count} points"
    assert archive.read(q.annotated, number).moves[0].explanation == "12 points"


def test_a_pdn_file_goes_through_the_archive_unchanged(archive: Archive) -> None:
    for file in ("annotated.pdn", "corpus.pdn"):
        games = read_pdn((PDN / file).read_text(encoding="utf-8"))
        numbers = [
            archive.apply(store_prepared, prepared(registry, game), Source("import:pdn")).id
            for game in games
        ]
        again = [archive.read(q.annotated, number) for number in numbers]
        assert [game.moves for game in again] == [game.moves for game in games]
        assert write_pdn(again) == write_pdn(games)


def test_what_was_played_on_after_the_end_is_kept_beyond_it(archive: Archive) -> None:
    circle = "c1-d2 b8-a7 d2-c1 a7-b8"
    text = f'[FEN "W:WKc1,h4:BKb8,h8"]\n\n{circle} {circle} c1-d2 b8-a7 (b8-c7) h4-g5 1-0'
    (game,) = read_pdn(text)
    stored = archive.apply(store_prepared, prepared(registry, game), Source("import:pdn"))
    again = archive.read(q.annotated, stored.id)
    assert again.record.actions == game.record.actions
    assert again.beyond == game.beyond


def test_the_same_game_is_stored_once(archive: Archive) -> None:
    (game, *_) = read_pdn((PDN / "annotated.pdn").read_text(encoding="utf-8"))
    first = archive.apply(store_prepared, prepared(registry, game), Source("import:pdn"))
    assert first.new
    assert archive.apply(
        store_prepared, prepared(registry, game), Source("import:pdn")
    ) == first._replace(new=False)
    other = replace(game, comment="Another plan.")
    assert archive.apply(
        store_prepared, prepared(registry, other), Source("import:pdn")
    ) == first._replace(new=False)


def test_bots_and_people_are_told_apart_by_name(archive: Archive) -> None:
    record = replace(played("draughts"), players=("engine(level=3)", " Маша  Ли "))
    game = archive.read(q.game, store(archive, record))
    assert [(seat.name, seat.kind) for seat in game.seats] == [
        ("engine(level=3)", "bot"),
        ("Маша Ли", "person"),
    ]
    nameless = replace(played("draughts"), players=("", "x" * 100))
    names = archive.read(q.record, store(archive, nameless)).players
    assert names == ("?", "x" * 100)


def test_a_fault_is_kept(archive: Archive) -> None:
    fault = Fault(1, "illegal move", "c3-c4: no")
    record = replace(played("draughts", length=6), fault=fault)
    number = store(archive, record)
    assert archive.read(q.record, number) == record
    assert [seat.points for seat in archive.read(q.game, number).seats] == [1.0, 0.0]


def test_what_leaves_the_rules_is_refused(archive: Archive) -> None:
    game = AnnotatedGame.plain(played("draughts", length=4))
    wrong = replace(game.record, actions=("c3-c4",))
    with pytest.raises(BadRecord, match="action 1, 'c3-c4'"):
        prepared(registry, AnnotatedGame.plain(wrong))
    line = (AnnotatedMove("a3-a4"),)
    branched = replace(game.moves[1], variations=(line,))
    with pytest.raises(BadRecord, match="a variation, action 2, 'a3-a4'"):
        prepared(registry, replace(game, moves=(game.moves[0], branched, *game.moves[2:])))
    with pytest.raises(BadRecord, match="kept only the result"):
        store(archive, replace(game.record, actions=None))
    with pytest.raises(BadRecord, match="half a character"):
        prepared(registry, replace(game, comment="\ud800"))

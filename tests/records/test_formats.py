"""Games with comments and variations, and the house's own format for them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.contract import IgrotekaError
from igroteka.records.annotations import AnnotatedGame, AnnotatedMove, Line
from igroteka.records.formats import Format, Problem
from igroteka.records.record import BadRecord, Record
from igroteka.registry import (
    RECORDS,
    UnknownName,
    format_named,
    format_of_file,
    formats,
    game_names,
)
from tests.archive.playing import played
from tests.drawing import examples

RECORD = Record(
    game="draughts",
    options={"variant": "russian"},
    players=("Dad", "Masha"),
    deal="W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8",
    actions=("c3-d4", "d6-c5"),
    scores=None,
)

texts = st.text(max_size=8)
moves = st.recursive(
    st.builds(AnnotatedMove, st.text(min_size=1, max_size=5)),
    lambda inner: st.builds(
        AnnotatedMove,
        notation=st.text(min_size=1, max_size=5),
        before=texts,
        marks=st.lists(st.sampled_from(["!", "?", "$11"]), max_size=2).map(tuple),
        comment=texts,
        seconds=st.none() | st.floats(0, 100),
        explanation=texts,
        variations=st.lists(st.lists(inner, min_size=1, max_size=3).map(tuple), max_size=2).map(
            tuple
        ),
    ),
    max_leaves=12,
)
lines = st.lists(moves, max_size=4).map(tuple)


@given(line=lines, beyond=st.lists(lines.filter(bool), max_size=2).map(tuple), comment=texts)
def test_an_annotated_game_reads_back_as_itself(
    line: Line, beyond: tuple[Line, ...], comment: str
) -> None:
    actions = tuple(move.notation for move in line)
    record = Record("draughts", {}, ("a", "b"), "start", actions, None)
    game = AnnotatedGame(record, line, beyond, comment)
    assert AnnotatedGame.from_line(game.to_line()) == game
    assert Record.from_line(game.to_line()) == record


def test_a_plain_record_has_no_annotations() -> None:
    game = AnnotatedGame.plain(RECORD)
    assert game.is_plain
    assert game.to_line() == RECORD.to_line()


def test_annotations_of_other_moves_are_refused() -> None:
    other = AnnotatedGame(RECORD, (AnnotatedMove("c3-d4"),))
    with pytest.raises(BadRecord, match="are of other moves than its actions"):
        AnnotatedGame.from_line(other.to_line())


@pytest.mark.parametrize("said", ["7", '"text"', '{"moves": [3]}', '{"moves": [{"mark": "!"}]}'])
def test_unreadable_annotations_are_refused(said: str) -> None:
    line = RECORD.to_line()[:-1] + f', "annotations": {said}}}'
    with pytest.raises(BadRecord, match="annotations of the record"):
        AnnotatedGame.from_line(line)


def test_a_wrong_line_does_not_spoil_the_others() -> None:
    good = RECORD.to_line()
    illegal = good.replace("d6-c5", "c3-d4")
    file = f"{good}\n\nrubbish\n{illegal}\n{good}\n".encode() + b"\xff\n"
    found = list(RECORDS.read(file))
    assert [isinstance(each, AnnotatedGame) for each in found] == [True, False, False, True, False]
    problems = [each for each in found if isinstance(each, Problem)]
    assert [problem.line for problem in problems] == [3, 4, 6]
    assert problems[0].reason.startswith("this is not a line of JSON")
    assert problems[1].reason.startswith("action 2, 'c3-d4': ")


def test_what_the_records_format_writes_it_reads() -> None:
    game = AnnotatedGame(RECORD, (AnnotatedMove("c3-d4", marks=("!",)), AnnotatedMove("d6-c5")))
    assert list(RECORDS.read(RECORDS.write([game, game]).encode())) == [game, game]


FORMATS = formats()


def writes(format: Format, game: str) -> bool:
    """Whether a format is written too; some are only read."""
    try:
        format.write([AnnotatedGame.plain(played(game, length=0))])
    except IgrotekaError:
        return False
    return True


WRITTEN = [(game, each) for game in game_names() for each in formats(game) if writes(each, game)]


def test_every_format_of_a_games_own_has_one_that_is_written() -> None:
    for game in game_names():
        own = [each for each in formats(game) if each is not RECORDS]
        assert not own or any((game, each) in WRITTEN for each in own)


def test_names_and_suffixes_of_formats_mean_one_format() -> None:
    names = [each.name for each in FORMATS]
    suffixes = [suffix for each in FORMATS for suffix in each.suffixes]
    assert len(set(names)) == len(names)
    assert len(set(suffixes)) == len(suffixes)
    assert all(suffix == suffix.lower() and suffix.startswith(".") for suffix in suffixes)


@pytest.mark.parametrize("format", FORMATS, ids=lambda each: each.name)
@examples(100)
@given(data=st.binary(max_size=200) | st.text(max_size=100).map(lambda text: text.encode()))
def test_rubbish_is_a_problem_and_never_a_crash(format: Format, data: bytes) -> None:
    for found in format.read(data):
        assert isinstance(found, AnnotatedGame) or (found.line >= 1 and found.reason)


@pytest.mark.parametrize(("name", "format"), WRITTEN, ids=lambda each: getattr(each, "name", each))
@pytest.mark.parametrize("seed", range(3))
def test_what_a_format_writes_it_reads(name: str, format: Format, seed: int) -> None:
    record = played(name, seed)
    (again,) = format.read(format.write([AnnotatedGame.plain(record)]).encode())
    assert isinstance(again, AnnotatedGame)
    assert (again.record.game, again.record.players) == (name, record.players)
    assert (again.record.actions, again.record.scores) == (record.actions, record.scores)


def test_formats_are_found_by_name_and_by_file() -> None:
    assert format_named("json") is RECORDS
    assert format_of_file(Path("Games.JSONL")) is RECORDS
    with pytest.raises(UnknownName, match="there is no format 'doc'; the formats are json"):
        format_named("doc")
    with pytest.raises(UnknownName, match=r"a\.doc is of no known format"):
        format_of_file(Path("a.doc"))

"""What people say of games: each for themselves, and what is replaced stays to be read."""

from __future__ import annotations

import pytest

from igroteka import registry
from igroteka.archive import Archive, ArchiveError, accounts
from igroteka.archive import move_tree as m
from igroteka.archive import queries as q
from igroteka.archive import updates as c
from igroteka.archive.importing import Source, prepared, store_prepared
from igroteka.archive.models import MoveEntry
from igroteka.archive.remarks import Remark, remark, said, voices
from igroteka.contract import IgrotekaError
from igroteka.games.draughts.formats.pdn_reader import read_pdn
from tests.archive.playing import entries, new_game


@pytest.fixture
def people(archive: Archive) -> tuple[int, int]:
    """Papa and Masha."""
    return tuple(archive.apply(accounts.ensure_player, name) for name in ("Papa", "Masha"))  # type: ignore[return-value]


def texts(remarks: tuple[Remark, ...]) -> list[tuple[str, str]]:
    return [(each.words, each.mark) for each in remarks]


def test_what_is_replaced_stays_with_who_and_when(
    archive: Archive, people: tuple[int, int]
) -> None:
    papa, _ = people
    number = archive.apply(c.begin_game, new_game())
    move = archive.apply(m.add_move, number, None, MoveEntry("c3-d4", 0))
    archive.apply(remark, number, move, papa, " A good start. ", " !?  $11 ")
    archive.apply(remark, number, move, papa, "A better one.", "!")
    archive.apply(remark, number, move, papa, "")
    (voice,) = voices(archive.read(said, number))[move]
    assert voice.now.is_empty
    assert texts(voice.earlier) == [("A good start.", "!? $11"), ("A better one.", "!")]
    assert {each.author for each in voice.earlier} == {"Papa"}
    assert voice.earlier[0].at <= voice.earlier[1].at <= voice.now.at
    assert archive.read(q.annotated, number).moves[0].comment == ""


def test_everybody_speaks_for_themselves(archive: Archive, people: tuple[int, int]) -> None:
    papa, masha = people
    number = archive.apply(c.begin_game, new_game())
    move, other = archive.apply(m.add_moves, number, None, entries("c3-d4 d6-c5"))
    archive.apply(remark, number, move, papa, "Too early.", "?")
    archive.apply(remark, number, move, masha, "I like it.", "!")
    archive.apply(remark, number, move, papa, "Perhaps not.", "?!")
    archive.apply(remark, number, other, masha, "Forced.")
    spoken = voices(archive.read(said, number))[move]
    assert [(voice.now.author, voice.now.words) for voice in spoken] == [
        ("Papa", "Perhaps not."),
        ("Masha", "I like it."),
    ]
    first, second = archive.read(q.annotated, number).moves
    assert first.comment == "Papa: Perhaps not.\nMasha: I like it."
    assert first.marks == ("?!", "!")
    assert second.comment == "Forced."


def test_the_same_said_again_is_nothing_new(archive: Archive, people: tuple[int, int]) -> None:
    number = archive.apply(c.begin_game, new_game())
    move = archive.apply(m.add_move, number, None, MoveEntry("c3-d4", 0))
    archive.apply(remark, number, move, people[0], "")
    assert archive.read(said, number) == []
    for words in ("Good.", " Good. "):
        archive.apply(remark, number, move, people[0], words)
    assert len(archive.read(said, number)) == 1


def test_a_game_is_spoken_of_as_a_whole(archive: Archive, people: tuple[int, int]) -> None:
    (game,) = read_pdn("{A lesson.}\n\n1. c3-d4 {The usual.} d6-c5 *")
    number = archive.apply(store_prepared, prepared(registry, game), Source("import:pdn")).id
    move = archive.read(q.tree, number)[0].id
    archive.apply(remark, number, None, people[0], "Sunday.")
    archive.apply(remark, number, move, people[0], "Not at ours.", "?")
    again = archive.read(q.annotated, number)
    assert again.comment == "A lesson.\nPapa: Sunday."
    assert (again.moves[0].comment, again.moves[0].marks) == (
        "The usual.\nPapa: Not at ours.",
        ("?",),
    )
    assert archive.read(q.game, number).moves[0].comment == "The usual."


def test_a_remark_is_about_something_and_has_marks_of_the_table(
    archive: Archive, people: tuple[int, int]
) -> None:
    number, other = (archive.apply(c.begin_game, new_game()) for _ in range(2))
    move = archive.apply(m.add_move, other, None, MoveEntry("c3-d4", 0))
    with pytest.raises(ArchiveError, match=f"game {number} has no move {move}"):
        archive.apply(remark, number, move, people[0], "Good.")
    with pytest.raises(ArchiveError, match="there is no game 77"):
        archive.apply(remark, 77, None, people[0], "Good.")
    with pytest.raises(IgrotekaError, match="'hm' is no mark"):
        archive.apply(remark, other, move, people[0], "Good.", "hm")

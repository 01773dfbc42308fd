"""Sittings in the archive: games in their order, who sat where, and who began the next one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from igroteka import registry
from igroteka.archive import Archive, ArchiveError
from igroteka.archive import queries as q
from igroteka.archive import sittings as s
from igroteka.archive import updates as c
from igroteka.archive.models import Filter, NewSitting
from igroteka.archive.search import search
from igroteka.records.record import Fault
from igroteka.records.sitting import running_score
from tests.archive.playing import DRAUGHTS, new_game

MATCH = NewSitting("draughts", DRAUGHTS, "points", length=3, name="Sunday")


def add(archive: Archive, number: int, place: int, *names: str) -> int:
    seating = (1, 0) if place % 2 else (0, 1)
    new = new_game(*names, sitting=number, place=place, seating=seating)
    return archive.apply(c.begin_game, new)


def test_a_sitting_comes_back_with_its_games_in_their_order(archive: Archive) -> None:
    number = archive.apply(s.open_sitting, MATCH)
    first = add(archive, number, 0, "Papa", "Masha")
    archive.apply(c.finish_game, first, (1.0, 0.0))
    archive.apply(s.store_reckoned, first, (1.0, 0.0))
    second = add(archive, number, 1, "Masha", "Papa")
    stored = archive.read(s.sitting, number)
    assert (stored.name, stored.closed, stored.other) == ("Sunday", None, None)
    assert [(game.id, game.players, game.ending) for game in stored.games] == [
        (first, ("Papa", "Masha"), "finished"),
        (second, ("Masha", "Papa"), "unfinished"),
    ]
    assert stored.sitting.base.name == "draughts"
    assert [game.seating for game in stored.sitting.games] == [(0, 1), (1, 0)]
    score = running_score(stored.sitting)
    assert (score.totals, score.counted, score.left) == ((1.0, 0.0), 1, 1)
    assert archive.read(s.sitting_of, second) == number
    assert archive.read(q.game, second).place == 1
    found = archive.read(search, Filter(sitting=number)).lines
    assert {(line.id, line.sitting, line.place) for line in found} == {
        (first, number, 0),
        (second, number, 1),
    }


def test_given_deals_and_the_other_table_are_kept(archive: Archive) -> None:
    other = archive.apply(s.open_sitting, MATCH)
    new = NewSitting("draughts", DRAUGHTS, "points", ("W:We3:Bh8",), 2, other=other)
    stored = archive.read(s.sitting, archive.apply(s.open_sitting, new))
    assert (stored.sitting.deals, stored.sitting.length) == (("W:We3:Bh8",), 2)
    assert stored.other == other


def test_how_a_game_ended_is_told_to_its_sitting(archive: Archive) -> None:
    number = archive.apply(s.open_sitting, MATCH)
    resigned = add(archive, number, 0)
    archive.apply(c.finish_game, resigned, (0.0, 1.0), "resigned")
    failed = add(archive, number, 1)
    archive.apply(c.finish_game, failed, None, "fault", Fault(1, "hang", "it slept"))
    first, second = archive.read(s.sitting, number).sitting.games
    assert (first.scores, first.settled) == ((0.0, 1.0), True)
    assert (second.scores, second.settled) == ((1.0, 0.0), True)


def test_sittings_that_can_go_on_are_found(archive: Archive) -> None:
    endless = NewSitting("draughts", DRAUGHTS, "points")
    closed, goes_on, played = (
        archive.apply(s.open_sitting, new)
        for new in (endless, endless, NewSitting("draughts", DRAUGHTS, "points", length=1))
    )
    game = add(archive, played, 0)
    archive.apply(s.close_sitting, closed)
    assert archive.read(s.sitting, closed).over
    assert not any(archive.read(s.sitting, number).over for number in (played, goes_on))
    archive.apply(c.finish_game, game, (0.5, 0.5))
    assert not archive.read(s.sitting, goes_on).over
    assert archive.read(s.sitting, played).over


def test_of_two_who_begin_the_same_game_one_wins(url: str) -> None:
    """Two programs on one archive, each with a writer of its own."""
    with Archive.open(url, registry) as one, Archive.open(url, registry) as two:
        number = one.apply(s.open_sitting, NewSitting("draughts", DRAUGHTS, "points"))
        for place in range(5):
            with ThreadPoolExecutor(2) as pool:
                tries = [pool.submit(add, each, number, place) for each in (one, two)]
            errors = [each.exception() for each in tries]
            assert errors.count(None) == 1
            refused = next(error for error in errors if error)
            assert isinstance(refused, ArchiveError)
            assert f"somebody else has begun game {place + 1} of sitting {number}" in str(refused)
        assert len(one.read(s.sitting, number).games) == 5


def test_only_the_next_game_of_a_sitting_that_is_there_may_begin(archive: Archive) -> None:
    with pytest.raises(ArchiveError, match="no sitting 7"):
        add(archive, 7, 0)
    with pytest.raises(ArchiveError, match="no sitting 7"):
        archive.read(s.sitting, 7)
    number = archive.apply(s.open_sitting, MATCH)
    with pytest.raises(ArchiveError, match=f"the next game of sitting {number} is game 1"):
        add(archive, number, 1)


def test_a_game_alone_is_of_no_sitting(tmp_path: Path) -> None:
    with Archive.open(str(tmp_path / "archive.sqlite"), registry) as archive:
        game = archive.apply(c.begin_game, new_game())
        assert archive.read(s.sitting_of, game) is None

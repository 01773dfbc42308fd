"""A game from its first move to its last: what is kept, and what is refused."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from igroteka.archive import Archive, ArchiveError
from igroteka.archive import move_tree as m
from igroteka.archive import queries as q
from igroteka.archive import updates as c
from igroteka.archive.models import Filter, MoveEntry, NewGame
from igroteka.archive.search import search
from igroteka.contract import IgrotekaError
from igroteka.records.record import Fault
from igroteka.registry import game_names
from tests.archive.playing import DRAUGHTS, START, entries, new_game, played


def test_a_game_comes_back_as_it_went_in(archive: Archive) -> None:
    started = datetime(2026, 11, 15, 18, 30, tzinfo=UTC)
    setting = {"takebacks": "free", "clocks": [300, 300], "hints": None}
    number = archive.apply(c.begin_game, new_game(setting=setting, started=started))
    first = archive.apply(m.add_move, number, None, MoveEntry("c3-d4", 0, 2.5, START))
    archive.apply(m.add_moves, number, first, entries("d6-c5"))
    game = archive.read(q.game, number)
    assert (game.game, game.deal, game.started, game.ending) == (
        "draughts",
        START,
        started,
        "unfinished",
    )
    assert game.setting == setting
    assert [(seat.name, seat.kind, seat.points) for seat in game.seats] == [
        ("Papa", "person", None),
        ("Masha", "person", None),
    ]
    assert [(m.ordinal, m.notation, m.seat, m.seconds) for m in game.moves] == [
        (1, "c3-d4", 0, 2.5),
        (2, "d6-c5", 0, None),
    ]
    assert game.moves[0].landmark == START
    assert game.moves[0].at is not None
    assert game.moves[0].at.tzinfo is UTC
    assert game.head == game.moves[-1].id
    assert game.record.seconds == (2.5, 0.0)


def test_the_record_of_a_game_replays(archive: Archive) -> None:
    for name in game_names():
        record = played(name, seed=3)
        players = tuple((player, "person") for player in record.players)
        number = archive.apply(
            c.begin_game, NewGame(record.game, record.options, record.deal, players)
        )
        archive.apply(
            m.add_moves, number, None, [MoveEntry(action, None) for action in record.actions or ()]
        )
        assert record.scores is not None
        archive.apply(c.finish_game, number, record.scores)
        stored = archive.read(q.record, number)
        assert (stored.actions, stored.scores) == (record.actions, record.scores)
        assert (stored.deal, stored.options) == (record.deal, record.options)


def test_a_move_is_added_only_after_the_last_one(archive: Archive) -> None:
    number = archive.apply(c.begin_game, new_game())
    first = archive.apply(m.add_move, number, None, MoveEntry("c3-d4", 0))
    with pytest.raises(ArchiveError, match="its last move is another one"):
        archive.apply(m.add_move, number, None, MoveEntry("c3-b4", 0))
    other = archive.apply(c.begin_game, new_game())
    with pytest.raises(ArchiveError, match="its last move is another one"):
        archive.apply(m.add_move, other, first, MoveEntry("d6-c5", 1))
    assert archive.read(q.record, number).actions == ("c3-d4",)
    assert archive.read(q.tree, other) == []


def test_a_taken_back_move_stays_beside_the_main_line(archive: Archive) -> None:
    number = archive.apply(c.begin_game, new_game())
    first, second = archive.apply(m.add_moves, number, None, entries("c3-d4 d6-c5"))
    archive.apply(m.move_head, number, second, first)
    other = archive.apply(m.add_move, number, first, MoveEntry("f6-g5", 1))
    assert archive.read(q.record, number).actions == ("c3-d4", "f6-g5")
    assert [move.notation for move in archive.read(q.tree, number)] == ["c3-d4", "d6-c5", "f6-g5"]
    archive.apply(m.move_head, number, other, None)
    assert archive.read(q.record, number).actions == ()
    with pytest.raises(ArchiveError, match="has gone on"):
        archive.apply(m.move_head, number, other, first)
    archive.apply(m.move_head, number, None, second)
    assert archive.read(q.record, number).actions == ("c3-d4", "d6-c5")


def test_the_head_goes_only_to_a_move_of_the_game(archive: Archive) -> None:
    number, other = (archive.apply(c.begin_game, new_game()) for _ in range(2))
    move = archive.apply(m.add_move, other, None, MoveEntry("c3-d4", 0))
    with pytest.raises(ArchiveError, match=f"game {number} has no move {move}"):
        archive.apply(m.move_head, number, None, move)
    with pytest.raises(ArchiveError, match=f"game {number} has no move {move}"):
        archive.apply(m.add_variation, number, move, entries("d6-c5"))


def test_a_variation_uses_the_moves_that_are_there(archive: Archive) -> None:
    number = archive.apply(c.begin_game, new_game())
    main = archive.apply(m.add_moves, number, None, entries("c3-d4 d6-c5 b2-c3"))
    one = archive.apply(m.add_variation, number, None, entries("c3-d4 d6-c5 e3-f4 f6-g5"))
    assert one[:2] == main[:2]
    assert archive.apply(m.add_variation, number, main[1], entries("e3-f4")) == [one[2]]
    assert archive.read(q.game, number).head == main[-1]
    assert len(archive.read(q.tree, number)) == 5


def test_a_game_ends_once(archive: Archive) -> None:
    number = archive.apply(c.begin_game, new_game())
    move = archive.apply(m.add_move, number, None, MoveEntry("c3-d4", 0))
    archive.apply(c.finish_game, number, (1, 0), "resignation")
    game = archive.read(q.game, number)
    assert (game.ending, game.scores, game.record.settled) == (
        "resignation",
        (1.0, 0.0),
        "resignation",
    )
    assert game.finished is not None
    assert [seat.points for seat in game.seats] == [1.0, 0.0]
    for change in (
        lambda: archive.apply(c.finish_game, number, (0, 1)),
        lambda: archive.apply(m.add_move, number, move, MoveEntry("d6-c5", 1)),
        lambda: archive.apply(m.move_head, number, move, None),
    ):
        with pytest.raises(ArchiveError, match=f"game {number} has ended"):
            change()
    archive.apply(m.add_variation, number, move, entries("d6-c5"))


def test_a_fault_costs_the_game(archive: Archive) -> None:
    number = archive.apply(c.begin_game, new_game())
    fault = Fault(0, "hang", "took more than 60 s for a move")
    with pytest.raises(ArchiveError, match="does not end as 'fault' without a fault"):
        archive.apply(c.finish_game, number, None, "fault")
    archive.apply(c.finish_game, number, None, "fault", fault)
    game = archive.read(q.game, number)
    assert game.fault == fault
    assert game.record.ending == "fault"
    assert [seat.points for seat in game.seats] == [0.0, 1.0]


@pytest.mark.parametrize(
    ("players", "why"),
    [
        (("Papa",), "this game has 2 seats, but 1 players are named"),
        (("Papa", " "), "a name has 1 to 21 characters, but this one has 0"),
        (("Papa", "M" * 22), "a name has 1 to 21 characters, but this one has 22"),
    ],
)
def test_a_table_without_its_players_is_refused(
    archive: Archive, players: tuple[str, ...], why: str
) -> None:
    with pytest.raises(IgrotekaError, match=why):
        archive.apply(c.begin_game, new_game(*players))
    assert archive.read(search, Filter()).total == 0


def test_a_seat_may_be_taken_later(archive: Archive) -> None:
    new = NewGame("draughts", DRAUGHTS, START, (None, None))
    number = archive.apply(c.begin_game, new)
    archive.apply(m.add_move, number, None, MoveEntry("c3-d4", 0, 1.5))
    archive.apply(c.sit, number, 1, "Masha")
    assert archive.read(q.record, number).players == ("?", "Masha")
    assert archive.read(search, Filter(player="Masha")).lines[0].players == ("?", "Masha")
    for seat in (1, 2, -1):
        with pytest.raises(ArchiveError, match=f"seat {seat} of game {number} is not free"):
            archive.apply(c.sit, number, seat, "Papa")
    archive.apply(c.sit, number, 0, "engine", "bot")
    assert archive.read(q.record, number).players == ("engine", "Masha")


def test_what_is_not_there_is_told(archive: Archive) -> None:
    for change in (
        lambda: archive.read(q.game, 77),
        lambda: archive.apply(c.save_setting, 77, {}),
        lambda: archive.apply(m.move_head, 77, None, None),
        lambda: archive.read(q.tournament, 77),
        lambda: archive.apply(c.finish_tournament, 77, {}),
    ):
        with pytest.raises(ArchiveError, match=r"there is no (game|tournament) 77"):
            change()


def test_a_tournament_has_its_games(archive: Archive) -> None:
    plan = {"bots": ["random", "short"], "games": 2, "seed": 7}
    number = archive.apply(c.begin_tournament, "draughts", {}, plan, "Sunday cup")
    archive.apply(c.begin_game, new_game(tournament=number))
    assert archive.read(q.tournament, number).finished is None
    archive.apply(c.finish_tournament, number, {"winner": "short"})
    (found,) = archive.read(q.tournament_list)
    assert (found.plan, found.name, found.result) == (plan, "Sunday cup", {"winner": "short"})
    assert found.finished is not None

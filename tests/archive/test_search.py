"""Finding games: by who, what, when, how it ended, and by position."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import Connection, event

from igroteka import registry
from igroteka.archive import Archive, ArchiveError
from igroteka.archive import move_tree as m
from igroteka.archive import queries as q
from igroteka.archive import updates as c
from igroteka.archive.accounts import ensure_player
from igroteka.archive.importing import Source, prepared, store_prepared
from igroteka.archive.models import Filter, MoveEntry, NewGame
from igroteka.archive.search import continuations, opponents_of, player_list, search
from igroteka.contract import IgrotekaError
from igroteka.records.annotations import AnnotatedGame
from igroteka.registry import make_game
from igroteka.study.positions import landmarks
from tests.archive.playing import DRAUGHTS, START, new_game


def day(number: int) -> datetime:
    return datetime(2026, 11, number, 12, tzinfo=UTC)


def store(
    archive: Archive,
    names: str,
    moves: str = "c3-d4 d6-c5",
    scores: tuple[float, ...] | None = (1, 0),
    **fields: object,
) -> int:
    """A game of draughts with these moves."""
    number = archive.apply(c.begin_game, new_game(*names.split(), **fields))
    state, entries = make_game("draughts", DRAUGHTS).restore(START), []
    for text in moves.split():
        after = state.play(make_game("draughts", DRAUGHTS).read(text))
        entries.append(MoveEntry(text, state.turn, None, state.landmark, after.landmark))
        state = after
    archive.apply(m.add_moves, number, None, entries)
    if scores:
        archive.apply(c.finish_game, number, scores)
    return number


def found(archive: Archive, **wanted: object) -> list[int]:
    page = archive.read(search, Filter(**wanted))  # type: ignore[arg-type]
    assert page.total == len(page.lines)
    return [line.id for line in page.lines]


@pytest.fixture
def family(archive: Archive) -> dict[str, int]:
    """A few evenings."""
    return {
        "won": store(archive, "Masha Papa", started=day(1)),
        "lost": store(archive, "Papa Masha", started=day(2)),
        "drawn": store(archive, "Masha Mama", scores=(0.5, 0.5), started=day(3)),
        "open": store(archive, "Mama Papa", "c3-b4", scores=None, started=day(4)),
    }


def test_every_filter_by_itself(archive: Archive, family: dict[str, int]) -> None:
    everything = [family[name] for name in ("open", "drawn", "lost", "won")]
    assert found(archive) == everything
    assert found(archive, player="masha") == everything[1:]
    assert found(archive, player="Masha", opponent="PAPA") == [family["lost"], family["won"]]
    assert found(archive, player="Masha", opponent="Masha") == []
    for result in ("won", "drawn", "lost"):
        assert found(archive, player="Masha", result=result) == [family[result]]
    assert found(archive, unfinished=True) == [family["open"]]
    assert found(archive, unfinished=False) == everything[1:]
    assert found(archive, since=day(3)) == [family["open"], family["drawn"]]
    assert found(archive, until=day(2)) == [family["won"]]
    assert found(archive, game="durak") == []
    assert found(archive, game="draughts") == everything
    assert found(archive, source="import:pdn") == []
    assert found(archive, player="nobody") == []


def test_a_line_tells_the_game(archive: Archive, family: dict[str, int]) -> None:
    line = archive.read(search, Filter(player="Mama", result="drawn")).lines[0]
    assert (line.players, line.kinds) == (("Masha", "Mama"), ("person", "person"))
    assert (line.scores, line.ending, line.moves) == ((0.5, 0.5), "finished", 2)
    assert line.started == day(3)


def test_games_of_a_tournament_are_found(archive: Archive) -> None:
    number = archive.apply(c.begin_tournament, "draughts", {}, {}, "cup")
    inside = store(archive, "A B", tournament=number)
    store(archive, "A B")
    assert found(archive, tournament=number) == [inside]


def test_a_position_is_found_whatever_led_to_it(archive: Archive) -> None:
    one = store(archive, "A B", "c3-b4 f6-e5 g3-h4 g7-f6")
    other = store(archive, "A B", "g3-h4 f6-e5 c3-b4 b6-c5")
    third = store(archive, "A B", "c3-b4 f6-g5 e3-f4")
    before = archive.read(q.game, one).moves[3].landmark
    assert sorted(found(archive, landmarks=[str(before)])) == [one, other]
    assert sorted(found(archive, landmarks=landmarks(START))) == [one, other, third]
    shuffled = "w:wc3,a3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:b" + START.partition(":B")[2]
    assert landmarks(shuffled, "draughts")[0] == START


def test_a_position_is_found_at_the_very_end(archive: Archive) -> None:
    played = store(archive, "A B", "c3-b4 f6-e5", scores=(1, 0))
    unfinished = store(archive, "A B", "c3-b4 f6-e5", scores=None)
    store(archive, "A B", "c3-b4 b6-c5")
    rules = make_game("draughts", DRAUGHTS)
    middle = rules.restore(START).play(rules.read("c3-b4"))
    end = [str(middle.play(rules.read("f6-e5")).landmark)]
    assert sorted(found(archive, landmarks=end)) == [played, unfinished]
    assert archive.read(continuations, end) == []
    game = archive.read(q.game, unfinished)
    archive.apply(m.move_head, unfinished, game.moves[-1].id, game.moves[0].id, middle.landmark)
    assert found(archive, landmarks=end) == [played], "it was taken back"
    assert unfinished in found(archive, landmarks=[str(middle.landmark)])
    copy = replace(archive.read(q.annotated, played).record, players=("C", "D"), scores=None)
    taken_in = archive.apply(
        store_prepared, prepared(registry, AnnotatedGame.plain(copy)), Source("import:json")
    )
    assert sorted(found(archive, landmarks=end)) == [played, taken_in.id]


def test_a_position_that_is_none_is_refused() -> None:
    with pytest.raises(IgrotekaError, match="'banana' is no position of a game in which nothing"):
        landmarks("banana")
    with pytest.raises(IgrotekaError, match="is no position of durak"):
        landmarks(START, "durak")


def test_a_result_needs_its_player(archive: Archive) -> None:
    with pytest.raises(ArchiveError, match="name the player too"):
        archive.read(search, Filter(result="won"))
    with pytest.raises(ArchiveError, match="a result is one of won, drawn, lost, not 'good'"):
        archive.read(search, Filter(player="Masha", result="good"))


def test_pages_cover_all_games_once(archive: Archive) -> None:
    numbers = [store(archive, "A B", started=day(1 + place % 2)) for place in range(7)]
    pages = [archive.read(search, Filter(), page, 3) for page in (1, 2, 3, 4)]
    assert [len(page.lines) for page in pages] == [3, 3, 1, 0]
    assert {page.total for page in pages} == {7}
    assert sorted(line.id for page in pages for line in page.lines) == numbers


def test_players_and_opponents_are_counted(archive: Archive, family: dict[str, int]) -> None:
    tallies = {tally.name: tally[3:] for tally in archive.read(player_list)}
    assert tallies == {"Mama": (1, 0, 1, 0), "Masha": (3, 1, 1, 1), "Papa": (2, 1, 0, 1)}
    assert archive.read(player_list, "bot") == []
    masha = archive.apply(ensure_player, "Masha")
    assert [tally[1:] for tally in archive.read(opponents_of, masha)] == [
        ("Papa", "person", 2, 1, 0, 1),
        ("Mama", "person", 1, 0, 1, 0),
    ]
    assert archive.read(opponents_of, masha, "durak") == []


def test_who_holds_several_seats_is_counted_once(archive: Archive) -> None:
    seated = (("Masha", "person"), ("greedy", "bot"), ("greedy", "bot"))
    game = make_game("durak", {"players": "3"})
    new = NewGame("durak", dict(game.options), "", seated)
    number = archive.apply(c.begin_game, new)
    archive.apply(c.finish_game, number, (0, 1, 1))
    masha = archive.apply(ensure_player, "Masha")
    assert [tally[1:] for tally in archive.read(opponents_of, masha)] == [
        ("greedy", "bot", 1, 0, 0, 1)
    ]
    assert [tally[1:] for tally in archive.read(player_list, "bot")] == [
        ("greedy", "bot", 1, 1, 0, 0)
    ]


def test_what_was_played_in_a_position_and_how_it_went(archive: Archive) -> None:
    for scores in ((1.0, 0.0), (0.0, 1.0), (0.5, 0.5)):
        store(archive, "A B", "c3-d4 d6-c5", scores)
    store(archive, "A B", "c3-b4", (1, 0))
    store(archive, "A B", "c3-b4", None)
    taken_back = archive.apply(c.begin_game, new_game())
    for _ in range(2):
        move = archive.apply(m.add_move, taken_back, None, MoveEntry("e3-f4", 0, None, START))
        archive.apply(m.move_head, taken_back, move, None)
    archive.apply(c.finish_game, taken_back, (0, 1), "resignation")
    assert archive.read(continuations, [START]) == [
        ("c3-d4", 3, 1, 1, 1),
        ("c3-b4", 1, 1, 0, 0),
        ("e3-f4", 1, 0, 0, 1),
    ]
    assert archive.read(continuations, [START], "durak") == []


def test_a_list_of_many_games_needs_few_queries(archive: Archive) -> None:
    for _ in range(30):
        store(archive, "A B")
    statements: list[str] = []

    def listed(connection: Connection) -> None:
        event.listen(connection, "before_cursor_execute", lambda *a: statements.append(str(a[2])))
        search(connection, Filter(player="A"))

    archive.read(listed)
    assert len([each for each in statements if each.startswith("SELECT")]) == 3

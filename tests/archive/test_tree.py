"""Whatever is played, taken back, tried and said, the archive gives back what a model says."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from igroteka import registry
from igroteka.archive import Archive, accounts
from igroteka.archive import move_tree as m
from igroteka.archive import queries as q
from igroteka.archive import updates as c
from igroteka.archive.importing import Source, prepared, store_prepared
from igroteka.archive.models import Filter, MoveEntry
from igroteka.archive.remarks import remark, said, voices, with_voices
from igroteka.archive.search import search
from igroteka.contract import OVER, State
from igroteka.records.annotations import AnnotatedGame, Line
from igroteka.registry import formats, make_game
from tests.archive.playing import DRAUGHTS, START, new_game
from tests.drawing import examples

Path = tuple[str, ...]
"""The moves from the start to a place of the tree."""

steps = st.lists(
    st.one_of(
        st.tuples(st.just("move"), st.integers(0, 20)),
        st.tuples(st.just("back"), st.integers(0, 20)),
        st.tuples(st.just("try"), st.integers(0, 20), st.lists(st.integers(0, 20), max_size=4)),
        st.tuples(st.just("say"), st.integers(0, 20), st.text("абв", max_size=3)),
        st.tuples(st.just("mark"), st.integers(0, 20), st.sampled_from(["", "!", "? $11"])),
    ),
    max_size=25,
)


@dataclass
class Place:
    """A move as the model knows it, or the start."""

    id: int | None
    parent: int | None
    path: Path
    state: State
    comment: str = ""
    mark: str = ""


@dataclass
class Model:
    """Plays the steps in the archive and, beside it, in a plain list of places."""

    archive: Archive
    number: int
    author: int
    places: list[Place] = field(default_factory=list)
    head: int = 0
    """Which place the main line ends at."""

    def __post_init__(self) -> None:
        self.places.append(Place(None, None, (), make_game("draughts", DRAUGHTS).restore(START)))

    def do(self, what: str, which: int, *more: Any) -> None:
        if what == "move":
            self.move(which)
        elif what == "back":
            before, self.head = self.head, which % len(self.places)
            old, new = (self.places[place].id for place in (before, self.head))
            self.archive.apply(m.move_head, self.number, old, new)
        elif what == "try":
            self.tried(which % len(self.places), more[0])
        else:
            self.say(which % len(self.places), **{"comment" if what == "say" else "mark": more[0]})

    def move(self, choice: int) -> None:
        above = self.places[self.head]
        if above.state.turn == OVER:
            return
        entry = _entry(above.state, choice)
        number = self.archive.apply(m.add_move, self.number, above.id, entry)
        self.head = self.add(self.head, number, entry.notation)

    def add(self, above: int, number: int, notation: str) -> int:
        place = self.places[above]
        state = place.state.play(make_game("draughts", DRAUGHTS).read(notation))
        self.places.append(Place(number, above, (*place.path, notation), state))
        return len(self.places) - 1

    def tried(self, above: int, choices: list[int]) -> None:
        state, entries = self.places[above].state, []
        for choice in choices:
            if state.turn == OVER:
                break
            entries.append(_entry(state, choice))
            state = state.play(make_game("draughts", DRAUGHTS).read(entries[-1].notation))
        ids = self.archive.apply(m.add_variation, self.number, self.places[above].id, entries)
        for number, entry in zip(ids, entries, strict=True):
            path = (*self.places[above].path, entry.notation)
            known = [
                place
                for place, each in enumerate(self.places)
                if each.parent == above and each.path == path
            ]
            above = known[0] if known else self.add(above, number, entry.notation)
            assert self.places[above].id == number

    def say(self, which: int, comment: str | None = None, mark: str | None = None) -> None:
        place = self.places[which]
        if place.id is None:
            return
        place.comment = place.comment if comment is None else comment
        place.mark = place.mark if mark is None else mark
        self.archive.apply(remark, self.number, place.id, self.author, place.comment, place.mark)


def _entry(state: State, choice: int) -> MoveEntry:
    actions = state.actions()
    return MoveEntry(str(actions[choice % len(actions)]), state.turn, None, state.landmark)


def _paths(game: AnnotatedGame) -> dict[Path, tuple[set[str], set[str]]]:
    """Every place of a tree, with what is said of it."""
    found: dict[Path, tuple[set[str], set[str]]] = {}

    def walk(line: Line, path: Path) -> None:
        for move in line:
            for variation in move.variations:
                walk(variation, path)
            path = (*path, move.notation)
            assert path not in found, "a move stands at a place of the tree but once"
            found[path] = set(filter(None, move.comment.split("\n"))), set(move.marks)

    walk(game.moves, ())
    for line in game.beyond:
        walk(line, game.record.actions or ())
    return found


@settings(examples(40), suppress_health_check=list(HealthCheck))
@given(steps=steps)
def test_the_archive_gives_back_what_the_model_says(
    archive: Archive, steps: list[tuple[Any, ...]]
) -> None:
    games = archive.read(search, Filter()).total
    model = Model(
        archive,
        archive.apply(c.begin_game, new_game("Papa", f"Masha {games}")),
        archive.apply(accounts.ensure_player, "Papa"),
    )
    for step in steps:
        model.do(*step)

    game = archive.read(q.game, model.number)
    assert game.head == model.places[model.head].id
    assert game.record.actions == model.places[model.head].path
    stored = {
        (m.id, m.parent, m.ordinal, m.notation, m.comment, m.mark)
        for m in with_voices(
            archive.read(q.tree, model.number), voices(archive.read(said, model.number))
        )
    }
    assert stored == {
        (
            each.id,
            model.places[each.parent].id,
            len(each.path),
            each.path[-1],
            each.comment,
            each.mark,
        )
        for each in model.places
        if each.parent is not None
    }

    annotated = archive.read(q.annotated, model.number)
    expected: dict[Path, tuple[set[str], set[str]]] = {}
    for each in model.places[1:]:
        comments, marks = expected.setdefault(each.path, (set(), set()))
        comments.update(filter(None, [each.comment]))
        marks.update(each.mark.split())
    assert _paths(annotated) == expected

    for format in formats("draughts"):
        (read,) = format.read(format.write([annotated]).encode())
        assert isinstance(read, AnnotatedGame)
        known = archive.apply(
            store_prepared, prepared(registry, read), Source("import", format=format)
        )
        assert known == (model.number, False), "a game that comes back in a file is known again"

    others = replace(
        annotated, record=replace(annotated.record, players=("Mama", f"Masha {games}"))
    )
    copy = archive.apply(store_prepared, prepared(registry, others), Source("import:json"))
    assert copy.new
    again = archive.read(q.annotated, copy.id)
    assert (again.moves, again.beyond) == (annotated.moves, annotated.beyond)

"""Lessons: positions with a few words and the moves that solve them, read from a game's file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from igroteka.contract import Action, Game, State
from igroteka.text import Text, from_data


@dataclass(frozen=True)
class Lesson:
    """One thing to learn."""

    name: str
    """By which the archive knows it."""
    title: Text
    words: Text
    """Two or three short sentences: what there is to know, and what to do."""
    praise: Text
    """What is said when it is solved."""
    options: Mapping[str, str]
    deal: str
    """The start, as `Game.restore` reads it."""
    past: tuple[str, ...]
    """What was played before."""
    answers: tuple[str, ...]
    """The moves that solve it, the one that is shown first."""

    def position(self, game: Game) -> State:
        """Where it is asked."""
        state = game.restore(self.deal)
        for notation in self.past:
            state = state.play(game.read(notation))
        return state

    def is_solved_by(self, game: Game, action: Action) -> bool:
        """Whether this move solves it. Raises `IllegalMove`."""
        position = self.position(game)
        after = position.play(action)
        return any(after == position.play(game.read(answer)) for answer in self.answers)


def read_lessons(text: str) -> tuple[Lesson, ...]:
    """The lessons of a file, in their order; its `options` are those of the game in all of them."""
    content = tomllib.loads(text)
    options = content.get("options", {})
    return tuple(
        Lesson(
            name=each["name"],
            title=from_data(each["title"]),
            words=from_data(each["words"]),
            praise=from_data(each["praise"]),
            options=options,
            deal=each["deal"],
            past=tuple(each.get("past", ())),
            answers=tuple(each["answers"]),
        )
        for each in content["lesson"]
    )


def lesson_words(lessons: tuple[Lesson, ...]) -> Iterator[str]:
    """What lessons say, for the catalogues."""
    for lesson in lessons:
        yield from (lesson.title, lesson.words, lesson.praise)

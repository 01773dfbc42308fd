"""What is taught to children is so."""

from __future__ import annotations

import re

import pytest

from igroteka.basics.lessons import Lesson
from igroteka.contract import OVER, IllegalMove, State
from igroteka.registry import game_names, lessons, make_game

LESSONS = [
    pytest.param(game, lesson, id=f"{game} {lesson.name}")
    for game in game_names()
    for lesson in lessons(game)
]


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_the_answers_are_legal_and_nothing_else_solves_it(game: str, lesson: Lesson) -> None:
    rules = make_game(game, lesson.options)
    solving = [
        str(action)
        for action in lesson.position(rules).actions()
        if lesson.is_solved_by(rules, action)
    ]
    answers = {str(lesson.position(rules).play(rules.read(each))) for each in lesson.answers}
    assert len(solving) == len(answers) == len(lesson.answers)


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_it_is_said_in_two_or_three_short_sentences(game: str, lesson: Lesson) -> None:
    sentences = re.findall(r"[^.!?]+[.!?]", lesson.words)
    assert 2 <= len(sentences) <= 3
    assert all(len(each.split()) <= 18 for each in sentences)


def named(game: str, name: str) -> Lesson:
    return next(each for each in lessons(game) if each.name == name)


def test_names_are_there_once() -> None:
    for game in game_names():
        names = [each.name for each in lessons(game)]
        assert len(set(names)) == len(names)


def test_what_is_not_legal_is_refused_with_the_rule() -> None:
    rules = make_game("draughts", {})
    with pytest.raises(IllegalMove, match="must"):
        named("draughts", "must").is_solved_by(rules, rules.read("c3-d4"))


def black_men(state: State) -> int:
    assert state.landmark is not None
    return len(state.landmark.split(":")[2].split(","))


def test_the_trap_gives_one_and_takes_two() -> None:
    lesson, rules = named("draughts", "trap"), make_game("draughts", {})
    given = lesson.position(rules).play(rules.read(lesson.answers[0]))
    assert [str(each) for each in given.actions()] == ["e5:c3"]
    taken = given.play(given.actions()[0])
    (answer,) = taken.actions()
    assert black_men(taken) - black_men(taken.play(answer)) == 2


def test_the_shut_door_wins() -> None:
    lesson, rules = named("draughts", "block"), make_game("draughts", {})
    after = lesson.position(rules).play(rules.read(lesson.answers[0]))
    assert after.turn == OVER
    assert after.scores() == (1, 0)

"""The exercises ask what can be known, and know the right answer."""

from __future__ import annotations

from itertools import islice

import pytest
from rich.console import Console

from igroteka.basics.randomness import Stream
from igroteka.cli.exercises import train
from igroteka.contract import IgrotekaError
from igroteka.games.durak.rules import Durak
from igroteka.games.durak.study.exercises import counting, endgames
from igroteka.registry import exercises


@pytest.mark.parametrize("name", ["counting", "endgames"])
def test_the_answer_is_right_and_rubbish_is_not(name: str) -> None:
    questions = list(islice(exercises("durak")[name](Durak.configure({}), Stream(2)), 3))
    assert questions
    for question in questions:
        assert question.right(question.answer)
        assert not question.right("banana")


def test_counting_never_shows_the_discard_pile() -> None:
    for question in counting(Durak.configure({}), Stream(1)):
        assert "discard" not in question.text
        assert "Which trumps" in question.text


def test_an_endgame_has_one_winning_move_of_several() -> None:
    (question,) = islice(endgames(Durak.configure({}), Stream(5)), 1)
    assert "One of these moves wins" in question.text
    assert question.answer in question.text


def test_a_round_of_questions_ends_with_a_score() -> None:
    console = Console(record=True, width=100)
    answers = iter(["-", "banana", "q"])
    train(Durak.configure({}), "counting", 1, console, lambda _: next(answers))
    assert "of 2 right." in console.export_text()


def test_an_unknown_training_is_refused() -> None:
    with pytest.raises(IgrotekaError, match="durak has no training 'chess'; it has counting"):
        train(Durak.configure({}), "chess", 1, Console(), input)

"""What a function keeps between questions, and an answer that can't be read."""

from __future__ import annotations

import pytest

from igroteka.basics.function_process import Failure, Function, FunctionProcess
from tests.basics import functions


def test_a_function_that_is_false_is_made_once() -> None:
    child = FunctionProcess(Function(functions.an_empty_counter, fork=True))
    try:
        assert [child.ask(None, 20) for _ in range(3)] == [1, 2, 3]
    finally:
        child.end()


def test_an_answer_that_can_not_be_read_is_a_failure_and_the_child_lives() -> None:
    child = FunctionProcess(Function(functions.unreadable_answers, fork=True))
    try:
        for _ in range(2):
            with pytest.raises(Failure, match="ValueError: invalid literal"):
                child.ask(None, 20)
    finally:
        child.end()

"""Exercises: questions that a game asks a person who wants to get better at it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class ExerciseQuestion(NamedTuple):
    """What is shown, what is right, and whether an answer is right."""

    text: str
    answer: str
    right: Callable[[str], bool]

"""Exercises of a game at the terminal: questions until the person leaves, and a score."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from rich.console import Console

from igroteka.basics.randomness import Stream
from igroteka.contract import Game, IgrotekaError
from igroteka.registry import exercises
from igroteka.text import Text, quoted

QUESTIONS = 10


def train(game: Game, name: str, seed: int, console: Console, ask: Callable[[str], str]) -> None:
    """Ask the questions of a training; raises `IgrotekaError` if the game has no such one."""
    known = exercises(game.name)
    if name not in known:
        listed = f"; it has {', '.join(known)}" if known else ""
        raise IgrotekaError(
            Text(
                "{name} has no training {name2}{listed}",
                name=game.name,
                name2=quoted(name),
                listed=listed,
            )
        )
    right = asked = 0
    for question in islice(known[name](game, Stream(seed)), QUESTIONS):
        console.rule()
        console.print(question.text, markup=False, highlight=False)
        try:
            answer = ask("answer [q quit]: ").strip()
        except (EOFError, KeyboardInterrupt):
            break
        if answer == "q":
            break
        asked += 1
        right += question.right(answer)
        verdict = "Right." if question.right(answer) else f"No: {question.answer}."
        console.print(verdict, markup=False, highlight=False)
    console.print(f"{right} of {asked} right.")

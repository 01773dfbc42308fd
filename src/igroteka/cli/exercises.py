"""Exercises of a game at the terminal: questions until the person leaves, and a score."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from rich.console import Console

from igroteka.basics.randomness import Stream
from igroteka.contract import Game, IgrotekaError
from igroteka.registry import exercises
from igroteka.text import Text, listed, quoted

QUESTIONS = 10


def train(game: Game, name: str, seed: int, console: Console, ask: Callable[[str], str]) -> None:
    """Ask the questions of a training; raises `IgrotekaError` if the game has no such one."""
    known = exercises(game.name)
    if name not in known:
        if not known:
            raise IgrotekaError(Text("{game} has no training", game=game.title))
        raise IgrotekaError(
            Text(
                "{game} has no training {text}; it has {names}",
                game=game.title,
                text=quoted(name),
                names=listed(known),
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

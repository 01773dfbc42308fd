"""Bots that write down what becomes of them; tests read it."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Sequence
from pathlib import Path

from igroteka import Action, Game, Player, Seat, View


class Diary(Player):
    """Plays at random and notes its start, its choices and its end in a file."""

    def __init__(self, file: str, slow: float = 0.0, hangs_at: int = 0, stays: float = 0.0) -> None:
        self.file = file
        self.slow = slow
        self.hangs_at = hangs_at
        self.stays = stays
        self.choices = 0

    def start(self, game: Game, seat: Seat, rng: random.Random) -> None:
        super().start(game, seat, rng)
        self._note("start")

    def choose(self, view: View) -> Action:
        self._note("choose")
        self.choices += 1
        time.sleep(1000.0 if self.choices == self.hangs_at else self.slow)
        return self.rng.choice(view.actions())

    def close(self, scores: Sequence[float] | None = None) -> None:
        self._note("close")
        time.sleep(self.stays)

    def _note(self, word: str) -> None:
        with Path(self.file).open("a", encoding="utf-8") as file:
            file.write(f"{word} {self.seat} {os.getpid()}\n")

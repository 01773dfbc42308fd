"""Advisers that fail: each in its own way, in the middle of a game that it judges."""

from __future__ import annotations

import os
import signal
import time
from abc import abstractmethod
from pathlib import Path

from igroteka import Action, Player, View
from igroteka.contract import FilePath

MANY = 7
"""Among so many actions it goes wrong."""


class Prefers(Player):
    """Harmless: the first listed action is best, and every later one is worse."""

    def choose(self, view: View) -> Action:
        return view.actions()[0]

    def analyse(self, view: View) -> list[tuple[Action, float]]:
        return [(action, 1 / (1 + place)) for place, action in enumerate(view.actions())]


class Late(Prefers):
    """Judges well where it has few to judge."""

    def analyse(self, view: View) -> list[tuple[Action, float]]:
        if len(view.actions()) >= MANY:
            self.go_wrong()
        return super().analyse(view)

    @abstractmethod
    def go_wrong(self) -> None:
        """What it does then."""


class Raises(Late):
    """Raises."""

    def go_wrong(self) -> None:
        raise KeyError("my table")


class Hangs(Late):
    """Thinks for ever."""

    def go_wrong(self) -> None:
        time.sleep(1000)


class Deaf(Late):
    """Hangs and swallows everything, so that only the end of its process helps."""

    def go_wrong(self) -> None:
        while True:
            try:
                time.sleep(1000)
            except BaseException:
                continue


class Eats(Late):
    """Wants all the memory that there is."""

    def go_wrong(self) -> None:
        eaten = [bytearray(1 << 24)]
        while True:
            eaten.append(bytearray(1 << 24))


class Dies(Late):
    """Takes its process down."""

    def go_wrong(self) -> None:
        os._exit(3)


class KilledOnce(Late):
    """Harmless, but it kills the worker that asks it the first time."""

    def __init__(self, sign: FilePath) -> None:
        self.sign = Path(sign)

    def go_wrong(self) -> None:
        if not self.sign.exists():
            self.sign.touch()
            os.kill(os.getppid(), signal.SIGKILL)


class Ponders(Late):
    """Takes its time, and tells where it does."""

    def __init__(self, sign: FilePath) -> None:
        self.sign = Path(sign)

    def go_wrong(self) -> None:
        self.sign.write_text(str(os.getpid()))
        time.sleep(1000)

"""Bots that do what a bot must not: each fails in its own way, in the middle of a game."""

from __future__ import annotations

import os
import time
from abc import abstractmethod
from threading import Thread

from igroteka import Action, Player, View

PATIENCE = 20
"""Decisions before it goes wrong."""


class Late(Player):
    """Plays at random until it goes wrong."""

    def choose(self, view: View) -> Action:
        self.decisions = getattr(self, "decisions", 0) + 1
        if self.decisions > PATIENCE:
            return self.go_wrong(view)
        return self.rng.choice(view.actions())

    @abstractmethod
    def go_wrong(self, view: View) -> Action:
        """What it does then."""


class Raises(Late):
    """Raises."""

    def go_wrong(self, view: View) -> Action:
        raise KeyError("my table")


class Cheats(Late):
    """Plays what the rules refuse."""

    def go_wrong(self, view: View) -> Action:
        return self.game.read("999 0 0")


class Dreams(Late):
    """Plays what is no action at all."""

    def go_wrong(self, view: View) -> Action:
        return None


class Hangs(Late):
    """Loops for ever, and tries to swallow what would stop it."""

    def go_wrong(self, view: View) -> Action:
        while True:
            try:
                time.sleep(1000)
            except Exception:
                continue


class Loops(Late):
    """Thinks for ever, in Python."""

    def go_wrong(self, view: View) -> Action:
        while True:
            pass


class Deaf(Late):
    """Hangs and swallows everything, so that only the end of its process helps."""

    def go_wrong(self, view: View) -> Action:
        while True:
            try:
                time.sleep(1000)
            except BaseException:
                continue


class Dies(Late):
    """Takes its process down."""

    def go_wrong(self, view: View) -> Action:
        os._exit(3)


class Exits(Late):
    """Believes that the program is its own."""

    def go_wrong(self, view: View) -> Action:
        raise SystemExit(0)


class BreaksAtStart(Player):
    """Fails before the first move."""

    def start(self, *arguments: object) -> None:
        raise RuntimeError("no book")

    def choose(self, view: View) -> Action:
        return view.actions()[0]


class BreaksLater(Player):
    """Fails at its first decision."""

    def choose(self, view: View) -> Action:
        raise RuntimeError("no idea")


class Ponders(Player):
    """Harmless, and takes its time."""

    def choose(self, view: View) -> Action:
        time.sleep(0.02)
        return view.actions()[0]


class First(Player):
    """Harmless: the first action."""

    def choose(self, view: View) -> Action:
        return view.actions()[0]


class LeavesThread(First):
    """Has threads that go on after its games."""

    def choose(self, view: View) -> Action:
        Thread(target=time.sleep, args=(1000,)).start()
        return super().choose(view)


class Nameless:
    """An action that can't be written."""

    def __repr__(self) -> str:
        raise SystemExit("no name")


class Alike(Nameless):
    """The same, and it equals every action."""

    def __init__(self, action: Action) -> None:
        self.action = action

    def __getattr__(self, name: str) -> object:
        return getattr(self.action, name)

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash(self.action)


class Mumbles(Late):
    """Plays what is no action and can't be written."""

    def go_wrong(self, view: View) -> Action:
        return Nameless()


class Mimics(Late):
    """Plays what is as good as an action, but can't be written."""

    def go_wrong(self, view: View) -> Action:
        return Alike(view.actions()[0])

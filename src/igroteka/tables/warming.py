"""Kernels are compiled before anybody needs them, in a process of its own that disturbs nobody."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from igroteka.basics.function_process import Abandoned, Failure, Function, RestartingProcess
from igroteka.basics.kernels import is_prepared, mark_prepared
from igroteka.basics.processes import Death, Hang
from igroteka.basics.randomness import Stream, draw
from igroteka.bots import make_player
from igroteka.contract import CHANCE, OVER, Game, Player, State
from igroteka.registry import game_class, kernel, make_game, needs_kernel

PATIENCE = 600.0
"""Seconds for the kernels of one game."""
LOW_PRIORITY = 15
"""By how much the process that compiles lets others go first."""
MOST_MOVES = 300


class Progress(NamedTuple):
    """How far it is."""

    done: int
    total: int
    now: str = ""
    """The game whose kernels are compiled."""

    @property
    def ready(self) -> bool:
        """Whether there is nothing left to do."""
        return self.done >= self.total


class Warming:
    """Compiles the kernels of games that were never compiled here, one game after another."""

    def __init__(self) -> None:
        self.progress = Progress(0, 0)
        self._cold: frozenset[str] = frozenset()
        self._process = RestartingProcess(Function(_preparing))

    def begin(self, games: Sequence[str]) -> None:
        """Start with the first; returns at once."""
        cold = [game for game in games if _is_cold(game)]
        self._cold = frozenset(cold)
        self.progress = Progress(0, len(cold), cold[0] if cold else "")
        if cold:
            threading.Thread(target=self._prepare, args=(cold,), daemon=True).start()

    def _prepare(self, games: Sequence[str]) -> None:
        for done, game in enumerate(games):
            self.progress = Progress(done, len(games), game)
            with suppress(Hang, Death, Failure):
                try:
                    self._process.ask(game, PATIENCE)
                except Abandoned:
                    return
            self._cold -= {game}
        self.progress = Progress(len(games), len(games))
        self._process.close()

    def stand_in(self, game: str, bot: str) -> str | None:
        """Who plays for a bot that has to wait for its kernel; None if it need not."""
        if game not in self._cold or not needs_kernel(game, bot):
            return None
        needed = kernel(game)
        assert needed is not None
        return needed.stand_in

    def end(self) -> None:
        """Stop, wherever it is."""
        self._process.abandon()


def _is_cold(game: str) -> bool:
    needed = kernel(game)
    return needed is not None and not is_prepared(needed.package)


def _preparing() -> Callable[[str], None]:
    """In the process: the function that compiles what a game needs."""
    with suppress(AttributeError, OSError):  # Windows has no such thing
        os.nice(LOW_PRIORITY)
    return prepare


def prepare(game: str) -> None:
    """Have the bots of a game do all that they do, and note that their kernels are compiled.

    The strongest and the adviser begin a game, the weakest play one to its end.
    """
    rules = make_game(game, game_class(game).casual)
    opponents = list(rules.opponents.values())
    for bot in {opponents[-1], rules.adviser or "random"}:
        _play(rules, bot, 1)
    for bot in _weakest(rules):
        _play(rules, bot, MOST_MOVES)
    needed = kernel(game)
    if needed is not None:
        mark_prepared(needed.package)


def load(game: str) -> None:
    """Load what the bots of a game need, compiled before, by a move of the weakest such one."""
    rules = make_game(game, game_class(game).casual)
    for bot in _weakest(rules):
        _play(rules, bot, 1)


def _weakest(rules: Game) -> list[str]:
    """The weakest opponent that needs a kernel, if there is one."""
    return [bot for bot in rules.opponents.values() if needs_kernel(rules.name, bot)][:1]


def _play(rules: Game, bot: str, moves: int) -> None:
    """Let a bot play so many moves with itself, or to the end."""
    players = [make_player(rules.name, bot) for _ in range(rules.seats)]
    for seat, player in enumerate(players):
        player.start(rules, seat, Stream(seat))
    state = _after_chance(rules.deal(Stream(1)), 0)
    for move in range(moves):
        if state.turn == OVER:
            break
        state = _after_chance(_moved(state, players[state.turn]), move + 1)
    for player in players:
        player.close()


def _moved(state: State, player: Player) -> State:
    return state.play(player.choose(state.view(state.turn)))


def _after_chance(state: State, seed: int) -> State:
    rng = Stream(seed)
    while state.turn == CHANCE:
        state = state.play(draw(state.chances(), rng))
    return state

"""A bot in a process of its own, so that its death is its own."""

from __future__ import annotations

import multiprocessing
import random
from multiprocessing.connection import Connection

from igroteka.basics.faults import Overrun, PlayerFault
from igroteka.contract import Action, Game, Player, Seat, View


class Isolated(Player):
    """Any bot, played in a child process; a hang or a death there is a fault here."""

    def __init__(self, bot: str) -> None:
        self.bot = bot
        self.process: multiprocessing.process.BaseProcess | None = None

    def start(self, game: Game, seat: Seat, rng: random.Random) -> None:
        super().start(game, seat, rng)
        self.pipe, far_end = multiprocessing.Pipe()
        self.process = multiprocessing.Process(
            target=_host, args=(far_end, self.bot, game, seat, rng), daemon=True
        )
        self.process.start()
        far_end.close()
        self._answer()

    def choose(self, view: View) -> Action:
        try:
            self.pipe.send(view)
        except OSError as error:
            raise self._death() from error
        return self._answer()

    def _answer(self) -> Action:
        try:
            if not self.pipe.poll(self.patience):
                raise Overrun
            error, answer = self.pipe.recv()
        except (EOFError, OSError) as gone:
            raise self._death() from gone
        if error:
            raise PlayerFault("exception", error)
        return answer

    def _death(self) -> PlayerFault:
        assert self.process is not None
        self.process.join(1)
        return PlayerFault("death", f"its process ended with status {self.process.exitcode}")

    def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.pipe.close()


def _host(pipe: Connection, bot: str, game: Game, seat: Seat, rng: random.Random) -> None:
    """What the child does: answer every view with an action, or with what went wrong."""
    from igroteka.registry import make_player

    try:
        player = make_player(game.name, bot)
        player.start(game, seat, rng)
        pipe.send(("", None))
        while True:
            pipe.send(("", player.choose(pipe.recv())))
    except EOFError:
        return
    except (Exception, SystemExit) as error:
        pipe.send((f"{type(error).__name__}: {error}", None))

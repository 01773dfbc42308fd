"""What a worker process does: play the games of a few blocks and hand back their records."""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from multiprocessing import connection
from multiprocessing.util import Finalize
from pathlib import Path
from typing import NamedTuple, TextIO

from igroteka.arena.alarm import alarm
from igroteka.arena.isolated import Isolated
from igroteka.arena.match import Limits, Match
from igroteka.arena.plan import Block
from igroteka.basics.batch import Batch, Seeds
from igroteka.basics.endings import Overrun
from igroteka.basics.processes import kill_children
from igroteka.basics.randomness import Stream, draw, view_seed
from igroteka.basics.system import GROUPS, die_with_parent, print_to_error_output
from igroteka.bots import (
    is_introduced,
    is_of_file,
    make_player,
    make_player_apart,
    make_player_here,
)
from igroteka.contract import CHANCE, Game, IgrotekaError, Json, Player
from igroteka.players.apart import MAKING, Reserve
from igroteka.records.record import Fault, Record
from igroteka.registry import make_batch, needs_kernel

_OF_THREAD = threading.local()
_READY: set[Game] = set()
"""Games whose kernels are loaded in this process."""


class Keep(Enum):
    """Which games of a run are kept whole."""

    RESULTS = "none of them"
    UNREPEATABLE = "those that no kernel can play again"
    ALL = "all of them"


class Chunk(NamedTuple):
    """A piece of work."""

    game: Game
    blocks: tuple[Block, ...]
    seed: int
    limits: Limits
    run: str
    keep: Keep
    """Which records keep their actions."""
    adjudicate: bool = False
    """Whether a game ends as soon as its scores are proven."""


class Played(NamedTuple):
    """A game that was played: where it belongs, and its record."""

    block: Block
    seating: int
    record: Record

    @property
    def number(self) -> int:
        """Its number in the run, from 1: the line of its record."""
        return self.block.first + self.seating + 1


class PlayedChunk(NamedTuple):
    """What came of a piece of work."""

    games: list[Played]
    seconds: float
    """How long it took, without what is loaded first."""
    close_faults: dict[str, Fault]
    """By bot, how it first failed when a game was over."""


@dataclass(frozen=True)
class ScheduledGame:
    """One game to be played: who sits where, with which seeds."""

    block: Block
    seating: int
    seats: tuple[str, ...]
    seeds: Seeds


def scheduled_games(chunk: Chunk) -> Iterator[ScheduledGame]:
    """The games of a chunk in their order."""
    for block in chunk.blocks:
        seed = block.seed(chunk.seed)
        for seating, order in enumerate(block.seatings):
            seats = [""] * chunk.game.seats
            for side, bot in zip(chunk.game.sides, order, strict=True):
                for seat in side:
                    seats[seat] = block.bots[bot]
            seeds = Seeds.of_game(seed, seating, chunk.game.seats)
            if block.deal is not None:
                seeds = seeds._replace(seats=_view_seeds(chunk, block.deal, block.opening))
            yield ScheduledGame(block, seating, tuple(seats), seeds)


def _view_seeds(chunk: Chunk, deal: str, opening: Sequence[str]) -> tuple[int, ...]:
    """A seed for each seat of a given deal, from what it sees before anybody decides."""
    begun = chunk.game.restore(deal)
    for notation in opening:
        begun = begun.play(chunk.game.read(notation))
    seats = range(chunk.game.seats)
    return tuple(view_seed(chunk.seed, begun.view(seat).to_json()) for seat in seats)


def play_chunk(chunk: Chunk, isolated: bool = False) -> PlayedChunk:
    """Play the games of a chunk."""
    make_ready(chunk.game, {block.bots for block in chunk.blocks}, isolated)
    begun = time.perf_counter()
    fast: dict[tuple[str, ...], list[ScheduledGame]] = {}
    records: dict[tuple[int, int], Record] = {}
    close_faults: dict[str, Fault] = {}
    everything = list(scheduled_games(chunk))
    for scheduled in everything:
        if scheduled.seating == 0:
            _reserve().another_deal()
        drawn = scheduled.block.deal is None
        if (
            drawn
            and not isolated
            and chunk.limits == Limits()
            and not chunk.adjudicate
            and kernel(chunk.game, scheduled.seats)
        ):
            fast.setdefault(scheduled.seats, []).append(scheduled)
        else:
            record, failed = _play_slowly(chunk, scheduled, isolated)
            records[scheduled.block.first, scheduled.seating] = record
            close_faults = failed | close_faults
    for seats, group in fast.items():
        for scheduled, record in zip(group, _play_fast(chunk, seats, group), strict=True):
            records[scheduled.block.first, scheduled.seating] = record
    played = [
        Played(each.block, each.seating, records[each.block.first, each.seating])
        for each in everything
    ]
    return PlayedChunk(played, time.perf_counter() - begun, close_faults)


def _event(chunk: Chunk, scheduled: ScheduledGame, timing: Json = None) -> dict[str, Json]:
    """Where a game stands in its run, and what it was played with."""
    number = scheduled.block.first + scheduled.seating + 1
    event = {"run": chunk.run, "number": number, "seeds": scheduled.seeds}
    if timing is not None:
        event["timing"] = timing
    if scheduled.block.opening:
        event["opening"] = len(scheduled.block.opening)
    return event


@cache
def kernel(game: Game, seats: tuple[str, ...]) -> Batch | None:
    """The game's fast player for these bots, made once a process; bots from outside have none."""
    if any(is_of_file(seat) or is_introduced(seat) for seat in seats):
        return None
    return make_batch(game, [make_player(game.name, name) for name in seats])


def _play_fast(chunk: Chunk, seats: tuple[str, ...], group: list[ScheduledGame]) -> list[Record]:
    batch = kernel(chunk.game, seats)
    assert batch is not None
    scores = batch.scores([scheduled.seeds for scheduled in group])
    return [
        Record(
            chunk.game.name,
            chunk.game.options,
            seats,
            chunk.game.deal(Stream(scheduled.seeds.deal)).deal,
            tuple(map(str, batch.actions(scheduled.seeds))) if chunk.keep is Keep.ALL else None,
            score,
            event=_event(chunk, scheduled),
        )
        for scheduled, score in zip(group, scores, strict=True)
    ]


def _play_slowly(
    chunk: Chunk, scheduled: ScheduledGame, isolated: bool
) -> tuple[Record, dict[str, Fault]]:
    """A game move by move; also which bots failed when it was over."""
    players = [_contestant(chunk.game, name, isolated) for name in scheduled.seats]
    heartbeat = watchdog(chunk.limits)
    try:
        match = Match(
            chunk.game,
            players,
            scheduled.seats,
            scheduled.seeds,
            chunk.limits,
            heartbeat,
            scheduled.block.deal,
            scheduled.block.opening,
            chunk.adjudicate,
        )
        record = match.play()
        actions = None if chunk.keep is Keep.RESULTS else record.actions
        failed = {scheduled.seats[seat]: fault for seat, fault in match.close_faults.items()}
        event = _event(chunk, scheduled, match.paces())
        return replace(record, event=event, actions=actions), failed
    finally:
        faulthandler.cancel_dump_traceback_later()


def _contestant(game: Game, bot: str, isolated: bool) -> Player:
    """A bot of a file plays apart where something is hidden, or this process can't bear it."""
    if not is_of_file(bot):
        player = make_player(game.name, bot)
        return Isolated(bot) if isolated and not player.own_process else player
    if not isolated and not game.hidden:
        die_with_parent(False)  # so that `_end` ends what such a bot starts here
        with suppress(IgrotekaError, Overrun, KeyboardInterrupt), alarm(MAKING):
            return make_player_here(game.name, bot)
    return make_player_apart(game.name, bot, _reserve(), tells_of_close=True)


def _reserve() -> Reserve:
    """The processes of bots that this thread keeps from game to game."""
    if not hasattr(_OF_THREAD, "reserve"):
        _OF_THREAD.reserve = Reserve()
    reserve: Reserve = _OF_THREAD.reserve
    return reserve


def watchdog(limits: Limits) -> Callable[[], None]:
    """End this process if a decision hangs beyond the reach of the alarm, as in foreign code."""
    in_main = threading.current_thread() is threading.main_thread()
    if limits.move is None or not in_main:
        return lambda: None
    patience = 2 * limits.move + 5
    armed = 0.0

    def heartbeat() -> None:
        nonlocal armed
        now = time.monotonic()
        if now - armed > 1.0:
            armed = now
            faulthandler.dump_traceback_later(patience, exit=True, file=_silence())

    return heartbeat


@cache
def _silence() -> TextIO:
    return Path(os.devnull).open("w")


def prepare_worker() -> None:
    """Ctrl-C is for the process that leads; a worker ends, and tidies up, when that one does.

    What bots print must not come between what that one does. Threads and processes that they have
    left do not keep a worker from ending, nor do kernels, which hear of nothing.
    """
    print_to_error_output()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    die_with_parent(True)
    threading.Thread(target=_follow_parent, daemon=True).start()
    Finalize(None, _end, (0,), exitpriority=0)


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        if GROUPS:
            os.kill(os.getpid(), signal.SIGTERM)  # so that no bot is in the middle of something
        else:
            _leave(signal.SIGTERM, None)


def _leave(number: int, frame: object) -> None:
    del frame
    _end(128 + number)


def _end(status: int) -> None:
    """End now, whatever a bot is doing, and take its programs and processes along."""
    kill_children()
    for child in multiprocessing.active_children():  # those of bots
        child.kill()
    os._exit(status)


def make_ready(game: Game, tables: Collection[tuple[str, ...]], isolated: bool = False) -> None:
    """Load what bots that meet need, before workers are forked, else before a clock runs."""
    if game in _READY:
        return
    everybody = {bot for bots in tables for bot in bots}
    whole_games = not isolated and any(warm(game, bots) for bots in tables)
    if whole_games or warm_players(game, everybody):
        _READY.add(game)


def warm(game: Game, bots: Sequence[str]) -> bool:
    """Load the kernel for these bots, if there is one."""
    seats = [""] * game.seats
    for side, bot in zip(game.sides, bots, strict=True):
        for seat in side:
            seats[seat] = bot
    batch = kernel(game, tuple(seats))
    if batch is None:
        return False
    batch.scores([Seeds.of_game(0, 0, game.seats)])
    return True


def warm_players(game: Game, bots: Iterable[str]) -> bool:
    """Load what some of these bots need, if they do: the weakest such one moves."""
    weakest = next((bot for bot in game.opponents.values() if needs_kernel(game.name, bot)), None)
    if weakest is None or not any(needs_kernel(game.name, bot) for bot in bots):
        return False
    rng = Stream(0)
    state = game.deal(rng)
    while state.turn == CHANCE:
        state = state.play(draw(state.chances(), rng))
    player = make_player(game.name, weakest)
    player.start(game, state.turn, rng)
    player.choose(state.view(state.turn))
    player.close()
    return True

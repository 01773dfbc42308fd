"""Decisions of kept games put to an adviser: by processes of our own, or on a cluster."""

from __future__ import annotations

import faulthandler
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import chain
from typing import Final, NamedTuple, TypeVar

from igroteka.arena.alarm import alarm
from igroteka.arena.executors import end_workers
from igroteka.arena.match import Limits
from igroteka.arena.running import workplace
from igroteka.arena.worker import warm_players, watchdog
from igroteka.basics.endings import FaultKind, Overrun, PlayerFault, fault_words
from igroteka.basics.error_words import error_words
from igroteka.basics.pieces_of_work import PieceLost, in_order
from igroteka.bots import is_of_file, make_player_apart, make_player_here
from igroteka.cli.run_plan import Workers
from igroteka.contract import IgrotekaError, Player
from igroteka.players.apart import MakePlayer, Reserve
from igroteka.registry import make_game
from igroteka.study.review import Asked
from igroteka.text import Text, as_written

PATIENCE: Final = 600.0
"""Seconds for one decision; who takes longer hangs."""

Answer = TypeVar("Answer")
_RESERVE: Final = Reserve()
"""In a worker: the processes of bots of files, which go on from decision to decision."""


class Question(NamedTuple):
    """A decision that is put to an adviser, and the game that has it, as the user names it."""

    decision: Asked
    where: str


def answers(
    judge: Callable[[Asked, MakePlayer], Answer],
    questions: Iterable[Question],
    workers: Workers,
    bot: str | None,
    advance: Callable[[int], None] = lambda _: None,
) -> Iterator[tuple[Question, Answer]]:
    """Every question with what `judge` finds, in their order, whoever is asked.

    `bot` is the one that the user named. `advance` is told how many are answered. Raises
    `IgrotekaError` where the adviser fails. Ctrl-C, and who leaves early, end the workers.
    """
    waiting = iter(questions)
    first = next(waiting, None)
    if first is None:
        return
    with workplace(*workers, () if bot is None else (bot,)) as place:
        if not workers.dask:
            _warm(first.decision)
        asking = in_order(chain([first], waiting), *place, partial(_answer, judge))
        complete = False
        try:
            with closing(asking) as answered:
                for count, pair in enumerate(answered, start=1):
                    advance(count)
                    yield pair
            complete = True
        except PieceLost as lost:
            reason = Text("the process that asked it has ended")
            raise _failed(lost.piece, FaultKind.DEATH, reason) from lost
        finally:
            if not complete:
                end_workers()


def _warm(question: Asked) -> None:
    warm_players(make_game(question.game, question.options), [question.adviser.bot])


def _answer(
    judge: Callable[[Asked, MakePlayer], Answer], question: Question, isolated: bool
) -> Answer:
    """In a worker: what is found, or the adviser's failure in a sentence."""
    make = (
        _made_apart if isolated or is_of_file(question.decision.adviser.bot) else make_player_here
    )
    watchdog(Limits(PATIENCE))()
    try:
        with alarm(PATIENCE):
            return judge(question.decision, make)
    except IgrotekaError:
        raise
    except Overrun:
        reason = Text("took more than {count} s for a move", count=f"{PATIENCE:g}")
        raise _failed(question, FaultKind.HANG, reason) from None
    except PlayerFault as fault:
        raise _failed(question, fault.kind, fault.text) from None
    except BaseException as error:  # no Ctrl-C comes here: what is raised is the adviser's
        reason = as_written(error_words(error))
        raise _failed(question, FaultKind.EXCEPTION, reason) from None
    finally:
        faulthandler.cancel_dump_traceback_later()


def _made_apart(game: str, bot: str) -> Player:
    _RESERVE.another_deal()  # who judges may know all of a game
    return make_player_apart(game, bot, _RESERVE)


def _failed(question: Question, kind: FaultKind, reason: Text) -> IgrotekaError:
    return IgrotekaError(
        Text(
            "{where}, action {number}: {bot} can't judge it ({kind}: {reason})",
            where=question.where,
            number=question.decision.number,
            bot=question.decision.adviser.bot,
            kind=fault_words(kind),
            reason=reason,
        )
    )

"""Puzzles of people's own games: made when all moves of a game are judged."""

from __future__ import annotations

import asyncio

from igroteka.archive import Archive, queries
from igroteka.archive.puzzles import NewPuzzle, keep_puzzles
from igroteka.basics.endings import Ending
from igroteka.study.puzzles import missed
from igroteka.web.analyses import Analysis


async def keep_own_puzzles(archive: Archive, number: int, analysis: Analysis) -> None:
    """Keep the worst moments of every person of a finished game."""
    stored = await asyncio.to_thread(archive.read, queries.game, number)
    if stored.ending == Ending.UNFINISHED:
        return
    found = []
    for holder in stored.seats:
        if holder.kind != "person":
            continue
        own = [move for move in analysis.judged if move.seat == holder.seat]
        for move in missed(own):
            verdict = move.verdict
            made = stored.moves[move.number - 1].id
            found.append(
                NewPuzzle(
                    number, made, holder.player, verdict.best, verdict.best_value, verdict.cost
                )
            )
    if found:
        await asyncio.wrap_future(archive.write(keep_puzzles, found))

"""Openings that a file gives to a match or a tournament."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from igroteka.arena.plan import GivenDeals
from igroteka.basics.randomness import Stream
from igroteka.cli.arguments import read_bytes, records_of
from igroteka.cli.given_deals import deal_of
from igroteka.contract import OVER, Game, IgrotekaError, State
from igroteka.records.record import BadRecord, played_steps
from igroteka.registry import formats
from igroteka.text import Text, plural


class _Opening(NamedTuple):
    """A start and the actions that lead from it to where players begin to decide."""

    deal: str
    actions: tuple[str, ...]


def given_openings(game: Game, path: Path, most: int | None = None) -> GivenDeals:
    """The openings of a file in its order, or so many of the first.

    They are games of any format of the game, or lines of text. One that the file repeats is one.
    Raises `IgrotekaError` with the line or the game that won't do, and for fewer than asked for.
    """
    data = read_bytes(path)
    is_format = any(path.suffix.lower() in each.suffixes for each in formats())
    found = dict.fromkeys(_of_games(game, path) if is_format else _of_lines(game, path, data))
    if not found:
        raise IgrotekaError(Text("{path} has no openings", path=path))
    if most is not None and most > len(found):
        raise IgrotekaError(
            plural(
                "{path} has {count} opening, fewer than the {games} asked for",
                "{path} has {count} openings, fewer than the {games} asked for",
                count=len(found),
                path=path,
                games=most,
            )
        )
    chosen = list(islice(found, most))
    digest = hashlib.sha256(data).hexdigest()
    return GivenDeals(
        tuple(each.deal for each in chosen), digest, tuple(each.actions for each in chosen)
    )


def _of_games(game: Game, path: Path) -> Iterator[_Opening]:
    for number, record in enumerate(records_of(path), start=1):
        try:
            yield _played(game, game.restore(deal_of(game, path, record)), record.actions or ())
        except IgrotekaError as error:
            raise IgrotekaError(
                Text(
                    "{path}, game {number}: {reason}",
                    path=path,
                    number=number,
                    reason=error.sentence,
                )
            ) from error


def _of_lines(game: Game, path: Path, data: bytes) -> Iterator[_Opening]:
    """One a line; empty lines, and what stands behind a #, mean nothing."""
    for number, line in enumerate(data.decode("utf-8-sig", "replace").splitlines(), start=1):
        text = line.partition("#")[0].strip()
        if text:
            try:
                yield _read(game, text)
            except IgrotekaError as error:
                raise IgrotekaError(
                    Text(
                        "{path}, line {number}: {reason}",
                        path=path,
                        number=number,
                        reason=error.sentence,
                    )
                ) from error


def _read(game: Game, text: str) -> _Opening:
    """A start, actions from the usual start, or a start, a | and actions."""
    start, bar, moves = (part.strip() for part in text.partition("|"))
    if bar:
        return _played(game, game.restore(start), _notations(moves))
    try:
        given = game.restore(text)
    except IgrotekaError as no_start:
        if game.hidden:
            raise
        try:
            return _played(game, game.deal(Stream(0)), _notations(text))
        except BadRecord as no_moves:
            raise IgrotekaError(
                Text(
                    "it is neither moves ({moves}) nor a start ({start})",
                    moves=no_moves.sentence,
                    start=no_start.sentence,
                )
            ) from no_moves
    return _played(game, given, ())


def _notations(text: str) -> list[str]:
    """Divided by commas where there are any, as notation may have spaces in it."""
    parts = text.split(",") if "," in text else text.split()
    return [part.strip() for part in parts if part.strip()]


def _played(game: Game, start: State, notations: Sequence[str]) -> _Opening:
    end = start
    actions = []
    for step in played_steps(game, start, notations):
        actions.append(str(step.action))
        end = step.after
    if end.turn == OVER:
        raise IgrotekaError(Text("the game is over after this opening"))
    return _Opening(start.deal, tuple(actions))

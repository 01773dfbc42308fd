"""Deals that a file gives to a match."""

from __future__ import annotations

import hashlib
from itertools import islice
from pathlib import Path

from igroteka.arena.plan import GivenDeals
from igroteka.cli.arguments import read_bytes, records_of
from igroteka.contract import Game, IgrotekaError
from igroteka.records.record import Record
from igroteka.registry import game_class
from igroteka.text import Text, plural


def given_deals(game: Game, path: Path, most: int | None = None) -> GivenDeals:
    """The deals of a file of games in its order, or so many of the first.

    A deal that the file repeats is one, for the same players would play it alike again. Raises
    `IgrotekaError` for a file of another game, and for one with no deals or fewer than asked for.
    """
    digest = hashlib.sha256(read_bytes(path)).hexdigest()
    found = dict.fromkeys(deal_of(game, path, record) for record in records_of(path))
    if not found:
        raise IgrotekaError(Text("{path} has no deals", path=path))
    if most is not None and most > len(found):
        raise IgrotekaError(
            plural(
                "{path} has {count} deal, fewer than the {games} asked for",
                "{path} has {count} deals, fewer than the {games} asked for",
                count=len(found),
                path=path,
                games=most,
            )
        )
    return GivenDeals(tuple(islice(found, most)), digest)


def deal_of(game: Game, path: Path, record: Record) -> str:
    """The deal of a game of this file. Raises `IgrotekaError` for one of another game."""
    if record.game != game.name:
        raise IgrotekaError(
            Text(
                "{path} has a game of {other}, not of {game}",
                path=path,
                other=game_class(record.game).title,
                game=game.title,
            )
        )
    try:
        return game.restore(record.deal).deal
    except IgrotekaError as error:
        raise IgrotekaError(Text("{path}: {reason}", path=path, reason=error.sentence)) from error

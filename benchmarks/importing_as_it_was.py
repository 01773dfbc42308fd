"""Taking in a file as it was, the peer of how it is: every action played three or four times.

The reader played a game to check it and forgot the positions, its record was played again to be
sure, and once more to be laid out; PDN was also played up to its end by the rules. Rows of moves
were made ready one by one, and each side's points were written after its seats.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update

from igroteka.archive import Archive
from igroteka.archive.accounts import ensure_player
from igroteka.archive.deduplication import duplicate_of
from igroteka.archive.handed_rules import rules_of
from igroteka.archive.identity import exact_key, loose_key
from igroteka.archive.importing import moment
from igroteka.archive.move_tree import checked_marks, new_move_ids
from igroteka.archive.schema import games, moves, seats
from igroteka.archive.updates import insert_game
from igroteka.basics.points import seat_sides
from igroteka.contract import OVER, Game, State
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.formats import Format, Problem
from igroteka.records.points import record_points
from igroteka.records.record import Record


class Keys(NamedTuple):
    """By what a game is known again."""

    digest: str
    exact: str | None
    loose: str


def take_in_as_it_was(archive: Archive, format: Format, data: bytes) -> int:
    """Take in a file of games without variations; how many."""
    waiting = []
    for found in format.read(data):
        assert not isinstance(found, Problem)
        record = found.record
        game = archive.rules.make_game(record.game, record.options)
        for _ in range(2 if format.name == "pdn" else 1):
            for _ in _positions(record, game):
                pass
        keys, rows = _keys(game, found), list(_rows(game, found))
        waiting.append(archive.write(_store, found, rows, keys, format))
    for future in waiting:
        future.result()
    return len(waiting)


def _keys(game: Game, found: AnnotatedGame) -> Keys:
    record = found.record
    deal = game.restore(record.deal).deal
    return Keys(
        hashlib.sha256(found.to_line().encode()).hexdigest(),
        exact_key(moment(record.started), record.event),
        loose_key(record.game, deal, record.players, record.actions or (), not game.hidden),
    )


def _positions(record: Record, game: Game) -> Iterator[State]:
    state = game.restore(record.deal)
    yield state
    for text in record.actions or ():
        state = state.play(game.read(text))
        yield state
    if record.scores is not None and not record.settled:
        assert state.turn == OVER
        assert state.scores() == record.scores


def _rows(game: Game, found: AnnotatedGame) -> Iterator[dict[str, object]]:
    """The moves as rows, each of which asks for the landmarks on both of its sides."""
    state = game.restore(found.record.deal)
    for ordinal, move in enumerate(found.moves, start=1):
        over = state.turn == OVER
        after = state.play(game.read(move.notation))
        yield {
            "ordinal": ordinal,
            "notation": move.notation,
            "seat": state.turn if not over and state.turn >= 0 else None,
            "seconds": move.seconds,
            "before": move.before,
            "mark": checked_marks(" ".join(move.marks)),
            "comment": move.comment,
            "landmark": state.landmark,
            "after": after.landmark,
        }
        state = after


def _store(
    connection: Connection,
    found: AnnotatedGame,
    rows: list[dict[str, object]],
    keys: Keys,
    format: Format,
) -> int:
    record = found.record
    assert connection.scalar(select(games.c.id).where(games.c.digest == keys.digest)) is None
    duplicate_of(connection, record, keys.exact, keys.loose, format)
    holders = [ensure_player(connection, name) for name in record.players]
    values = {
        "game": record.game,
        "options": dict(record.options),
        "deal": record.deal,
        "stored": datetime.now(UTC),
        "ending": record.ending,
        "scores": None if record.scores is None else list(record.scores),
        "fault": record.fault and asdict(record.fault),
        "source": f"import:{format.name}",
        "comment": found.comment,
        "event": record.event,
        "digest": keys.digest,
        "occasion": keys.exact,
        "likeness": keys.loose,
    }
    rules = rules_of(connection)
    game = rules.make_game(record.game, record.options)
    number = insert_game(connection, values, holders, seat_sides(game))
    again = rules.make_game(record.game, record.options)
    for side, share in enumerate(record_points(again, record) or ()):
        own = (seats.c.game_id == number, seats.c.side == side)
        connection.execute(update(seats).where(*own).values(points=share))
    ids = new_move_ids(connection, len(rows))
    parents = [None, *ids]
    last = None
    for own_id, parent, row in zip(ids, parents, rows, strict=False):
        last = row.pop("after")
        row |= {"id": own_id, "game_id": number, "parent_id": parent, "at": None}
    connection.execute(insert(moves), rows)
    head = {"head_id": ids[-1], "landmark": last}
    connection.execute(update(games).where(games.c.id == number).values(head))
    return number

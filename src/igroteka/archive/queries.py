"""What is read of single games: each is called with a connection, from any thread."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import Connection, RowMapping, select

from igroteka.archive.faults import ArchiveError
from igroteka.archive.handed_rules import rules_of
from igroteka.archive.models import Holder, StoredGame, StoredMove, StoredTournament
from igroteka.archive.remarks import said, together, voices, with_voices
from igroteka.archive.schema import games, moves, players, seats, shown_kind, tournaments
from igroteka.contract import Json
from igroteka.records.annotations import AnnotatedGame, AnnotatedMove, Line
from igroteka.records.record import Fault, Record
from igroteka.text import NOTHING, Text


def game(connection: Connection, game_id: int) -> StoredGame:
    """A game with its main line. Raises `ArchiveError` if there is none of this number."""
    row = connection.execute(select(games).where(games.c.id == game_id)).mappings().one_or_none()
    if row is None:
        raise ArchiveError(Text("there is no game {number} in the archive", number=game_id))
    return _stored(connection, row, main_line(tree(connection, game_id), row["head_id"]))


def _stored(connection: Connection, row: RowMapping, line: Sequence[StoredMove]) -> StoredGame:
    holders = connection.execute(
        select(seats.c.seat, players.c.id, players.c.name, shown_kind, seats.c.points)
        .join(players, players.c.id == seats.c.player_id)
        .where(seats.c.game_id == row["id"])
        .order_by(seats.c.seat)
    )
    return StoredGame(
        id=row["id"],
        game=row["game"],
        options=row["options"],
        deal=row["deal"],
        stored=row["stored"],
        started=row["started"],
        finished=row["finished"],
        ending=row["ending"],
        scores=None if row["scores"] is None else tuple(row["scores"]),
        fault=Fault.from_json(row["fault"]) if row["fault"] else None,
        head=row["head_id"],
        setting=row["setting"],
        source=row["source"],
        tournament=row["tournament_id"],
        comment=row["comment"],
        event=row["event"],
        seconds=None if row["seconds"] is None else tuple(row["seconds"]),
        places=rules_of(connection).make_game(row["game"], row["options"]).seats,
        seats=tuple(Holder(*holder) for holder in holders),
        moves=tuple(line),
        sitting=row["sitting_id"],
        place=row["place"],
    )


def tree(connection: Connection, game_id: int) -> list[StoredMove]:
    """All moves of a game, variations among them, each after its parent."""
    found = (
        select(
            moves.c.id,
            moves.c.parent_id.label("parent"),
            moves.c.ordinal,
            moves.c.notation,
            moves.c.seat,
            moves.c.seconds,
            moves.c.at,
            moves.c.before,
            moves.c.mark,
            moves.c.comment,
            moves.c.landmark,
            moves.c.explanation,
        )
        .where(moves.c.game_id == game_id)
        .order_by(moves.c.ordinal, moves.c.id)
    )
    return [
        StoredMove(**{**row, "explanation": _explanation(row["explanation"])})
        for row in connection.execute(found).mappings()
    ]


def _explanation(stored: Json) -> Text:
    return Text.from_json(stored) if stored else NOTHING


def main_line(found: Iterable[StoredMove], head: int | None) -> list[StoredMove]:
    """The path from the start to the head."""
    by_id = {move.id: move for move in found}
    line: list[StoredMove] = []
    while head is not None:
        line.append(by_id[head])
        head = by_id[head].parent
    return line[::-1]


def record(connection: Connection, game_id: int) -> Record:
    """A game in its plain form."""
    return game(connection, game_id).record


def annotated(connection: Connection, game_id: int) -> AnnotatedGame:
    """A game with everything that was said of it, for the file formats."""
    stored = game(connection, game_id)
    heard = voices(said(connection, game_id))
    children = _children(with_voices(tree(connection, game_id), heard))
    on_main_line = {move.id for move in stored.moves}
    line: list[AnnotatedMove] = []
    above: tuple[int | None, ...] = (None,)
    for move in stored.moves:
        groups = _groups(children, above)
        chosen = next(group for group in groups if move.id in {each.id for each in group})
        chosen.sort(key=lambda each: each.id not in on_main_line)
        groups.remove(chosen)
        variations = tuple(_line(children, group) for group in groups)
        line.append(_move(chosen, variations))
        above = tuple(each.id for each in chosen)
    beyond = tuple(_line(children, group) for group in _groups(children, above))
    return AnnotatedGame(
        stored.record, tuple(line), beyond, together(stored.comment, heard.get(None, ()))
    )


Children = Mapping[int | None, list[StoredMove]]
"""The moves that hang on each move, and on the start."""


def _children(found: Iterable[StoredMove]) -> Children:
    children: dict[int | None, list[StoredMove]] = {}
    for move in found:
        children.setdefault(move.parent, []).append(move)
    return children


def _groups(children: Children, above: Iterable[int | None]) -> list[list[StoredMove]]:
    """What hangs on moves that are the same, with equal moves together.

    A move that was taken back and made again is stored twice and stands in a file once.
    """
    groups: dict[str, list[StoredMove]] = {}
    for parent in above:
        for move in children.get(parent, ()):
            groups.setdefault(move.notation, []).append(move)
    return list(groups.values())


def _line(children: Children, group: list[StoredMove]) -> Line:
    """A variation from its first move on; other ways on are variations of the moves in it."""
    line: list[AnnotatedMove] = []
    branches: tuple[Line, ...] = ()
    while True:
        line.append(_move(group, branches))
        groups = _groups(children, [move.id for move in group])
        if not groups:
            return tuple(line)
        group = groups[0]
        branches = tuple(_line(children, other) for other in groups[1:])


def _move(group: Sequence[StoredMove], variations: tuple[Line, ...]) -> AnnotatedMove:
    marks = [mark for move in group for mark in move.mark.split()]
    return AnnotatedMove(
        notation=group[0].notation,
        before=_together(move.before for move in group),
        marks=tuple(dict.fromkeys(marks)),
        comment=_together(move.comment for move in group),
        seconds=group[0].seconds,
        explanation=str(group[0].explanation),
        variations=variations,
    )


def _together(texts: Iterable[str]) -> str:
    return "\n".join(dict.fromkeys(words for words in texts if words))


def tournament(connection: Connection, number: int) -> StoredTournament:
    """A tournament. Raises `ArchiveError` if there is none of this number."""
    row = connection.execute(_TOURNAMENTS.where(tournaments.c.id == number)).one_or_none()
    if row is None:
        raise ArchiveError(Text("there is no tournament {number} in the archive", number=number))
    return StoredTournament(*row)


def tournament_list(connection: Connection) -> list[StoredTournament]:
    """All tournaments, the newest first."""
    rows = connection.execute(_TOURNAMENTS.order_by(tournaments.c.id.desc()))
    return [StoredTournament(*row) for row in rows]


_TOURNAMENTS = select(
    tournaments.c.id,
    tournaments.c.game,
    tournaments.c.options,
    tournaments.c.plan,
    tournaments.c.name,
    tournaments.c.started,
    tournaments.c.finished,
    tournaments.c.result,
)

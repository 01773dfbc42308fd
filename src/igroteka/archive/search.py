"""Finding games again, and what they came to: lists, counts, and what was played in a position."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Subquery,
    and_,
    case,
    distinct,
    exists,
    func,
    not_,
    or_,
    select,
)

from igroteka.archive.accounts import tidy_name
from igroteka.archive.faults import ArchiveError
from igroteka.archive.models import UNKNOWN, Continuation, Filter, GameLine, Mine, Page, Tally
from igroteka.archive.schema import games, moves, players, seats, shown_kind
from igroteka.basics.endings import Ending
from igroteka.text import Text, listed, quoted

MOST_PER_PAGE = 1000
RESULTS = ("won", "drawn", "lost")


def search(
    connection: Connection, wanted: Filter, page: int = 1, per_page: int = 50
) -> Page[GameLine]:
    """Games that fit, the latest first; those that nobody dated come last."""
    fitting = _conditions(wanted)
    total = connection.scalar(select(func.count()).select_from(games).where(*fitting)) or 0
    size = min(max(per_page, 1), MOST_PER_PAGE)
    head = moves.alias("head")
    found = (
        select(games, head.c.ordinal)
        .outerjoin(head, head.c.id == games.c.head_id)
        .where(*fitting)
        .order_by(games.c.started.desc().nulls_last(), games.c.id.desc())
        .limit(size)
        .offset((max(page, 1) - 1) * size)
    )
    rows = connection.execute(found).all()
    held = _holders(connection, [row.id for row in rows])
    return Page(tuple(_line(row, held[row.id]) for row in rows), max(page, 1), total)


def _line(row: Any, holders: Sequence[_Holder]) -> GameLine:
    return GameLine(
        id=row.id,
        game=row.game,
        options=row.options,
        players=tuple(holder.name for holder in holders),
        kinds=tuple(holder.kind for holder in holders),
        started=row.started,
        finished=row.finished,
        ending=row.ending,
        scores=None if row.scores is None else tuple(row.scores),
        moves=row.ordinal or 0,
        source=row.source,
        tournament=row.tournament_id,
        sitting=row.sitting_id,
        place=row.place,
        points=tuple(holder.points for holder in holders),
        head=row.head_id,
        kid=bool(row.setting and row.setting.get("kid")),
    )


class _Holder(NamedTuple):
    name: str = UNKNOWN
    kind: str = "person"
    points: float | None = None


def holder_names(connection: Connection, ids: Sequence[int]) -> dict[int, list[tuple[str, str]]]:
    """Names and kinds at the seats of these games; a free seat before a taken one is unknown."""
    found = _holders(connection, ids)
    return {number: [(each.name, each.kind) for each in held] for number, held in found.items()}


def _holders(connection: Connection, ids: Sequence[int]) -> dict[int, list[_Holder]]:
    held: dict[int, list[_Holder]] = {number: [] for number in ids}
    found = (
        select(seats.c.game_id, seats.c.seat, players.c.name, shown_kind, seats.c.points)
        .join(players, players.c.id == seats.c.player_id)
        .where(seats.c.game_id.in_(ids))
        .order_by(seats.c.game_id, seats.c.seat)
    )
    for number, seat, *holder in connection.execute(found):
        held[number] += [_Holder()] * (seat - len(held[number]))
        held[number].append(_Holder(*holder))
    return held


def _conditions(wanted: Filter) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if wanted.game:
        conditions.append(games.c.game == wanted.game)
    if wanted.since:
        conditions.append(games.c.started >= wanted.since)
    if wanted.until:
        conditions.append(games.c.started < wanted.until)
    if wanted.unfinished is not None:
        open_yet = games.c.ending == Ending.UNFINISHED
        conditions.append(open_yet if wanted.unfinished else not_(open_yet))
    if wanted.tournament is not None:
        conditions.append(games.c.tournament_id == wanted.tournament)
    if wanted.sitting is not None:
        conditions.append(games.c.sitting_id == wanted.sitting)
    if wanted.deal is not None:
        conditions.append(games.c.deal == wanted.deal)
    if wanted.among is not None:
        conditions.append(games.c.id.in_(wanted.among))
    if wanted.without:
        conditions.append(games.c.id.not_in(wanted.without))
    if wanted.people is not None:
        of_people = games.c.id.in_(games_of_people())
        conditions.append(of_people if wanted.people else not_(of_people))
    if wanted.mine is not None:
        conditions.append(_mine(wanted.mine))
    if wanted.source:
        conditions.append(games.c.source == wanted.source)
    if wanted.landmarks:
        occurred = select(moves.c.game_id).where(moves.c.landmark.in_(wanted.landmarks))
        stands = games.c.landmark.in_(wanted.landmarks)
        conditions.append(or_(games.c.id.in_(occurred), stands))
    return conditions + _of_players(wanted)


def games_of_people() -> Select[Any]:
    """The numbers of games in which somebody plays who is no bot."""
    people = select(players.c.id).where(players.c.kind != "bot")
    return select(seats.c.game_id).where(seats.c.player_id.in_(people))


def _mine(mine: Mine) -> ColumnElement[bool]:
    held = games.c.id.in_(mine.held)
    if mine.name is None:
        return held
    files = select(players.c.id).where(players.c.imported)
    own = select(seats.c.game_id).where(
        seats.c.player_id.in_(_called(mine.name)), seats.c.player_id.not_in(files)
    )
    return or_(held, games.c.id.in_(own))


def _of_players(wanted: Filter) -> list[ColumnElement[bool]]:
    """Conditions on who played. Raises `ArchiveError` for a result that is nobody's."""
    if wanted.result and wanted.result not in RESULTS:
        raise ArchiveError(
            Text(
                "a result is one of {names}, not {text}",
                names=listed(RESULTS),
                text=quoted(wanted.result),
            )
        )
    if (wanted.result or wanted.opponent) and not wanted.player:
        raise ArchiveError(
            Text("a result and an opponent are those of a player: name the player too")
        )
    if not wanted.player:
        return []
    own = seats.alias("own")
    whose: list[ColumnElement[bool]] = [own.c.player_id.in_(_called(wanted.player))]
    if wanted.own:
        files = select(players.c.id).where(players.c.imported)
        whose.append(own.c.player_id.not_in(files))
    if wanted.result:
        whose.append(_result(own.c.points, wanted.result))
    if wanted.opponent:
        other = seats.alias("other")
        whose.append(
            exists().where(
                other.c.game_id == own.c.game_id,
                other.c.seat != own.c.seat,
                other.c.player_id.in_(_called(wanted.opponent)),
            )
        )
    return [games.c.id.in_(select(own.c.game_id).where(*whose))]


def _called(name: str) -> Select[Any]:
    """The players of a name: a person or a program, a bot, and somebody in files."""
    return select(players.c.id).where(players.c.name_key == tidy_name(name).casefold())


def _result(points: ColumnElement[Any], result: str) -> ColumnElement[bool]:
    if result == "won":
        return points > 0.5
    return points < 0.5 if result == "lost" else points == 0.5


def _counted(points: ColumnElement[Any]) -> list[ColumnElement[int]]:
    """How many of the rows were won, drawn and lost."""
    return [
        func.coalesce(func.sum(case((_result(points, result), 1), else_=0)), 0)
        for result in RESULTS
    ]


def player_list(connection: Connection, kind: str | None = None) -> list[Tally]:
    """All players by name, with their finished games."""
    played = _once(select(seats.c.player_id, seats.c.game_id, seats.c.points))
    found = (
        select(
            players.c.id,
            players.c.name,
            shown_kind,
            func.count(distinct(played.c.game_id)),
            *_counted(played.c.points),
        )
        .outerjoin(played, played.c.player_id == players.c.id)
        .group_by(players.c.id)
        .order_by(players.c.name_key, players.c.id)
    )
    if kind is not None:
        found = found.where(players.c.kind == kind)
    return [Tally(*row) for row in connection.execute(found)]


def opponents_of(connection: Connection, player: int, game: str | None = None) -> list[Tally]:
    """Whom this player has played, and what came of it for this player; most games first."""
    own, other = seats.alias("own"), seats.alias("other")
    against = and_(
        other.c.game_id == own.c.game_id,
        other.c.side != own.c.side,
        other.c.player_id != own.c.player_id,
    )
    meetings = select(other.c.player_id, own.c.game_id, own.c.points).join(other, against)
    met = _once(meetings.where(own.c.player_id == player), game)
    count = func.count(distinct(met.c.game_id))
    found = (
        select(players.c.id, players.c.name, shown_kind, count, *_counted(met.c.points))
        .join(met, met.c.player_id == players.c.id)
        .group_by(players.c.id)
        .order_by(count.desc(), players.c.name_key)
    )
    return [Tally(*row) for row in connection.execute(found)]


def continuations(
    connection: Connection, positions: Collection[str], game: str | None = None
) -> list[Continuation]:
    """What was played in a position, most often first, and what came of it for who played it.

    Only finished games count.
    """
    made = (
        select(moves.c.notation, moves.c.game_id, seats.c.points)
        .join(seats, and_(seats.c.game_id == moves.c.game_id, seats.c.seat == moves.c.seat))
        .where(moves.c.landmark.in_(positions))
    )
    once = _once(made, game)
    count = func.count(distinct(once.c.game_id))
    found = (
        select(once.c.notation, count, *_counted(once.c.points))
        .group_by(once.c.notation)
        .order_by(count.desc(), once.c.notation)
    )
    return [Continuation(*row) for row in connection.execute(found)]


def _once(found: Select[Any], game: str | None = None) -> Subquery:
    """Rows with the columns game_id and points, each once, of finished games alone.

    A player may hold several seats, and a move be taken back and made again.
    """
    columns = found.selected_columns
    kept = found.where(columns.points.is_not(None))
    if game is not None:
        kept = kept.where(columns.game_id.in_(select(games.c.id).where(games.c.game == game)))
    return kept.distinct().subquery()

"""A result as CSV for a spreadsheet: every player against all, and against each other one."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator

from igroteka.arena.pairing_result import PairingResult
from igroteka.arena.results import MatchResult, Results
from igroteka.arena.statistics import elo_interval
from igroteka.arena.tournament_result import TournamentResult
from igroteka.basics.intervals import Interval

Row = dict[str, str | int | float]
"""What is not told is missing."""

COLUMNS = (
    *("player", "opponent", "games", "wins", "losses", "draws", "score", "score_low", "score_high"),
    *("elo", "elo_low", "elo_high", "margin", "margin_low", "margin_high"),
    *("last", "last_low", "last_high", "first_wins", "first_losses", "first_draws"),
    *("moves", "move_median", "move_p99", "move_worst"),
)


def to_csv(result: MatchResult | TournamentResult) -> str:
    """The rows of a result, the players' own first; numbers have a point and no spaces."""
    written = io.StringIO()
    writer = csv.DictWriter(written, COLUMNS, lineterminator="\n")
    writer.writeheader()
    rows = _match(result) if isinstance(result, MatchResult) else _tournament(result)
    writer.writerows({name: _written(value) for name, value in row.items()} for row in rows)
    return written.getvalue()


def _written(value: str | int | float) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _match(result: MatchResult) -> Iterator[Row]:
    pairing = result.pairing
    for bot, player in enumerate(pairing.bots):
        row: Row = {"player": player, "games": pairing.games, **_pace(result, player)}
        if len(pairing.bots) == 2:
            yield row | _against(pairing, bot)
        else:
            row |= {"wins": pairing.wins[bot], "draws": pairing.draws}
            yield row | _told("score", pairing.score(bot)) | _told("last", pairing.last(bot))


def _tournament(result: TournamentResult) -> Iterator[Row]:
    ratings, places = result.ratings(), {name: at for at, name in enumerate(result.players)}
    pairs = list(_met(result) if result.of_several else _pairs(result))
    for each in result.rows():
        row: Row = {"player": each.player, "games": each.games, **_pace(result, each.player)}
        row |= _told("score", each.score) | _told("last", each.last)
        if not result.of_several:
            row |= {name: _sum(pairs, each.player, name) for name in ("wins", "losses", "draws")}
        yield row | _told("elo", ratings[places[each.player]])
    yield from pairs


def _sum(pairs: list[Row], player: str, column: str) -> int:
    """What a player has of something against all others."""
    own = [row for row in pairs if row["player"] == player != row["opponent"]]
    return sum(int(row[column]) for row in own)


def _pairs(result: TournamentResult) -> Iterator[Row]:
    for pairing in result.pairings:
        for bot, player in enumerate(dict.fromkeys(pairing.bots)):
            row: Row = {"player": player, "games": pairing.games}
            if pairing.games:
                yield row | _against(pairing, bot)


def _met(result: TournamentResult) -> Iterator[Row]:
    """Who ended above whom, where more than two play."""
    for player, row in zip(result.players, result.cells(), strict=True):
        for opponent, cell in zip(result.players, row, strict=True):
            if cell.games:
                yield {
                    "player": player,
                    "opponent": opponent,
                    "games": cell.games,
                    "wins": cell.wins,
                    "losses": cell.losses,
                    "draws": cell.draws,
                    "score": (cell.wins + cell.draws / 2) / cell.games,
                }


def _against(pairing: PairingResult, bot: int) -> Row:
    """What one of two got from the other."""
    score = pairing.score(bot)
    row: Row = {"opponent": pairing.bots[1 - bot], "draws": pairing.draws}
    row |= {"wins": pairing.wins[bot], "losses": pairing.wins[1 - bot]}
    row |= _told("score", score) | _told("elo", elo_interval(score, len(pairing.block_games)))
    if pairing.margins:
        margin = pairing.margin
        ends = (margin.value, margin.low, margin.high)
        row |= _told("margin", Interval(-ends[0], -ends[2], -ends[1]) if bot else margin)
    elif cell := pairing.cells.get((bot, 1 - bot)):
        row |= {"first_wins": cell.wins, "first_losses": cell.losses, "first_draws": cell.draws}
    return row


def _told(name: str, interval: Interval | None) -> Row:
    if interval is None:
        return {}
    ends = {name: interval.value, f"{name}_low": interval.low, f"{name}_high": interval.high}
    return {key: value for key, value in ends.items() if math.isfinite(value)}


def _pace(result: Results, player: str) -> Row:
    pace = result.paces.get(player)
    if pace is None or not pace.moves:
        return {}
    return {
        "moves": pace.moves,
        "move_median": pace.quantile(0.5),
        "move_p99": pace.quantile(0.99),
        "move_worst": pace.worst,
    }

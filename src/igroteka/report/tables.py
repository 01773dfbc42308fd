"""Result tables as rows of texts, and those rows as Markdown or for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.table import Table

from igroteka.results import MatchResult, Results, TournamentResult


class Rows(NamedTuple):
    """A table before it has a form: a title, a head and lines of the same length."""

    title: str
    head: list[str]
    lines: list[list[str]]

    def to_markdown(self) -> str:
        """The table in Markdown."""
        cells = [self.head, ["---"] * len(self.head), *self.lines]
        body = "\n".join("| " + " | ".join(_escaped(row)) + " |" for row in cells)
        return f"**{self.title}**\n\n{body}\n"

    def to_rich(self) -> Table:
        """The table for the terminal, without its title."""
        table = Table()
        for number, name in enumerate(self.head):
            table.add_column(name, justify="left" if number == 0 else "right")
        for line in self.lines:
            table.add_row(*line)
        return table


def _escaped(row: Sequence[str]) -> list[str]:
    return [cell.replace("|", "\\|") for cell in row]


def match_rows(result: MatchResult) -> Rows:
    """Wins and draws of each player; the score, its interval and the Elo difference."""
    pairing, score, elo = result.pairing, result.score, result.elo
    shares = [score.value] if len(pairing.bots) != 2 else [score.value, 1 - score.value]
    head = ["player", "wins", "draws", "score"]
    lines = [
        [bot, str(wins), str(pairing.draws), f"{share:.1%}" if share is not None else ""]
        for bot, wins, share in _longest(pairing.bots, pairing.wins, shares)
    ]
    title = (
        f"{result.games} games of {result.plan.game.name}: {pairing.bots[0]} scores "
        f"{score.value:.1%} [{score.low:.1%}, {score.high:.1%}], "
        f"Elo {elo.value:+.0f} [{elo.low:+.0f}, {elo.high:+.0f}]"
    )
    return Rows(title, head, lines)


def _longest(
    bots: Sequence[str], wins: Sequence[int], shares: Sequence[float]
) -> list[tuple[str, int, float | None]]:
    return [
        (bot, wins[place], shares[place] if place < len(shares) else None)
        for place, bot in enumerate(bots)
    ]


def histogram_rows(result: MatchResult) -> Rows:
    """How many blocks gave the first bot each share, with bars."""
    counts = result.histogram()
    most = max(counts.values(), default=1)
    lines = [
        [f"{share:.2f}", str(count), "█" * max(1, round(30 * count / most))]
        for share, count in counts.items()
    ]
    title = f"Block results: the share of {result.pairing.bots[0]} in a deal played both ways"
    return Rows(title, ["share", "blocks", ""], lines)


def rating_rows(result: TournamentResult) -> Rows:
    """Players by rating, with their error bars."""
    ratings = result.ratings()
    order = sorted(range(len(ratings)), key=lambda place: -ratings[place].value)
    lines = []
    for rank, place in enumerate(order, start=1):
        rating, score = ratings[place], result.score(place)
        lines.append(
            [
                f"{rank}. {result.players[place]}",
                f"{rating.value:+.0f}",
                f"[{rating.low:+.0f}, {rating.high:+.0f}]",
                f"{score.value:.1%}",
                f"[{score.low:.1%}, {score.high:.1%}]",
            ]
        )
    head = ["player", "Elo", "95 %", "score", "95 %"]
    return Rows(f"{result.games} games of {result.plan.game.name}", head, lines)


def cross_rows(result: TournamentResult) -> Rows:
    """The crosstable: the row moves first; wins/losses/draws."""
    lines = [
        [f"{place}. {bot}", *(f"{c.wins}/{c.losses}/{c.draws}" for c in row)]
        for place, (bot, row) in enumerate(
            zip(result.players, result.cells(), strict=True), start=1
        )
    ]
    head = ["moves first", *(str(place + 1) for place in range(len(result.players)))]
    return Rows("Wins / losses / draws of the row, which moves first", head, lines)


def fault_rows(result: Results) -> Rows | None:
    """Who failed and how; None if nobody did."""
    if not result.faults:
        return None
    lines = [
        [fault.player, fault.kind, str(fault.games), f"game {fault.game}: {fault.text}"]
        for fault in result.faults.values()
    ]
    return Rows("Faults, each of which lost its game", ["player", "kind", "games", "first"], lines)


def all_rows(result: MatchResult | TournamentResult) -> list[Rows]:
    """Every table that belongs to a result."""
    if isinstance(result, MatchResult):
        tables = [match_rows(result), histogram_rows(result)]
    else:
        tables = [rating_rows(result), cross_rows(result)]
    faults = fault_rows(result)
    return [*tables, faults] if faults else tables

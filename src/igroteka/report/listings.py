"""Result listings as rows of texts, and those rows as Markdown or for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table

from igroteka.arena.results import Cell, MatchResult, Results, TournamentResult


class Rows(NamedTuple):
    """A listing before it has a form: a title, a head and lines of the same length."""

    title: str
    head: list[str]
    lines: list[list[str]]

    def to_markdown(self) -> str:
        """The listing in Markdown."""
        cells = [self.head, ["---"] * len(self.head), *self.lines]
        body = "\n".join("| " + " | ".join(_escaped(row)) + " |" for row in cells)
        return f"**{self.title}**\n\n{body}\n"

    def to_rich(self) -> Table:
        """The listing for the terminal, without its title."""
        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        for number, name in enumerate(self.head):
            texts = [line[number] for line in self.lines]
            words = any(" " in text for text in texts)
            table.add_column(
                name,
                justify="left" if number == 0 or words else "right",
                no_wrap=number > 0 and not words,
                min_width=min(12, max(map(len, [name, *texts]))),
                overflow="fold",
            )
        for line in self.lines:
            table.add_row(*line)
        return table


def _escaped(row: Sequence[str]) -> list[str]:
    return [cell.replace("|", "\\|") for cell in row]


def match_rows(result: MatchResult) -> Rows:
    """Wins and draws of each player; the score, its interval and the Elo difference."""
    pairing, score, elo = result.pairing, result.score, result.elo
    head = ["player", "wins", "draws", "score"]
    lines = [
        [bot, str(wins), str(pairing.draws), f"{points / result.games:.1%}"]
        for bot, wins, points in zip(pairing.bots, pairing.wins, pairing.points, strict=True)
    ]
    title = (
        f"{result.games} {result.counted} of {result.plan.game.name}: {pairing.bots[0]} scores "
        f"{score.value:.1%} [{score.low:.1%}, {score.high:.1%}], "
        f"Elo {elo.value:+.0f} [{elo.low:+.0f}, {elo.high:+.0f}]"
    )
    if duplicate := result.plan.game.duplicate:
        margin = pairing.margin
        head.append(f"{duplicate.unit} a {duplicate.deal}")
        for line, sign in zip(lines, (1, -1), strict=True):
            line.append(f"{sign * margin.value:+.2f}")
        title += (
            f", {margin.value:+.2f} {duplicate.unit} a {duplicate.deal} "
            f"[{margin.low:+.2f}, {margin.high:+.2f}]"
        )
    return Rows(title, head, lines)


def histogram_rows(result: MatchResult) -> Rows:
    """How many blocks gave the first bot each share, with bars."""
    counts = result.histogram()
    most = max(counts.values(), default=1)
    lines = [
        [f"{share:.2f}", str(count), "█" * max(1, round(30 * count / most))]
        for share, count in counts.items()
    ]
    if duplicate := result.plan.game.duplicate:
        title = f"{duplicate.unit} of {result.pairing.bots[0]} on a {duplicate.deal}"
        whole = [[f"{float(line[0]):+g}", *line[1:]] for line in lines]
        return Rows(title, [duplicate.unit, result.counted, ""], whole)
    title = f"Block results: the share of {result.pairing.bots[0]} in a deal played both ways"
    return Rows(title, ["share", "blocks", ""], lines)


def rating_rows(result: TournamentResult) -> Rows:
    """Players by rating, with their error bars."""
    ratings = result.ratings()
    lines = []
    for rank, place in enumerate(result.ranking(), start=1):
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
    title = f"{result.games} {result.counted} of {result.plan.game.name}"
    return Rows(title, head, lines)


def cross_rows(result: TournamentResult, width: int = 1000) -> Rows:
    """The crosstable in the order of the ratings, the row moving first.

    Wins/losses/draws, or scores where these would not fit the width.
    """
    order, cells = result.ranking(), result.cells()
    whole = max(len(_outcome(cell)) for row in cells for cell in row)
    narrow = len(order) * (whole + 3) + 16 > width
    lines = [
        [f"{rank}. {result.players[row]}"]
        + [(_share if narrow else _outcome)(cells[row][place]) for place in order]
        for rank, row in enumerate(order, start=1)
    ]
    head = ["moves first", *(f"{rank}." for rank in range(1, len(order) + 1))]
    what = "Scores in %" if narrow else "Wins / losses / draws"
    if result.plan.game.duplicate:
        return Rows(f"{what} of the row", ["player", *head[1:]], lines)
    return Rows(f"{what} of the row, which moves first", head, lines)


def _outcome(cell: Cell) -> str:
    return f"{cell.wins}/{cell.losses}/{cell.draws}"


def _share(cell: Cell) -> str:
    games = cell.wins + cell.losses + cell.draws
    return f"{100 * (cell.wins + cell.draws / 2) / games:.0f}" if games else "–"


def fault_rows(result: Results) -> Rows | None:
    """Who failed and how; None if nobody did."""
    if not result.faults:
        return None
    lines = [
        [fault.player, fault.kind, str(fault.games), f"game {fault.game}: {fault.text}"]
        for fault in result.faults.values()
    ]
    return Rows("Faults, each of which lost its game", ["player", "kind", "games", "first"], lines)


def all_rows(result: MatchResult | TournamentResult, width: int = 1000) -> list[Rows]:
    """Every listing that belongs to a result, for a screen of this many characters."""
    if isinstance(result, MatchResult):
        listings = [match_rows(result), histogram_rows(result)]
    else:
        listings = [rating_rows(result), cross_rows(result, width)]
    faults = fault_rows(result)
    return [*listings, faults] if faults else listings

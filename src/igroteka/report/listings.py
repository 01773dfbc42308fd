"""Result listings as rows of texts, and those rows as Markdown or for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table

from igroteka.arena.pairing_result import Cell
from igroteka.arena.results import MatchResult, Results
from igroteka.arena.tournament_result import TournamentResult
from igroteka.basics.intervals import Interval


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
        table = Table(box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
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
    """Wins and draws of each player; the score with its interval and what follows from it."""
    pairing = result.pairing
    head = ["player", "wins", "draws", "score"]
    lines = [
        [bot, str(wins), str(pairing.draws), f"{points / result.games:.1%}"]
        for bot, wins, points in zip(pairing.bots, pairing.wins, pairing.points, strict=True)
    ]
    title = f"{result.games} {result.counted} of {result.plan.game.name}"
    if len(pairing.bots) > 2:
        head += ["95 %", str(result.plan.game.loser), "95 %"]
        for bot, line in enumerate(lines):
            last = pairing.last(bot)
            line += [_bounds(pairing.score(bot)), f"{last.value:.1%}", _bounds(last)]
        return Rows(title, head, lines)
    title += f": {pairing.bots[0]} scores {_share_of_two(result)}"
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


def _share_of_two(result: MatchResult) -> str:
    """The score of the first of two, both Elo differences, and how likely it is the better one."""
    score, elo, normalised = result.score, result.elo, result.normalised_elo
    words = [f"{score.value:.1%} {_bounds(score)}", f"Elo {_signed(elo)}"]
    if normalised:
        words.append(f"normalised Elo {_signed(normalised)}")
    return ", ".join([*words, f"LOS {result.superiority:.1%}"])


def _bounds(share: Interval) -> str:
    """In per cent, as the share that stands before it."""
    return f"[{100 * share.low:.1f}, {100 * share.high:.1f}]"


def _signed(elo: Interval) -> str:
    return f"{elo.value:+z.0f} [{elo.low:+z.0f}, {elo.high:+z.0f}]"


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
    orders = len(result.plan.pairings[0].seatings)
    ways = "both ways" if len(result.pairing.bots) == 2 else f"in {orders} seatings"
    title = f"Block results: the share of {result.pairing.bots[0]} in a deal played {ways}"
    return Rows(title, ["share", "blocks", ""], lines)


def standing_rows(result: Results) -> Rows:
    """Players with their score so far, the best first; who has not yet played is not among them."""
    if isinstance(result, TournamentResult):
        rows = [(row.player, row.games, row.score) for row in result.rows() if row.score]
    else:
        played = [pairing for pairing in result.pairings if pairing.games]
        rows = [
            (bot, pairing.games, pairing.score(place))
            for pairing in played
            for place, bot in enumerate(pairing.bots)
        ]
        rows.sort(key=lambda row: -row[2].value)
    lines = [
        [player, str(games), f"{score.value:.1%}", f"± {(score.high - score.low) / 2:.1%}"]
        for player, games, score in rows
    ]
    return Rows("Standings", ["player", result.counted, "score", ""], lines)


def rating_rows(result: TournamentResult) -> Rows:
    """Players by rating, with their error bars."""
    ratings = result.ratings()
    lines = []
    for rank, place in enumerate(result.ranking(), start=1):
        rating, score = ratings[place], result.score(place)
        lines.append(
            [
                f"{rank}. {result.players[place]}",
                f"{rating.value:+z.0f}",
                f"[{rating.low:+z.0f}, {rating.high:+z.0f}]",
                f"{score.value:.1%}",
                _bounds(score),
            ]
        )
        if result.of_several:
            last = result.last(place)
            lines[-1] += [f"{last.value:.1%}", _bounds(last)]
    head = ["player", "Elo", "95 %", "score", "95 %"]
    if result.of_several:
        head = ["player", "rating", *head[2:], str(result.plan.game.loser), "95 %"]
    title = f"{result.games} {result.counted} of {result.plan.game.name}"
    return Rows(title, head, lines)


def cross_rows(result: TournamentResult, width: int = 1000) -> Rows:
    """The crosstable in the order of the ratings, the row on the first seat.

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
    numbers = [f"{rank}." for rank in range(1, len(order) + 1)]
    if result.of_several:
        what = "Scores in %" if narrow else "Above / below / level"
        return Rows(f"{what}: the row against the column", ["player", *numbers], lines)
    what = "Scores in %" if narrow else "Wins / losses / draws"
    if result.plan.game.duplicate:
        return Rows(f"{what} of the row", ["player", *numbers], lines)
    if result.plan.game.first_seat_begins:
        return Rows(f"{what} of the row, which moves first", ["moves first", *numbers], lines)
    return Rows(f"{what} of the row, on the first seat", ["first seat", *numbers], lines)


def _outcome(cell: Cell) -> str:
    return f"{cell.wins}/{cell.losses}/{cell.draws}" if cell.games else "–"


def _share(cell: Cell) -> str:
    return f"{100 * (cell.wins + cell.draws / 2) / cell.games:.0f}" if cell.games else "–"


def fault_rows(result: Results) -> Rows | None:
    """Who failed and how; None if nobody did."""
    if not result.faults:
        return None
    lines = [
        [fault.player, fault.kind, str(fault.games), f"game {fault.game}: {fault.text}"]
        for fault in result.faults.values()
    ]
    return Rows("Faults, each of which lost its game", ["player", "kind", "games", "first"], lines)


def pace_rows(result: Results) -> Rows | None:
    """How long moves took; None if all games were played by kernels, which time no moves."""
    if not result.paces:
        return None
    lines = [
        [
            player,
            str(pace.moves),
            *(
                _duration(seconds) if pace.moves else "–"
                for seconds in (pace.quantile(0.5), pace.quantile(0.99), pace.worst)
            ),
        ]
        for player, pace in sorted(result.paces.items())
    ]
    head = ["player", "moves", "median", "99 %", "worst"]
    return Rows("Time a move, in games that no kernel played", head, lines)


def _duration(seconds: float) -> str:
    """Two digits and a unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= 0.995 * size:
            return f"{_two_digits(seconds / size)}\N{NO-BREAK SPACE}{unit}"
    return f"{_two_digits(seconds / 1e-6)}\N{NO-BREAK SPACE}µs"


def _two_digits(value: float) -> str:
    return f"{value:.1f}" if value < 9.95 else f"{value:.0f}"


def all_rows(result: MatchResult | TournamentResult, width: int = 1000) -> list[Rows]:
    """Every listing that belongs to a result, for a screen of this many characters."""
    if isinstance(result, MatchResult):
        listings = [match_rows(result), histogram_rows(result)]
    else:
        listings = [rating_rows(result), cross_rows(result, width)]
    more = (pace_rows(result), fault_rows(result))
    return [*listings, *(rows for rows in more if rows)]

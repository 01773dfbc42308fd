"""An event in files: PBN with its tables, USEBIO, and the rows for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from igroteka.games.bridge.boards import (
    LETTERS,
    VULNERABILITIES,
    Board,
    dealer_of,
    vulnerability_of,
)
from igroteka.games.bridge.contest.counting import count, points
from igroteka.games.bridge.contest.csv_rows import write_rows
from igroteka.games.bridge.formats.game import GameText, Tabular, deal_text, own_value
from igroteka.games.bridge.formats.pbn_writer import write_pbn
from igroteka.games.bridge.formats.usebio import Event, Line, Pair, write_usebio
from igroteka.games.bridge.scoring.entries import Award, plain
from igroteka.games.bridge.scoring.results import Result
from igroteka.games.bridge.scoring.table_results import TableResult
from igroteka.records.contest import Placed, Report, Row, Worth

SCORINGS: Final[Mapping[str, str]] = {
    "matchpoints": "MatchPoints",
    "cross-imps": "IMP;Cross",
    "butler": "IMP;Butler",
    "imps": "IMP",
    "vp": "IMP;Cross",
    "compensation": "IMP",
}
"""The scorings as PBN names them."""
_SCORE_COLUMNS: Final = (
    r"Table\2R;Round\2R;PairId_NS\3R;PairId_EW\3R;Contract\5L;Declarer\1R;Result\2R;Lead\2L;"
    r"Score_NS\6R;Score_EW\6R;"
)
_UNKNOWN: Final = "-"


def event_csv(report: Report) -> str:
    """The rows, so that `igroteka club results` counts them again."""
    return write_rows(report.rows)


def event_pbn(report: Report) -> str:
    """A game for each board with the results of all tables; the first one has the standings."""
    total = points(report.scoring.name, report.rows, report.settings)
    percents = count(report.scoring.name, report.rows, report.settings)
    games: list[GameText] = []
    for board in sorted({row.board for row in report.rows}):
        tables = [_score_table(report, board, total, percents)]
        if not games:
            tables.insert(0, _total_table(report))
        games.append(GameText(_tags(report, board), tables=tuple(tables)))
    return write_pbn(games)


def _tags(report: Report, board: int) -> dict[str, str]:
    played = dict.fromkeys(("West", "North", "East", "South", "Declarer", "Contract", "Result"), "")
    day = "" if report.day is None else report.day.strftime("%Y.%m.%d")
    deal = next((row.deal for row in report.rows if row.board == board and row.deal), "")
    return {
        **played,
        "Event": own_value(report.name) or "?",
        "Site": own_value(report.club) or "?",
        "Date": day or "?",
        "Board": str(board),
        "Dealer": LETTERS[dealer_of(board)],
        "Vulnerable": VULNERABILITIES[vulnerability_of(board)],
        "Deal": deal_text(Board.read(deal).hands, dealer_of(board)) if deal else "?",
        "Scoring": SCORINGS[report.scoring.name],
        "Competition": "Teams" if report.scoring.of_teams else "Pairs",
    }


def _score_table(
    report: Report, board: int, total: Sequence[Worth], percents: Sequence[Worth]
) -> Tabular:
    """The traveller of a board."""
    share = report.scoring.name == "matchpoints"
    figures = r"MP_NS\6R;MP_EW\6R;Percentage_NS\5R;Percentage_EW\5R"
    columns = _SCORE_COLUMNS + (figures if share else r"IMP_NS\6R;IMP_EW\6R")
    rows = []
    for at, row in enumerate(report.rows):
        if row.board == board:
            shown = (*total[at], *(percents[at] if share else ()))
            rows.append((*_score_cells(row), *map(_figure, shown)))
    return Tabular("ScoreTable", columns, tuple(rows))


def _score_cells(row: Row) -> Iterator[str]:
    yield from (str(row.table), str(row.round))
    yield from ("+".join(map(str, side)) for side in row.sides)
    result = TableResult.read(row.result or _UNKNOWN)
    played = result.played
    if isinstance(played, Result) and played.contract:
        contract, declarer = played.contract, played.contract.declarer
        yield f"{contract.bid.ascii}{'X' * contract.doubled}"
        yield _UNKNOWN if declarer is None else LETTERS[declarer]
        yield str(played.tricks)
        yield _UNKNOWN if played.lead is None else played.lead.ascii
    else:
        yield from ("Pass" if isinstance(played, Result) else _UNKNOWN, *(_UNKNOWN,) * 3)
    score = result.entry(vulnerability_of(row.board)).score
    if score is None or result.version:
        yield _UNKNOWN if str(result) == _UNKNOWN else _quoted(_ascii(result))
        yield _UNKNOWN
    else:
        yield from (str(score), str(-score))


def _ascii(result: TableResult) -> str:
    """A given score as a file that may be of one byte a letter has it."""
    return str(result).translate(str.maketrans("♣♦♥♠", "CDHS"))


def _total_table(report: Report) -> Tabular:
    """The standings, line after line."""
    name = report.scoring.name
    figure = (
        "TotalPercentage"
        if name == "matchpoints"
        else "TotalScoreVP"
        if report.scoring.by_match
        else "TotalIMP"
    )
    number = "TeamId" if report.scoring.of_teams else "PairId"
    columns = rf"Rank\3R;{number}\3R;Direction\5L;{figure}\7R;NrBoards\3R;Names"
    rows = tuple(
        (
            str(each.place),
            str(each.contestant),
            {"NS": '"N-S"', "EW": '"E-W"'}.get(each.line, _UNKNOWN),
            plain(each.result),
            str(each.boards),
            _quoted(" - ".join(report.players.get(each.contestant, ()))),
        )
        for each in report.standings
    )
    return Tabular("TotalScoreTable", columns, rows)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', "'").replace("\\", "/") + '"'


def _figure(figure: Fraction | None) -> str:
    return _UNKNOWN if figure is None else plain(round(figure, 2))


def event_usebio(report: Report) -> str:
    """Participants with their places, travellers with all figures, and hands."""
    total = points(report.scoring.name, report.rows, report.settings)
    boards: dict[int, list[Line]] = {}
    hands = {}
    for row, worth in zip(report.rows, total, strict=True):
        boards.setdefault(row.board, []).append(_line(row, worth))
        if row.deal:
            hands[row.board] = Board.read(row.deal).hands
    return write_usebio(
        Event(
            report.name,
            "" if report.day is None else report.day.isoformat(),
            [_pair(report, each) for each in report.standings],
            sorted(boards.items()),
            sorted(hands.items()),
            report.club,
            imps=report.scoring.name != "matchpoints",
            butler=report.scoring.name == "butler",
        )
    )


def _pair(report: Report, standing: Placed) -> Pair:
    names = [*report.players.get(standing.contestant, ()), "", ""]
    share = report.scoring.name == "matchpoints"
    return Pair(
        str(standing.contestant),
        (names[0], names[1]),
        standing.line,
        f"{standing.place}{'=' if standing.shared > 1 else ''}",
        None if share else standing.result,
        standing.result if share else None,
    )


def _line(row: Row, worth: Worth) -> Line:
    ns, ew = ("+".join(map(str, side)) for side in row.sides)
    result = TableResult.read(row.result or _UNKNOWN)
    played = result.played if isinstance(result.played, Result) else None
    awards = None
    if isinstance(result.ns, Award) and isinstance(result.ew, Award):
        awards = (result.ns, result.ew)
    return Line(
        ns,
        ew,
        played.contract if played else None,
        played.tricks if played else None,
        result.entry(vulnerability_of(row.board)).score,
        played.lead if played else None,
        awards,
        worth[0],
        worth[1],
    )

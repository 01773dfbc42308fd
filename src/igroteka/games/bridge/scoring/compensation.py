"""One-table play: a score against what the side's high-card points let expect."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from igroteka.basics.explanation import Explanation, Step, shown
from igroteka.contract import IgrotekaError
from igroteka.games.bridge.scoring.data import table as data
from igroteka.games.bridge.scoring.imps import difference_text, imps, row_text
from igroteka.games.bridge.words import zone_text
from igroteka.text import Text, listed, plural, quoted

DEFAULT: Final = "kharkov"


def tables() -> Mapping[str, str]:
    """The tables to choose from, each with a sentence about it."""
    return {name: entry["note"] for name, entry in data("compensation.toml").items()}


def expectation(points: int, vulnerable: bool, table: str = DEFAULT) -> int:
    """What a side with so many high-card points should score; less than 20 points, a minus.

    `vulnerable` is about the side that has more points. Raises `IgrotekaError`.
    """
    if points not in range(41):
        raise IgrotekaError(
            Text("two hands can't have {points} high-card points; there are 0 to 40", points=points)
        )
    if table not in tables():
        raise IgrotekaError(
            Text(
                "there is no compensation table {table}; there are {names}",
                table=quoted(table),
                names=listed(tables()),
            )
        )
    rows: list[list[int]] = data("compensation.toml")[table]["rows"]
    more = max(points, 40 - points)
    row = next(row for row in reversed(rows) if row[0] <= more)
    return row[1 + vulnerable] if points >= 20 else -row[1 + vulnerable]


def compensated(
    score: int, points: int, vulnerabilities: tuple[bool, bool], table: str = DEFAULT
) -> int:
    """The IMPs of a side that scored so with so many points.

    `vulnerabilities` are this side's and the other's.
    """
    return imps(score - expectation(points, _stronger(points, vulnerabilities), table))


def explain(
    score: int,
    points: int,
    vulnerabilities: tuple[bool, bool],
    table: str = DEFAULT,
) -> Explanation:
    """The same IMPs: the row of the table, the difference, the row of the scale."""
    vulnerable = _stronger(points, vulnerabilities)
    expected = expectation(points, vulnerable, table)
    figure = imps(score - expected)
    steps = (
        Step(_row_text(points, vulnerable, expected, table)),
        Step(difference_text(score, expected)),
        Step(row_text(score - expected), figure),
    )
    title = plural(
        "IMPs for a score of {score} with {count} point",
        "IMPs for a score of {score} with {count} points",
        count=points,
        score=shown(score),
    )
    return Explanation(title, figure, steps)


def _row_text(points: int, vulnerable: bool, expected: int, table: str) -> Text:
    """The row of the table, seen from the side with more points."""
    parts = {"zone": zone_text(vulnerable), "expected": shown(expected), "table": table}
    if points >= 20:
        return plural(
            "{count} point, {zone}, should score {expected} by the table “{table}”",
            "{count} points, {zone}, should score {expected} by the table “{table}”",
            count=points,
            **parts,
        )
    return plural(
        "the other side has {count} point, {zone}, so that {expected} is expected by the table "
        "“{table}”",
        "the other side has {count} points, {zone}, so that {expected} is expected by the table "
        "“{table}”",
        count=40 - points,
        **parts,
    )


def _stronger(points: int, vulnerabilities: tuple[bool, bool]) -> bool:
    """Whether the side with more points is vulnerable."""
    return vulnerabilities[0 if points >= 20 else 1]

"""One-table play: a score against what the side's high-card points let expect."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from igroteka.contract import IgrotekaError
from igroteka.games.bridge.scoring.explanation import Explanation, Step, phrase, shown
from igroteka.games.bridge.scoring.explanation import table as data
from igroteka.games.bridge.scoring.imps import imps, row_text
from igroteka.text import Text, quoted

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
        known = ", ".join(tables())
        raise IgrotekaError(
            Text(
                "there is no compensation table {table}; there are {known}",
                table=quoted(table),
                known=known,
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
    language: str = "en",
) -> Explanation:
    """The same IMPs: the row of the table, the difference, the row of the scale."""
    vulnerable = _stronger(points, vulnerabilities)
    expected = expectation(points, vulnerable, table)
    figure = imps(score - expected)
    key = "ours" if points >= 20 else "theirs"
    zone = phrase(language, "compensation.vulnerable" if vulnerable else "compensation.not")
    row = phrase(
        language,
        f"compensation.{key}",
        points=points,
        others=40 - points,
        zone=zone,
        expected=shown(expected),
        table=table,
    )
    difference = phrase(
        language,
        "butler.difference",
        score=shown(score),
        datum=shown(expected) if expected >= 0 else f"({shown(expected)})",
        difference=shown(score - expected),
    )
    steps = (Step(row), Step(difference), Step(row_text(score - expected, language), figure))
    title = phrase(language, "compensation.title", score=shown(score), points=points)
    return Explanation(title, figure, steps)


def _stronger(points: int, vulnerabilities: tuple[bool, bool]) -> bool:
    """Whether the side with more points is vulnerable."""
    return vulnerabilities[0 if points >= 20 else 1]

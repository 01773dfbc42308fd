"""Every game that people play in events keeps what a contest promises, in both languages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction

import pytest

from igroteka.club.movements.kinds import KINDS
from igroteka.club.tie_breaks import TIE_BREAKS
from igroteka.contract import IgrotekaError
from igroteka.languages import language_named
from igroteka.records.contest import Contest, Row
from igroteka.registry import contest, game_names, has_contest
from igroteka.text import Text

RUSSIAN = language_named("ru")
RESULTS = {
    "bridge": (
        *("4♠X S -1 ♥K", "3NT E +1", "pass", "-", "420", "60/0", "+5/-5 IMP"),
        *("50% 4♠ S =; 50% 4♠ S -1", "4♠ S = | 60%", "B: 110"),
    ),
    "draughts": ("2-0", "1-1", "0-2", "0-0", "-"),
    "durak": ("1-0", "0-1", "0-0", "3-2", "-"),
}
DEAL = "1 N None AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
NOTATION = re.compile(r"\b[NESW]\b|\d[♣♦♥♠]X*|IMP|\bB\b|«kharkov»")


@pytest.fixture(params=[name for name in game_names() if has_contest(name)])
def named(request: pytest.FixtureRequest) -> tuple[str, Contest]:
    return request.param, contest(request.param)


def rows(name: str) -> list[Row]:
    deal = DEAL if name == "bridge" else ""
    return [
        Row(1, table, 1, ((2 * table - 1,), (2 * table,)), result, deal)
        for table, result in enumerate(RESULTS[name], start=1)
    ]


def test_what_was_read_is_read_as_the_same(named: tuple[str, Contest]) -> None:
    name, game = named
    for result in RESULTS[name]:
        assert game.read(1, result) == result
        assert len(game.cells(1, result)) == len(game.columns)
        assert game.words(1, result)


def test_a_text_that_is_no_result_is_refused(named: tuple[str, Contest]) -> None:
    _, game = named
    for text in ("", "frob", "9-9-9"):
        with pytest.raises(IgrotekaError) as refused:
            game.read(1, text)
        assert RUSSIAN(refused.value.sentence) != refused.value.sentence


def test_every_kind_and_tie_break_is_there(named: tuple[str, Contest]) -> None:
    _, game = named
    assert set(game.kinds) <= set(KINDS)
    assert all(set(each.tie_breaks) <= set(TIE_BREAKS) for each in game.scorings)
    with pytest.raises(IgrotekaError, match="there is no scoring 'frob'; there are"):
        game.scoring("frob")


def test_choices_are_results_in_words(named: tuple[str, Contest]) -> None:
    _, game = named
    sheet = game.sheet(1)
    assert json.loads(json.dumps(sheet)) == sheet
    for choice in sheet["choices"]:
        assert game.read(1, choice["result"]) == choice["result"]
        assert choice["words"] == game.words(1, choice["result"])


def test_every_worth_is_explained(named: tuple[str, Contest]) -> None:
    name, game = named
    table = rows(name)
    for scoring in game.scorings:
        for at, worth in enumerate(game.count(scoring, table, {})):
            for side in (0, 1):
                if worth[side] is not None:
                    told = game.explain(scoring, table, {}, at, side)
                    assert told.figure == worth[side]
                    assert sum(Fraction(step.amount or 0) for step in told.steps) == told.figure
                else:
                    with pytest.raises(IgrotekaError):
                        game.explain(scoring, table, {}, at, side)


def said(name: str, game: Contest) -> Iterator[Text]:
    """All that it says to people."""
    yield from (game.board_title(1), game.board_note(2), *game.sides)
    yield from (each.title for each in game.columns)
    yield from (each.title for each in game.settings)
    yield from (each.title for each in game.scorings)
    yield from (words for each in game.settings for words in each.values.values())
    yield from (each.unit for each in game.scorings)
    for result in RESULTS[name]:
        yield game.words(1, result)
        yield from (cell for cell in game.cells(1, result) if isinstance(cell, Text))
    for scoring in game.scorings:
        for at, worth in enumerate(game.count(scoring, rows(name), {})):
            if worth[0] is not None:
                yield from game.explain(scoring, rows(name), {}, at, 0).lines()
        yield from game.explain_match(scoring, Fraction(7), 8).lines()


def test_it_speaks_russian(named: tuple[str, Contest]) -> None:
    for text in said(*named):
        russian = NOTATION.sub("", RUSSIAN(text))
        assert not re.findall(r"[A-Za-z]{3,}", russian), (text, russian)

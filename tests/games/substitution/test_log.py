"""Logs of the first program: read turn by turn by the rules, and written as it did."""

from __future__ import annotations

import pytest

from igroteka.games.substitution.formats.log import LOG
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.formats import Problem

SETTINGS = """<GameSettings NumberOfMoves="2">
  <Productions>
    <Production Left="S">
      <Right>Ab</Right>
    </Production>
    <Production Left="A">
      <Right>a</Right>
      <Right />
    </Production>
  </Productions>
  <RandomSettings TotalPossibility="2">
    <Possibilities>
      <Possibility>1</Possibility>
      <Possibility>1</Possibility>
    </Possibilities>
  </RandomSettings>
</GameSettings>
Игрок 1: Search Strategy 4
Игрок 2: Random Strategy
"""
TURNS = """Индекс выпавшей продукции: 1
Номер хода:1, Игрок: 0
Ход:
Банк: 0 1
Индекс выпавшей продукции: 0
Номер хода:1, Игрок: 1
Ход:-1 0 0, 0 1 0
Банк: 0 0
Индекс выпавшей продукции: 0
Номер хода:2, Игрок: 0
Ход:0 0 0
Банк: 0 0
Индекс выпавшей продукции: 0
Номер хода:2, Игрок: 1
Ход:1 0 0
Банк: 0 0
"""
RESULTS = """Результаты:
Счёт игрока 0: 0
Счёт игрока 1: 5
"""


def read(text: str) -> AnnotatedGame | Problem:
    (found,) = LOG.read(text.encode())
    return found


def test_a_log_is_read() -> None:
    found = read(SETTINGS + TURNS + RESULTS)
    assert isinstance(found, AnnotatedGame)
    record = found.record
    assert record.players == ("Search Strategy 4", "Random Strategy")
    assert record.options["turns"] == "2"
    assert "A->a|ε" in record.options["grammar"]
    assert record.actions == (
        *("roll 1", "roll 0", "-1 0 0", "0 1 0"),
        *("roll 0", "-1 0 0", "roll 0", "-1 0 0"),
    )
    assert record.scores == (0, 5)


def test_it_is_written_as_it_was_but_for_the_numbers_of_new_forms() -> None:
    found = read(SETTINGS + TURNS + RESULTS)
    assert isinstance(found, AnnotatedGame)
    again = LOG.write([found])
    assert again == (SETTINGS + TURNS + RESULTS).replace("Ход:0 0 0", "Ход:-1 0 0").replace(
        "Ход:1 0 0", "Ход:-1 0 0"
    )
    first, second = LOG.read(LOG.write([found, found]).encode())
    assert first == second == found


def test_a_game_that_a_player_broke_ends_before_that() -> None:
    broken = "ERROR\nНеверный ход.\nИндекс выпавшей продукции: 0\nНомер хода:1, Игрок: 1\nХод:\n"
    found = read(SETTINGS + "".join(TURNS.splitlines(keepends=True)[:4]) + broken)
    assert isinstance(found, AnnotatedGame)
    assert found.record.actions == ("roll 1",)
    assert found.record.ending == "unfinished"


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("Ход:-1 0 0, 0 1 0", "Ход:-1 0 0", 26, "the turn ends here, though the rules go on"),
        ("Ход:-1 0 0, 0 1 0", "Ход:-1 1 0", 26, "'-1 1 0': "),
        ("Ход:-1 0 0, 0 1 0", "Ход:x", 26, "'x': 'x' is no move"),
        ("Банк: 0 1", "Банк: 1 1", 23, "by the rules the bank is 0 1 now"),
        ("Номер хода:1, Игрок: 1", "Номер хода:1, Игрок: 0", 25, "not the turn that follows"),
        ("Банк: 0 1\n", "", 23, "should tell of the bank"),
        ("Игрок 2: Random Strategy\n", "", 19, "should tell of the player"),
        ("Счёт игрока 1: 5", "Счёт игрока 1: 6", 38, "by the rules it is 5"),
        ("Результаты:", "Результат:", 36, "should tell of the next roll, or the results"),
        ("<Right>Ab</Right>", "<Right>A b</Right>", 1, "can't stand on a right side of S"),
        ("<GameSettings", "x<GameSettings", 1, "a log begins with the settings"),
        ("Индекс выпавшей продукции: 1", "Индекс выпавшей продукции: 7", 20, "no group 7"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, line: int, reason: str) -> None:
    found = next(LOG.read((SETTINGS + TURNS + RESULTS).replace(old, new, 1).encode()))
    assert isinstance(found, Problem)
    assert (found.line, reason in str(found.reason)) == (line, True), found

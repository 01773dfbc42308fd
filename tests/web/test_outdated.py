"""An answer is played in the position it was meant for, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from igroteka.tables.table import Table
from igroteka.web.socket import MOST_STRIKES
from tests.web.visiting import House, Screen, Visitor

SENTENCE = "the position has changed since; look again"


class Pair:
    """A person with white, who takes back freely, and a program with black."""

    def __init__(self, house: House) -> None:
        self.anna, self.robot = house.visitor("Anna"), house.visitor()
        client = self.robot.client
        token = client.post("/api/programs", json={"name": "robot"}).json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        seats = [{"kind": "invite"}, {"kind": "me"}]
        rules = {"game": "draughts", "take_back": "free", "seats": seats}
        opened = client.post("/api/tables", json=rules).json()
        self.number = int(opened["table"]["number"])
        key = opened["invitations"][0]["key"]
        self.anna.post(f"/table/{self.number}/sit/{key}", name="Anna")
        self.table: Table = house.table(self.number)

    @contextmanager
    def seated(self) -> Iterator[tuple[Screen, Screen]]:
        with self.anna.at(self.number) as white, _program(self.robot, self.number) as black:
            yield white, black


@contextmanager
def _program(robot: Visitor, number: int) -> Iterator[Screen]:
    with robot._connected(f"/api/tables/{number}/socket", number) as screen:
        yield screen


def another_move_instead(white: Screen, action: str) -> None:
    """What was played last is taken back, and something else is played."""
    moves = len(white.moves)
    white.send(take_back=True)
    white.until(lambda: len(white.moves) < moves)
    white.play(action)


@pytest.fixture
def pair(house: House) -> Pair:
    return Pair(house)


def test_an_answer_to_a_withdrawn_question_is_not_played(pair: Pair) -> None:
    with pair.seated() as (white, black):
        white.play("c3-d4")
        black.until(lambda: len(black.questions) == 1)
        another_move_instead(white, "g3-h4")
        black.until(lambda: len(black.questions) == 2)
        late, asked = (question["after"] for question in black.questions)
        assert late != asked, "as many moves, but another position"
        assert black.refused(action="b6-a5", after=late) == SENTENCE
        assert [str(step.action) for step in pair.table.so_far.steps] == ["g3-h4"]
        black.send(action="b6-a5", after=asked)
        black.until(lambda: black.moves == ["g3-h4", "b6-a5"])


def test_a_late_answer_is_no_illegal_move(pair: Pair) -> None:
    """Who takes back often does not drive a program away by it, nor is it asked twice."""
    with pair.seated() as (white, black):
        white.play("c3-d4")
        black.until(lambda: len(black.questions) == 1)
        another_move_instead(white, "g3-h4")
        black.until(lambda: len(black.questions) == 2)
        for _ in range(MOST_STRIKES + 5):
            assert black.refused(action="b6-a5", after=black.questions[0]["after"]) == SENTENCE
        black.send(action="b6-a5", after=black.questions[1]["after"])
        black.until(lambda: len(black.moves) == 2)
        assert len(black.questions) == 2


def test_a_person_too_plays_in_the_position_they_saw(pair: Pair) -> None:
    with pair.seated() as (white, black):
        assert white.seen["after"] == 0
        white.send(action="c3-d4", after=0)
        white.until(lambda: len(white.moves) == 1)
        assert white.seen["after"] == pair.table.head
        assert white.refused(action="g3-h4", after=0) == SENTENCE
        assert black.refused(action="b6-a5", after=0) == SENTENCE


def test_over_http_an_action_names_its_position_too(pair: Pair) -> None:
    with pair.anna.at(pair.number) as white:
        white.play("c3-d4")
        seen: Any = pair.robot.client.get(f"/api/tables/{pair.number}").json()
        another_move_instead(white, "g3-h4")
        wish = {"action": "b6-a5", "after": seen["after"]}
        refused = pair.robot.client.post(f"/api/tables/{pair.number}/actions", json=wish)
        assert (refused.status_code, refused.json()) == (400, {"error": SENTENCE})


def test_an_action_that_names_no_position_is_played_in_whatever_there_is(pair: Pair) -> None:
    with pair.seated() as (white, black):
        white.play("c3-d4")
        another_move_instead(white, "g3-h4")
        black.until(lambda: black.moves == ["g3-h4"])
        black.play("b6-a5")
        assert black.moves == ["g3-h4", "b6-a5"]

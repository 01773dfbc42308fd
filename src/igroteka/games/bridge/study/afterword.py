"""What is said of a board when it is over: the score explained, and what could have been made."""

from __future__ import annotations

from collections.abc import Iterator

from igroteka.basics.explanation import Explanation, shown
from igroteka.contract import Json
from igroteka.games.bridge.boards import SEATS
from igroteka.games.bridge.cards import points
from igroteka.games.bridge.contracts import STRAINS
from igroteka.games.bridge.doubledummy.questions import Solution, TableQuestion
from igroteka.games.bridge.doubledummy.solver import Unsolved, own_solver
from igroteka.games.bridge.scoring import compensation
from igroteka.games.bridge.scoring.contract_score import explain
from igroteka.games.bridge.state import Position
from igroteka.games.bridge.study.lookback import card_costs
from igroteka.games.bridge.words import card_text, strain_text
from igroteka.text import Text, listed


def afterword(end: Position) -> Json:
    """The score and the comparison step by step, what could have been made, what cards gave away.

    Takes up to a few seconds.
    """
    public = end.public
    contract = public.contract
    side = 0 if contract is None or contract.declarer is None else contract.declarer % 2
    explained = explain(contract, public.declarer_tricks, public.vulnerable(side))
    told = {"score": _steps(explained), "compared": _steps(_compensation(end))}
    try:
        solution = own_solver().tables([TableQuestion.of(end.board)])[0]
        return {
            **told,
            "tricks": [list(row) for row in solution.tricks],
            "par": solution.par.text(),
            "costs": list(_costs(end)),
        }
    except Unsolved:
        return {**told, "problem": Text("The double-dummy solver gave no answer.")}


def _steps(told: Explanation) -> Json:
    """An explanation, its figures as people write them."""
    return {
        "title": told.title,
        "figure": shown(told.figure, told.places),
        "steps": [
            {"text": step.text, "amount": None if step.amount is None else shown(step.amount)}
            for step in told.steps
        ],
    }


def _compensation(end: Position) -> Explanation:
    """What North–South's score is worth at a table that is alone."""
    public, board = end.public, end.board
    strength = points(board.hands[0]) + points(board.hands[2])
    vulnerable = (public.vulnerable(0), public.vulnerable(1))
    return compensation.explain(public.north_south_points or 0, strength, vulnerable)


def grid(solution: Solution, width: int) -> Iterator[Text]:
    """The tricks of every declarer in every strain, the names of seats in a column so wide."""
    cells: dict[str, object] = {f"strain{at}": strain_text(at) for at in range(len(STRAINS))}
    yield Text(
        "{gap:{width}}{strain0:>4}{strain1:>4}{strain2:>4}{strain3:>4}{strain4:>4}",
        gap="",
        width=width,
        **cells,
    )
    for seat in (0, 2, 1, 3):
        tricks = "".join(f"{row[seat]:4}" for row in solution.tricks)
        yield Text("{seat:{width}}{tricks}", seat=SEATS[seat], width=width, tricks=tricks)


def _costs(end: Position) -> Iterator[Text]:
    """Every card that gave tricks away."""
    for place, cost in enumerate(card_costs(end, own_solver())):
        if cost.tricks:
            yield Text(
                "Trick {trick}: {card} by {seat} gave away {tricks}; better was {best}",
                trick=place // 4 + 1,
                card=card_text(cost.card),
                seat=SEATS[cost.seat],
                tricks=cost.tricks,
                best=listed(map(card_text, cost.best)),
            )

"""What is said of a board when it is over: the score explained, and what could have been made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from igroteka.games.bridge.boards import SEATS
from igroteka.games.bridge.cards import points
from igroteka.games.bridge.contracts import NOTRUMP, STRAINS
from igroteka.games.bridge.doubledummy.questions import Solution, TableQuestion
from igroteka.games.bridge.doubledummy.solver import Unsolved, own_solver
from igroteka.games.bridge.scoring import compensation
from igroteka.games.bridge.scoring.contract_score import explain
from igroteka.games.bridge.scoring.explanation import Explanation
from igroteka.games.bridge.state import Position
from igroteka.games.bridge.study.lookback import card_costs

WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "notrump": "NT",
        "made": "What could have been made, in tricks:",
        "par": "Par: {par}",
        "cost": "Trick {trick}: {card} by {seat} gave away {tricks}; better was {best}",
        "unsolved": "The double-dummy solver gave no answer.",
    },
    "ru": {
        "notrump": "БК",
        "made": "Сколько взяток можно было взять:",
        "par": "Пар: {par}",
        "cost": "Взятка {trick}: {card} ({seat}) отдаёт {tricks}; лучше было {best}",
        "unsolved": "Решатель с открытыми картами не ответил.",
    },
}
RUSSIAN_SEATS: Final = ("Север", "Восток", "Юг", "Запад")


def afterword(end: Position, language: str) -> Iterator[str]:
    """Lines of text for the people who played; takes up to a few seconds."""
    public, words = end.public, WORDS[language]
    contract = public.contract
    side = 0 if contract is None or contract.declarer is None else contract.declarer % 2
    score = explain(contract, public.declarer_tricks, public.vulnerable(side), language)
    yield from str(score).splitlines()
    yield ""
    yield from str(_compensation(end, language)).splitlines()
    try:
        board = end.board
        question = TableQuestion(board.hands, board.dealer, board.vulnerability)
        yield ""
        yield from _table(own_solver().tables([question])[0], language)
        yield ""
        yield from _costs(end, language)
    except Unsolved:
        yield words["unsolved"]


def _compensation(end: Position, language: str) -> Explanation:
    """What North–South's score is worth at a table that is alone."""
    public, board = end.public, end.board
    strength = points(board.hands[0]) + points(board.hands[2])
    vulnerable = (public.vulnerable(0), public.vulnerable(1))
    return compensation.explain(
        public.north_south_points or 0, strength, vulnerable, language=language
    )


def _seats(language: str) -> tuple[str, ...]:
    return RUSSIAN_SEATS if language == "ru" else SEATS


def _table(solution: Solution, language: str) -> Iterator[str]:
    words = WORDS[language]
    yield words["made"]
    yield " " * 8 + "".join(f"{strain:>4}" for strain in (*STRAINS[:NOTRUMP], words["notrump"]))
    for seat in (0, 2, 1, 3):
        tricks = "".join(f"{row[seat]:4}" for row in solution.tricks)
        yield f"{_seats(language)[seat]:8}{tricks}"
    par = str(solution.par).replace(STRAINS[NOTRUMP], words["notrump"])
    yield words["par"].format(par=par)


def _costs(end: Position, language: str) -> Iterator[str]:
    """Every card that gave tricks away."""
    for place, cost in enumerate(card_costs(end, own_solver())):
        if cost.tricks:
            yield WORDS[language]["cost"].format(
                trick=place // 4 + 1,
                card=cost.card,
                seat=_seats(language)[cost.seat],
                tricks=cost.tricks,
                best=", ".join(map(str, cost.best)),
            )

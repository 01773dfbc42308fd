"""What is refused when a result or a deal is typed, and what is asked again."""

from __future__ import annotations

import re
from collections.abc import Sequence

from igroteka.basics.explanation import shown
from igroteka.contract import IgrotekaError
from igroteka.games.bridge.boards import LETTERS, SEATS, Board, numbered, vulnerability_of
from igroteka.games.bridge.cards import Cards, read_hand
from igroteka.games.bridge.formats.game import complete, read_deal
from igroteka.games.bridge.scoring.contract_score import contract_text, made_text, possible_scores
from igroteka.games.bridge.scoring.imps import imps
from igroteka.games.bridge.scoring.results import Result
from igroteka.games.bridge.scoring.table_results import TableResult
from igroteka.text import Text, quoted

UNUSUAL = 5
"""So many tricks too few or too many are asked about."""
FAR = 13
"""A score that is so many IMPs or more from every other is asked about."""
FEW = 2
"""With fewer other results nothing is far from them."""
_SEAT = re.compile(r"([NESW]):?", re.IGNORECASE)


def read_result(text: str, deal: str | None = None) -> str:
    """A result in the canonical notation. Raises `IgrotekaError`.

    A score has to be one that some contract gives. With the deal, a lead has to be in the leader's
    hand; a version of a fouled board has cards of its own.
    """
    result = TableResult.read(text)
    check_scores(result)
    if deal and not result.version:
        board = Board.read(deal)
        for each in result.results:
            _check_lead(each, board)
    return str(result)


def check_scores(result: TableResult) -> None:
    """Raise `IgrotekaError` for a score that no contract gives."""
    for score in result.scores:
        if not any(score in possible_scores(vulnerability) for vulnerability in range(4)):
            raise IgrotekaError(
                Text("no contract gives {score}, whoever is vulnerable", score=shown(score))
            )


def _check_lead(result: Result, board: Board) -> None:
    if result.lead is None or result.contract is None or result.contract.declarer is None:
        return
    leader = (result.contract.declarer + 1) % 4
    if not board.hands[leader] >> result.lead & 1:
        raise IgrotekaError(
            Text(
                "{seat}, who led, did not hold {card} on board {number}",
                seat=SEATS[leader],
                card=str(result.lead),
                number=board.number,
            )
        )


def read_cards(board: int, text: str) -> str:
    """A board's deal, written as the game writes it. Raises `IgrotekaError`.

    It is typed as PBN has it, `N:AK5.T92.QJ4.8732 …`, or as hands in the order North, East, South,
    West, each after its seat's letter if the order is another; of four hands one may be left out.
    """
    try:
        hands: tuple[Cards | None, ...] = Board.read(text).hands
    except IgrotekaError:
        words = text.replace(",", " ").split()
        whole = len(words) == 4 and words[0][1:2] == ":" and len(words[0]) > 2
        hands = read_deal(text) if whole else _read_hands(words)
    north, east, south, west = complete(hands)
    if north is None or east is None or south is None or west is None:
        raise IgrotekaError(
            Text("a board has four hands of 13 cards, of which one may be left out")
        )
    return str(numbered((north, east, south, west), board))


def _read_hands(words: Sequence[str]) -> tuple[Cards | None, ...]:
    hands: list[Cards | None] = [None] * 4
    seat = 0
    for word in words:
        if match := _SEAT.fullmatch(word):
            seat = LETTERS.index(match[1].upper())
        elif seat < len(hands):
            hands[seat] = None if word == "-" else read_hand(word)
            seat += 1
        else:
            raise IgrotekaError(Text("{text} is a fifth hand", text=quoted(word)))
    return tuple(hands)


def doubt(board: int, text: str, others: Sequence[str]) -> Text | None:
    """Why a result is asked about again; None if it is as likely as any."""
    played = TableResult.read(text).played
    if isinstance(played, Result) and played.contract is not None:
        over = played.tricks - played.contract.needed
        if abs(over) >= UNUSUAL:
            return Text(
                "{contract}, {made}: is that so?",
                contract=contract_text(played.contract),
                made=made_text(over),
            )
    if isinstance(played, int) and played not in possible_scores(vulnerability_of(board)):
        return Text(
            "no contract gives {score} at the vulnerability of board {board}: is that so?",
            score=shown(played),
            board=board,
        )
    results = [TableResult.read(other) for other in others if other]
    if isinstance(played, Result) and (asked := _other_side(played, results)):
        return asked
    return _far(board, TableResult.read(text), results)


def _other_side(played: Result, others: Sequence[TableResult]) -> Text | None:
    """A strain that everybody else played from the other side."""
    contract = played.contract
    if contract is None or contract.declarer is None:
        return None
    same = [
        result.contract.declarer
        for other in others
        for result in other.results
        if result.contract and result.contract.strain == contract.strain
    ]
    declarers = [seat for seat in same if seat is not None]
    if len(declarers) < FEW or any(seat % 2 == contract.declarer % 2 for seat in declarers):
        return None
    return Text(
        "{contract} by {seat}: at every other table the other side played it. Is that so?",
        contract=contract_text(contract),
        seat=SEATS[contract.declarer],
    )


def _far(board: int, result: TableResult, others: Sequence[TableResult]) -> Text | None:
    vulnerability = vulnerability_of(board)
    own = result.entry(vulnerability).score
    entries = [
        other.entry(vulnerability).score for other in others if other.version == result.version
    ]
    scores = [score for score in entries if score is not None]
    if own is None or len(scores) < FEW or any(abs(imps(own - s)) < FAR for s in scores):
        return None
    return Text("this score is far from every other of the board: is that so?")

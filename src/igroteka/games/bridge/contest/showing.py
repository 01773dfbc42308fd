"""A result as one says it and as a traveller shows it, and all that a phone needs to say it too."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from igroteka.basics.explanation import shown
from igroteka.contract import Json
from igroteka.games.bridge.boards import (
    LETTERS,
    SEATS,
    VULNERABILITIES,
    dealer_of,
    vulnerability_of,
)
from igroteka.games.bridge.cards import RANKS, SUITS
from igroteka.games.bridge.contracts import CLUB, HEART, NOTRUMP, STRAINS, Bid, Contract
from igroteka.games.bridge.scoring.contract_score import (
    DOUBLINGS,
    contract_text,
    made_text,
    score,
)
from igroteka.games.bridge.scoring.entries import Award
from igroteka.games.bridge.scoring.results import Result
from igroteka.games.bridge.scoring.table_results import Played, Share, TableResult
from igroteka.games.bridge.words import bid_text, strain_text
from igroteka.records.contest import Column
from igroteka.text import NOTHING, Text, as_written, from_data, joined

COLUMNS: Final = (
    Column("contract", Text("contract")),
    Column("declarer", Text("declarer")),
    Column("lead", Text("lead")),
    Column("tricks", Text("tricks")),
    Column("score", Text("score")),
)
PLAYED: Final = Text("{contract}, {declarer}, {made}: {score}")
LED: Final = Text("{contract}, {declarer}, lead {lead}, {made}: {score}")
_VULNERABLE: Final = (
    Text("nobody is vulnerable"),
    Text("North–South are vulnerable"),
    Text("East–West are vulnerable"),
    Text("everybody is vulnerable"),
)
_ALIKE: Final = (CLUB, HEART, NOTRUMP)
"""One of each kind of strains that are worth the same."""
_KINDS: Final = (0, 0, 1, 1, 2)
"""The kind of each strain."""


def note(board: int) -> Text:
    """Dealer and vulnerability of a board."""
    return Text(
        "dealer {seat}, {vulnerable}",
        seat=SEATS[dealer_of(board)],
        vulnerable=_VULNERABLE[vulnerability_of(board)],
    )


def words(board: int, text: str) -> Text:
    """A result as one says it: `4♠ doubled, South, 1 down: −200`."""
    result = TableResult.read(text)
    said = _both_words(result, vulnerability_of(board))
    if not result.version:
        return said
    return Text("version {version}: {result}", version=result.version, result=said)


def _both_words(result: TableResult, vulnerability: int) -> Text:
    if result.ns is None and result.ew is None:
        return Text("not played")
    if result.ns == result.ew:
        return _share_words(result.ns, vulnerability)
    return Text(
        "North–South: {ns}; East–West: {ew}",
        ns=_share_words(result.ns, vulnerability),
        ew=_share_words(result.ew, vulnerability),
    )


def _share_words(share: Share, vulnerability: int) -> Text:
    if share is None:
        return Text("nothing")
    if isinstance(share, Award):
        return share.title
    if len(share) == 1:
        return _played_words(share[0].played, vulnerability)
    parts = [
        Text(
            "{percent} % of {result}",
            percent=shown(100 * part.weight),
            result=_played_words(part.played, vulnerability),
        )
        for part in share
    ]
    return joined("; ", parts)


def _played_words(played: Played, vulnerability: int) -> Text:
    if isinstance(played, int):
        return Text("score {score}", score=shown(played))
    if played.contract is None:
        return Text("passed out")
    declarer = played.contract.declarer
    return from_data(
        (PLAYED if played.lead is None else LED).template,
        contract=contract_text(played.contract),
        declarer=NOTHING if declarer is None else SEATS[declarer],
        lead=str(played.lead),
        made=made_text(played.tricks - played.contract.needed),
        score=shown(played.north_south(vulnerability)),
    )


def cells(board: int, text: str) -> tuple[Text, ...]:
    """What the columns show of a result."""
    if not text:
        return (NOTHING,) * len(COLUMNS)
    result = TableResult.read(text)
    found = _plain_cells(result, vulnerability_of(board))
    if result.version:
        found = (joined(": ", (result.version, found[0])), *found[1:])
    return found


def _plain_cells(result: TableResult, vulnerability: int) -> tuple[Text, ...]:
    played = result.played
    if not isinstance(played, Result):
        given = str(replace(result, version="")).replace("-", "−")
        return (NOTHING,) * (len(COLUMNS) - 1) + (as_written(given),)
    score = as_written(shown(played.north_south(vulnerability)))
    contract = played.contract
    if contract is None:
        return (Text("passed out"), NOTHING, NOTHING, NOTHING, score)
    bid = joined("", (bid_text(contract.bid), "X" * contract.doubled))
    written = (
        "" if contract.declarer is None else LETTERS[contract.declarer],
        "" if played.lead is None else str(played.lead),
        played.made.replace("-", "−"),
    )
    return (bid, *(as_written(each) if each else NOTHING for each in written), score)


def sheet(board: int) -> Json:
    """All contract scores of the board and the words for them, so that a phone needs no more.

    `scores` has for a side that is not vulnerable (`0`) or is (`1`) a table by kind of strain (see
    `kinds`), level, doubling and tricks taken, each counted from its lowest. The words of a result
    are the template `played` or `led` with its parts put in; `hands`: cards can be entered.
    """
    bits = vulnerability_of(board)
    vulnerable = [bool(bits & 1), bool(bits & 2)]
    return {
        "board": board,
        "dealer": LETTERS[dealer_of(board)],
        "vulnerability": VULNERABILITIES[bits],
        "vulnerable": vulnerable,
        "seats": dict(zip(LETTERS, SEATS, strict=True)),
        "strains": [strain_text(strain) for strain in range(len(STRAINS))],
        "kinds": list(_KINDS),
        "scores": {str(int(each)): _scores(each) for each in (False, True)},
        "hands": True,
        "doublings": list(DOUBLINGS),
        "down": [made_text(-count) for count in range(1, 14)],
        "over": [made_text(count) for count in range(7)],
        "played": PLAYED,
        "led": LED,
        "suits": SUITS,
        "ranks": RANKS,
        "choices": [{"result": text, "words": words(board, text)} for text in ("pass", "-")],
    }


@cache
def _scores(vulnerable: bool) -> list[list[list[list[int]]]]:
    return [
        [
            [
                [
                    score(Contract(Bid(level, strain), doubled), tricks, vulnerable)
                    for tricks in range(14)
                ]
                for doubled in range(3)
            ]
            for level in range(1, 8)
        ]
        for strain in _ALIKE
    ]

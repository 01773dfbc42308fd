"""What is measured of one hand, to tell when which call is best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from igroteka.basics.observations import Column, Floats
from igroteka.games.bridge.bidding import features as f
from igroteka.games.bridge.cards import Cards
from igroteka.games.bridge.laboratory.questions import VULNERABILITIES
from igroteka.games.bridge.study.columns import SHAPES, controls, losers, shape_class
from igroteka.text import Text

_NINE, _TEN = 7, 8

HAND_COLUMNS: Final = (
    Column("hcp", Text("high-card points"), Text("High-card points of the hand.")),
    Column("spades", Text("spades"), Text("Spades in the hand.")),
    Column("hearts", Text("hearts"), Text("Hearts in the hand.")),
    Column("diamonds", Text("diamonds"), Text("Diamonds in the hand.")),
    Column("clubs", Text("clubs"), Text("Clubs in the hand.")),
    Column("longest", Text("longest suit"), Text("Cards of the longest suit.")),
    Column("shortest", Text("shortest suit"), Text("Cards of the shortest suit.")),
    Column("shape", Text("shape"), Text("As in the columns of trees."), SHAPES),
    Column("aces", Text("aces"), Text("How many aces.")),
    Column("controls", Text("controls of the hand"), Text("Two for an ace, one for a king.")),
    Column(
        "losers", Text("losers of the hand"), Text("Losing tricks, as in the columns of trees.")
    ),
    Column("tens", Text("tens and nines"), Text("How many tens and nines.")),
    Column("honours", Text("honours in the longest suit"), Text("Ace to ten; the better suit.")),
    Column("stoppers", Text("suits stopped by the hand"), Text("Suits with a stopper.")),
)
"""All of the hand that is asked."""
VULNERABLE: Final = Column(
    "vulnerability", Text("vulnerable"), Text("Who is vulnerable."), VULNERABILITIES
)


def measured(hands: Sequence[Cards]) -> Floats:
    """Rows × `HAND_COLUMNS`."""
    owned = f.as_matrix(list(hands))
    many = f.measure_many(owned)
    cards = owned.reshape(-1, 4, 13).astype(np.int16)
    lengths = cards.sum(axis=2)
    best = np.where(many[f.LONGEST] > 0, many[f.HONOURS], 0).max(axis=0)
    found: list[Any] = [
        many[f.HCP],
        *(many[f.LENGTH[suit]] for suit in (3, 2, 1, 0)),
        lengths.max(axis=1),
        lengths.min(axis=1),
        shape_class(cards),
        many[f.ACES],
        controls(cards),
        losers(cards),
        cards[:, :, _NINE : _TEN + 1].sum(axis=(1, 2)),
        best,
        many[f.STOP].sum(axis=0),
    ]
    return np.stack([column.astype(np.float64) for column in found], axis=1)

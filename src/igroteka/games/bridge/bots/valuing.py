"""What tricks are worth by the form of scoring, on the scale from 0 to 1 of all analyses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from statistics import fmean
from typing import Final, TypeVar

from igroteka.games.bridge.contracts import Contract
from igroteka.games.bridge.public import TRICKS, PublicState
from igroteka.games.bridge.scoring.contract_score import score
from igroteka.games.bridge.scoring.imps import imps

T = TypeVar("T")

_MOST_IMPS: Final = 24
_MOST_POINTS: Final = 7600


@lru_cache(maxsize=20_000)
def points_of(contract: Contract, tricks: int, vulnerable: bool) -> int:
    """The score, remembered: robots ask for the same ones all the time."""
    return score(contract, tricks, vulnerable)


@lru_cache(maxsize=20_000)
def imps_of(difference: int) -> int:
    """The IMPs, remembered."""
    return imps(difference)


def worth(scoring: str, difference: int) -> float:
    """A difference of scores on the scale of IMPs, whatever the form of scoring."""
    if scoring == "imps":
        return imps_of(difference)
    if scoring == "points":
        return difference / 30
    return 4.0 * ((difference > 0) - (difference < 0))


def compare(scoring: str, options: Mapping[T, Sequence[int]]) -> dict[T, float]:
    """Options by value in 0…1, given what each scores on the same deals.

    At IMPs and points a deal is set against the best that was there; the level comes from what the
    best option of each deal is worth by itself. At matchpoints the share of options that it beats.
    """
    deals = list(zip(*options.values(), strict=True))
    if scoring == "matchpoints":
        return {option: _matchpoints(scores, deals) for option, scores in options.items()}
    scale = imps_of if scoring == "imps" else int
    most = _MOST_IMPS if scoring == "imps" else _MOST_POINTS
    level = fmean(scale(max(deal)) for deal in deals)
    return {
        option: _unit(
            (level + fmean(scale(own - max(deal)) for own, deal in zip(scores, deals, strict=True)))
            / most
        )
        for option, scores in options.items()
    }


def _unit(value: float) -> float:
    return min(1.0, max(0.0, 0.5 + value / 2))


def _matchpoints(scores: Sequence[int], deals: Sequence[Sequence[int]]) -> float:
    shares = []
    for own, deal in zip(scores, deals, strict=True):
        beaten = sum(own > other for other in deal) + (sum(own == o for o in deal) - 1) / 2
        shares.append(beaten / max(1, len(deal) - 1))
    return fmean(shares)


class Valuer:
    """Turns tricks still to come into values for the side whose card is due."""

    def __init__(self, public: PublicState) -> None:
        assert public.contract is not None
        assert public.declarer is not None
        assert public.due is not None
        self.scoring = public.game.scoring
        self.contract = public.contract
        self.vulnerable = public.vulnerable(public.declarer)
        self.won = public.won(public.due)
        self.declaring = public.due % 2 == public.declarer % 2

    def points(self, tricks: int) -> int:
        """The score of the side that is due, if it takes so many more tricks."""
        total = self.won + tricks
        if self.declaring:
            return points_of(self.contract, total, self.vulnerable)
        return -points_of(self.contract, TRICKS - total, self.vulnerable)

    def values(self, tricks: Mapping[T, Sequence[int]]) -> dict[T, float]:
        """Every option's value, given the tricks that it takes on the same deals."""
        scores = {option: [self.points(n) for n in taken] for option, taken in tricks.items()}
        return compare(self.scoring, scores)

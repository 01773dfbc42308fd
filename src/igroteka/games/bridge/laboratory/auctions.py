"""Auctions bid by systems: to their end, and as a condition on deals."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from igroteka.contract import Seat
from igroteka.games.bridge.auction import Auction
from igroteka.games.bridge.bidding.features import measure_many
from igroteka.games.bridge.bidding.rulefile import BadRule, rules_of
from igroteka.games.bridge.bidding.system import NATURAL, System
from igroteka.games.bridge.boards import Board, from_dealer
from igroteka.games.bridge.contracts import Call, Contract, read_call
from igroteka.games.bridge.dealing import Fit
from igroteka.games.bridge.scoring.contract_score import score
from igroteka.games.bridge.study.solved_deals import Tricks
from igroteka.text import Text


class RuleFile(NamedTuple):
    """A file of bidding rules that was read, so that it can be sent to another machine."""

    name: str
    text: str

    @property
    def system(self) -> System:
        """Its rules. Raises `BadRule`."""
        return _system(self.text, self.name)

    @property
    def digest(self) -> str:
        """The same for the same rules."""
        return hashlib.blake2b(self.text.encode(), digest_size=8).hexdigest()


@lru_cache(maxsize=4)
def _system(text: str, name: str) -> System:
    return System(rules_of(text, name))


def rule_file(path: Path | None) -> RuleFile:
    """What a file says; without one the house's own rules. Raises `BadRule`."""
    path = path or NATURAL
    try:
        return RuleFile(path.name, path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadRule(
            Text("{path} can't be read as rules: {reason}", path=path, reason=reason)
        ) from error


def bid_out(board: Board, systems: Sequence[System], begun: Sequence[Call] = ()) -> Auction:
    """The auction from these calls on to its end; systems are North–South's and East–West's."""
    auction = Auction(board.dealer, tuple(begun))
    vulnerability = from_dealer(board.vulnerability, board.dealer)
    while not auction.over:
        seat = auction.turn
        call = systems[seat % 2].choose(auction.calls, board.hands[seat], vulnerability)
        auction = Auction(board.dealer, (*auction.calls, call))
    return auction


def is_bid(board: Board, system: System, calls: Sequence[Call]) -> bool:
    """Whether the hands of a board make these calls."""
    vulnerability = from_dealer(board.vulnerability, board.dealer)
    return all(
        system.choose(tuple(calls[:at]), board.hands[(board.dealer + at) % 4], vulnerability)
        == call
        for at, call in enumerate(calls)
    )


def bidding_so(
    system: System, calls: Sequence[Call], dealer: Seat, vulnerabilities: Sequence[int]
) -> Fit:
    """Which deals are bid so at one at least of these vulnerabilities (bit 0: dealer's side)."""

    def fit(owners: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        found = np.zeros(len(owners), dtype=np.bool_)
        measured: dict[Seat, Any] = {}
        for vulnerability in vulnerabilities:
            rows = np.flatnonzero(~found)
            for at, call in enumerate(calls):
                seat = (dealer + at) % 4
                if seat not in measured:
                    measured[seat] = measure_many(owners == seat)
                situation = system.situation(tuple(calls[:at]), vulnerability)
                rows = rows[situation.explained(call, measured[seat][:, rows])]
            found[rows] = True
        return found

    return fit


def scored(contract: Contract | None, board: Board, tricks: Tricks | None, side: int) -> int:
    """What a contract brings a side if all play best; without tricks only a pass-out is known."""
    if contract is None:
        return 0
    assert contract.declarer is not None
    assert tricks is not None
    taken = tricks[contract.strain][contract.declarer]
    points = score(contract, taken, board.vulnerable(contract.declarer))
    return points if contract.declarer % 2 == side else -points


def calls_text(calls: Sequence[Call]) -> str:
    """Calls as they are typed, the first one first."""
    return " ".join(call.ascii for call in calls)


def read_calls(text: str) -> tuple[Call, ...]:
    """The calls that a text says. Raises `IllegalMove`."""
    return tuple(map(read_call, text.replace("-", " ").split()))

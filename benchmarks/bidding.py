"""How good the contracts of the bidding system are: `python -m benchmarks.bidding [DEALS]`.

Random deals are bid by the system, once by all four seats and once by North and South alone while
the others pass, and the contracts reached are scored double dummy.
"""

from __future__ import annotations

import sys
from collections.abc import Collection
from statistics import fmean

from igroteka.basics.randomness import Stream
from igroteka.contract import Seat
from igroteka.games.bridge.auction import Auction
from igroteka.games.bridge.bidding.system import natural
from igroteka.games.bridge.boards import Board, from_dealer, shuffled
from igroteka.games.bridge.contracts import PASS, Bid, Call, Contract
from igroteka.games.bridge.doubledummy.batch import solve_boards
from igroteka.games.bridge.doubledummy.questions import Solution
from igroteka.games.bridge.scoring.contract_score import score
from igroteka.games.bridge.scoring.imps import imps


def auction_of(board: Board, bidders: Collection[Seat]) -> Auction:
    """The auction in which only these seats bid."""
    auction = Auction(board.dealer)
    vulnerability = from_dealer(board.vulnerability, board.dealer)
    while not auction.over:
        seat = auction.turn
        call: Call = PASS
        if seat in bidders:
            call = natural().choose(auction.calls, board.hands[seat], vulnerability)
        auction = auction.add(call)
    return auction


def points(board: Board, contract: Contract | None, solution: Solution) -> int:
    """What a contract scores for North–South double dummy."""
    if contract is None or contract.declarer is None:
        return 0
    declarer = contract.declarer
    tricks = solution.tricks[contract.strain][declarer]
    found = score(contract, tricks, board.vulnerable(declarer))
    return found if declarer % 2 == 0 else -found


def best(board: Board, solution: Solution) -> int:
    """The most that North–South can score if they are left alone."""
    scores = [0]
    for strain in range(5):
        tricks = max(solution.tricks[strain][0], solution.tricks[strain][2])
        for level in range(1, tricks - 5):
            contract = Contract(Bid(level, strain))
            scores.append(score(contract, tricks, board.vulnerable(0)))
    return max(scores)


def main() -> None:
    """Print the means."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    boards = [shuffled(Stream(seed), 1 + seed % 16) for seed in range(count)]
    alone, most, apart, missed = [], [], [], []
    for board, solution in zip(boards, solve_boards(boards), strict=True):
        if solution is None:
            continue
        alone.append(points(board, auction_of(board, (0, 2)).contract, solution))
        most.append(best(board, solution))
        missed.append(imps(most[-1] - alone[-1]))
        together = points(board, auction_of(board, range(4)).contract, solution)
        apart.append(abs(imps(together - solution.par.score)))
    print(f"{len(alone)} deals")
    print(f"left alone, double dummy: {fmean(alone):+.1f} a board, the best {fmean(most):+.1f}")
    print(f"left alone, missed: {fmean(missed):.2f} IMPs a board")
    print(f"contested, away from par: {fmean(apart):.2f} IMPs a board")


if __name__ == "__main__":
    main()

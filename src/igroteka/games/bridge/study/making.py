"""Contracts played on the spot: given or par's ones by double dummy, or by four players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from igroteka.basics.randomness import Stream, derive
from igroteka.contract import OVER, Player
from igroteka.games.bridge.boards import Board
from igroteka.games.bridge.contracts import DOUBLE, PASS, REDOUBLE, Call, Contract
from igroteka.games.bridge.doubledummy.questions import Par
from igroteka.games.bridge.study.played_contracts import PlayedContract
from igroteka.games.bridge.study.solved_deals import Tricks

if TYPE_CHECKING:
    from igroteka.games.bridge.rules import Bridge


def par_contract(par: Par) -> Contract | None:
    """The first contract that makes par, by the first seat that can; None for a pass-out."""
    if not par.contracts:
        return None
    best = par.contracts[0]
    return Contract(best.bid, int(best.doubled), best.seats[0])


def by_double_dummy(board: Board, contract: Contract, tricks: Tricks) -> PlayedContract:
    """The contract with the tricks that it takes if all play best."""
    assert contract.declarer is not None
    return of_result(board, contract, tricks[contract.strain][contract.declarer])


def by_players(
    game: Bridge, board: Board, players: Sequence[Player], contract: Contract | None, seed: int
) -> PlayedContract | None:
    """The board bid and played by these, from North on; None if they pass it out.

    With a contract, calls that lead to it are made for them. Raises what the players raise.
    """
    state = game.begin(board)
    for seat, player in enumerate(players):
        player.start(game, seat, Stream(derive(seed, "player", board.number, seat)))
    try:
        for call in calls_to(contract, board.dealer) if contract else ():
            state = state.play(call)
        while state.turn != OVER:
            state = state.play(players[state.turn].choose(state.view(state.turn)))
    finally:
        for player in players:
            player.close()
    reached = state.public.contract
    return None if reached is None else of_result(board, reached, state.public.declarer_tricks)


def calls_to(contract: Contract, dealer: int) -> Iterator[Call]:
    """An auction in which declarer makes the only bid."""
    assert contract.declarer is not None
    yield from [PASS] * ((contract.declarer - dealer) % 4)
    yield contract.bid
    yield from (DOUBLE, REDOUBLE)[: contract.doubled]
    yield from [PASS] * 3


def of_result(board: Board, contract: Contract, tricks: int) -> PlayedContract:
    """What a board in this contract, with these tricks, tells of it."""
    assert contract.declarer is not None
    return PlayedContract(
        contract,
        board.hands[contract.declarer],
        board.hands[(contract.declarer + 2) % 4],
        tricks,
        board.vulnerability,
        board.hands,
    )

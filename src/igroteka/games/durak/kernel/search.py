"""Tree search over information sets: every iteration deals the hidden cards anew.

One tree is shared by all deals. Nodes are moves; a node's worth is the mean score of the seat that
made the move. Where a move has no node yet it gets one, and the game is played out by the policy.
"""

# mypy: ignore-errors

from __future__ import annotations

import math

import numpy as np

from igroteka.basics.compiling import njit
from igroteka.games.durak.kernel.engine import (
    COUNT,
    DECK,
    DISCARD,
    END,
    HAND,
    KNOWN,
    LYING,
    NEXT,
    OVER,
    SEATS,
    STOCK,
    TRUMP,
    TURN,
    Place,
    below,
    bits,
    copy,
    low,
    moves,
    play,
    score,
    size_of,
)
from igroteka.games.durak.kernel.policy import EARLY, usual_move

MOVE, MOVER, CHILD, SIBLING, VISITS, CHANCES = range(6)
"""The numbers of a node; CHANCES is how often its move could have been chosen."""
DEEP = 400


@njit(cache=True)
def hidden_cards(place, seat):
    """Cards of which a seat does not know where they are."""
    gone = place[HAND + seat] | place[DISCARD] | place[LYING] | 1 << place[TRUMP]
    for other in range(place[SEATS]):
        gone |= place[KNOWN + other]
    return place[DECK] & ~gone


@njit(cache=True)
def deal_hidden(place, seat, seed):
    """Fill other hands and the stock with what the seat can't see, at random."""
    cards = np.empty(52, np.int64)
    left = hidden_cards(place, seat)
    count = 0
    while left:
        cards[count] = low(left)
        left &= left - 1
        count += 1
    for last in range(count - 1, 0, -1):
        other = below(seed, last + 1)
        kept = cards[last]
        cards[last] = cards[other]
        cards[other] = kept
    used = 0
    for other in range(place[SEATS]):
        if other != seat:
            hand = place[KNOWN + other]
            for _ in range(place[COUNT + other] - size_of(hand)):
                hand |= 1 << cards[used]
                used += 1
            place[HAND + other] = hand
    for number in range(place[NEXT], place[END] - 1):
        place[STOCK + number] = cards[used]
        used += 1


@njit(cache=True)
def vary(habits, seed, manner):
    """The manner of one game: in half of them nobody saves trumps early, as people do either."""
    copy(habits, manner, habits.size)
    if bits(seed) & np.uint64(1):
        manner[EARLY] = -1


@njit(cache=True)
def play_out(place, seed, manner):
    """Play by the policy to the end."""
    while place[TURN] != OVER:
        play(place, usual_move(place, seed, manner))


@njit(cache=True)
def _best_child(nodes, worth, node, marks, mark, explore):
    """The legal child with the highest upper bound, and how many children are legal."""
    best, highest, legal = -1, -1.0, 0
    child = nodes[node, CHILD]
    while child >= 0:
        if marks[nodes[child, MOVE]] == mark:
            legal += 1
            nodes[child, CHANCES] += 1
            visits = nodes[child, VISITS]
            bound = worth[child] / visits + explore * math.sqrt(
                math.log(nodes[child, CHANCES]) / visits
            )
            if bound > highest:
                best, highest = child, bound
            marks[nodes[child, MOVE]] = -mark
        child = nodes[child, SIBLING]
    return best, legal


@njit(cache=True)
def _grow(nodes, node, count, move, mover):
    """A new child of a node."""
    nodes[count, MOVE] = move
    nodes[count, MOVER] = mover
    nodes[count, CHILD] = -1
    nodes[count, SIBLING] = nodes[node, CHILD]
    nodes[count, VISITS] = 0
    nodes[count, CHANCES] = 1
    nodes[node, CHILD] = count
    return count


@njit(cache=True)
def _new_move(place, found, count, marks, mark, seed, habits):
    """A legal move without a node: the policy's own first, else any."""
    usual = usual_move(place, seed, habits)
    if marks[usual] == mark:
        return usual
    fresh = 0
    for number in range(count):
        fresh += marks[found[number]] == mark
    wanted = below(seed, fresh)
    for number in range(count):
        if marks[found[number]] == mark:
            if wanted == 0:
                return found[number]
            wanted -= 1
    return found[0]


@njit(cache=True)
def _credit(place, nodes, worth, path, length):
    """Count a finished game for the nodes that it went through."""
    for number in range(length):
        child = path[number]
        nodes[child, VISITS] += 1
        worth[child] += score(place, nodes[child, MOVER])


@njit(cache=True)
def search(root, seat, allowed, nodes, worth, size, iterations, explore, seed, habits):
    """Run iterations on the tree of `size` nodes, node 0 the root; the new size.

    `allowed` are the root's moves to consider. The tree's arrays must have room for one node an
    iteration.
    """
    place = root.copy()
    found = np.zeros(64, np.int64)
    marks = np.zeros(320, np.int64)
    path = np.zeros(DEEP, np.int64)
    manner = habits.copy()
    mark = 0
    for _ in range(iterations):
        copy(root, place, root.size)
        deal_hidden(place, seat, seed)
        vary(habits, seed, manner)
        node, length = 0, 0
        while place[TURN] != OVER and length < DEEP:
            count = moves(place, found)
            if node == 0:
                count = allowed.shape[0]
                copy(allowed, found, count)
            mark += 1
            for number in range(count):
                marks[found[number]] = mark
            mover = place[TURN]
            child, legal = _best_child(nodes, worth, node, marks, mark, explore)
            grows = legal < count
            if grows:
                move = _new_move(place, found, count, marks, mark, seed, manner)
                child = _grow(nodes, node, size, move, mover)
                size += 1
            play(place, nodes[child, MOVE])
            path[length] = child
            length += 1
            node = child
            if grows:
                break
        play_out(place, seed, manner)
        _credit(place, nodes, worth, path, length)
    return size


@njit(cache=True)
def compare(root, seat, allowed, iterations, seed, habits, sums):
    """Mean scores of the allowed moves over the same random deals, without a tree."""
    place = root.copy()
    dealt = root.copy()
    manner = habits.copy()
    for _ in range(iterations):
        copy(root, dealt, root.size)
        deal_hidden(dealt, seat, seed)
        vary(habits, seed, manner)
        for number in range(allowed.shape[0]):
            copy(dealt, place, dealt.size)
            play(place, allowed[number])
            play_out(place, seed, manner)
            sums[number] += score(place, seat)


def children(nodes: Place) -> list[int]:
    """The root's children."""
    found, child = [], nodes[0, CHILD]
    while child >= 0:
        found.append(int(child))
        child = nodes[child, SIBLING]
    return found

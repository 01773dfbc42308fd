"""From positions, views and options to the arrays of the kernel, and moves back."""

from __future__ import annotations

import numpy as np

from igroteka.games.durak.cards import Move, deck
from igroteka.games.durak.kernel import engine
from igroteka.games.durak.kernel.engine import Place
from igroteka.games.durak.public import PublicState
from igroteka.games.durak.rules import Durak
from igroteka.games.durak.state import Position
from igroteka.games.durak.view import DurakView

TRANSFERS = ("no", "yes", "show")
FIRSTS = ("lowest-trump", "lot", "alternate")


def pack_options(game: Durak) -> Place:
    """An array with the game's options and no position yet."""
    place = np.zeros(engine.SIZE, np.int64)
    place[engine.SEATS] = game.players
    place[engine.FIRST_LIMIT] = game.first_limit
    place[engine.NEIGHBOURS] = game.throwers == "neighbours"
    place[engine.AFTER_TAKE] = game.after_take
    place[engine.TRANSFERS] = TRANSFERS.index(game.transfer)
    place[engine.DRAWS] = game.draws
    place[engine.DECK] = deck(game.cards)
    return place


def pack_deal(game: Durak) -> Place:
    """How the kernel is to deal: who attacks first, and which deals are dealt again."""
    return np.array(
        [FIRSTS.index(game.first), game.redeal in ("suit", "both"), game.redeal in ("ace", "both")],
        np.int64,
    )


def pack_table(table: PublicState) -> Place:
    """An array with the open table; hands and stock are empty, the trump lies under the stock."""
    place = pack_options(table.game)
    place[engine.TRUMP] = table.trump
    place[engine.ATTACKER] = table.attacker
    place[engine.DEFENDER] = table.defender
    place[engine.TURN] = table.turn
    place[engine.TAKING] = table.taking
    place[engine.LIMIT] = table.limit
    place[engine.FIRST] = table.first_bout
    place[engine.ATTACKS] = len(table.attacks)
    place[engine.BEATS] = len(table.beats)
    place[engine.LYING] = table.cards
    place[engine.SEEN] = table.seen
    place[engine.DISCARD] = table.discard
    place[engine.SHOWN] = table.shown
    place[engine.INSIDE] = sum(1 << seat for seat in table.inside)
    place[engine.END] = table.stock
    place[engine.FOOLS] = sum(1 << seat for seat in table.fools)
    seats = len(table.counts)
    place[engine.KNOWN : engine.KNOWN + seats] = table.known
    place[engine.COUNT : engine.COUNT + seats] = table.counts
    place[engine.ATTACK : engine.ATTACK + len(table.attacks)] = table.attacks
    place[engine.BEAT : engine.BEAT + len(table.beats)] = table.beats
    if table.stock:
        place[engine.STOCK + table.stock - 1] = table.trump
    return place


def pack(state: Position) -> Place:
    """The array of a position."""
    place = pack_table(state.table)
    place[engine.HAND : engine.HAND + len(state.hands)] = state.hands
    place[engine.STOCK : engine.STOCK + len(state.stock)] = state.stock
    return place


def unpack_move(move: int) -> Move:
    """The move that a number of the kernel means."""
    kind, card = divmod(int(move), engine.KIND)
    return Move(kind, 1 << card if kind < engine.TAKE // engine.KIND else 0)


def pack_view(view: DurakView) -> Place:
    """What a seat sees: the open table and the own hand; the kernel deals the rest."""
    place = pack_table(view.table)
    place[engine.HAND + (view.seat or 0)] = view.hand
    return place


def pack_endgame(view: DurakView) -> Place | None:
    """The whole position of the last two players, as seats 0 and 1, when nothing is hidden.

    None while more than two play, or a card may be in more than one place.
    """
    table, seat = view.table, view.seat
    if seat is None or len(table.inside) != 2 or table.stock > 1 or seat not in table.inside:
        return None
    place = pack_table(table)
    place[engine.SEATS] = 2
    place[engine.INSIDE] = 3
    for role in (engine.ATTACKER, engine.DEFENDER, engine.TURN):
        place[role] = table.inside.index(int(place[role]))
    for number, other in enumerate(table.inside):
        place[engine.HAND + number] = view.hand if other == seat else view.possible(other)
        place[engine.KNOWN + number] = table.known[other]
        place[engine.COUNT + number] = table.counts[other]
    return place


def pack_move(move: Move) -> int:
    """The number of a move of at most one card."""
    return move.kind * engine.KIND + (move.cards.bit_length() - 1 if move.cards else 0)

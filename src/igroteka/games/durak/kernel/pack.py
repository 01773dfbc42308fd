"""From positions, views and options to the arrays of the kernel, and moves back."""

from __future__ import annotations

import numpy as np

from igroteka.games.durak.cards import deck
from igroteka.games.durak.kernel import engine
from igroteka.games.durak.kernel.engine import Place
from igroteka.games.durak.notation import Move
from igroteka.games.durak.public import MOST_IN_VAIN, PublicState
from igroteka.games.durak.rules import Durak
from igroteka.games.durak.state import Position
from igroteka.games.durak.view import DurakView

TRANSFERS = ("no", "yes", "show")
FIRSTS = ("lowest-trump", "lot", "alternate")


def pack_options(game: Durak) -> Place:
    """An array with the game's options and no position yet."""
    place = np.zeros(engine.SIZE, np.int64)
    place[engine.SEATS] = game.players
    place[engine.FIRST_LIMIT] = game.first_bout
    place[engine.NEIGHBOURS] = game.throwers == "neighbours"
    place[engine.AFTER_TAKE] = game.after_take
    place[engine.TRANSFERS] = TRANSFERS.index(game.transfer)
    place[engine.DRAWS] = game.draws
    place[engine.DECK] = deck(game.cards)
    place[engine.MOST_IN_VAIN] = MOST_IN_VAIN
    return place


def pack_deal(game: Durak) -> Place:
    """How the kernel is to deal: who attacks first, and which deals are dealt again.

    It knows no seat that is to attack (`attacker`): `kernel_batch` leaves such games to others.
    """
    first = "lowest-trump" if game.shows_trump else game.first
    return np.array(
        [FIRSTS.index(first), game.redeal in ("suit", "both"), game.redeal in ("ace", "both")],
        np.int64,
    )


def pack_table(public: PublicState) -> Place:
    """An array with the open table; hands and stock are empty, the trump lies under the stock."""
    place = pack_options(public.game)
    place[engine.TRUMP] = public.trump
    place[engine.ATTACKER] = public.attacker
    place[engine.DEFENDER] = public.defender
    place[engine.TURN] = public.turn
    place[engine.TAKING] = public.taking
    place[engine.LIMIT] = public.limit
    place[engine.FIRST] = public.first_bout
    place[engine.ATTACKS] = len(public.attacks)
    place[engine.BEATS] = len(public.beats)
    place[engine.LYING] = public.cards
    place[engine.SEEN] = public.seen
    place[engine.DISCARD] = public.discard
    place[engine.SHOWN] = public.shown
    place[engine.INSIDE] = sum(1 << seat for seat in public.inside)
    place[engine.END] = public.stock
    place[engine.IN_VAIN] = public.in_vain
    place[engine.FOOLS] = sum(1 << seat for seat in public.fools)
    seats = len(public.counts)
    place[engine.KNOWN : engine.KNOWN + seats] = public.known
    place[engine.COUNT : engine.COUNT + seats] = public.counts
    place[engine.ATTACK : engine.ATTACK + len(public.attacks)] = public.attacks
    place[engine.BEAT : engine.BEAT + len(public.beats)] = public.beats
    if public.stock:
        place[engine.STOCK + public.stock - 1] = public.trump
    return place


def pack(state: Position) -> Place:
    """The array of a position."""
    place = pack_table(state.public)
    place[engine.HAND : engine.HAND + len(state.hands)] = state.hands
    place[engine.STOCK : engine.STOCK + len(state.stock)] = state.stock
    return place


def unpack_move(move: int) -> Move:
    """The move that a number of the kernel means."""
    kind, card = divmod(int(move), engine.KIND)
    return Move(kind, 1 << card if kind < engine.TAKE // engine.KIND else 0)


def pack_view(view: DurakView) -> Place:
    """What a seat sees: the open table and the own hand; the kernel deals the rest."""
    place = pack_table(view.public)
    place[engine.HAND + (view.seat or 0)] = view.hand
    return place


def pack_endgame(view: DurakView) -> Place | None:
    """The whole position of the last two players, as seats 0 and 1, when nothing is hidden.

    None while more than two play, or a card may be in more than one place.
    """
    public, seat = view.public, view.seat
    if seat is None or len(public.inside) != 2 or public.stock > 1 or seat not in public.inside:
        return None
    place = pack_table(public)
    place[engine.SEATS] = 2
    place[engine.INSIDE] = 3
    for role in (engine.ATTACKER, engine.DEFENDER, engine.TURN):
        place[role] = public.inside.index(int(place[role]))
    for number, other in enumerate(public.inside):
        place[engine.HAND + number] = view.hand if other == seat else view.possible(other)
        place[engine.KNOWN + number] = public.known[other]
        place[engine.COUNT + number] = public.counts[other]
    return place


def pack_move(move: Move) -> int:
    """The number of a move of at most one card."""
    return move.kind * engine.KIND + (move.cards.bit_length() - 1 if move.cards else 0)

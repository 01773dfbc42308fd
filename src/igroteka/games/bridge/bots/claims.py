"""How robots claim, and whether another's claim is good."""

from __future__ import annotations

import random

from igroteka.games.bridge.bots.cardplay.outlook import Outlook
from igroteka.games.bridge.cards import Card, each, in_suit
from igroteka.games.bridge.doubledummy.solver import ROBOT_PATIENCE, Unsolved, own_solver
from igroteka.games.bridge.notation import AGREE, REFUSE, Answer, Claim
from igroteka.games.bridge.public import NEVER, TRICKS
from igroteka.games.bridge.study.lookback import layout
from igroteka.games.bridge.view import BridgeView

SHORTEST = 2
"""Tricks that are left at least when a robot claims: the last one is played as fast."""
GUESSES = 20
"""Layouts that the claimer can't exclude, in which the claim must hold as well."""


def claiming(view: BridgeView) -> Claim | Answer | None:
    """The answer to a claim, or a claim of all tricks that are left; None to play on."""
    if view.public.pending:
        return AGREE if _claim_holds(view) else REFUSE
    public, side = view.public, view.public.turn % 2
    if not public.claims() or public.claimed[side] != NEVER or not _rest_is_certain(Outlook(view)):
        return None
    assert public.due is not None
    return Claim(public.won(side) + view.held(public.due).bit_count())


def _rest_is_certain(outlook: Outlook) -> bool:
    """Whether declarer's hand that is on lead takes all tricks, however the other cards lie."""
    if outlook.trick or not outlook.declaring or outlook.hand.bit_count() < SHORTEST:
        return False
    for suit in range(4):
        own, out = in_suit(outlook.hand, suit), in_suit(outlook.against, suit)
        highest_out = Card(out.bit_length() - 1) if out else None
        tops = sum(highest_out is None or card > highest_out for card in each(own))
        rounds = out.bit_count()
        needed = rounds if suit == outlook.strain else min(own.bit_count(), rounds)
        if tops < needed:
            return False
    return True


def _claim_holds(view: BridgeView) -> bool:
    """Whether the claimer's side takes what it claims against the best play of the others.

    With the claimer's hand and dummy faced, who answers sees all cards. The claim must hold however
    those lie that the claimer can't see: nobody guesses by claiming.
    The claimer's partner agrees unless more was there. Without a solver nothing is agreed to.
    """
    public, pending = view.public, view.public.pending
    assert pending is not None
    assert public.due is not None
    if not public.cards:
        return False  # dummy is not down, so nobody sees all cards
    rng = random.Random(0)
    partner = view.seat is not None and view.seat % 2 == pending.seat % 2
    positions = [view.sample(rng)]
    if not partner:
        claimer = BridgeView(pending.seat, public, public.faced[pending.seat], view.build)
        positions += [claimer.sample(rng) for _ in range(GUESSES)]
    try:
        questions = [layout(position) for position in positions]
        solved = own_solver().layouts(questions, False, ROBOT_PATIENCE)
    except Unsolved:
        return False
    takes = [_claimer_takes(view, max(value.tricks for value in values)) for values in solved]
    return pending.tricks >= takes[0] if partner else pending.tricks <= min(takes)


def _claimer_takes(view: BridgeView, rest: int) -> int:
    """All tricks of the claimer's side, if the side whose card is due takes so many more."""
    public = view.public
    assert public.pending is not None
    assert public.due is not None
    due_takes = public.won(public.due) + rest
    return due_takes if public.due % 2 == public.pending.seat % 2 else TRICKS - due_takes

"""The robot with a prediction tree: weights of cards, probabilities, and the best path."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from igroteka.contract import BadOption, Expected, Player, Seat, View
from igroteka.games.durak.cards import Card, Cards, beaters, each, ranks
from igroteka.games.durak.notation import LAY, PASS, TAKE, Move
from igroteka.games.durak.view import DurakView
from igroteka.text import Text


class Node(NamedTuple):
    """A predicted card: what it is worth to its owner and how likely he holds it."""

    card: Card
    parent: Node | None
    own: bool
    layer: int
    weight: float
    probability: float
    value: float
    """Probability times weight, less for own cards and more for the opponent's, from the root."""
    hand: Cards
    """Own cards left after this node."""
    theirs: Cards
    """Cards the opponent may hold after this node."""
    public: Cards

    def path(self) -> Iterator[Node]:
        """This node and those before it, back to the root."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent


class Robot(Player):
    """Alternates attack and defence cards to a depth and plays the root of the best path.

    A bout begins with the card of the lowest weight, without a tree.
    """

    def __init__(
        self,
        depth: int = 3,
        rank_factor: float = 1.0,
        trump_factor: float = 3.0,
        repetition_factor: float = 1.0,
        possibility_factor: float = 1.0,
    ) -> None:
        if not 1 <= depth <= 6:
            raise BadOption(Text("depth should be from {least} to {most}", least=1, most=6))
        self.depth = depth
        self.rank_factor = rank_factor
        self.trump_factor = trump_factor
        self.repetition_factor = repetition_factor
        self.possibility_factor = possibility_factor

    def choose(self, view: View) -> Move:
        assert isinstance(view, DurakView)
        public = view.public
        playable = public.playable(view.hand)
        if not playable:
            return Move(TAKE if public.defending else PASS)
        if not public.attacks:
            return Move(LAY, 1 << self.lightest(view))
        *_, root = best_end(self.grown(view, playable)).path()
        return Move(LAY, 1 << root.card)

    def expects(self, view: View) -> Sequence[Expected]:
        """The tree that it predicts; for the first card of a bout only what each card weighs.

        Empty where it has no card to lay.
        """
        assert isinstance(view, DurakView)
        playable = view.public.playable(view.hand)
        if view.seat != view.turn or not playable:
            return ()
        if not view.public.attacks:
            return self.weighed(view, view.seat)
        grown = list(self.grown(view, playable))
        best = {id(node) for node in best_end(grown).path()}
        answers = {id(node): followers for node, followers in grown}
        seats = (self.rival(view), view.seat)

        def expected(node: Node) -> Expected:
            return Expected(
                seats[node.own],
                Move(LAY, 1 << node.card),
                node.weight,
                node.probability,
                node.value,
                id(node) in best,
                tuple(map(expected, answers[id(node)])),
            )

        return [expected(node) for node, _ in grown if node.parent is None]

    def weighed(self, view: DurakView, seat: Seat) -> list[Expected]:
        """The cards in hand, of which the lightest begins a bout."""
        lightest = self.lightest(view)
        weights = [(card, self.weight(view, card, view.hand)) for card in each(view.hand)]
        return [
            Expected(seat, Move(LAY, 1 << card), weight, 1.0, -weight, card == lightest)
            for card, weight in weights
        ]

    def lightest(self, view: DurakView) -> Card:
        """The card of the lowest weight in hand."""
        return min(each(view.hand), key=lambda card: self.weight(view, card, view.hand))

    def weight(self, view: DurakView, card: Card, hand: Cards) -> float:
        """Rank, more for a trump and for repeated ranks in the hand, and more as the game goes."""
        trump = self.trump_factor if 1 << card & view.public.trumps else 1.0
        repeated = (hand & ranks(1 << card)).bit_count()
        value = (card // 4 + 2) * self.rank_factor * trump + repeated * self.repetition_factor
        return value * self.progress(view)

    def progress(self, view: DurakView) -> float:
        """From 1 to 2: how much of the deck is known."""
        return squeeze(view.public.game.cards / max(1, view.hidden.bit_count()))

    def probability(self, view: DurakView, card: Card) -> float:
        """How likely the opponent holds this card."""
        public, rival = view.public, self.rival(view)
        if public.known[rival] >> card & 1:
            return 1.0
        if not view.hidden >> card & 1:
            return 0.0
        secret = public.counts[rival] - public.known[rival].bit_count()
        elsewhere = view.hidden.bit_count() - secret
        return secret / (elsewhere + secret)

    def rival(self, view: DurakView) -> int:
        """Who answers: the defender, or the attacker when the robot defends."""
        public = view.public
        return public.attacker if public.defending else public.defender

    def grown(self, view: DurakView, playable: Cards) -> Iterator[tuple[Node, list[Node]]]:
        """Every predicted card with its answers, breadth first."""
        theirs = view.possible(self.rival(view))
        tasks = deque(
            self.node(view, card, None, view.hand, theirs, view.public.cards)
            for card in each(playable)
        )
        while tasks:
            node = tasks.popleft()
            answers = list(self.answers(view, node)) if node.layer < self.depth else []
            yield node, answers
            tasks.extend(answers)

    def node(
        self,
        view: DurakView,
        card: Card,
        parent: Node | None,
        hand: Cards,
        theirs: Cards,
        lying: Cards,
    ) -> Node:
        """The node of a card laid after the parent, or at the root."""
        own = parent is None or not parent.own
        held = hand if own else view.public.known[self.rival(view)]
        likely = 1.0 if own else self.probability(view, card)
        weight = self.possibility_factor * self.weight(view, card, held)
        gain = -likely * weight if own else likely * weight
        bit = 1 << card
        return Node(
            card,
            parent,
            own,
            1 if parent is None else parent.layer + 1,
            weight,
            likely,
            gain if parent is None else parent.value + gain,
            hand & ~bit,
            theirs & ~bit,
            lying | bit,
        )

    def answers(self, view: DurakView, node: Node) -> Iterator[Node]:
        """The cards that may follow: a defence to an attack, a throw-in after a defence."""
        attacked = node.own != view.public.defending
        if attacked and view.public.taking:
            return
        held = node.theirs if node.own else node.hand
        follow = beaters(node.card, view.public.trump) if attacked else ranks(node.public)
        for card in each(held & follow):
            yield self.node(view, card, node, node.hand, node.theirs, node.public)


def best_end(grown: Iterable[tuple[Node, list[Node]]]) -> Node:
    """The end of the path on which the opponent gives up most and the robot least."""
    return max((node for node, answers in grown if not answers), key=lambda node: node.value)


def squeeze(value: float) -> float:
    """A positive number brought into the range from 1 to 2."""
    return math.atan(value) / (math.pi / 2) + 1

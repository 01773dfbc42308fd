"""Tree search that knows no game: it plays positions that fit its view to the end, many times."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from igroteka.basics.points import side_points
from igroteka.basics.randomness import draw
from igroteka.contract import CHANCE, OVER, Action, BadOption, Game, Player, Seat, State, View
from igroteka.text import Text


class Node:
    """What is known of the actions at one point: visits, rewards, and how often each was open."""

    __slots__ = ("children", "opened", "reward", "visits")

    def __init__(self) -> None:
        self.children: dict[Action, Node] = {}
        self.visits = 0
        self.reward = 0.0
        self.opened = 0


class Mcts(Player):
    """Monte-Carlo tree search over sampled positions; stronger and slower with more iterations."""

    def __init__(self, iterations: int = 100, exploration: float = 0.7) -> None:
        if iterations < 1:
            raise BadOption(Text("iterations should be at least 1"))
        self.iterations = iterations
        self.exploration = exploration

    def start(self, game: Game, seat: Seat, rng: random.Random) -> None:
        super().start(game, seat, rng)
        self.side_of = {seat: side for side, seats in enumerate(game.sides) for seat in seats}

    def choose(self, view: View) -> Action:
        actions = view.actions()
        return actions[0] if len(actions) == 1 else self.analyse(view)[0][0]

    def analyse(self, view: View) -> Sequence[tuple[Action, float]]:
        """Every action that was tried with its mean reward in 0…1, the most tried first."""
        root = Node()
        for _ in range(self.iterations):
            self._iterate(root, view.sample(self.rng))
        tried = sorted(root.children.items(), key=lambda item: -item[1].visits)
        return [(action, node.reward / node.visits) for action, node in tried]

    def _iterate(self, root: Node, state: State) -> None:
        node = root
        path: list[tuple[Node, Seat]] = []
        while state.turn != OVER:
            seat = state.turn
            if seat == CHANCE:
                action = draw(state.chances(), self.rng)
                fresh = action not in node.children
            else:
                action, fresh = self._select(node, state.actions())
            state = state.play(action)
            node = node.children.setdefault(action, Node())
            path.append((node, seat))
            if fresh:
                break
        rewards = side_points(self.game, self._playout(state).scores())
        for visited, seat in path:
            visited.visits += 1
            if seat != CHANCE:
                visited.reward += rewards[self.side_of[seat]]

    def _select(self, node: Node, actions: Sequence[Action]) -> tuple[Action, bool]:
        """An action that was never tried, else the one with the best upper bound."""
        untried = [action for action in actions if action not in node.children]
        for action in actions:
            if action in node.children:
                node.children[action].opened += 1
        if untried:
            return self.rng.choice(untried), True
        return max(actions, key=lambda action: self._bound(node.children[action])), False

    def _bound(self, child: Node) -> float:
        width = math.sqrt(math.log(child.opened + 1) / child.visits)
        return child.reward / child.visits + self.exploration * width

    def _playout(self, state: State) -> State:
        while state.turn != OVER:
            if state.turn == CHANCE:
                state = state.play(draw(state.chances(), self.rng))
            else:
                state = state.play(self.rng.choice(state.actions()))
        return state

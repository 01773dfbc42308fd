"""A bot for draughts: it looks two moves ahead and counts the pieces."""

from igroteka import OVER, Action, Player, State, View


class MyBot(Player):
    """The move after which the opponent's best answer leaves it the most pieces."""

    plays = ("draughts",)

    def choose(self, view: View) -> Action:
        # Nothing is hidden in draughts, so this is the position itself; play() gives the next one.
        state = view.sample(self.rng)
        moves = list(view.actions())
        # Take all randomness from self.rng, or your games can't be played again.
        self.rng.shuffle(moves)
        # One of view.actions(), or its notation, such as "c3-d4". Try to look further ahead.
        return max(moves, key=lambda move: self.after_answer(state.play(move)))

    def after_answer(self, state: State) -> float:
        """What is left when the opponent has answered in the way that is worst for us."""
        if state.turn in (OVER, self.seat):
            return self.value(state)
        return min(self.value(state.play(answer)) for answer in state.actions())

    def value(self, state: State) -> float:
        """Our pieces minus theirs; a king counts as three men."""
        if state.turn == OVER:
            return 100 * state.scores()[self.seat]
        # docs/draughts.md says what is in the view: pieces are w, W, b or B by their squares.
        worth = {"w": 1, "W": 3, "b": -1, "B": -3}
        white = sum(worth[piece] for piece in state.view(self.seat).to_json()["pieces"].values())
        return white if self.seat == 0 else -white

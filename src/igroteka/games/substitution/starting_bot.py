"""A bot for substitution: the application of a production that brings the most at once."""

from igroteka import Action, Player, View


class MyBot(Player):
    """Points now are better than points later, and it does not look ahead."""

    plays = ("substitution",)

    def choose(self, view: View) -> Action:
        # Nothing is hidden in this game, so this is the position itself; play() gives the next one.
        state = view.sample(self.rng)

        def gain(action: Action) -> float:
            # docs/substitution.md says what is in the view: forms, bank, points and more.
            after = state.play(action).view(self.seat).to_json()
            shortest = min((len(form) for form in after["forms"][self.seat]), default=99)
            return float(after["points"][self.seat]) - shortest / 100

        actions = list(view.actions())
        # Take all randomness from self.rng, or your games can't be played again.
        self.rng.shuffle(actions)
        # One of view.actions(), or its notation, such as "0 3 1". Try to look further ahead.
        return max(actions, key=gain)

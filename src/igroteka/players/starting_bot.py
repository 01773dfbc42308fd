"""A bot for any game: it plays whatever comes to its mind, from here on it is yours."""

from igroteka import Action, Player, View


class MyBot(Player):
    """Any action that the rules allow."""

    def choose(self, view: View) -> Action:
        # view.actions() is what may be done now; str(action) is how it is written in records.
        # view.to_json() is all that your seat may know, as plain data.
        # Take all randomness from self.rng, or your games can't be played again.
        return self.rng.choice(view.actions())

"""The least bot: any legal action. igroteka match substitution examples/my_bot.py:MyBot random"""

from igroteka import Action, Player, View


class MyBot(Player):
    """Whatever comes to mind."""

    def choose(self, view: View) -> Action:
        return self.rng.choice(view.actions())

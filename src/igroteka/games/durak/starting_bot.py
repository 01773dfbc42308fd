"""A bot for durak: the cheapest card that it may lay, trumps last."""

from igroteka import Action, Player, View

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


class MyBot(Player):
    """The cheapest card, trumps last; it takes only when it must."""

    plays = ("durak",)

    def choose(self, view: View) -> Action:
        # All that your seat may know, as plain data: docs/durak.md says what is in it.
        known = view.to_json()
        trump = known["trump"][-1]

        def price(action: Action) -> tuple[int, int]:
            # Actions are written like 7♠, 7♠ 7♥, transfer 7♠, take, pass.
            cards = [word for word in str(action).split() if word[-1] in "♠♥♦♣"]
            trumps = sum(card[-1] == trump for card in cards)
            ranks = sum(RANKS.index(card[:-1]) for card in cards)
            return (trumps, ranks) if cards else (99, 0)

        # One of view.actions(), or its notation. Try something better than the cheapest:
        # when is it worth taking, and when should a trump be kept?
        return min(view.actions(), key=price)

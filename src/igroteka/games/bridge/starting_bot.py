"""A bot for bridge: it opens its longest suit with twelve points, and plays high or low."""

from igroteka import Action, Player, View

POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
RANKS = "23456789TJQKA"


class MyBot(Player):
    """A beginner's bidding and third hand high."""

    plays = ("bridge",)

    def choose(self, view: View) -> Action:
        # All that your seat may know, as plain data: docs/bridge.md says what is in it.
        known = view.to_json()
        allowed = [str(action) for action in view.actions()]
        # An action or its notation may be returned: pass, 1NT, 2♥, ♠A.
        if known["contract"] is None:
            return self.call(known["hands"][self.seat], allowed, known["auction"])
        cards = sorted((each for each in allowed if each[0] in "♠♥♦♣"), key=rank)
        if not cards:
            return allowed[0]
        return cards[-1] if len(known["trick"]) == 2 else cards[0]

    def call(self, hand: list[str], allowed: list[str], auction: list[str]) -> str:
        """One of the longest suit with twelve points, if nobody has opened; else pass."""
        points = sum(POINTS.get(card[-1], 0) for card in hand)
        suits = [card[0] for card in hand]
        opening = "1" + max("♣♦♥♠", key=suits.count)
        opened = any(call[0] in "1234567" for call in map(str, auction))
        return opening if points >= 12 and not opened and opening in allowed else "pass"


def rank(card: str) -> int:
    """How high a card is, such as ♠A."""
    return RANKS.index(card[-1])

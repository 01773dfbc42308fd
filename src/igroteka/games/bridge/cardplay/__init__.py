"""Plain sound card play, by rules of thumb and without search.

`outlook.py` is the trick as a hand sees it, `leading.py` chooses leads, `following.py` the rest.
"""

from igroteka.games.bridge.cardplay.following import follow
from igroteka.games.bridge.cardplay.leading import lead
from igroteka.games.bridge.cardplay.outlook import Outlook
from igroteka.games.bridge.cards import Card
from igroteka.games.bridge.sight import Sight


def choose_card(sight: Sight) -> Card:
    """The card for the hand that is due, dummy's if the seat is declarer."""
    outlook = Outlook(sight)
    cards = outlook.choices
    if len(cards) == 1:
        return cards[0]
    return follow(outlook) if outlook.trick else lead(outlook)

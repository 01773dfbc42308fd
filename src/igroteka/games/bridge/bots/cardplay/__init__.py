"""Plain sound card play, by reasons and without search.

`outlook.py` is the trick as a hand sees it and `combination.py` one suit of declarer's two hands.
`declaring.py` chooses declarer's leads by the plan of `planning.py`, `defending.py` a defender's by
`lead_reasons.py`, `following.py` what follows suit and `discarding.py` the rest. `merits.toml` says
what reasons weigh.
"""

from igroteka.games.bridge.bots.cardplay.declaring import declarer_lead
from igroteka.games.bridge.bots.cardplay.defending import defender_lead
from igroteka.games.bridge.bots.cardplay.following import follow
from igroteka.games.bridge.bots.cardplay.outlook import Outlook
from igroteka.games.bridge.cards import Card
from igroteka.games.bridge.view import BridgeView


def choose_card(view: BridgeView) -> Card:
    """The card for the hand that is due, dummy's if the seat is declarer."""
    outlook = Outlook(view)
    cards = outlook.choices
    if len(cards) == 1:
        return cards[0]
    if outlook.trick:
        return follow(outlook)
    return declarer_lead(outlook) if outlook.declaring else defender_lead(outlook)

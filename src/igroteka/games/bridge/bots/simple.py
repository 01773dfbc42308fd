"""`simple`: bids by the rule file and plays by rules of thumb."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from igroteka.contract import NO_FILE, BadOption, FilePath, Player, View
from igroteka.games.bridge.bidding.rulefile import BadRule, read_rules
from igroteka.games.bridge.bidding.system import System, natural
from igroteka.games.bridge.bots.cardplay import choose_card
from igroteka.games.bridge.bots.claims import claiming
from igroteka.games.bridge.contracts import Bid, Call, Other
from igroteka.games.bridge.notation import Action
from igroteka.games.bridge.view import BridgeView
from igroteka.text import NOTHING, Text


class Simple(Player):
    """Bids by a rule file, the house's own or another, and plays plain sound cards."""

    def __init__(self, system: FilePath = NO_FILE) -> None:
        self.system = load_system(system)

    def choose(self, view: View) -> Action:
        assert isinstance(view, BridgeView)
        public = view.public
        if (claim := claiming(view)) is not None:
            return claim
        if not public.auction.over:
            return self.call(view)
        return choose_card(view)

    def call(self, view: BridgeView) -> Call:
        """The call that the system makes with this hand."""
        public = view.public
        return self.system.choose(public.auction.calls, view.hand, public.dealer_vulnerability)

    def remark(self, view: View, action: Action) -> Text:
        """What a call means by the system."""
        return call_remark(self.system, view, action)

    def explanation(self, view: View, action: Action) -> Text:
        return call_explanation(self.system, view, action)


@cache
def load_system(path: str) -> System:
    """The system of a file; without one the house's own. Raises `BadOption`."""
    try:
        return System(read_rules(Path(path))) if path else natural()
    except BadRule as error:
        raise BadOption(error.sentence) from error


def call_explanation(system: System, view: View, action: Action) -> Text:
    """What a robot tells the opponents of its call; nothing of other actions."""
    assert isinstance(view, BridgeView)
    if not isinstance(action, Bid | Other):
        return NOTHING
    public = view.public
    return system.explanation(public.auction.calls, action, view.hand, public.dealer_vulnerability)


def call_remark(system: System, view: View, action: Action) -> Text:
    """A call in words with its meaning; nothing for other actions."""
    assert isinstance(view, BridgeView)
    if not isinstance(action, Bid | Other):
        return NOTHING
    public = view.public
    meaning = system.meaning((*public.auction.calls, action), public.dealer_vulnerability)
    if not meaning:
        return NOTHING
    return Text("{call}: {meaning}.", call=view.brief(action), meaning=meaning)

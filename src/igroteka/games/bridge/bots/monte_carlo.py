"""`monte-carlo`: deals that fit the auction and the play are drawn and solved double dummy."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Final, TypeVar

from igroteka.contract import NO_FILE, BadOption, FilePath, Player, State, View
from igroteka.games.bridge.bots.cardplay import choose_card
from igroteka.games.bridge.bots.claims import claiming
from igroteka.games.bridge.bots.in_sight import InSight, calls_in_sight, cards_in_sight
from igroteka.games.bridge.bots.projection import Projection, advantage, candidates
from igroteka.games.bridge.bots.sampling import Sampler
from igroteka.games.bridge.bots.simple import call_explanation, call_remark, load_system
from igroteka.games.bridge.bots.valuing import Valuer, compare, worth
from igroteka.games.bridge.cards import Card
from igroteka.games.bridge.contracts import Bid, Call, Other
from igroteka.games.bridge.doubledummy.questions import Layout
from igroteka.games.bridge.doubledummy.solver import ROBOT_PATIENCE, Unsolved, own_solver
from igroteka.games.bridge.notation import Action
from igroteka.games.bridge.state import Position
from igroteka.games.bridge.view import BridgeView
from igroteka.games.bridge.words import card_text
from igroteka.text import Text, joined

T = TypeVar("T")

PIECE: Final = 8
"""Deals that are solved between two looks at the clock."""
_SHARE: Final = {13: 0.5, 12: 0.6, 11: 0.8}
"""Of the samples, how many are solved while the hands are still long and slow to solve."""
_CLOSE: Final = 1e-6
WORTH_IT: Final = 0.3
"""What another call than the system's must promise, its error taken off, to be made."""


class MonteCarlo(Player):
    """Plays the card, and makes the call, that does best on average over sampled deals.

    `samples` deals are solved for a card, fewer while hands are long, and `calls` for a call; with
    `calls=0` it bids by the system alone. After `seconds` it goes by what it has solved so far; an
    analysis that nobody waits for solves them all.
    """

    version = "2"

    def __init__(
        self, samples: int = 40, calls: int = 32, seconds: float = 5.0, system: FilePath = NO_FILE
    ) -> None:
        if samples < 1 or calls < 0 or seconds <= 0:
            raise BadOption(Text("samples and seconds should be above zero, calls not below"))
        self.samples = samples
        self.calls = calls
        self.seconds = seconds
        self.system = load_system(system)
        self.seen: InSight | None = None
        """What all cards tell of the position that was last looked back at."""
        self.average: Mapping[Card, float] = {}
        """The tricks that cards of the last position take on average."""

    def choose(self, view: View) -> Action:
        assert isinstance(view, BridgeView)
        public = view.public
        if (claim := claiming(view)) is not None:
            return claim
        return self._card(view) if public.auction.over else self._call(view)

    def _call(self, view: BridgeView) -> Call:
        """The system's call, unless another does clearly better on the sampled deals."""
        calls = candidates(self.system, view.public, view.hand)
        if len(calls) == 1 or not self.calls:
            return calls[0]
        try:
            scores = self._call_scores(view, calls, self._budget())
        except Unsolved:
            return calls[0]
        scoring = view.public.game.scoring
        usual = scores[calls[0]]
        best, most = calls[0], WORTH_IT
        for call in calls[1:]:
            gain = advantage(
                [worth(scoring, a - b) for a, b in zip(scores[call], usual, strict=True)]
            )
            if gain > most:
                best, most = call, gain
        return best

    def _budget(self) -> float:
        """Seconds for a decision."""
        return self.seconds if self.patience is None else min(self.seconds, self.patience / 3)

    def _call_scores(
        self, view: BridgeView, calls: Sequence[Call], seconds: float
    ) -> Mapping[Call, list[int]]:
        """What calls score on sampled deals, as many as there is time for. Raises `Unsolved`."""
        deals = Sampler(view, self.system, self.rng).draw(max(1, self.calls))
        found: dict[Call, list[int]] = {call: [] for call in calls}
        for some in self._in_time(deals, seconds):
            scores = Projection(self.system, view.public, some, own_solver()).scores(calls)
            for call, more in scores.items():
                found[call] += more
        return found

    def _in_time(self, deals: Sequence[T], seconds: float) -> Iterator[Sequence[T]]:
        """The deals in small pieces until the time is up; at least one piece."""
        until = time.monotonic() + seconds
        for at in range(0, len(deals), PIECE):
            yield deals[at : at + PIECE]
            if time.monotonic() > until:
                return

    def _card(self, view: BridgeView) -> Card:
        plain = choose_card(view)
        assert view.public.due is not None
        legal = view.public.playable(view.held(view.public.due))
        if legal.bit_count() == 1:
            return plain
        try:
            values = dict(self._card_values(view, self._budget()))
        except Unsolved:
            return plain
        best = max(values.values())
        tied = [card for card, value in values.items() if value >= best - _CLOSE]
        return plain if plain in tied else min(tied, key=lambda card: (card.rank, card.suit))

    def _card_values(self, view: BridgeView, seconds: float) -> list[tuple[Card, float]]:
        """Every card that may be played with its value, best first. Raises `Unsolved`."""
        public = view.public
        assert public.contract is not None
        assert public.due is not None
        left = view.held(public.due).bit_count()
        count = max(1, round(self.samples * _SHARE.get(left, 1.0)))
        trick = tuple(map(int, public.trick))
        questions = [
            Layout(public.contract.strain, public.leaders[-1], trick, hands)
            for hands in Sampler(view, self.system, self.rng).draw(count)
        ]
        tricks: dict[Card, list[int]] = {}
        for some in self._in_time(questions, seconds):
            for answer in own_solver().layouts(some, patience=ROBOT_PATIENCE):
                for card, taken in answer:
                    tricks.setdefault(card, []).append(taken)
        self.average = {card: fmean(taken) for card, taken in tricks.items()}
        values = Valuer(public).values(tricks)
        return sorted(values.items(), key=lambda item: (-item[1], item[0]))

    def analyse(self, view: View) -> Sequence[tuple[Action, float]]:
        assert isinstance(view, BridgeView)
        if view.public.pending or view.seat != view.turn:
            return ()
        seconds = math.inf if self.patience == math.inf else self._budget()
        try:
            if view.public.auction.over:
                return self._card_values(view, seconds)
            calls = candidates(self.system, view.public, view.hand)
            values = self._call_values(view, calls, seconds)
        except Unsolved:
            return ()
        return sorted(values.items(), key=lambda item: -item[1])

    def _call_values(
        self, view: BridgeView, calls: Sequence[Call], seconds: float
    ) -> dict[Call, float]:
        return compare(view.public.game.scoring, self._call_scores(view, calls, seconds))

    def look_back(self, state: State, played: Action) -> Sequence[tuple[Action, float]]:
        """Values with all cards in sight; another action is better if the seat could know it, too.

        Deals are drawn only where the cards as they lay say that something was given away.
        """
        assert isinstance(state, Position)
        self.seen = None
        view = state.view(state.turn)
        try:
            if isinstance(played, Card):
                self.seen = cards_in_sight(state)
                if not self.seen.better_than(played):
                    return self.seen.ranked(played, {})
                return self.seen.ranked(played, dict(self._card_values(view, math.inf)))
            if not isinstance(played, Bid | Other):
                return ()
            calls = list(dict.fromkeys((*candidates(self.system, state.public, view.hand), played)))
            self.seen = calls_in_sight(state, self.system, calls)
            better = self.seen.better_than(played)
            if not better:
                return self.seen.ranked(played, {})
            return self.seen.ranked(played, self._call_values(view, [*better, played], math.inf))
        except Unsolved:
            return ()

    def remark(self, view: View, action: Action) -> Text:
        """What a call means and where it leads; how many tricks a card takes."""
        assert isinstance(view, BridgeView)
        told = [call_remark(self.system, view, action)]
        if self.seen is not None and self.seen.public == view.public:
            told.append(self.seen.remark(action))
        elif isinstance(action, Card) and self.average.get(action) is not None:
            told.append(
                Text(
                    "{card} takes {tricks:.1f} more tricks on average of the deals that fit.",
                    card=card_text(action),
                    tricks=self.average[action],
                )
            )
        return joined(" ", [each for each in told if each])

    def explanation(self, view: View, action: Action) -> Text:
        return call_explanation(self.system, view, action)

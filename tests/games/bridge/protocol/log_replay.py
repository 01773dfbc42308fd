"""A log of `bridge host` played over: the same lines in must bring the same lines out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from igroteka.contract import IgrotekaError
from igroteka.games.bridge.boards import SEATS
from igroteka.games.bridge.protocol.blue_chip import BLUE_CHIP
from igroteka.games.bridge.protocol.conversation import BridgeConversation
from igroteka.games.bridge.rules import Bridge
from igroteka.records.game_so_far import GameSoFar
from igroteka.records.line_protocol import Deed, Greeting

LINE = re.compile(r"\S+ (?P<place>\w+|\?) (?P<who>[SC])> (?P<said>.*)")
TIMED = (re.compile("Timing - N/S "), re.compile(r"Resuming after \d+ actions"))
"""Lines that tell how fast things went."""


def difference(log: Iterable[str], game: Bridge, deals: Sequence[str]) -> str:
    """The first line of the log that a server would not have said; empty if there is none.

    All four seats are programs. How long anything took is not compared.
    """
    replay = _Replay(game, list(deals))
    for line in log:
        match = LINE.fullmatch(line)
        assert match, line
        if match["place"] == "?":
            replay.greeted(match["who"], match["said"])
        elif match["who"] == "C":
            replay.heard(SEATS.index(match["place"]), match["said"])
        elif not replay.says(SEATS.index(match["place"]), match["said"]):
            return line
    return ""


@dataclass
class _Replay:
    """Four conversations, and the boards that they are about."""

    game: Bridge
    deals: list[str]
    so_far: GameSoFar | None = None
    names: dict[int, str] = field(default_factory=dict)
    greetings: list[Greeting] = field(default_factory=list)
    talks: dict[int, BridgeConversation] = field(default_factory=dict)
    due: dict[int, list[str]] = field(default_factory=dict)
    """What each seat is to hear and the log has not told yet."""

    def greeted(self, who: str, said: str) -> None:
        if who == "C":
            self.greetings.append(BLUE_CHIP.greeting(said))
        else:
            self.greetings.pop()

    def says(self, seat: int, said: str) -> bool:
        """Whether the server would say this now."""
        if said.endswith(" seated"):
            self._sit(seat)
        elif len(self.names) == 3:  # the others hear of the fourth before it does itself
            self._sit(next(each for each in range(4) if each not in self.names))
        if not self.due.get(seat):
            return False
        expected = self.due[seat].pop(0)
        return said == expected or any(each.match(said) and each.match(expected) for each in TIMED)

    def heard(self, seat: int, said: str) -> None:
        talk = self.talks[seat]
        try:
            if deed := talk.heard(said):
                self._do(deed)
        except IgrotekaError as error:
            talk.refused(error.sentence)
        self._gather_lines()

    def _sit(self, seat: int) -> None:
        greeting = next((each for each in self.greetings if each.seat in (seat, None)), None)
        if greeting is None:
            return
        self.greetings.remove(greeting)
        self.names[seat], self.due[seat] = greeting.name, []
        self.talks[seat] = talk = BLUE_CHIP.conversation(self.game, seat, greeting)
        if self.so_far is not None:
            self._begin(seat, talk)
            for step in self.so_far.steps:
                talk.happened(self.so_far.seen(step, seat), step.after.view(seat))
        elif len(self.names) == 4:
            self._next_board()
        self._gather_lines()

    def _begin(self, seat: int, talk: BridgeConversation) -> None:
        assert self.so_far is not None
        talk.gathered([self.names[each] for each in range(4)])
        talk.begin(self.so_far.start.view(seat))

    def _next_board(self) -> None:
        if not self.deals:
            for talk in self.talks.values():
                talk.farewell()
            return
        self.so_far = GameSoFar(self.game, self.game.restore(self.deals.pop(0)))
        for seat, talk in self.talks.items():
            self._begin(seat, talk)

    def _do(self, deed: Deed) -> None:
        assert self.so_far is not None
        self.so_far = self.so_far.play(self.game.read(deed.action), 0.0, deed.explanation)
        step = self.so_far.steps[-1]
        for seat, talk in self.talks.items():
            talk.happened(self.so_far.seen(step, seat), step.after.view(seat))
        if self.so_far.scores is not None:
            for talk in self.talks.values():
                talk.ended((0.0, 0.0), (0.0, 0.0))
            self._next_board()

    def _gather_lines(self) -> None:
        for seat, talk in self.talks.items():
            self.due[seat] += talk.due()

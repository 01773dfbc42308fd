"""A whole table in memory: conversations on four seats, clients at their other ends, no sockets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from igroteka.contract import Action, IgrotekaError, Player, View
from igroteka.games.bridge.boards import SEATS
from igroteka.games.bridge.protocol.blue_chip import BLUE_CHIP
from igroteka.games.bridge.protocol.client import BotClient, Client
from igroteka.games.bridge.protocol.client_lines import greeting_line
from igroteka.games.bridge.protocol.conversation import BridgeConversation
from igroteka.games.bridge.rules import Bridge
from igroteka.records.game_so_far import GameSoFar
from igroteka.records.line_protocol import Deed
from igroteka.text import NOTHING, Text

TEAMS = ("Ours", "Theirs", "Ours", "Theirs")
NO_CLAIMS = Bridge.configure({})
CLAIMS = Bridge.configure({"claims": "agree"})


class Far(Protocol):
    """Whatever answers a server's line with lines."""

    def hear(self, line: str) -> list[str]: ...


@dataclass
class Hub:
    """The table: boards in turn, what was said, and what was played."""

    game: Bridge
    deals: Sequence[str]
    far: dict[int, Far] = field(default_factory=dict)
    conversations: dict[int, BridgeConversation] = field(default_factory=dict)
    waiting: dict[int, list[str]] = field(default_factory=dict)
    """Lines of each client that the table has not yet heard."""
    transcript: list[str] = field(default_factory=list)
    played: list[GameSoFar] = field(default_factory=list)
    so_far: GameSoFar | None = None
    boards: int = 0
    messages: int = 0
    before_each: Callable[[Hub], None] | None = None
    """Asked before every message, to break connections."""

    def connect(self, seat: int, far: Far, greeting: str) -> None:
        """A client comes, or comes back: it is told the board from its beginning."""
        read = BLUE_CHIP.greeting(greeting)
        self.far[seat] = far
        self.waiting[seat] = []
        talk = BLUE_CHIP.conversation(self.game, seat, read)
        self.conversations[seat] = talk
        if len(self.far) == 4:
            for each in self.conversations.values():
                each.gathered(TEAMS)
        if self.so_far is not None:
            talk.begin(self.so_far.start.view(seat))
            for step in self.so_far.steps:
                talk.happened(self.so_far.seen(step, seat), step.after.view(seat))

    def play(self) -> None:
        """Everything until nobody has anything to say."""
        self.next_board()
        self.settle()

    def settle(self) -> None:
        """Let everything be said that can be said now."""
        while self._deliver() or self._listen():
            pass

    def next_board(self) -> None:
        """Begin the next board, or say farewell after the last."""
        if self.boards == len(self.deals):
            self.so_far = None
            for talk in self.conversations.values():
                talk.farewell()
            return
        self.so_far = GameSoFar(self.game, self.game.restore(self.deals[self.boards]))
        self.boards += 1
        for seat, talk in self.conversations.items():
            talk.begin(self.so_far.start.view(seat))

    def _deliver(self) -> bool:
        """Send what is due to all."""
        sent = False
        for seat in range(4):
            talk = self.conversations[seat]
            for line in talk.due():
                sent = True
                self._message()
                if self.conversations[seat] is not talk:
                    break
                self.transcript.append(f"{SEATS[seat]:5} S> {line}")
                self.waiting[seat] += self.far[seat].hear(line)
        return sent

    def _listen(self) -> bool:
        """Hear one line of somebody."""
        for seat in range(4):
            if self.waiting[seat]:
                talk = self.conversations[seat]
                self._message()
                if self.conversations[seat] is talk:
                    line = self.waiting[seat].pop(0)
                    self.transcript.append(f"{SEATS[seat]:5} C> {line}")
                    self._hear(seat, line)
                return True
        return False

    def _message(self) -> None:
        self.messages += 1
        if self.before_each:
            self.before_each(self)

    def _hear(self, seat: int, line: str) -> None:
        talk = self.conversations[seat]
        try:
            deed = talk.heard(line)
            if deed:
                self.do(deed)
        except IgrotekaError as error:
            talk.refused(error.sentence)

    def do(self, deed: Deed) -> None:
        """An action is made, by whomever; everybody is told."""
        assert self.so_far is not None
        self.so_far = self.so_far.play(self.game.read(deed.action), 1.0, deed.explanation)
        step = self.so_far.steps[-1]
        for seat, talk in self.conversations.items():
            talk.happened(self.so_far.seen(step, seat), step.after.view(seat))
        for talk in self.conversations.values():
            if unasked := talk.automatic():
                self.do(unasked)
                return
        if self.so_far.scores is not None:
            self.played.append(self.so_far)
            for talk in self.conversations.values():
                talk.ended((60.0, 61.0), (3600.0, 3661.0))
            self.next_board()


@dataclass
class Watched(Player):
    """A player that notes what it saw and says of its calls what it is told to say."""

    inner: Player
    seen: list[View] = field(default_factory=list)
    alerts: dict[str, str] = field(default_factory=dict)

    def start(self, *args: object) -> None:
        self.inner.start(*args)  # type: ignore[arg-type]

    def choose(self, view: View) -> Action:
        self.seen.append(view)
        return self.inner.choose(view)

    def explanation(self, view: View, action: Action) -> Text:
        said = self.alerts.get(str(action), "")
        return Text("{text}", text=said) if said else NOTHING


@dataclass
class Scripted(Player):
    """Does what it is told, one action after another."""

    actions: list[str]

    def start(self, *args: object) -> None:
        super().start(*args)  # type: ignore[arg-type]

    def choose(self, view: View) -> Action:
        return self.game.read(self.actions.pop(0))


def bot_client(seat: int, player: Player, seed: int = 1) -> BotClient:
    """A client of ours with a player."""
    return BotClient(Client(seat), player, seed)


def greeting(seat: int, *words: str) -> str:
    """How a client of these tests introduces itself."""
    return greeting_line(TEAMS[seat], seat, words)

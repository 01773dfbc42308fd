"""Checking a client: it plays a few scripted boards, and all that it says amiss is listed.

`ClientCheck` is a state machine without input or output: lines are heard, lines are due. Beside the
client a client of ours hears the same lines, and what it says is what was expected. What the house
understands all the same is a remark, what it can't accept a mistake.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any, Final, Protocol

from igroteka.contract import OVER, IgrotekaError, Seat
from igroteka.games.bridge.boards import SEATS, Board, vulnerability_of
from igroteka.games.bridge.bots.cardplay import choose_card
from igroteka.games.bridge.cards import Card, read_hand
from igroteka.games.bridge.contracts import PASS, read_call
from igroteka.games.bridge.notation import Action
from igroteka.games.bridge.protocol.blue_chip import BLUE_CHIP
from igroteka.games.bridge.protocol.client import Client
from igroteka.games.bridge.protocol.client_lines import (
    START,
    Ready,
    greeting_line,
    read_client_line,
)
from igroteka.games.bridge.protocol.conversation import BridgeConversation
from igroteka.games.bridge.protocol.lines import Acted, action_line
from igroteka.games.bridge.protocol.server_lines import END_OF_SESSION
from igroteka.games.bridge.rules import Bridge
from igroteka.games.bridge.view import BridgeView
from igroteka.records.game_so_far import GameSoFar
from igroteka.text import NOTHING, Text, as_written

OTHERS: Final = "Checkers"
"""What the other three play for."""


class Severity(StrEnum):
    """How bad a finding is."""

    MISTAKE = "mistake"
    REMARK = "remark"


@dataclass(frozen=True)
class Finding:
    """One thing that a client did wrong, or in another way than documented."""

    severity: Severity
    board: int
    """The number of the board; 0 before the first."""
    line: str
    """What it said; empty where it said nothing."""
    expected: str
    """What was documented, or a line like what was due; empty where nothing was."""
    sentence: Text


class Wire(Protocol):
    """A client at the other end of something."""

    def send(self, line: str) -> None:
        """Say a line to it."""

    def receive(self) -> str | None:
        """Its next line; None when it has gone, or was silent for too long."""


def check_client(wire: Wire, seat: Seat) -> Sequence[Finding]:
    """Everything that the client there does amiss at this seat."""
    check = ClientCheck(seat)
    while not check.over:
        line = wire.receive()
        if line is None:
            check.hung_up()
        else:
            check.heard(line)
        for answer in check.due():
            wire.send(answer)
    return check.findings


class ClientCheck:
    """The house's side of a check: one client, and three seats that follow a script."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.findings: list[Finding] = []
        self.over = False
        self._game = Bridge.configure({})
        self._boards = list(scripted_boards(seat))
        self._calls: list[list[str]] = []
        self._so_far: GameSoFar | None = None
        self._talk: BridgeConversation | None = None
        self._model = Client(seat)
        """A client that says what is documented."""
        self._expected = [greeting_line("Team", seat)]
        self._due: list[str] = []
        self._met: set[str] = set()

    @property
    def expected(self) -> str:
        """What the client should say now, or a line like it; empty if nothing."""
        if (view := self._model.to_decide) is not None:
            due = view.public.due
            return action_line(self.seat if due is None else due, view.actions()[0])
        return self._expected[0] if self._expected else ""

    def due(self) -> Sequence[str]:
        """The lines that are to be sent now; each is given once."""
        due, self._due = self._due, []
        return due

    def heard(self, line: str) -> None:
        """The client says a line."""
        if self._talk is None:
            self._greet(line)
            return
        try:
            said = read_client_line(line)
            if isinstance(said, Ready):
                self._hear_ready(said, line, self._talk)
            else:
                self._check_action(said, line, self._talk)
        except IgrotekaError as error:
            self._find(Severity.MISTAKE, line, error.sentence)
            self._talk.refused(error.sentence)
        self._settle()

    def hung_up(self) -> None:
        """The client has gone before the session was over, or says nothing any more."""
        self.over = True
        sentence = Text(
            "it fell silent or went; expected was a line like {line}", line=self.expected
        )
        self._find(Severity.MISTAKE, "", sentence)

    def _greet(self, line: str) -> None:
        try:
            greeting = BLUE_CHIP.greeting(line)
            if greeting.seat not in (None, self.seat):
                raise IgrotekaError(Text("this check is for {seat}", seat=SEATS[self.seat]))
        except IgrotekaError as error:
            self._find(Severity.MISTAKE, line, error.sentence)
            self._due.append(BLUE_CHIP.sent_away(error.sentence))
            self.over = True
            return
        self._expected = []
        documented = greeting_line(greeting.name, greeting.seat)
        if line.startswith(documented) and line != documented:
            self._find(Severity.REMARK, line, Text("it appends text to its greeting"))
        else:
            self._compare(line, documented)
        self._talk = BLUE_CHIP.conversation(self._game, self.seat, greeting)
        names = [greeting.name if other % 2 == self.seat % 2 else OTHERS for other in range(4)]
        self._talk.gathered(names)
        self._next_board(self._talk)
        self._settle()

    def _find(self, severity: Severity, line: str, sentence: Text, expected: str = "") -> None:
        expected = expected or self.expected
        self.findings.append(Finding(severity, self._number(), line, expected, sentence))

    def _number(self) -> int:
        view = None if self._so_far is None else self._so_far.view(None)
        return view.public.number if isinstance(view, BridgeView) else 0

    def _compare(self, line: str, documented: str) -> None:
        if line != documented:
            sentence = Text("it is documented as {line}", line=documented)
            self._find(Severity.REMARK, line, sentence, documented)

    def _hear_ready(self, said: Ready, line: str, talk: BridgeConversation) -> None:
        """Compare what the client is ready for with what it should be ready for."""
        if said.seat != self.seat:
            sentence = Text("it speaks for {seat}", seat=SEATS[said.seat])
            self._find(Severity.REMARK, line, sentence)
        talk.heard(line)
        place = self._place(said.kind)
        if place is None:
            self._find(*self._unexpected(said, line))
            self._settle()
            place = self._place(said.kind)
        else:
            self._compare_ready(line, self._expected[place])
        if place is not None:
            del self._expected[: place + 1]

    def _place(self, kind: str) -> int | None:
        """Where a readiness of this kind stands among those that are expected."""
        wanted = [read_client_line(each) for each in self._expected]
        kinds = [each.kind for each in wanted if isinstance(each, Ready)]
        return kinds.index(kind) if kind in kinds else None

    def _unexpected(self, said: Ready, line: str) -> tuple[Severity, str, Text]:
        if said.kind == START and self._met:
            return Severity.REMARK, line, Text("it is said before the first board only")
        if self.expected:
            return Severity.MISTAKE, line, Text("expected was {line}", line=self.expected)
        return Severity.MISTAKE, line, Text("nothing was to be asked for")

    def _compare_ready(self, line: str, documented: str) -> None:
        """Dummy may be asked for by that word or by its seat."""
        view = self._model.view
        dummy = None if view is None else view.public.dummy
        named = documented if dummy is None else documented.replace("dummy's", f"{SEATS[dummy]}'s")
        if line != named:
            self._compare(line, documented)

    def _check_action(self, said: Acted, line: str, talk: BridgeConversation) -> None:
        """Let the client act if it may. Raises `IgrotekaError`."""
        deed = talk.heard(line)
        if deed is None or self._so_far is None:
            return
        view = self._model.to_decide
        if view is None:
            raise IgrotekaError(Text("expected was {line}", line=self.expected))
        due = view.public.due
        owner = due if isinstance(said.action, Card) and due is not None else self.seat
        self._so_far.play(said.action)
        self._compare(line, action_line(owner, said.action, said.explanation))
        self._expected += self._model.act(said.action, said.explanation)[1:]
        self._do(said.action, said.explanation, talk)

    def _settle(self) -> None:
        """Let the others act, and say what the client is ready to hear."""
        talk = self._talk
        assert talk is not None
        self._follow_script(talk)
        for line in talk.due():
            self._due.append(line)
            self._expected += self._model.hear(line)
            self.over = self.over or line == END_OF_SESSION

    def _next_board(self, talk: BridgeConversation) -> None:
        if not self._boards:
            self._so_far = None
            self._tell_unmet()
            talk.farewell()
            return
        board, self._calls = self._boards.pop(0)
        self._so_far = GameSoFar(self._game, self._game.begin(board))
        talk.begin(self._so_far.view(self.seat))

    def _follow_script(self, talk: BridgeConversation) -> None:
        while self._so_far is not None and self._so_far.state.turn != self.seat:
            turn = self._so_far.state.turn
            if turn == OVER:
                view = self._so_far.view(self.seat)
                assert isinstance(view, BridgeView)
                self._met.add(_role(view))
                talk.ended((0, 0), (0, 0))
                self._next_board(talk)
                continue
            view = self._so_far.view(turn)
            assert isinstance(view, BridgeView)
            if view.public.auction.over:
                self._do(choose_card(view), NOTHING, talk)
            else:
                self._do(*_scripted_call(view, self._calls[turn]), talk)

    def _do(self, action: Action, explanation: Text, talk: BridgeConversation) -> None:
        assert self._so_far is not None
        self._so_far = grown = self._so_far.play(action, 0.0, explanation)
        talk.happened(grown.seen(grown.steps[-1], self.seat), grown.view(self.seat))

    def _tell_unmet(self) -> None:
        """What the client's own calls kept from being checked."""
        unmet = {
            "declarer": Text("it never declared, so that is not checked"),
            "dummy": Text("it never was dummy, so that is not checked"),
            "defender": Text("it never defended, so that is not checked"),
            "passed": Text("no board was passed out, so that is not checked"),
        }
        for role, sentence in unmet.items():
            if role not in self._met:
                self._find(Severity.REMARK, "", sentence)


def _role(view: BridgeView) -> str:
    public = view.public
    roles = {public.declarer: "declarer", public.dummy: "dummy"}
    return roles.get(view.seat, "defender") if public.playing else "passed"


def _scripted_call(view: BridgeView, calls: list[str]) -> tuple[Action, Text]:
    """The next call of the script, if it may be made; else pass."""
    if not calls:
        return PASS, NOTHING
    call, _, words = calls.pop(0).partition("!")
    action = read_call(call)
    if action not in view.actions():
        calls.clear()
        return PASS, NOTHING
    return action, as_written(words.strip()) if words else NOTHING


@cache
def _script() -> Any:
    text = files(__package__).joinpath("checking_boards.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)["board"]


def scripted_boards(seat: Seat) -> Sequence[tuple[Board, list[list[str]]]]:
    """The boards of the check with the calls of each seat, turned so that the client sits here."""
    boards = []
    for number, board in enumerate(_script(), start=1):
        north, east, south, west = (read_hand(board["hands"][(at - seat) % 4]) for at in range(4))
        dealer = (board["dealer"] + seat) % 4
        calls = [list(board["calls"][(at - seat) % 4]) for at in range(4)]
        hands = (north, east, south, west)
        boards.append((Board(hands, number, dealer, vulnerability_of(number)), calls))
    return boards

"""The house's side of the conversation with a client on one seat.

What is to be told waits in a queue; each thing is said when the client has said that it is ready
for one of its kind, before or after it happened. A client that is ready for something later is told
first what it did not ask for, so that nobody waits for ever.

A client that comes back is told the board from its beginning. A plain one makes its own calls and
plays its own cards again: what agrees with the game is passed over, what does not is answered by
what stands. One that announced `resuming` is told them, all that happened so far at once. What a
substitute does in the place of a client that is there is for either as if it had come back; if the
client says nothing until the board is over, it is told the next one.

The protocol has no claims. A client that announced `claims` says and hears them in lines of ours.
For any other the conversation refuses every claim that its seat is asked about, and it hears
nothing of them; as dummy, which is not asked, it may find the board over early.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

from igroteka.contract import OVER, IgrotekaError, Seat, View
from igroteka.games.bridge.boards import SEATS
from igroteka.games.bridge.cards import Card
from igroteka.games.bridge.notation import REFUSE, Action, Answer, Claim, read_action
from igroteka.games.bridge.protocol import server_lines as server
from igroteka.games.bridge.protocol.client_lines import (
    BID,
    CARD,
    CARDS,
    CLAIMS,
    DEAL,
    DUMMY,
    START,
    TEAMS,
    Ready,
    read_client_line,
)
from igroteka.games.bridge.protocol.lines import Acted, action_line, ascii_text
from igroteka.games.bridge.public import PublicState
from igroteka.games.bridge.rules import Bridge
from igroteka.games.bridge.view import BridgeView
from igroteka.records.line_protocol import Conversation, Deed, Greeting
from igroteka.records.steps import SeenStep
from igroteka.text import NOTHING, Text

MOST_READY = 60
"""So many readinesses are remembered; a client that says more without end costs nothing."""


@dataclass(frozen=True)
class _Told:
    """One line of the queue."""

    line: str
    kind: str = ""
    """What the client must be ready for; empty where it need not ask."""
    action: Action | None = None
    """The action that the line tells, if it tells one."""
    own: bool = False
    """Whether the client is to say it, and not the house."""
    substituted: bool = False
    """Whether a substitute did it while the client was there."""


class BridgeConversation(Conversation):
    """From `seated` to `End of session`."""

    def __init__(self, game: Bridge, seat: Seat, greeting: Greeting) -> None:
        self.game, self.seat, self.greeting = game, seat, greeting
        self._claims = CLAIMS in greeting.abilities
        self._now = [server.seated_line(seat, ascii_text(greeting.name))]
        """Lines that wait for nothing."""
        if self._claims and game.claims == "agree":
            self._now.append(server.CLAIMS_ALLOWED)
        self._queue: deque[_Told] = deque()
        self._ready: list[Ready] = []
        self._view: BridgeView | None = None
        self._wanted: Action | None = None
        """What the client wants to do and the table has not yet judged."""
        self._stands: Action | None = None
        """What was done in the client's place and told to it; it may say it too."""
        self._gathered = False
        self._catching_up = False
        """Whether it is told what happened before it came."""
        self._behind = False
        """Whether what it does is meant for the board that ended without it."""
        self._told_next = False
        """Whether such a client was told that the next board begins."""

    def heard(self, line: str) -> Deed | None:
        said = read_client_line(line)
        if isinstance(said, Acted):
            return self._acted(said)
        if self._told_next and said.kind in (DEAL, CARDS):
            self._behind = False
        if said not in self._ready:
            self._ready = [*self._ready[1 - MOST_READY :], said]
        return None

    def due(self) -> Sequence[str]:
        lines, self._now, self._catching_up = self._now, [], False
        while self._queue and not self._queue[0].own and self._may_hear(self._queue[0]):
            told = self._queue.popleft()
            if told.line == server.START_OF_BOARD:
                self._told_next = True
                self._ready = [each for each in self._ready if each.kind not in (BID, CARD, DUMMY)]
            elif told.kind == CARDS and self.greeting.resuming:
                lines += self._past()
            lines.append(told.line)
        return lines

    def _may_hear(self, told: _Told) -> bool:
        """Whether the client is ready for this, or for something behind it."""
        if not told.kind:
            return True
        for ready in self._ready:
            if ready.kind == told.kind:
                self._ready.remove(ready)
                return True
        kinds = {ready.kind for ready in self._ready}
        for later in self._queue:
            if later.own:
                return False
            if later.kind in kinds:
                return True
        return False

    def _past(self) -> Sequence[str]:
        """Let all that has happened on this board be told at once, and say how much that is."""
        queue, self._queue = self._queue, deque()
        count, here = 0, True
        for told in queue:
            here = here and told.line != server.START_OF_BOARD
            count += here and told.action is not None
            self._queue.append(replace(told, kind="", own=False) if here else told)
        return (server.past_line(count),) if count else ()

    def gathered(self, names: Sequence[str]) -> None:
        if not self._gathered:
            self._gathered = True
            self._queue.append(_Told(server.teams_line(names, self.game.scoring), TEAMS))

    def begin(self, view: View) -> None:
        assert isinstance(view, BridgeView)
        first, self._catching_up = self._view is None, True
        self._view, self._wanted, self._stands = view, None, None
        public = view.public
        facts = server.board_line(public.number, public.auction.dealer, public.vulnerability)
        self._queue += (
            _Told(server.START_OF_BOARD, START if first else ""),
            _Told(facts, DEAL),
            _Told(server.cards_line(SEATS[self.seat], view.hand), CARDS),
        )

    def happened(self, step: SeenStep, view: View) -> None:
        assert isinstance(view, BridgeView)
        assert self._view is not None
        assert step.seat is not None
        before, self._view = self._view.public, view
        action = read_action(step.notation)
        claiming = isinstance(action, Claim | Answer)
        owner = before.due if isinstance(action, Card) and before.due is not None else step.seat
        hand = view.public.faced[owner] if isinstance(action, Claim) else 0
        line = action_line(owner, action, step.explanation, hand)
        kind = CARD if isinstance(action, Card) else "" if claiming else BID
        if step.seat == self.seat:
            self._done_here(_Told(line, action=action))
        elif self._claims or not claiming:
            self._queue.append(_Told(line, kind, action))
        if not claiming:
            self._follow(view.public)

    def _done_here(self, told: _Told) -> None:
        """The client's own seat has acted, by the client or by a substitute."""
        wanted, self._wanted = self._wanted, None
        unheard = isinstance(told.action, Claim | Answer) and not self._claims
        if wanted == told.action or unheard:
            return
        if wanted is None:
            self._queue.append(replace(told, own=True, substituted=not self._catching_up))
        else:
            self._contradict(told)

    def _contradict(self, told: _Told) -> None:
        self._now.append(f"{server.REFUSED}{server.ALREADY_DONE}{told.line}")
        self._stands = told.action

    def _follow(self, public: PublicState) -> None:
        """What a call or a card brings with it: dummy's hand, and who leads to the next trick."""
        if len(public.cards) == 1 and public.dummy not in (None, self.seat):
            assert public.dummy is not None
            hand = public.faced[public.dummy]
            self._queue.append(_Told(server.cards_line("Dummy", hand), DUMMY))
        if public.turn == self.seat and public.due is not None and not public.trick:
            leader = "Dummy" if public.due == public.dummy else SEATS[self.seat]
            self._queue.append(_Told(server.to_lead_line(leader)))

    def ended(self, seconds: Sequence[float], total: Sequence[float]) -> None:
        self._give_up_waiting()
        self._queue.append(_Told(server.timing_line(seconds, total)))

    def _give_up_waiting(self) -> None:
        """A client that still owes what a substitute did hears of the board no more.

        If it waits for its cards, these are told; if it never heard of the board, nothing is.
        """
        if not any(told.substituted for told in self._queue):
            return
        self._behind, self._told_next = True, False
        while self._queue and self._queue[-1].kind != CARDS:
            self._queue.pop()
        if any(told.line == server.START_OF_BOARD for told in self._queue):
            while self._queue.pop().line != server.START_OF_BOARD:
                pass

    def farewell(self) -> None:
        self._queue.append(_Told(server.END_OF_SESSION))

    def refused(self, reason: Text) -> None:
        self._wanted = None
        self._now.append(f"{server.REFUSED}{ascii_text(reason)}")

    def automatic(self) -> Deed | None:
        view = self._view
        if self._claims or view is None or self._wanted is not None:
            return None
        if view.public.pending is None or view.turn != self.seat:
            return None
        self._wanted = REFUSE
        return Deed(str(REFUSE))

    def _acted(self, said: Acted) -> Deed | None:
        if self._view is None:
            raise IgrotekaError(Text("no board has begun yet"))
        if self._behind:
            return None
        recorded = next((told for told in self._queue if told.own), None)
        if recorded and (said.seat == self.seat or isinstance(said.action, Card)):
            self._queue.remove(recorded)
            if recorded.action != said.action:
                self._contradict(recorded)
            return None
        self._check_seat(said, self._view.public)
        if refusal := self._not_now(self._view.public):
            if said.action == self._stands:
                self._stands = None
                return None
            raise IgrotekaError(refusal)
        self._check_due(said, self._view.public)
        self._wanted, self._stands = said.action, None
        return Deed(str(said.action), said.explanation)

    def _check_seat(self, said: Acted, public: PublicState) -> None:
        """Refuse what is said for another seat."""
        own: set[Seat | None] = {self.seat}
        if isinstance(said.action, Card) and public.declarer == self.seat:
            own |= {None, public.dummy}
        if said.seat not in own:
            who = Text("dummy") if said.seat is None else SEATS[said.seat]
            raise IgrotekaError(
                Text("you sit {seat} and can't act for {other}", seat=SEATS[self.seat], other=who)
            )

    def _check_due(self, said: Acted, public: PublicState) -> None:
        """Refuse a card that is said to come from another hand than the one that is due."""
        due = public.due
        if not isinstance(said.action, Card) or due is None:
            return
        named = public.dummy if said.seat is None else said.seat
        if named != due:
            line = action_line(due, said.action)
            raise IgrotekaError(
                Text(
                    "the card of {seat} is due; it is played by a line like {line}",
                    seat=SEATS[due],
                    line=line,
                )
            )

    def _not_now(self, public: PublicState) -> Text:
        """Why the client may not act now; empty if it may."""
        if self._wanted is not None:
            return Text("your last line is not answered yet")
        if public.turn == OVER:
            return Text("the board is over")
        if public.turn != self.seat:
            return Text("it is not your turn; {seat} decides now", seat=SEATS[public.turn])
        if any(told.action is not None for told in self._queue):
            return Text("there is something to hear first; say that you are ready for it")
        return NOTHING

"""The client's side: it hears a server's lines, says its own, and sees what our rules would show.

`Client` knows who is to act and does not decide; `BotClient` lets a player do that.
"""

from __future__ import annotations

from igroteka.basics.endings import FaultKind, PlayerFault
from igroteka.basics.randomness import Stream, view_seed
from igroteka.contract import IgrotekaError, IllegalMove, Player, Seat
from igroteka.games.bridge.auction import Auction
from igroteka.games.bridge.boards import SEATS
from igroteka.games.bridge.cards import Card, Cards
from igroteka.games.bridge.contracts import Bid, Other
from igroteka.games.bridge.notation import Action, Claim
from igroteka.games.bridge.protocol import server_lines as server
from igroteka.games.bridge.protocol.client_lines import (
    BID,
    CARD,
    CARDS,
    DEAL,
    DUMMY,
    START,
    TEAMS,
    ready_line,
)
from igroteka.games.bridge.protocol.lines import Acted, action_line
from igroteka.games.bridge.public import PublicState
from igroteka.games.bridge.rules import Bridge
from igroteka.games.bridge.state import Position
from igroteka.games.bridge.view import BridgeView
from igroteka.text import Text, as_written

PATIENCE = 3
"""After so many refusals of one decision a player is out of step with the server."""


class OutOfStep(IgrotekaError):  # noqa: N818 - a state of affairs, as its name says
    """What the server says does not follow from what it said before; coming back may help."""


class Client:
    """One seat at a table somewhere, as its lines tell it."""

    def __init__(self, seat: Seat | None) -> None:
        self.seat = seat
        """The seat; until the server has told it, the one that was wished for."""
        self.seated = False
        self.over = False
        """Whether the session has ended."""
        self.refusal = ""
        """Why the server sent the client away, or refused its last words; unseated, all it says."""
        self.sent_away = False
        self.first: BridgeView | None = None
        """What the seat saw when the board began."""
        self.done: BridgeView | None = None
        """What it saw of the last board at its end."""
        self.to_decide: BridgeView | None = None
        """What the seat is to decide from now, if it is."""
        self._options = {"scoring": "imps", "claims": "no"}
        self._facts: server.BoardFacts | None = None
        self._public: PublicState | None = None
        self._hand: Cards = 0
        self._past = self._heard = 0
        self._may_lead = False
        self._waiting = ""
        self._undo: tuple[PublicState, bool] | None = None
        """How things were before the seat's own action, until somebody else has acted."""
        self._last: Action | None = None
        """The seat's own last action."""

    @property
    def view(self) -> BridgeView | None:
        """What the seat sees now; None between boards."""
        if self._public is None:
            return None
        return BridgeView(self.seat, self._public, self._hand, Position)

    def hear(self, line: str) -> list[str]:
        """The server says a line; what is said in return. Raises `OutOfStep`."""
        try:
            told = server.read_server_line(line)
        except IgrotekaError as error:
            raise OutOfStep(error.sentence) from error
        if isinstance(told, server.Seated):
            self.seat, self.seated = told.seat, True
            return self._ready(TEAMS)
        if isinstance(told, server.Refusal):
            return self._hear_refusal(told)
        if not self.seated:
            self.refusal = line
            return []
        if isinstance(told, server.Word):
            return self._hear_word(told.word)
        if isinstance(told, server.Teams):
            self._options["scoring"] = told.scoring
            return self._ready(START)
        if isinstance(told, server.BoardFacts):
            self._facts = told
            return self._ready(CARDS)
        return self._hear_board(told)

    def _hear_word(self, word: str) -> list[str]:
        if word == server.START_OF_BOARD:
            self._public = self._facts = self.first = self.to_decide = self._undo = None
            self._past = self._heard = 0
            self._waiting, self._may_lead = "", False
            return self._ready(DEAL)
        if word == server.CLAIMS_ALLOWED:
            self._options["claims"] = "agree"
        elif word == server.TIMING.word:
            self.done, self.to_decide = self.view, None
        elif word == server.END_OF_SESSION:
            self.over = True
        return []

    def _hear_board(self, told: server.ServerLine | None) -> list[str]:
        """A line about the board that is being played."""
        if isinstance(told, server.Past):
            self._past = told.count
            return []
        if isinstance(told, server.Hand) and self._public is None:
            return self._begin(told)
        if self._public is None or told is None:
            return []
        if isinstance(told, server.Hand):
            dummy = self._public.dummy
            if dummy is not None and told.seat in (None, dummy):
                self._public = self._public.facing(dummy, told.cards)
        elif isinstance(told, server.ToLead):
            self._may_lead, self._undo = True, None
        elif isinstance(told, Acted):
            self._hear_action(told, self._public)
        return self._next(self._public)

    def _begin(self, told: server.Hand) -> list[str]:
        if told.seat != self.seat or self._facts is None:
            return []
        facts, self._hand = self._facts, told.cards
        game = Bridge.configure(self._options)
        self._public = PublicState(game, facts.number, facts.vulnerability, Auction(facts.dealer))
        self.first = self.view
        return self._next(self._public)

    def _hear_action(self, acted: Acted, public: PublicState) -> None:
        owner = public.dummy if acted.seat is None else acted.seat
        from_dummy = isinstance(acted.action, Card) and owner == public.dummy
        own = public.declarer == self.seat if from_dummy else owner == self.seat
        self.to_decide = None
        self._heard += 1
        if not own:
            self._undo = None
        elif self._undo is not None:
            if acted.action == self._last:
                return
            public, self._may_lead = self._undo
        self._last = acted.action if own else self._last
        self._public = self._after(public, owner, acted)

    def _after(self, public: PublicState, owner: Seat | None, acted: Acted) -> PublicState:
        """The table after this action. Raises `OutOfStep`."""
        due = public.due if isinstance(acted.action, Card) else public.turn
        if owner != due:
            raise OutOfStep(
                Text("the server tells {line} out of turn", line=_line(owner, acted.action))
            )
        try:
            return self._applied(public, acted)
        except IllegalMove as error:
            raise OutOfStep(
                Text(
                    "the server tells {line}, but {reason}",
                    line=_line(owner, acted.action),
                    reason=error.sentence,
                )
            ) from error

    def _applied(self, public: PublicState, acted: Acted) -> PublicState:
        action = acted.action
        if isinstance(action, Bid | Other):
            return public.called(action)
        if isinstance(action, Card):
            due = public.due
            assert due is not None
            known = BridgeView(self.seat, public, self._hand, Position).held(due)
            if reason := public.card_refusal(action, known or 1 << action):
                raise IllegalMove(reason)
            self._may_lead = False
            laid = public.laid(action)
            if laid.dummy is None or laid.dummy != self.seat:
                return laid
            return laid.facing(laid.dummy, self._hand)
        if isinstance(action, Claim):
            claimer = public.turn
            return public.asked(action).facing(claimer, acted.hand or self._hand)
        return public.answered(action)

    def _hear_refusal(self, told: server.Refusal) -> list[str]:
        self.refusal = told.reason
        if told.final:
            self.sent_away = True
        elif self._public is not None and self._undo is not None and self._last != _done(told):
            if told.instead:
                self._hear_action(told.instead, self._public)
            else:
                self._public, self._may_lead = self._undo
                self._undo = None
            return self._next(self._public)
        return []

    def act(self, action: Action, explanation: str = "") -> list[str]:
        """Do this now; the lines that say so. Raises `IllegalMove`."""
        view, public = self.to_decide, self._public
        assert view is not None
        assert public is not None
        if action not in view.actions():
            raise IllegalMove(_refusal(view, action))
        owner = public.due if isinstance(action, Card) else public.turn
        self._undo, self._last = (public, self._may_lead), action
        self.to_decide = None
        assert owner is not None
        self._public = self._applied(public, Acted(owner, action))
        return [action_line(owner, action, explanation), *self._next(self._public)]

    def _next(self, public: PublicState | None) -> list[str]:
        """What the client is ready for now, or what it is to decide."""
        assert public is not None
        hidden = public.dummy not in (None, self.seat) and not public.faced[public.dummy or 0]
        if self._heard < self._past or public.over:
            return []
        if public.cards and hidden:
            return self._ready(DUMMY)
        if public.turn == self.seat:
            leads = public.playing and not public.pending and not public.trick
            if self._may_lead or not leads:
                self.to_decide = self.view
            return []
        if public.pending:
            return []
        if not public.playing:
            return self._ready(BID, SEATS[public.turn])
        assert public.due is not None
        owner = "dummy" if public.due == public.dummy else SEATS[public.due]
        return self._ready(CARD, owner, len(public.cards) // 4 + 1)

    def _ready(self, kind: str, owner: str = "", trick: int = 0) -> list[str]:
        """Say that the client is ready, unless it has just said so."""
        assert self.seat is not None
        line = ready_line(self.seat, kind, owner, trick)
        if kind in (BID, CARD, DUMMY) and line == self._waiting:
            return []
        self._waiting = line
        return [line]


def _line(owner: Seat | None, action: Action) -> str:
    return action_line(owner, action) if owner is not None else str(action)


def _done(told: server.Refusal) -> Action | None:
    return told.instead.action if told.instead else None


def _refusal(view: BridgeView, action: Action) -> Text:
    """Why the rules refuse what a seat wants to do on its turn."""
    public, due = view.public, view.public.due
    if isinstance(action, Bid | Other):
        return public.call_refusal(action)
    if isinstance(action, Card):
        return public.card_refusal(action, 0 if due is None else view.held(due))
    if isinstance(action, Claim):
        return public.claim_refusal(action)
    return Text("nobody has claimed, so there is nothing to answer")


class BotClient:
    """A client whose seat a player decides for: any bot of the house, or a person."""

    def __init__(self, client: Client, player: Player, seed: int) -> None:
        self.client, self.player, self.seed = client, player, seed
        self._playing: BridgeView | None = None
        self._refusals = 0

    def hear(self, line: str) -> list[str]:
        """The server says a line; what is said in return.

        Raises `OutOfStep`, and `PlayerFault` where the player fails.
        """
        client = self.client
        client.refusal = ""
        said = client.hear(line)
        if client.first is not self._playing:
            self._start(client.first)
        self._refusals = self._refusals + 1 if client.refusal and client.seated else 0
        if self._refusals >= PATIENCE:
            raise OutOfStep(as_written(client.refusal))
        while (view := client.to_decide) is not None:
            said += client.act(*self._choice(view))
        return said

    def _choice(self, view: BridgeView) -> tuple[Action, Text]:
        """What the player does, and what it tells the opponents of it."""
        try:
            action = self.player.choose(view)
            return action, self.player.explanation(view, action)
        except (IgrotekaError, PlayerFault):
            raise
        except Exception as error:
            reason = Text("{kind}: {reason}", kind=type(error).__name__, reason=str(error))
            raise PlayerFault(FaultKind.EXCEPTION, reason) from error

    def _start(self, first: BridgeView | None) -> None:
        self.close()
        if first is not None:
            assert first.seat is not None
            self._playing = first
            rng = Stream(view_seed(self.seed, first.to_json()))
            self.player.start(first.public.game, first.seat, rng)

    def close(self) -> None:
        """The board is over, or the connection lost."""
        if self._playing is not None:
            self._playing = None
            self.player.close()

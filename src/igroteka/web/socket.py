"""The wire between a table and one visitor: pages and programs speak the same JSON over it.

To the visitor: `start`, then `table` with all that they may see, then `change` with what is other
than before, `choose` when a program is to decide, `refused` with a reason, `hint`, `end`, and
`alive` when nothing else was said for a while; docs/api.md has them all. From the visitor:
`{"action": "c3-d4"}` and `HANDLERS`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TypeAlias

from starlette.websockets import WebSocket, WebSocketDisconnect

from igroteka.basics.house_fault import HouseFault
from igroteka.contract import IgrotekaError, Json, Seat
from igroteka.records.explanations import read_explanation
from igroteka.tables import requests
from igroteka.tables.frames import VERSION, Frame, audience_of, written
from igroteka.tables.snapshot import has_curtain
from igroteka.tables.table import SYSTEM_RANDOM, Outdated, Table
from igroteka.text import Text, listed
from igroteka.web.security import Rate
from igroteka.web.visitors import Guest

COME_AGAIN = 1013
SENT_AWAY = 1008
"""Closing statuses: who comes again is served, or would be refused again."""
KEEP_ALIVE = 20.0
LONGEST_LINE = 1000
"""Messages that may wait for a slow visitor before the wire is cut."""
PATIENCE = 1.0
"""Seconds in which who is sent away may hear why."""
MOST_STRIKES = 20
"""Refused moves after which a program is sent away."""
LONGEST_MESSAGE = 4096
RATE = Rate(per_second=10, burst=40)
MOST_HURRIED = 100
"""Messages refused for coming too fast after which a visitor is sent away."""


class Wire:
    """One open socket at a table."""

    def __init__(
        self,
        socket: WebSocket,
        table: Table,
        guest: Guest,
        protocol: int | None = None,
        drawn: bool = False,
    ) -> None:
        self.socket = socket
        self.table = table
        self.guest = guest
        self.visitor = guest.visitor
        self.protocol = protocol or 1
        self.program = protocol is not None
        """Whether a program listens, and wants to be asked."""
        self.drawn = drawn
        """Whether the page needs the position as text, having no board of its own for it."""
        self.looking: Seat | None = None
        self._told: Frame | None = None
        """What the visitor has seen last."""
        self._line: asyncio.Queue[str | int] = asyncio.Queue()
        """What is to be sent; a number is the status with which the wire is closed."""
        self._spoken = True
        """Whether anything was said since somebody last looked."""
        self._too_slow = asyncio.Event()
        self._dismissed = False
        """Whether what let the visitor in has ended: nothing that they still say is done."""
        self._asked: int | None = None
        self._awaited = False
        """Whether a program was asked and has not answered: what it then says is not too much."""
        self._ended = False
        self._strikes = 0
        self._hurried = 0
        self._slow: set[asyncio.Task[None]] = set()
        """Requests for which a bot has to think, so that moves need not wait for them."""

    # --- the table speaks ---

    def tell(self, table: Table) -> None:
        """Send what has changed, and to a program its question or the end."""
        if self.looking != table.state.turn:
            self.looking = None
        how = (self.guest.words, self.looking, self.drawn)
        frame = table.frames.frame(audience_of(table, self.visitor, *how))
        known = self._told is not None and frame.before is self._told
        fresh, self._told = frame is not self._told, frame
        if self.program and self._is_asked(table, frame):
            if fresh and not known:
                self._send(frame.whole)
            self._awaited = True
            self._send(frame.question if self.protocol == 1 else frame.question_with_history)
        elif fresh:
            self._send(frame.change if known else frame.whole)
        if self.program and table.phase == "over" and not self._ended:
            self._ended = True
            self._say({"type": "end", "result": frame.parts["result"]})

    def _is_asked(self, table: Table, frame: Frame) -> bool:
        """Whether a program is to decide and does not know it yet."""
        before, self._asked = self._asked, table.after if frame.parts["actions"] else None
        return self._asked is not None and self._asked != before

    def leave(self, reason: Text) -> None:
        """Tell that the table is gone, and hang up."""
        self._hang_up(reason, COME_AGAIN)

    def dismiss(self, reason: Text) -> None:
        """Obey this visitor no more, say why, and hang up, on one who does not listen as well."""
        self._dismissed = True
        self._hang_up(reason, SENT_AWAY)
        asyncio.get_running_loop().call_later(PATIENCE, self._too_slow.set)

    def _hang_up(self, reason: Text, status: int) -> None:
        self._say({"type": "refused", "reason": self.guest.words(reason)})
        self._line.put_nowait(status)

    def _say(self, message: Json) -> None:
        self._send(written(message))

    def _send(self, text: str) -> None:
        """Send a message, unless it is empty: then there is nothing new to this visitor."""
        if not text:
            return
        self._spoken = True
        if self._line.qsize() < LONGEST_LINE:
            self._line.put_nowait(text)
        else:
            self._too_slow.set()

    # --- the visitor speaks ---

    async def run(self) -> None:
        """Serve this visitor until either side hangs up."""
        table = self.table
        self._say(self._start())
        table.welcome(self)
        table.driver.wake()
        parts = (self._deliver(), self._receive(), self._stay_alive(), self._too_slow.wait())
        work = [asyncio.create_task(part) for part in parts]
        try:
            await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in work:
                task.cancel()
            table.part(self)
            await asyncio.gather(*work, return_exceptions=True)

    def _start(self) -> Json:
        game, held = self.table.game, self.table.setting.held_by(self.visitor)
        return {
            "type": "start",
            "protocol": self.protocol,
            "version": VERSION,
            "game": game.name,
            "options": dict(game.options),
            "seat": held[0] if held else None,
            "seed": SYSTEM_RANDOM.getrandbits(32),
        }

    async def _deliver(self) -> None:
        while True:
            message = await self._line.get()
            if isinstance(message, int):
                await self.socket.close(message)
                return
            await self.socket.send_text(message)

    async def _stay_alive(self) -> None:
        while True:
            self._spoken = False
            await asyncio.sleep(KEEP_ALIVE)
            if not self._spoken:
                self._say({"type": "alive"})

    async def _receive(self) -> None:
        while True:
            try:
                text = await self.socket.receive_text()
            except (WebSocketDisconnect, KeyError):
                return
            if self._dismissed:
                continue
            try:
                await self._obey(text)
            except (IgrotekaError, HouseFault) as error:
                self._refuse(error)

    def _refuse(self, error: IgrotekaError | HouseFault) -> None:
        self._say({"type": "refused", "reason": self.guest.words(error.sentence)})

    def _ask_again(self) -> None:
        """A program whose move was refused may try another, so many times in a game."""
        if not self.program:
            return
        self._strikes += 1
        if self._strikes > MOST_STRIKES:
            self._hang_up(Text("too many moves were refused"), SENT_AWAY)
            return
        self._asked = None
        self.tell(self.table)

    async def _obey(self, text: str) -> None:
        awaited, self._awaited = self._awaited, False
        if not awaited and not RATE.allows(self.visitor + str(id(self))):
            self._hurried += 1
            if self._hurried == MOST_HURRIED:
                self.dismiss(Text("too many messages at once; wait a little"))
                return
            raise IgrotekaError(Text("too many messages at once; wait a little"))
        message = _read(text)
        request = next((name for name in HANDLERS if name in message), None)
        if request is None:
            raise IgrotekaError(
                Text("a message has one of the fields {names}", names=listed(HANDLERS))
            )
        # What has begun is finished even if the visitor hangs up meanwhile: a move is stored and
        # shown, or neither.
        if request in SLOW_REQUESTS:
            if self._slow:
                raise IgrotekaError(Text("wait for the answer to your last wish"))
            task = asyncio.create_task(self._grant(HANDLERS[request], message))
            self._slow.add(task)
            task.add_done_callback(self._slow.discard)
        else:
            await asyncio.shield(asyncio.create_task(HANDLERS[request](self, message)))

    async def _grant(self, request: Handler, message: Json) -> None:
        try:
            await request(self, message)
        except (IgrotekaError, HouseFault) as error:
            self._refuse(error)

    # --- what a message may ask for ---

    async def _act(self, message: Json) -> None:
        seat, after = message.get("seat"), message.get("after")
        if not isinstance(message["action"], str) or not isinstance(seat, int | None):
            raise IgrotekaError(Text('an action is a text, as in {"action": "c3-d4"}'))
        if after is not None and type(after) is not int:
            raise IgrotekaError(Text("a position is named by the number that came with it"))
        explanation = read_explanation(str(message.get("explanation") or ""))
        try:
            await self.table.move(self.visitor, message["action"], seat, after, explanation)
        except Outdated as error:
            self._refuse(error)  # no fault of a program; the new question is on its way
        except IgrotekaError as error:
            self._refuse(error)
            self._ask_again()

    async def _look(self, message: Json) -> None:
        if type(message["look"]) is not int:
            raise IgrotekaError(Text("say whose cards to show by the number of a seat"))
        self.looking = message["look"]
        self.tell(self.table)

    async def _hint(self, message: Json) -> None:
        step = requests.STEPS if message["hint"] is True else message["hint"]
        if type(step) is not int or not 1 <= step <= requests.STEPS:
            raise IgrotekaError(Text("a hint has the steps 1, 2 and 3"))
        if has_curtain(self.table, self.visitor, self.looking):
            raise IgrotekaError(Text("look at your cards first"))
        hint = await requests.hint(self.table, self.visitor, step)
        words = self.guest.words
        items = [
            {"text": str(each.action), "value": each.value, "words": words(each.words)}
            for each in hint.advice
        ]
        self._say(
            {
                "type": "hint",
                "step": hint.step,
                "steps": requests.STEPS,
                "words": words(hint.words),
                "places": list(hint.places),
                "items": items,
            }
        )

    async def _take_back(self, message: Json) -> None:
        del message
        await requests.take_back(self.table, self.visitor)

    async def _draw(self, message: Json) -> None:
        del message
        await requests.offer_draw(self.table, self.visitor)

    async def _answer(self, message: Json) -> None:
        await requests.answer(self.table, self.visitor, message["answer"] is True)

    async def _resign(self, message: Json) -> None:
        del message
        await requests.resign(self.table, self.visitor)

    async def _pause(self, message: Json) -> None:
        await requests.pause(self.table, self.visitor, message["pause"] is True)


Handler: TypeAlias = Callable[[Wire, Any], Coroutine[Any, Any, None]]
SLOW_REQUESTS = ("hint", "draw")
HANDLERS: Mapping[str, Handler] = {
    "action": Wire._act,
    "look": Wire._look,
    "hint": Wire._hint,
    "take_back": Wire._take_back,
    "draw": Wire._draw,
    "answer": Wire._answer,
    "resign": Wire._resign,
    "pause": Wire._pause,
}


def _read(text: str) -> dict[str, Any]:
    if len(text) > LONGEST_MESSAGE:
        raise IgrotekaError(Text("a message has at most {count} letters", count=LONGEST_MESSAGE))
    try:
        message = json.loads(text)
        json.dumps(message, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise IgrotekaError(Text("this holds half a character, which nobody can read")) from error
    except ValueError as error:
        place = getattr(error, "pos", 0) + 1
        raise IgrotekaError(
            Text("this is no JSON: see its character {place}", place=place)
        ) from error
    except RecursionError as error:
        raise IgrotekaError(Text("this is nested too deep")) from error
    if not isinstance(message, dict):
        raise IgrotekaError(Text('a message is a JSON object, as in {"action": "c3-d4"}'))
    return message

"""A house in this process, and visitors who read its pages and sit at its tables."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import anyio
from fastapi import FastAPI
from httpx import Response
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from igroteka.archive import queries
from igroteka.archive.models import StoredSession
from igroteka.archive.sessions import session_of
from igroteka.registry import make_game
from igroteka.tables.live_tables import LiveTables
from igroteka.tables.setting import Chair, Setting
from igroteka.tables.table import Table
from igroteka.web import passwords, socket
from igroteka.web.app import Settings, create_app
from igroteka.web.pages import common, people

LONGEST_WAIT = 120.0
"""Seconds after which a message that was waited for will never come."""


def bot(text: str = "random") -> Chair:
    """A chair with a bot on it."""
    return Chair(text, "bot", text)


class Client(TestClient):
    """A client whose sockets may be closed while the house is still answering."""

    @contextmanager
    def websocket_connect(self, *args: Any, **how: Any) -> Iterator[WebSocketTestSession]:  # type: ignore[override]
        """Open a socket until the block ends."""
        with suppress(CancelledError), super().websocket_connect(*args, **how) as session:
            yield session


class House:
    """The site with an archive of its own, open until the block ends."""

    def __init__(self, folder: Path, accounts: bool = False, **how: Any) -> None:
        self.folder = folder
        self.accounts = accounts
        self.how = how

    @contextmanager
    def open(self) -> Iterator[House]:
        """Open it; what was played before in the same folder is there again."""
        for rate in (common.FORM_RATE, people.SIGN_IN_RATE, *passwords.RATES, socket.RATE):
            rate._stores.clear()
        database = str(self.folder / "games.db")
        how = {"bot_processes": 1, "warm": False, "names": ("testserver",), **self.how}
        settings = Settings(self.folder, database, self.accounts, **how)
        self.app: FastAPI = create_app(settings)
        with ExitStack() as self._open, Client(self.app) as client:
            self._door = client
            yield self

    def stored(self, number: int) -> list[str]:
        """The moves of a game as the archive has them."""
        return [move.notation for move in self.live_tables.archive.read(queries.game, number).moves]

    @property
    def live_tables(self) -> LiveTables:
        """The tables."""
        live_tables: LiveTables = self.app.state.live_tables
        return live_tables

    def wait_for(self, work: Callable[..., Any], *args: Any) -> Any:
        """What a coroutine function comes to in the house's own loop."""
        assert self._door.portal is not None
        return self._door.portal.call(work, *args)

    def visitor(self, name: str | None = None, address: str = "testclient") -> Visitor:
        """Somebody with a browser of their own, who has told a name."""
        client = Client(
            self.app, follow_redirects=False, raise_server_exceptions=False, client=(address, 50000)
        )
        client.portal = self._door.portal
        visitor = Visitor(self, client)
        if name is not None:
            visitor.post("/wishes", name=name)
        return visitor

    def table(self, number: int) -> Table:
        """A table by its number."""
        table: Table = self.wait_for(self.live_tables.table, number)
        return table

    def seat(self, game: str, options: Mapping[str, str], *chairs: Chair, **rules: Any) -> Table:
        """A table with these chairs, at which bots answer at once."""

        async def opened() -> Table:
            setting = Setting(list(chairs), **{"pace": 0.0, **rules}).with_budgets()
            return await self.live_tables.open(make_game(game, options), setting)

        table: Table = self.wait_for(opened)
        return table


class Visitor:
    """A browser: its cookies, everything it was sent, and the tables it looks at."""

    def __init__(self, house: House, client: Client) -> None:
        self.house = house
        self.client = client
        self.received: list[str] = []
        """Every page and every message, in the order in which they came."""

    @property
    def token(self) -> str:
        """What this visitor's forms carry."""
        found = re.search(r'name="form" value="([^"]+)"', self.get("/me").text)
        assert found is not None
        return found.group(1)

    @property
    def session(self) -> StoredSession:
        """What the house remembers of this visitor, who is sent one form if nothing yet."""
        archive = self.house.live_tables.archive
        secret = self.client.cookies.get("igroteka-session", "").partition(".")[0]
        found = archive.read(session_of, secret)
        if found is None:
            self.post("/wishes")
            return self.session
        return found

    @property
    def mark(self) -> str:
        """How the house knows this visitor."""
        found = self.session
        return found.marks["visitor"] if found.player is None else f"player:{found.player}"

    def get(self, path: str, **query: str) -> Response:
        """A page."""
        return self._kept(self.client.get(path, params=query or None))

    def post(self, path: str, **form: str) -> Response:
        """A form of this visitor's own."""
        return self._kept(self.client.post(path, data={"form": self.token, **form}))

    def _kept(self, answer: Response) -> Response:
        self.received.append(answer.text)
        return answer

    def chair(self, name: str, **budget: Any) -> Chair:
        """A chair on which this visitor sits."""
        return Chair(name, holders=[self.mark], **budget)

    def opened(self, answer: Response) -> int:
        """The number of the table to which an answer leads."""
        assert answer.status_code == 303, answer.text
        return int(answer.headers["location"].removeprefix("/table/"))

    @contextmanager
    def at(self, number: int) -> Iterator[Screen]:
        """Sit at a table, or look on."""
        self.get("/me")
        with self._connected(f"/table/{number}/socket", number) as screen:
            yield screen

    @contextmanager
    def _connected(self, address: str, number: int, **how: Any) -> Iterator[Screen]:
        tables = self.house.live_tables._tables
        before = set(tables[number].listeners) if number in tables else set()
        with self.client.websocket_connect(address, **how) as session:
            screen = Screen(session, self)
            table = self.house.table(number)
            mine = table.listeners - before
            try:
                yield screen
            finally:
                session.close()
                self.house.wait_for(_gone, table, mine)


async def _gone(table: Table, listeners: set[Any]) -> None:
    """Wait until the house has noticed that somebody hung up."""
    while table.listeners & listeners:
        await anyio.sleep(0.001)
    await anyio.sleep(0.005)


class Screen:
    """A table's page: what was seen of it so far, kept up to date as the page does."""

    def __init__(self, session: WebSocketTestSession, visitor: Visitor) -> None:
        self.session = session
        self.visitor = visitor
        self.seen: dict[str, Any] = {}
        self.refusals: list[str] = []
        self.hints: list[list[dict[str, Any]]] = []
        self.steps: list[dict[str, Any]] = []
        """All that came with each hint."""
        self.questions: list[dict[str, Any]] = []
        self.whole = 0
        """How often the whole table was sent."""
        self.until(lambda: bool(self.seen))

    def receive(self) -> dict[str, Any]:
        """The next message. Raises `WebSocketDisconnect` when the house has hung up."""

        async def message() -> Any:
            with anyio.fail_after(LONGEST_WAIT):
                return await self.session._send_rx.receive()

        received = self.session.portal.call(message)
        if received["type"] == "websocket.close":
            raise WebSocketDisconnect(received.get("code", 1000))
        self.visitor.received.append(received["text"])
        news: dict[str, Any] = json.loads(received["text"])
        self._hear(news)
        return news

    def _hear(self, news: dict[str, Any]) -> None:
        kind = news.pop("type")
        if kind == "refused":
            self.refusals.append(news["reason"])
        elif kind == "hint":
            self.hints.append(news["items"])
            self.steps.append(news)
        elif kind == "choose":
            self.questions.append({part: news[part] for part in ("view", "actions", "after")})
            actions = [{"text": text, "words": text} for text in news["actions"]]
            self._change({**news, "actions": actions})
        elif kind == "table":
            self.whole += 1
            self.seen = {**news, "moves": news["moves"]["items"]}
        elif kind == "change":
            self._change(news)

    def _change(self, news: dict[str, Any]) -> None:
        moves = self.seen["moves"]
        if more := news.pop("moves", None):
            moves = moves[: more["from"]] + more["items"]
        for part in ("table", "view"):
            news[part] = {**self.seen[part], **news.get(part, {})}
        self.seen = {**self.seen, **news, "moves": moves}

    def until(self, fulfilled: Callable[[], bool]) -> None:
        """Read on until something holds."""
        patience = time.monotonic() + LONGEST_WAIT
        while not fulfilled():
            assert time.monotonic() < patience, self.seen
            self.receive()

    def send(self, **wish: Any) -> None:
        """Tell the house something."""
        self.session.send_text(json.dumps(wish))

    def play(self, action: str) -> None:
        """Play, and wait until it is shown."""
        moves, refusals = len(self.moves), len(self.refusals)
        self.send(action=action)
        self.until(lambda: len(self.moves) > moves or len(self.refusals) > refusals)
        assert len(self.refusals) == refusals, self.refusals[-1]

    def refused(self, **wish: Any) -> str:
        """The reason for which the house does not do what is asked."""
        known = len(self.refusals)
        self.send(**wish)
        self.until(lambda: len(self.refusals) > known)
        return self.refusals[-1]

    @property
    def moves(self) -> list[str]:
        """The moves of the game so far."""
        return [move["text"] for move in self.seen["moves"]]

    @property
    def actions(self) -> list[str]:
        """What may be done now."""
        return [action["text"] for action in self.seen["actions"]]

    @property
    def phase(self) -> str:
        """Whether the game is gathering, playing, paused or over."""
        return str(self.seen["table"]["phase"])

    @property
    def to_move(self) -> bool:
        """Whether this visitor is to move."""
        return bool(self.seen["table"]["to_move"])

"""What one visitor may cost the others: each attack is refused, and the house goes on meanwhile.

How long others were kept waiting is measured as CPU time of the loop, so that a busy machine does
not make a test fail.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from igroteka.archive import accounts
from igroteka.archive.importing import Refusal
from igroteka.archive.intake import MOST_REFUSALS, FoldedRefusals, Intake
from igroteka.text import from_data
from igroteka.web import budgets, connections, imports, passwords
from igroteka.web.app import Settings, create_app
from igroteka.web.budgets import OpenSockets, OverBudget
from igroteka.web.imports import Imports
from igroteka.web.metrics import LoopWatch
from tests.serving import Guest
from tests.web.visiting import House, Visitor, bot

BUDGET = 0.3
"""Seconds of the loop that one request may take from all others."""
PAGE = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Served:
    """A house at a port, with its lag and its memory."""

    def __init__(self, address: str, app: Any) -> None:
        self.address = address
        self.app = app
        self.host, port = address.removeprefix("http://").split(":")
        self.port = int(port)

    @contextmanager
    def quick(self) -> Iterator[None]:
        """Whatever happens in the block keeps nobody waiting."""
        self.app.state.loop_watch.longest = 0.0
        yield
        assert httpx.get(f"{self.address}/", timeout=30).status_code == 200
        assert self.app.state.loop_watch.longest < BUDGET

    def dial(self, source: str = "127.0.0.1") -> socket.socket:
        """A bare connection."""
        return socket.create_connection((self.host, self.port), 30, (source, 0))

    def told(self, *parts: bytes) -> bytes:
        """What is answered, until it hangs up, to what is sent as far as it listens."""
        with self.dial() as line:
            return self.heard(line, *parts)

    def heard(self, line: socket.socket, *parts: bytes) -> bytes:
        """The same on a line that is open already."""
        try:
            for part in parts:
                line.sendall(part)
        except OSError:
            pass
        answer = b""
        try:
            while piece := line.recv(65536):
                answer += piece
        except ConnectionResetError:
            pass
        return answer


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house in a thread, with room for thirty connections of one address."""
    from igroteka.cli.site_server import Site, listening

    folder = tmp_path_factory.mktemp("budgets")
    settings = Settings(folder, str(folder / "a.db"), bot_processes=1, warm=False, per_address=30)
    listener = listening("127.0.0.1", 0)
    app = create_app(settings)
    site = Site(app, listener)
    thread = threading.Thread(target=site.run, kwargs={"sockets": [listener]})
    thread.start()
    until = time.monotonic() + 60
    while not site.started and time.monotonic() < until:
        time.sleep(0.02)
    house = Served(site.address.rstrip("/"), app)
    assert httpx.get(house.address).status_code == 200  # what is made once is made by now
    yield house
    site.should_exit = True
    thread.join()


@pytest.fixture(scope="module")
def table(served: Served) -> int:
    """The number of a table there."""
    return Guest.at(served.address).number


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """What is logged, with what the server writes, which goes no further than to its own log."""
    server = logging.getLogger("uvicorn")
    server.addHandler(caplog.handler)
    yield caplog
    server.removeHandler(caplog.handler)


# --- bodies ---


@pytest.mark.parametrize("path", ["/archive/import", "/api/tables", "/club/a/b/deeds", "/wishes"])
def test_what_is_too_long_is_refused_before_it_is_sent(served: Served, path: str) -> None:
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 400000000\r\n"
    with served.quick():
        answer = served.told(
            head.encode() + b"Content-Type: multipart/form-data; boundary=x\r\n\r\n"
        )
    status = int(answer.split()[1])
    assert 400 <= status < 500
    assert b"connection: close" in answer.lower()


def test_what_does_not_say_how_long_it_is_is_read_to_the_limit(served: Served) -> None:
    head = b"POST /api/programs HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    with served.quick():
        answer = served.told(head, *[chunk] * 4000)
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"at most 1 MB" in answer
    assert b"connection: close" in answer.lower()


def test_who_hangs_up_in_a_form_leaves_nothing_in_the_log(
    served: Served, log: pytest.LogCaptureFixture
) -> None:
    head = b"POST /wishes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n"
    with served.dial() as line:
        line.sendall(head + b"Content-Type: application/x-www-form-urlencoded\r\n\r\nfo")
        time.sleep(0.1)
    assert served.told(PAGE.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
    assert not log.records


def test_a_form_that_is_too_long_is_told_so(house: House) -> None:
    anna = house.visitor("Anna")
    much = {"file": ("x.pdn", b"x" * (budgets.LARGEST_FORM + 1))}
    answer = anna.client.post("/archive/import", data={"form": anna.token}, files=much)
    assert answer.status_code == 413
    assert "at most 8 MB" in answer.text


def test_a_body_that_does_not_come_is_given_up(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budgets, "SILENCE", 0.3)
    head = b"POST /wishes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n"
    kind = b"Content-Type: application/x-www-form-urlencoded\r\n\r\nfo"
    assert served.told(head + kind).startswith(b"HTTP/1.1 408")


def test_a_body_that_nobody_reads_is_not_waited_for(served: Served) -> None:
    announced = PAGE.replace(b"\r\n\r\n", b"\r\nContent-Length: 100\r\n\r\n")
    assert served.told(announced).startswith(b"HTTP/1.1 200")


# --- connections ---


@pytest.mark.parametrize(
    "said", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: localhost\r\nX: 1\r\n"]
)
def test_who_says_nothing_is_hung_up_on(
    served: Served, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.3)
    with served.quick():
        assert served.told(said) == b""


def test_who_dribbles_after_an_answer_is_hung_up_on(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.3)
    answer = served.told(PAGE, PAGE[:20])
    assert answer.count(b"HTTP/1.1 200") == 1


def test_a_long_answer_is_not_cut_short(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """The patience is for requests, not for what the house takes to answer them."""
    monkeypatch.setattr(connections, "PATIENCE", 0.2)

    async def slow(request: object) -> Any:
        from starlette.responses import PlainTextResponse

        await asyncio.sleep(0.8)
        return PlainTextResponse("done")

    served.app.add_route("/slow", slow)
    assert httpx.get(f"{served.address}/slow").text == "done"


def test_one_address_has_so_many_connections(served: Served) -> None:
    mine = [served.dial() for _ in range(40)]
    try:
        with served.dial() as one_more:
            assert one_more.recv(100).startswith(b"HTTP/1.1 503")
        with served.dial("127.0.0.2") as other:
            other.sendall(PAGE)
            assert other.recv(100).startswith(b"HTTP/1.1 200")
    finally:
        for line in mine:
            line.close()
    until = time.monotonic() + 10
    while not served.told(PAGE.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")).startswith(
        b"HTTP/1.1 200"
    ):
        assert time.monotonic() < until


def test_one_address_has_so_many_sockets(served: Served, table: int) -> None:
    there = f"ws{served.address[4:]}/table/{table}/socket"
    with ThreadPoolExecutor(8) as pool, served.quick():
        opened = list(pool.map(lambda _: _socket(there), range(60)))
    inside = [each for each in opened if each is not None]
    assert len(inside) <= 30
    other = connect(there, source_address=("127.0.0.2", 0), origin=Origin(served.address))
    assert other.recv(10)
    for each in (*inside, other):
        each.close()


def _socket(there: str) -> Any:
    try:
        return connect(there, origin=Origin(f"http{there[2:].split('/table')[0]}"))
    except (InvalidStatus, OSError):
        return None


def _frame(opcode: int, data: bytes = b"", last: bool = True) -> bytes:
    return bytes([last << 7 | opcode, 128 | len(data), 0, 0, 0, 0]) + data


def _handshake(served: Served, table: int) -> bytes:
    head = (
        f"GET /table/{table}/socket HTTP/1.1\r\nHost: {served.host}:{served.port}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    return head.encode()


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (b"", _frame(9)),
        (b"", _frame(10)),
        (_frame(1, last=False), _frame(0, last=False)),
        (b"", _frame(1, b"{}")),
        (b"", _frame(1, b"\xff")),
    ],
    ids=["ping", "pong", "continuation", "text", "no text"],
)
def test_who_floods_a_socket_is_hung_up_on(
    served: Served,
    table: int,
    log: pytest.LogCaptureFixture,
    first: bytes,
    then: bytes,
) -> None:
    with served.quick(), served.dial() as line:
        line.sendall(_handshake(served, table))
        assert b"101 Switching" in line.recv(65536)
        answer = served.heard(line, first, *[then * 40_000] * 8)
    assert answer.count(b"\x8a") < 200  # pongs
    assert not log.records


@pytest.mark.parametrize("opcode", [1, 2, 9, 10])
def test_who_floods_a_socket_before_it_is_open_is_hung_up_on(
    served: Served, table: int, log: pytest.LogCaptureFixture, opcode: int
) -> None:
    with served.quick():
        served.told(_handshake(served, table), *[_frame(opcode, b"x") * 40_000] * 8)
    assert not log.records


def test_sockets_are_counted_by_address_and_by_visitor() -> None:
    sockets = OpenSockets(per_address=2)
    with sockets.one_more("a", "Anna") as first, sockets.one_more("a", "Boris") as second:
        assert first
        assert second
        with sockets.one_more("a", "Clara") as third:
            assert not third
        with sockets.one_more("b", "Anna") as elsewhere:
            assert elsewhere
            assert sockets.count == 3
    assert sockets.count == 0
    assert not sockets._open


# --- forms and files ---


def test_a_tournament_of_many_bots_is_counted_first(house: House) -> None:
    anna = house.visitor("Anna")
    watch: LoopWatch = house.app.state.loop_watch
    watch.longest = 0.0
    bots = ", ".join(f"random({number})" for number in range(800))
    answer = anna.post("/tournaments/new/draughts", bots=bots, games="1", seed="1")
    assert answer.status_code == 400
    assert "at most 40 bots" in answer.text
    assert watch.longest < BUDGET


def test_while_eight_read_large_files_a_page_is_served(house: House) -> None:
    """One file at a time, one a visitor, in a process that gives way to people."""
    game = b'[White "A"][Black "B"]\n1. c3-d4 b6-a5 2. d4-c5 *\n\n'
    data = game * 800
    people = [house.visitor(name) for name in ("Anna", "Boris", "Clara", "Dora")]
    watch: LoopWatch = house.app.state.loop_watch

    def upload(who: Visitor) -> int:
        file = {"file": ("x.pdn", data)}
        answer = who.client.post("/archive/import", data={"form": who.token}, files=file)
        return int(answer.status_code)

    tokens = [who.token for who in people]
    assert all(tokens)
    watch.longest = 0.0
    with ThreadPoolExecutor(8) as pool:
        uploads = [pool.submit(upload, who) for who in people for _ in range(2)]
        table = house.seat("draughts", {}, people[0].chair("Anna"), bot())
        with people[0].at(table.number) as screen:
            for _ in range(5):
                screen.play(screen.actions[0])
                moves = len(screen.moves)
                screen.until(lambda moves=moves: len(screen.moves) > moves)  # type: ignore[misc]
        answers = sorted(upload.result() for upload in uploads)
    assert answers == [200] * 4 + [400] * 4
    assert watch.longest < BUDGET


def test_files_of_one_address_leave_a_reader_to_another(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "MOST_OF_HOUSEHOLD", 4)
    go_on, reading = threading.Event(), threading.Semaphore(0)

    def slow(self: Imports, reader: object, data: bytes, source: object) -> Intake:
        reading.release()
        assert data != b"slow" or go_on.wait(60)
        return Intake()

    monkeypatch.setattr(Imports, "_take_in", slow)
    crowd = [house.visitor(None, "192.0.2.1") for _ in range(5)]
    boris = house.visitor(None, "192.0.2.2")

    def upload(who: Visitor, data: bytes, token: str) -> int:
        file = {"file": ("x.pdn", data)}
        answer = who.client.post("/archive/import", data={"form": token}, files=file)
        return int(answer.status_code)

    with ThreadPoolExecutor(5) as pool:
        uploads = [pool.submit(upload, who, b"slow", who.token) for who in crowd]
        assert reading.acquire(timeout=60)
        assert upload(boris, b"quick", boris.token) == 200
        assert reading.acquire(timeout=60), "his own"
        assert not reading.acquire(blocking=False), "the others of the crowd wait"
        go_on.set()
        assert sorted(each.result() for each in uploads) == [200] * 4 + [400]


def test_a_file_of_nothing_but_problems_is_answered_in_few_words(house: House) -> None:
    """Those of a kind are told a few times and counted, and long ones are cut."""
    anna = house.visitor("Anna")
    quotes = b"".join(b'{"%d": 1}\n' % number for number in range(1000))
    long = b'{"game": "%s"}\n' % (b"x" * 100_000)
    watch: LoopWatch = house.app.state.loop_watch
    token = anna.token
    watch.longest = 0.0
    file = {"file": ("x.jsonl", b"[]\n" * 20_000 + quotes + long)}
    answer = anna.client.post("/archive/import", data={"form": token}, files=file)
    assert "problems: 21001" in answer.text
    assert "line 20 and 19,980 others" in answer.text
    assert len(answer.text) < 30_000
    assert watch.longest < BUDGET


def test_problems_of_too_many_kinds_are_only_counted() -> None:
    refusals = FoldedRefusals()
    for number in range(1000):
        refusals.add(Refusal("line", number, from_data(f"problem {number}")))
    assert len(refusals.told) == MOST_REFUSALS
    assert refusals.count == 1000


# --- passwords ---


def test_passwords_are_hashed_in_a_short_line_of_their_own() -> None:
    """However many sign in, there are threads for everything else, and who is too much is told."""

    async def crowd() -> None:
        hashing, go_on = passwords.Hashing(), threading.Event()
        line = [asyncio.create_task(hashing.run(go_on.wait)) for _ in range(passwords.MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(OverBudget) as refused:
            await hashing.run(go_on.wait)
        assert refused.value.status_code == 503
        assert await asyncio.to_thread(lambda: "served") == "served"
        line.pop().cancel()
        go_on.set()
        assert all(await asyncio.gather(*line))
        assert await hashing.run(lambda: "room again") == "room again"
        hashing.close()

    asyncio.run(crowd())


def test_who_tries_many_names_is_refused_before_anything_is_hashed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []
    monkeypatch.setattr(accounts, "check_password", lambda _, name, __: tried.append(name))
    monkeypatch.setattr(passwords.PASSWORD_RATE, "burst", 3)
    anna = house.visitor("Anna")
    answers = [
        anna.post("/me/sign-in", name=f"name {number}", password="guess").status_code
        for number in range(5)
    ]
    assert answers == [403] * 3 + [429] * 2
    assert len(tried) == 3


def test_one_address_protects_only_so_many_names(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "password_hash", lambda password: password)
    monkeypatch.setattr(passwords.REGISTER_RATE, "burst", 2)
    answers = [
        house.visitor().post("/me/register", name=name, password="long enough").status_code
        for name in ("Anna", "Boris", "Clara")
    ]
    assert answers == [303, 303, 429]


# --- what is measured ---


def test_the_loop_is_watched_by_its_own_cpu_time() -> None:
    async def busy() -> LoopWatch:
        watch = LoopWatch()
        task = asyncio.create_task(watch.watch())
        await asyncio.sleep(0.1)
        assert watch.longest < 0.1
        until = time.thread_time() + 0.4
        while time.thread_time() < until:
            pass
        await asyncio.sleep(0.1)
        task.cancel()
        return watch

    watch = asyncio.run(busy())
    assert 0.3 < watch.longest < 0.6
    assert 'lag_cpu_seconds_bucket{le="0.3"}' in "\n".join(watch.lines())


def test_metrics_are_for_who_is_on_this_machine(house: House, served: Served) -> None:
    told = httpx.get(f"{served.address}/metrics").text
    assert "igroteka_sockets 0" in told
    names = {line.split()[2] for line in told.splitlines() if line.startswith("# TYPE")}
    assert {"igroteka_tables", "igroteka_questions", "igroteka_changes"} < names
    assert house.visitor().get("/metrics").status_code == 404
    for header in ("X-Forwarded-For", "Forwarded"):
        by_proxy = httpx.get(f"{served.address}/metrics", headers={header: "203.0.113.7"})
        assert by_proxy.status_code == 404

"""`igroteka bridge host` as people use it: real commands, real sockets, one archive."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import ssl
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, update

from igroteka import registry
from igroteka.archive import Archive, queries, sittings
from igroteka.archive.schema import games
from igroteka.cli import main
from igroteka.cli.arguments import records_of
from igroteka.cli.bridge import hosting
from igroteka.cli.bridge.host import security
from igroteka.cli.bridge.hosting import Host
from igroteka.contract import IgrotekaError
from igroteka.games.bridge.bots.simple import Simple
from igroteka.games.bridge.dealing import deal_set
from igroteka.games.bridge.protocol.client_lines import greeting_line
from igroteka.tables.line_door import LineDoor
from tests.cli.conftest import Run
from tests.cli.hosting import LONGEST_WAIT, OPENSSL, certified, free_port, waited
from tests.forking import started
from tests.games.bridge.protocol.log_replay import difference
from tests.tables.line_clients import GAME, Entrance, Program
from tests.tables.sitting import in_a_loop, opened

SEATS = ("North", "East", "South", "West")


@contextmanager
def hosting_process(folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "igroteka", "bridge", "host", "--site", "0", *words]
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "PYTHONUNBUFFERED": "1"}
    with (folder / "err").open("a") as err:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=err, text=True, cwd=folder, env=environment
        )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def announced(process: subprocess.Popen[str]) -> tuple[int, int]:
    """The number of the sitting and the port, once they are told."""
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"Sitting (\d+): programs at 127\.0\.0\.1:(\d+) ", line):
            return int(found[1]), int(found[2])
    raise AssertionError("the table was not opened")


def joining(folder: Path, seat: str, port: int, *words: str) -> ForkServerProcess:
    """A client of ours in a process of its own."""
    command = ["igroteka", "bridge", "join", f"127.0.0.1:{port}", "--seat", seat]
    command += ["--team", "Ours" if seat in ("North", "South") else "Theirs", *words]
    (folder / f"{seat}.in").touch()
    streams = [folder / f"{seat}.{stream}" for stream in ("in", "out", "err")]
    return started(main, command, folder, streams)


def stored(folder: Path, sitting: int) -> list[list[str]]:
    """The actions of every board of a sitting."""
    archive = Archive.open(str(folder / "games.sqlite"), registry)
    try:
        found = archive.read(sittings.sitting, sitting)
        games = [archive.read(queries.game, game.id) for game in found.games]
        return [[move.notation for move in game.moves] for game in games]
    finally:
        archive.close()


def matched(igroteka: Run, folder: Path, bot: str, deals: Path) -> list[list[str]]:
    """What `match` plays on the boards of a file, which both pairs play alike."""
    records = folder / "match.jsonl"
    words = ("match", "bridge", bot, bot, "--deals", deals, "--records", records, "--jobs", "1")
    done = igroteka(*words)
    assert done.status == 0, done.err
    played: dict[str, list[str]] = {}
    for record in records_of(records):
        actions = list(record.actions or ())
        assert played.setdefault(record.deal, actions) == actions
    return list(played.values())


@pytest.mark.slow
def test_a_killed_host_resumes_and_all_boards_are_played_as_in_a_match(
    tmp_path: Path, igroteka: Run
) -> None:
    deals, pbn, log = tmp_path / "deals.pbn", tmp_path / "out.pbn", tmp_path / "lines.log"
    dealt = igroteka("bridge", "deal", "--boards", "2", "--seed", "7", "--output", deals)
    assert dealt.status == 0
    port = free_port()
    words = ["--port", str(port), "--db", str(tmp_path / "games.sqlite"), "--log", str(log)]
    with hosting_process(tmp_path, *words, "--seed", "7", "--boards", "2") as host:
        sitting, _ = announced(host)
        clients = [joining(tmp_path, seat, port) for seat in SEATS]
        waited(lambda: log.exists() and log.read_text().count(" plays ") > 20)
        host.kill()
    with hosting_process(tmp_path, *words, "--resume", str(sitting), "--pbn", str(pbn)) as host:
        assert announced(host) == (sitting, port)
        said, _ = host.communicate(timeout=LONGEST_WAIT)
        assert host.returncode == 0
    for client in clients:
        client.join(LONGEST_WAIT)
    assert [client.exitcode for client in clients] == [0, 0, 0, 0]
    assert "2 boards: North–South" in said
    boards = stored(tmp_path, sitting)
    assert boards == matched(igroteka, tmp_path, "simple", deals)
    read = list(records_of(pbn))
    assert [list(record.actions or ()) for record in read] == boards


@pytest.mark.slow
def test_a_bot_that_samples_plays_card_for_card_as_in_a_match(
    tmp_path: Path, igroteka: Run
) -> None:
    bot, deals = "monte-carlo(samples=10,calls=8,seconds=60)", tmp_path / "deals.pbn"
    dealt = igroteka("bridge", "deal", "--boards", "8", "--seed", "11", "--output", deals)
    assert dealt.status == 0
    words = ["--port", "0", "--db", str(tmp_path / "games.sqlite"), "--deals", str(deals)]
    with hosting_process(tmp_path, *words) as host:
        sitting, port = announced(host)
        clients = [joining(tmp_path, seat, port, "--bot", bot, "--seed", "1") for seat in SEATS]
        assert host.wait(1200) == 0
    for client in clients:
        client.join(LONGEST_WAIT)
    assert stored(tmp_path, sitting) == matched(igroteka, tmp_path, bot, deals)


# --- hosting in this process, to save its start ---


@dataclass(kw_only=True)
class Announced(Host):
    """A host whose open doors can be waited for."""

    announced: list[int] = field(default_factory=list)

    def _announce(self, door: LineDoor, port: int, site: str) -> None:
        super()._announce(door, port, site)
        self.announced.append(port)


@asynccontextmanager
async def hosted(folder: Path, **rules: Any) -> AsyncIterator[tuple[asyncio.Task[None], Host]]:
    """A host that plays meanwhile."""
    async with opened(folder) as tables:
        host = Announced(game=GAME, address="127.0.0.1", port=free_port(), **rules)
        host.check()
        app: Any = SimpleNamespace(state=SimpleNamespace(live_tables=tables))
        playing = asyncio.create_task(host.play(app, "http://here/"))
        async with asyncio.timeout(LONGEST_WAIT):
            while not playing.done() and len(host.announced) < (2 if host.teams else 1):
                await asyncio.sleep(0.01)
        yield playing, host
        async with asyncio.timeout(LONGEST_WAIT):
            await playing


DEALS = tuple(map(str, deal_set(2, 5)))


@in_a_loop
async def test_two_teams_play_the_same_boards_at_two_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(hosting, "LINGERING", 0.2)
    files: dict[str, Any] = {"pbn": tmp_path / "out.pbn", "log": tmp_path / "lines.log"}
    async with hosted(tmp_path, deals=DEALS, teams=("Ours", "Theirs"), **files) as (_, host):
        first, second = (Entrance(port=host.port + place) for place in range(2))
        wrong = await second.call(greeting_line("Ours", 0))
        assert await wrong.rest() == ["Error: North plays for Theirs here"]
        programs = [
            Program(table, seat, Simple(), team=teams[seat % 2])
            for table, teams in ((first, ("Ours", "Theirs")), (second, ("Theirs", "Ours")))
            for seat in range(4)
        ]
        await asyncio.gather(*(program.play() for program in programs))
    assert 'Teams : N/S : "Ours" E/W : "Theirs"' in programs[0].heard
    assert 'Teams : N/S : "Theirs" E/W : "Ours"' in programs[4].heard
    said = capsys.readouterr().out
    assert "2 boards: North–South (Ours) +0 IMPs, " in said
    assert "victory points: North–South 10, East–West 10" in said
    read = list(records_of(files["pbn"]))
    assert [record.deal for record in read] == [*DEALS, *DEALS]
    assert [record.actions for record in read[:2]] == [record.actions for record in read[2:]]
    assert " 2 North C> North ready for teams" in files["log"].read_text()


@OPENSSL
@in_a_loop
async def test_a_table_may_be_secured_and_each_seat_have_a_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(hosting, "LINGERING", 0.2)
    certificate, key = certified(tmp_path)
    trusting = ssl.create_default_context(cafile=str(certificate))
    rules: dict[str, Any] = {
        "tls": security((certificate, key)),
        "passwords": dict(enumerate(SEATS)),
        "log": tmp_path / "lines.log",
    }
    async with hosted(tmp_path, deals=DEALS[:1], **rules) as (_, host):
        table = Entrance(port=host.port)
        with pytest.raises(ssl.SSLCertVerificationError):
            await table.call(tls=ssl.create_default_context())
        in_the_open = await table.call(greeting_line("Ours", 0))
        assert await in_the_open.rest() == []
        guessing = await table.call(greeting_line("Ours", 0, (), "East"), trusting)
        assert await guessing.rest() == ["Error: the password for North is another one"]
        players = [
            Program(table, seat, Simple(), password=SEATS[seat], tls=trusting) for seat in range(4)
        ]
        await asyncio.gather(*(player.play() for player in players))
    said = capsys.readouterr().out
    assert "(by TLS, with passwords)" in said
    logged = (tmp_path / "lines.log").read_text()
    assert 'as North using protocol version 18 password "***"' in logged
    assert 'password "North"' not in logged
    assert "1 board: " in said


@in_a_loop
async def test_a_log_can_be_played_over_and_an_altered_one_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "LINGERING", 0.2)
    log = tmp_path / "lines.log"
    async with hosted(tmp_path, deals=DEALS, log=log) as (_, host):
        table = Entrance(port=host.port)
        refused = await table.call("hello")
        await refused.rest()
        cut: dict[int, Any] = {
            0: {"cut_hearing": 30},
            1: {"cut_hearing": 45, "words": ("resuming",)},
        }
        programs = [Program(table, seat, **cut.get(seat, {})) for seat in range(4)]
        await asyncio.gather(*(program.play() for program in programs))
    lines = [line for line in log.read_text().splitlines() if " hello" not in line]
    del lines[0]
    assert difference(lines, GAME, DEALS) == ""
    place = next(place for place, line in enumerate(lines) if " S> " in line and " plays " in line)
    altered = [*lines[:place], re.sub("plays ..", "plays 1C", lines[place]), *lines[place + 1 :]]
    assert difference(altered, GAME, DEALS) == altered[place]
    assert difference([*lines[:place], *lines[place + 1 :]], GAME, DEALS) != ""
    assert difference(lines, GAME, DEALS[::-1]) != ""


@in_a_loop
async def test_a_table_that_is_led_elsewhere_by_now_is_left_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "LINGERING", 0.2)
    with suppress(IgrotekaError):
        async with hosted(tmp_path, deals=DEALS) as (playing, host):
            async with opened(tmp_path) as others:
                others.archive.apply(taken_over, 1)
            caller = await Entrance(port=host.port).call(greeting_line("Theirs", 3))
            reason = "table 1 is led by another process by now; look again"
            assert await caller.rest() == [f"Error: {reason}"]
            with pytest.raises(IgrotekaError, match=reason):
                await playing


def taken_over(connection: Connection, number: int) -> None:
    """Another process has taken the lead of a table."""
    connection.execute(update(games).where(games.c.id == number).values(fence=games.c.fence + 1))


@in_a_loop
async def test_only_a_sitting_that_is_there_and_not_over_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "LINGERING", 0.0)
    bots = dict.fromkeys(range(4), "simple")
    async with hosted(tmp_path, deals=DEALS[:1], bots=bots):
        pass
    for number, reason in ((1, "sitting 1 is over"), (7, "there is no sitting 7")):
        with pytest.raises(IgrotekaError, match=reason):
            async with hosted(tmp_path, deals=DEALS, resume=number):
                pass


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("--port 70000", "--port should be"),
        ("--port -1", "--port should be"),
        ("--site 99999", "--site should be"),
        ("--port TAKEN", "can't be listened at: Address already in use"),
        ("--deals /no/such.pbn", "/no/such.pbn can't be read: No such file"),
        ("--bot North=nobody", "there is no bot 'nobody' for bridge"),
        ("--bot Up=simple", "'Up' should be North, East, South or West"),
        ("--bot North", "'North' should name a seat and what is its, like North=simple"),
        ('--password North=a"b', "a seat's password has ASCII letters and no quotation marks"),
        ("--teams A a", "the two teams need different names"),
        ("--time call=soon", "--time 'call=soon' should be like call=60,card=30,board=900"),
        ("--remedy hope", "--remedy 'hope' should be robot or adjust"),
        ("--tls /no /key", "/no and /key are no certificate with its key"),
        ("--pbn /no/such/out.pbn", "/no/such/out.pbn can't be written"),
        ("--log /no/such/lines.log", "/no/such/lines.log can't be written"),
        ("--check Up", "'Up' should be North, East, South or West"),
        ("--check North --port TAKEN", "can't be listened at: Address already in use"),
    ],
)
def test_what_can_t_be_hosted_is_refused_in_a_sentence(
    tmp_path: Path, igroteka: Run, words: str, reason: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        given = words.replace("TAKEN", str(taken.getsockname()[1])).split()
        done = igroteka("bridge", "host", "--db", tmp_path / "games.sqlite", *given)
    assert done.status == 2
    assert reason in done.err
    assert "Traceback" not in done.err
    assert not (tmp_path / "games.sqlite").exists()

"""The first minute of a house on a new machine, and a house that nobody visits."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import websockets

from igroteka.tables.warming import Progress
from tests.web.visiting import House


def test_a_page_can_ask_how_far_the_kernels_are(tmp_path: Path) -> None:
    with House(tmp_path).open() as house:
        anna = house.visitor("Anna")
        ready = {"ready": True, "done": 0, "total": 0, "now": ""}
        assert anna.get("/warming").json() == ready
        house.app.state.warming.progress = Progress(1, 3, "durak")
        half_way = {"ready": False, "done": 1, "total": 3, "now": "durak"}
        assert anna.get("/warming").json() == half_way


def test_the_site_loads_nothing_that_only_bots_and_statistics_need() -> None:
    program = "import sys, igroteka.web.app; print(*{'numba', 'scipy', 'endplay'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ("", "")


@contextmanager
def new_house(folder: Path) -> Iterator[tuple[str, int]]:
    """The address and the process of a house on a machine where nothing was compiled yet."""
    folders = ("NUMBA_CACHE_DIR", "XDG_DATA_HOME", "XDG_STATE_HOME")
    environment = os.environ | {name: str(folder / name) for name in folders}
    command = [sys.executable, "-m", "igroteka", "serve", "--port", "0"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found is not None
            yield found.group(), process.pid
        finally:
            process.terminate()


async def seconds_to_answer(address: str) -> float:
    """How long a bot takes for its first answer at a table of draughts."""
    async with httpx.AsyncClient(base_url=address) as client:
        answer = await client.post("/api/programs", json={"name": "visitor"})
        headers = {"Authorization": f"Bearer {answer.json()['token']}"}
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "engine(level=7)"}]
        how = {"game": "draughts", "seats": seats}
        table = (await client.post("/api/tables", json=how, headers=headers)).json()["table"]
        assert not (await client.get("/warming")).json()["ready"]
    where = f"{address.replace('http', 'ws')}api/tables/{table['number']}/socket"
    async with websockets.connect(where, additional_headers=headers) as socket:
        begun = 0.0
        async for line in socket:
            message = json.loads(line)
            if message["type"] == "choose" and begun:
                break
            if message["type"] == "choose":
                begun = time.monotonic()
                await socket.send(json.dumps({"action": message["actions"][0]}))
    return time.monotonic() - begun


def memory(process: int) -> int:
    """What a process and its children have, in megabytes, what they share counted once."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    own = re.search(r"Pss: +(\d+) kB", rollup)
    assert own is not None
    return int(own.group(1)) // 1000 + sum(memory(int(child)) for child in children)


@pytest.mark.slow
@pytest.mark.alone
def test_on_a_new_machine_a_bot_answers_within_five_seconds(tmp_path: Path) -> None:
    with new_house(tmp_path) as (address, _):
        assert asyncio.run(seconds_to_answer(address)) < 5.0


@pytest.mark.slow
@pytest.mark.alone
@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_a_house_that_nobody_visits_is_light(tmp_path: Path) -> None:
    with new_house(tmp_path) as (address, process):
        deadline = time.monotonic() + 300
        while not httpx.get(f"{address}warming").json()["ready"]:
            assert time.monotonic() < deadline
            time.sleep(1.0)
        time.sleep(1.0)
        assert memory(process) < 200

"""What attackers do to a house, in a process of their own: `python -m tests.web.attacks NAME URL`.

An attack goes on until the process is ended. What has come of it so far is told as a line of JSON,
twenty times a second. Each comes from an address of its own in 127.0.1.0/24.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import sys
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import suppress
from itertools import count, cycle
from typing import Any, TypeAlias
from urllib.parse import urlencode

from tests.web.attacker import CUT_OFF, MANY, Attacker, again_and_again, form_token, frame

TELL = 0.05
"""Seconds between two lines."""
GROWING = "S->SS|SSSS|a", "S->" + "aS" * 900, "S->" + "S|" * 1900 + "a"


# --- requests ---


async def pages(attacker: Attacker) -> None:
    """Ask for the first page."""
    await attacker.flood(cycle([attacker.request("GET", "/")]))


async def rooms(attacker: Attacker) -> None:
    """Ask for the other rooms, for what programs ask for, and for scripts, styles and pictures."""
    found = re.findall(r'(?:src|href)="(/static/[^"#]+)"', attacker.browser().get("/").text)
    paths = ["/archive", "/api/games", "/puzzles", "/club", "/ratings", "/study", *found[:6]]
    await attacker.flood(cycle([attacker.request("GET", path) for path in paths]))


async def hang_ups(attacker: Attacker) -> None:
    """Ask for the first page and hang up at once."""

    async def ask_and_go() -> None:
        async with attacker.line() as (_, writer):
            writer.write(attacker.request("GET", "/"))
            await writer.drain()
            attacker.came["asked"] += 1

    await again_and_again(ask_and_go, 100)


async def strange_heads(attacker: Attacker) -> None:
    """Come with cookies of nobody, for another house, and as if from elsewhere."""

    def requests() -> Iterator[bytes]:
        for number in count():
            cookie = f"Cookie: igroteka-session={secrets.token_urlsafe(32)}.0\r\n"
            yield attacker.request("GET", "/me", cookie)
            yield attacker.request("GET", "/", "Host: stranger.example\r\n")
            claimed = f"10.0.{number >> 8 & 255}.{number & 255}"
            yield attacker.request("GET", "/puzzles", f"X-Forwarded-For: {claimed}\r\n")

    await attacker.flood(requests())


async def forms(attacker: Attacker) -> None:
    """Send forms and calls of nobody."""
    kind = "Content-Type: application/x-www-form-urlencoded\r\n"
    sent = [
        attacker.request("POST", "/wishes", kind, b"form=none&name=Anna"),
        attacker.request("POST", "/api/tables", body=b'{"game": "draughts"}'),
    ]
    await attacker.flood(cycle(sent))


def _posts(
    attacker: Attacker, path: str, fields: Callable[[int], Mapping[str, str]]
) -> Iterator[bytes]:
    """Forms of a browser, each with other fields."""
    cookie, token = attacker.guest()
    head = f"{cookie}Content-Type: application/x-www-form-urlencoded\r\n"
    for number in count():
        body = urlencode({"form": token, **fields(number)}).encode()
        yield attacker.request("POST", path, head, body)


async def passwords(attacker: Attacker) -> None:
    """Try passwords, each for another name."""
    tries = _posts(
        attacker, "/me/sign-in", lambda number: {"name": f"name {number}", "password": "guess"}
    )
    await attacker.flood(tries)


async def tournaments(attacker: Attacker) -> None:
    """Ask for tournaments of 800 bots."""
    bots = ", ".join(f"random({number})" for number in range(800))
    form = {"bots": bots, "games": "1", "seed": "1"}
    await attacker.flood(_posts(attacker, "/tournaments/new/draughts", lambda _: form), 20)


async def options(attacker: Attacker) -> None:
    """Open tables with rules that are too long, or grow."""
    program = f"{attacker.program()}\r\nContent-Type: application/json\r\n"

    def opened(grammar: str) -> bytes:
        body = {"game": "substitution", "options": {"grammar": grammar, "turns": "10000"}}
        return attacker.request("POST", "/api/tables", program, json.dumps(body).encode())

    await attacker.flood(cycle(map(opened, ("x" * 4001, *GROWING))), 50)


# --- bodies ---


async def large_bodies(attacker: Attacker) -> None:
    """Announce 400 MB and send as much as is taken."""
    kind = "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 400000000\r\n"
    head = attacker.request("POST", "/archive/import", kind)
    await again_and_again(lambda: _send_and_hear(attacker, head, b"x" * 65536), 100)


async def endless_bodies(attacker: Attacker) -> None:
    """Send pieces without telling how many."""
    head = attacker.request("POST", "/api/programs", "Transfer-Encoding: chunked\r\n")
    chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    await again_and_again(lambda: _send_and_hear(attacker, head, chunk), 100)


async def _send_and_hear(attacker: Attacker, head: bytes, piece: bytes) -> None:
    async with attacker.line() as (reader, writer):
        writer.write(head)
        answered = asyncio.create_task(attacker.answer(reader))
        with suppress(*CUT_OFF):
            while not answered.done():
                writer.write(piece)
                await asyncio.wait_for(asyncio.shield(writer.drain()), 5)
                await asyncio.sleep(0)
        await asyncio.wait_for(answered, 30)


async def slow_bodies(attacker: Attacker) -> None:
    """Send a letter at a time."""
    head = attacker.request("POST", "/api/programs", "Content-Length: 100000\r\n")
    await again_and_again(lambda: _dribble(attacker, head, b"x"), MANY)


async def _dribble(attacker: Attacker, head: bytes, piece: bytes) -> None:
    async with attacker.line() as (reader, writer):
        writer.write(head)
        while not reader.at_eof():
            await asyncio.sleep(0.2)
            writer.write(piece)
            await writer.drain()
            attacker.came["pieces"] += 1


# --- connections and sockets ---


async def silence(attacker: Attacker) -> None:
    """Say nothing on more connections than one may have."""

    async def hold() -> None:
        async with attacker.line() as (reader, _):
            await attacker.answer(reader)

    await again_and_again(hold, 2 * MANY)


async def half_requests(attacker: Attacker) -> None:
    """Say heads that do not end."""
    head = attacker.request("GET", "/")[:-2]
    await again_and_again(lambda: _dribble(attacker, head, b"X: 1\r\n"), 2 * MANY)


async def sockets(attacker: Attacker) -> None:
    """Hold more sockets than one may have."""
    number = attacker.table(attacker.program())

    async def hold() -> None:
        async with attacker.line() as (reader, writer):
            await attacker.open_socket((reader, writer), number)
            while await reader.read(65536):
                pass

    await again_and_again(hold, 2 * MANY)


async def comings_and_goings(attacker: Attacker) -> None:
    """Open sockets and close them at once."""
    number = attacker.table(attacker.program())

    async def come_and_go() -> None:
        async with attacker.line() as line:
            await attacker.open_socket(line, number)

    await again_and_again(come_and_go, 100)


async def frames(attacker: Attacker) -> None:
    """Flood sockets with PING, PONG, a message without an end, messages, and what is no text."""
    number = attacker.table(attacker.program())
    endless = frame(0, last=False)
    floods = cycle([frame(9), frame(10), endless, frame(1, b"{}"), frame(1, b"\xff")])

    async def flood() -> None:
        flood = next(floods)
        async with attacker.line() as (reader, writer):
            await attacker.open_socket((reader, writer), number)
            writer.write(frame(1, last=False) if flood is endless else b"")
            writer.write(flood * 40_000)
            while await reader.read(65536):
                pass
            attacker.came["hung up"] += 1

    await again_and_again(flood, 20)


# --- programs ---


async def garbage(attacker: Attacker) -> None:
    """A program at a table that says what is no JSON, deep, long, or no move."""
    program = attacker.program()
    number = attacker.table(program)
    said = [b"move!", b"[" * 4000, b'{"action": ' * 300, b"9" * 4000, b'{"action": "a1-h8"}']
    said += [b'{"action": "' + b"x" * 60_000 + b'"}', b'{"hint": 3}', b'{"look": 1e999}']

    async def speak() -> None:
        async with attacker.line() as (reader, writer):
            await attacker.open_socket((reader, writer), number, program)
            for message in cycle(said):
                writer.write(frame(1, message))
                async with asyncio.timeout(1):
                    heard = await reader.read(65536)
                attacker.came["refused"] += heard.count(b'"refused"')

    await again_and_again(speak, 30)


async def lines(attacker: Attacker) -> None:
    """Say what is no line of the protocol at the door of a table that is open to programs."""
    with attacker.browser() as browser:
        seats = {"form": form_token(browser), "seat0": "here", "name0": "Eve"}
        table = browser.post("/new/bridge", data=seats).headers["location"]
        browser.post(f"{table}/programs", data={"form": form_token(browser)})
        found = re.search(rf"\b{attacker.host}:(?!{attacker.port})(\d+)", browser.get(table).text)
    assert found is not None
    said = cycle([b"\xff\n" * 30_000, b"x" * 60_000, b'Connecting "a" as NORTH\r\n' * 3_000])

    async def speak() -> None:
        async with attacker.line(int(found[1])) as (reader, writer):
            writer.write(next(said))
            while await reader.read(65536):
                pass
            attacker.came["hung up"] += 1

    await again_and_again(speak, 50)


async def thinking(attacker: Attacker) -> None:
    """Six tables at which the strongest bots think for long."""
    program = attacker.program()
    numbers = [attacker.table(program, bot="engine(time=10)") for _ in range(6)]

    async def look() -> None:
        for number in numbers:
            async with attacker.line() as (reader, writer):
                await attacker.open_socket((reader, writer), number, program)
                heard = (await reader.read(65536)).decode(errors="ignore")
                asked = re.search(r'"choose".*?"actions": ?\["([^"]+)"', heard)
                if asked:
                    writer.write(frame(1, json.dumps({"action": asked[1]}).encode()))
                    await reader.read(65536)
                attacker.came["asked" if asked else "thinking"] += 1
        await asyncio.sleep(0.1)

    await again_and_again(look, 1)


async def imports(attacker: Attacker) -> None:
    """Eight visitors with two large files each."""
    data = b'[White "A"][Black "B"]\n1. c3-d4 b6-a5 2. d4-c5 *\n\n' * 20_000

    def sent() -> bytes:
        cookie, token = attacker.guest()
        parts = f'--x\r\nContent-Disposition: form-data; name="form"\r\n\r\n{token}\r\n--x\r\n'
        parts += 'Content-Disposition: form-data; name="file"; filename="x.pdn"\r\n\r\n'
        head = f"{cookie}Content-Type: multipart/form-data; boundary=x\r\n"
        body = parts.encode() + data + b"\r\n--x--\r\n"
        return attacker.request("POST", "/archive/import", head, body)

    await attacker.flood(cycle([sent() for _ in range(8)]), 16)


Attack: TypeAlias = Callable[[Attacker], Coroutine[Any, Any, None]]
ATTACKS: Mapping[str, Attack] = {
    attack.__name__: attack
    for attack in (
        pages,
        rooms,
        hang_ups,
        strange_heads,
        forms,
        passwords,
        tournaments,
        options,
        large_bodies,
        endless_bodies,
        slow_bodies,
        silence,
        half_requests,
        sockets,
        comings_and_goings,
        frames,
        garbage,
        lines,
        thinking,
        imports,
    )
}


async def attacked(name: str, address: str) -> None:
    """Attack, and tell what comes of it, until this process is ended."""
    os.nice(10)  # it should take no core from the house, as if it were on a machine of its own
    attacker = Attacker(address, f"127.0.1.{1 + list(ATTACKS).index(name)}")
    attack = asyncio.create_task(ATTACKS[name](attacker))
    while not attack.done():
        print(json.dumps(attacker.came), flush=True)
        await asyncio.sleep(TELL)
    await attack


if __name__ == "__main__":
    asyncio.run(attacked(*sys.argv[1:]))

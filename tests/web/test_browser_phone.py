"""The second phone: a house on one machine, a browser on another that comes by the code."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.web.browsing import ARGUMENTS, CHROMIUM, PATIENCE, needs_chromium
from tests.web.own_network import (
    AT_HOME,
    ELSEWHERE,
    PHONE,
    Network,
    needs_network,
    two_machines,
)

pytestmark = [needs_chromium, needs_network, pytest.mark.slow]

PORT = 8078
HOUSE = f"http://{AT_HOME}:{PORT}"


@pytest.fixture
def machines() -> Iterator[tuple[Network, Network]]:
    with two_machines() as made:
        yield made


@pytest.fixture
def said(machines: tuple[Network, Network], tmp_path: Path) -> Iterator[str]:
    """What `serve --home` tells on one machine; it is open until the test ends."""
    command = [sys.executable, "-m", "igroteka", "serve", "--home", "--port", str(PORT)]
    command += ["--thinkers", "1", "--db", str(tmp_path / "a.db")]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    server = subprocess.Popen(
        machines[0].enter(*command), env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        yield "".join(server.stdout.readline() for _ in range(3))
    finally:
        server.kill()
        server.wait()


def asked(phone: Network, source: str, **headers: str) -> str:
    """Where the code leads somebody at this address of the other machine."""
    script = (
        "import httpx, sys; "
        f"way = httpx.HTTPTransport(local_address={source!r}); "
        f"door = httpx.Client(transport=way, headers={headers!r}); "
        f"answer = door.get('{HOUSE}/join'); "
        "print(answer.headers.get('location', 'a name'))"
    )
    command = phone.enter(sys.executable, "-c", script)
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_a_phone_comes_by_the_code_and_plays_and_who_is_elsewhere_signs_in(
    machines: tuple[Network, Network], said: str, tmp_path: Path
) -> None:
    assert CHROMIUM is not None
    phone = machines[1]
    assert f"Phones in the same network open {HOUSE}/" in said
    assert "without a password" in said

    assert asked(phone, PHONE) == "a name"
    assert asked(phone, ELSEWHERE) == "/me"
    assert asked(phone, PHONE, **{"X-Forwarded-For": PHONE}) == "/me"

    with sync_playwright() as playwright:
        program = phone.program(tmp_path, CHROMIUM)
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 390, "height": 844}, locale="en-GB")
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        page.goto(f"{HOUSE}/join")
        page.get_by_label("Your name").fill("Petya")
        page.get_by_role("button", name="Come in").click()
        expect(page).to_have_url(f"{HOUSE}/")
        page.get_by_role("button", name="Play now").click()
        expect(page).to_have_url(re.compile(r"/table/\d+$"))
        page.locator('[data-square="c3"]').click()
        page.locator('[data-square="d4"]').click()
        expect(page.locator("#moves")).to_contain_text("c3–d4")
        browser.close()

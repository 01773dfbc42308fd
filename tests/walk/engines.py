"""Browsers that are not Chromium: Firefox through Marionette, WebKit through WebDriver.

Both understand the same few commands, which are all that a journey needs: go somewhere, run a
script, move a pointer.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

PATIENCE = 60.0
"""Seconds for what a page is to show; nothing is measured by it."""


def free_port() -> int:
    """A port of loopback that nobody listens at."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def connected(connect: Callable[[], Any]) -> Any:
    """What a program answers with as soon as it listens."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return connect()
        except (OSError, httpx.TransportError):
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


class Engine(ABC):
    """A browser with one window."""

    @abstractmethod
    def go(self, address: str) -> None:
        """Open an address."""

    @abstractmethod
    def run(self, script: str, *arguments: object) -> Any:
        """What a function body returns in the page."""

    @abstractmethod
    def perform(self, actions: list[dict[str, Any]]) -> None:
        """Move and press a pointer, as WebDriver writes it."""

    def press(self, x: float, y: float) -> None:
        """Press the mouse at a point of the window."""
        pointer = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
        steps = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.perform([{**pointer, "actions": steps}])

    def until(self, script: str, *arguments: object) -> Any:
        """Wait until a function body returns something; pages may be on their way meanwhile."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with suppress(RuntimeError):
                if found := self.run(script, *arguments):
                    return found
            time.sleep(0.05)
        raise AssertionError(f"not in {PATIENCE:.0f} s: {script}")


class Firefox(Engine):
    """Firefox, spoken to by Marionette: `[0, number, command, parameters]` with its length."""

    def __init__(self, port: int) -> None:
        self.wire = connected(lambda: socket.create_connection(("127.0.0.1", port), PATIENCE))
        self.file = self.wire.makefile("rb")
        self.count = 0
        self._receive()
        self._send("WebDriver:NewSession", {"strictFileInteractability": False})

    def _receive(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self.file.read(1)
        return json.loads(self.file.read(int(length[:-1])))

    def _send(self, command: str, parameters: dict[str, Any]) -> Any:
        self.count += 1
        text = json.dumps([0, self.count, command, parameters]).encode()
        self.wire.sendall(f"{len(text)}:".encode() + text)
        _, _, error, found = self._receive()
        if error:
            raise RuntimeError(error["message"])
        return found

    def go(self, address: str) -> None:
        self._send("WebDriver:Navigate", {"url": address})

    def run(self, script: str, *arguments: object) -> Any:
        asked = {"script": script, "args": list(arguments), "sandbox": None}
        return self._send("WebDriver:ExecuteScript", asked)["value"]

    def perform(self, actions: list[dict[str, Any]]) -> None:
        self._send("WebDriver:PerformActions", {"actions": actions})


class WebKit(Engine):
    """WebKitGTK's small browser, spoken to by WebDriver over HTTP."""

    def __init__(self, port: int, browser: str) -> None:
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)
        options = {"binary": browser, "args": ["--automation"]}
        wanted = {"pageLoadStrategy": "none", "webkitgtk:browserOptions": options}
        self.session = ""
        body = {"capabilities": {"alwaysMatch": wanted}}
        self.session = connected(lambda: self._send("", body))["sessionId"]

    def _send(self, command: str, body: dict[str, Any]) -> Any:
        path = f"/session/{self.session}/{command}" if self.session else "/session"
        value = self.client.post(path, json=body).json()["value"]
        if isinstance(value, dict) and "error" in value:
            raise RuntimeError(f"{value['error']}: {value.get('message')}")
        return value

    def go(self, address: str) -> None:
        self._send("url", {"url": address})

    def run(self, script: str, *arguments: object) -> Any:
        return self._send("execute/sync", {"script": script, "args": list(arguments)})

    def perform(self, actions: list[dict[str, Any]]) -> None:
        self._send("actions", {"actions": actions})


PREFERENCES = """
user_pref("marionette.port", {port});
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.page", 0);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("app.normandy.enabled", false);
user_pref("services.settings.server", "http://127.0.0.1:1");
user_pref("extensions.update.enabled", false);
user_pref("intl.accept_languages", "en");
"""


@contextmanager
def firefox(folder: Path) -> Iterator[Engine]:
    """Firefox without a window."""
    port = free_port()
    (folder / "user.js").write_text(PREFERENCES.format(port=port))
    command = ["firefox-esr", "--marionette", "--headless", "--no-remote", "--profile", str(folder)]
    with _running([*command, "--width", "1280", "--height", "800"], {"HOME": str(folder)}):
        yield Firefox(port)


@contextmanager
def webkit(folder: Path) -> Iterator[Engine]:
    """WebKitGTK on a screen that nobody sees."""
    (browser,) = map(str, Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    port, display = free_port(), f":{free_port()}"
    more = {
        "DISPLAY": display,
        "HOME": str(folder),
        "XDG_RUNTIME_DIR": str(folder),
        "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
        "LIBGL_ALWAYS_SOFTWARE": "1",
    }
    screen = ["Xvfb", display, "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
    driver = ["dbus-run-session", "--", "WebKitWebDriver", f"--port={port}", "--host=127.0.0.1"]
    with _running(screen, {}), _running(driver, more):
        yield WebKit(port, browser)


@contextmanager
def _running(command: list[str], more: dict[str, str]) -> Iterator[None]:
    """A program and all that it starts, until the block ends."""
    started = subprocess.Popen(
        command,
        env={**os.environ, **more},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.killpg(started.pid, 9)
        started.wait()


ENGINES = {"firefox": firefox, "webkit": webkit}
NEEDED = {"firefox": ("firefox-esr",), "webkit": ("WebKitWebDriver", "Xvfb", "dbus-run-session")}


def missing(name: str) -> list[str]:
    """The programs that an engine needs and that are not here."""
    return [each for each in NEEDED[name] if shutil.which(each) is None]

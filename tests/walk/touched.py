"""Which functions of scripts and which blocks of templates a walk has touched."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from jinja2 import Environment, FileSystemLoader, nodes
from playwright.sync_api import CDPSession, Error, Page

from igroteka.web.pages import common
from tests.walk.recording import FOLDER, walked

TEMPLATES = common.FOLDER / "templates"


def devtools_of(page: Page) -> CDPSession | None:
    """The browser's own tools, which Chromium alone has."""
    browser = page.context.browser
    chromium = browser is not None and browser.browser_type.name == "chromium"
    return page.context.new_cdp_session(page) if chromium else None


COUNTING: Final = {"callCount": True, "detailed": False}


class Scripts:
    """The functions of scripts that run in one page and its workers, counted by the browser."""

    def __init__(self, session: CDPSession | None) -> None:
        self.session = session if FOLDER in os.environ else None
        self.workers: list[str] = []
        if self.session:
            self.session.send("Profiler.enable")
            self.session.send("Profiler.startPreciseCoverage", COUNTING)
            self.session.on("Target.attachedToTarget", self._begin)
            self.session.on("Target.receivedMessageFromTarget", self._hear)
            attaching = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": False}
            self.session.send("Target.setAutoAttach", attaching)

    def write_down(self) -> None:
        """Tell the report what has run; asked before a page is left, which then forgets it."""
        if self.session is None:
            return
        for worker in self.workers:
            self._send(worker, "Profiler.takePreciseCoverage")
        for script in self.session.send("Profiler.takePreciseCoverage")["result"]:
            _tell(script)

    def _begin(self, attached: dict[str, Any]) -> None:
        """A worker waits until its functions are counted."""
        worker = attached["sessionId"]
        self.workers.append(worker)
        self._send(worker, "Profiler.enable")
        self._send(worker, "Profiler.startPreciseCoverage", COUNTING)
        self._send(worker, "Runtime.runIfWaitingForDebugger")

    def _send(self, worker: str, method: str, how: Mapping[str, object] | None = None) -> None:
        """Have a worker do something; what it answers is heard."""
        assert self.session is not None
        message = json.dumps({"id": 1, "method": method, "params": how or {}})
        with suppress(Error):  # a worker that has ended hears nothing
            self.session.send(
                "Target.sendMessageToTarget", {"sessionId": worker, "message": message}
            )

    def _hear(self, answered: dict[str, Any]) -> None:
        for script in json.loads(answered["message"]).get("result", {}).get("result", []):
            _tell(script)


def _tell(script: dict[str, Any]) -> None:
    """Write down what of a script has run and what has not."""
    path = urlsplit(script["url"]).path
    if path.endswith(".js") and not path.endswith(".min.js"):
        ran = [_place(each) for each in script["functions"] if each["ranges"][0]["count"]]
        rest = [_place(each) for each in script["functions"] if not each["ranges"][0]["count"]]
        walked("script", name_of(path), ran=ran, rest=rest)


def name_of(path: str) -> str:
    """The file of a script; a worker is served beside the pages that it is for."""
    if path.startswith("/static/"):
        return path.split("/", 3)[-1]
    return path.strip("/").replace("/", "_")


def _place(function: dict[str, Any]) -> str:
    return f"{function['functionName']}@{function['ranges'][0]['startOffset']}"


class Marked(Environment):
    """Templates that write down each of their blocks when it is first shown."""

    marks: set[str]
    seen: set[str]

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        parsed = super()._parse(source, name, filename)
        for kind, body in bodies(parsed):
            mark = f"{name}:{body[0].lineno}: {kind}"
            self.marks.add(mark)
            call = nodes.Call(
                nodes.EnvironmentAttribute("touch"), [nodes.Const(mark)], [], None, None
            )
            body.insert(0, nodes.ExprStmt(call).set_lineno(body[0].lineno).set_environment(self))
        return parsed

    def touch(self, mark: str) -> str:
        """This block is being shown."""
        if mark not in self.seen:
            self.seen.add(mark)
            walked("template", mark)
        return ""


def bodies(parsed: nodes.Template) -> Iterator[tuple[str, list[nodes.Node]]]:
    """What a template shows under a condition, for each of many, as a block or as a macro."""
    for each in parsed.find_all((nodes.If, nodes.For, nodes.Block, nodes.Macro)):
        assert isinstance(each, nodes.If | nodes.For | nodes.Block | nodes.Macro)
        kind = type(each).__name__.lower()
        if each.body:
            yield kind, each.body
        if otherwise := getattr(each, "else_", None):
            yield f"{kind}, else", otherwise


def mark_templates() -> None:
    """From now on the templates of this process write down what of them is shown."""
    environment = common.environment()
    environment.__class__ = Marked
    assert isinstance(environment, Marked)
    environment.marks, environment.seen = set(), set()
    if environment.cache is not None:
        environment.cache.clear()


def all_blocks() -> set[str]:
    """Every block of every template."""
    environment = Marked(loader=FileSystemLoader(TEMPLATES), trim_blocks=True, lstrip_blocks=True)
    environment.marks, environment.seen = set(), set()
    for file in sorted(TEMPLATES.rglob("*.html")):
        environment.parse(file.read_text(encoding="utf-8"), str(file.relative_to(TEMPLATES)))
    return environment.marks


def all_scripts() -> Iterator[Path]:
    """Every script of ours that pages bring."""
    for folder in (common.FOLDER / "static", common.FOLDER.parent / "games"):
        yield from (file for file in sorted(folder.rglob("*.js")) if not file.stem.endswith(".min"))


def drawn_by(file: Path, path: str) -> bool:
    """Whether a file is what pages know by a path."""
    return file.parts[-len(Path(path).parts) :] == Path(path).parts

"""Studies that the site makes: trees, bidding questions; each by a command in its own process.

What was asked for and what came of it lie in a folder, so that it stays after a restart.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import secrets
import sys
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from igroteka.basics.error_words import short_paths
from igroteka.contract import IgrotekaError, Json
from igroteka.text import NOTHING, Text, as_written

MOST_AT_ONCE = 2
"""Studies that are made at the same time."""
MOST_KEPT = 100
MOST_LINES = 50
"""Lines of what a command says that are kept for the log."""
COMMANDS = {"tree": ("bridge", "tree"), "lab": ("bridge", "lab", "ask")}
"""What makes a study of each kind."""
FILES = {"svg": "tree.svg", "records": "records.jsonl"}
COMPLAINT = "igroteka: "
"""How a command begins the sentence that says why it refuses."""
_NAME = re.compile(r"[0-9a-f]{12}")


@dataclass
class StudyJob:
    """A study that is being made, or was."""

    name: str
    kind: str
    folder: Path
    arguments: tuple[str, ...]
    title: str
    step: str = ""
    """What is being done."""
    done: int = 0
    total: int = 0
    problem: Text = NOTHING
    """Why there is no answer, for anybody to read."""
    process: asyncio.subprocess.Process | None = field(default=None, repr=False)

    @property
    def running(self) -> bool:
        """Whether it is being made."""
        return self.process is not None

    @property
    def complete(self) -> bool:
        """Whether there is an answer to be looked at."""
        return (self.folder / "answer.json").is_file()

    def answer(self) -> Json:
        """What the command tells."""
        return json.loads((self.folder / "answer.json").read_text(encoding="utf-8"))

    def drawing(self) -> str:
        """The picture of a tree without a style of its own: the page has one."""
        text = (self.folder / "tree.svg").read_text(encoding="utf-8")
        return re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)

    def records(self) -> list[Json]:
        """Every record of a tree with the node at which it ends."""
        lines = (self.folder / "records.jsonl").read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines]


class StudyJobs:
    """All studies of a site."""

    def __init__(self, folder: Path, database: str | None) -> None:
        self._folder = folder / "studies"
        self._database = database
        self._jobs: dict[str, StudyJob] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def all(self, kind: str) -> list[StudyJob]:
        """Those of a kind, the newest first."""
        found = self._folder.glob("*/question.json") if self._folder.is_dir() else ()
        names = sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)
        every = (self.job(path.parent.name, None) for path in names)
        return list(islice((job for job in every if job.kind == kind), MOST_KEPT))

    def job(self, name: str, kind: str | None) -> StudyJob:
        """The study of this name and kind. Raises `IgrotekaError` if there is none."""
        job = self._jobs.get(name) or self._kept(name)
        if kind not in (None, job.kind):
            raise IgrotekaError(Text("there is nothing of this name"))
        return job

    def _kept(self, name: str) -> StudyJob:
        folder = self._folder / name
        if not _NAME.fullmatch(name) or not (folder / "question.json").is_file():
            raise IgrotekaError(Text("there is nothing of this name"))
        asked = json.loads((folder / "question.json").read_text(encoding="utf-8"))
        job = StudyJob(name, asked["kind"], folder, tuple(asked["arguments"]), asked["title"])
        job.problem = _problem(asked.get("problem", ""))
        self._jobs[name] = job
        return job

    async def start(
        self,
        kind: str,
        arguments: Sequence[str],
        title: str,
        language: str,
        upload: tuple[str, bytes] | None = None,
    ) -> StudyJob:
        """Begin a study. Raises `IgrotekaError` while too many are being made."""
        if sum(job.running for job in self._jobs.values()) >= MOST_AT_ONCE:
            raise IgrotekaError(Text("other studies are being made; wait until one is done"))
        name = secrets.token_hex(6)
        folder = self._folder / name
        folder.mkdir(parents=True)
        files = []
        if upload is not None:
            path = folder / f"played{Path(upload[0]).suffix.lower()}"
            path.write_bytes(upload[1])
            files = [str(path)]
        job = StudyJob(name, kind, folder, (*files, *arguments), title)
        _keep(job)
        self._jobs[name] = job
        await self._begin(job, language)
        return job

    async def _begin(self, job: StudyJob, language: str) -> None:
        job.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "igroteka", *COMMANDS[job.kind]),
            *job.arguments,
            *self._extras(job),
            *("--jobs=1", f"--language={language}", "--json"),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=1 << 26,
            env={**os.environ, "IGROTEKA_PROGRESS": "lines"},
        )
        task = asyncio.create_task(self._follow(job, job.process))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _extras(self, job: StudyJob) -> list[str]:
        """What only trees are told: where their files go, and where the archive is."""
        if job.kind != "tree":
            return []
        files = [f"--{name}={job.folder / file}" for name, file in FILES.items()]
        return [*files, "--rules", *([f"--db={self._database}"] if self._database else [])]

    async def _follow(self, job: StudyJob, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            output, said = await asyncio.gather(process.stdout.read(), _listen(job, process.stderr))
            if await process.wait() == 0:
                (job.folder / "answer.json").write_bytes(output)
            else:
                job.problem = _complaint(job, said)
                _keep(job)
        finally:
            job.process = None

    def stop(self, job: StudyJob) -> None:
        """Let it go no further."""
        if job.process is not None:
            job.process.kill()

    async def close(self) -> None:
        """End what is being made."""
        for job in self._jobs.values():
            self.stop(job)
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def _listen(job: StudyJob, errors: asyncio.StreamReader) -> list[str]:
    """Take notice of every step; the last lines that were said otherwise."""
    said: deque[str] = deque(maxlen=MOST_LINES)
    async for line in errors:
        words = line.decode(errors="replace").rstrip("\n")
        parts = words.split("\t")
        if parts[0] == "progress" and len(parts) == 4:
            job.step, job.done, job.total = parts[1], int(parts[2]), int(parts[3])
        elif words.strip():
            said.append(words)
    return list(said)


def _complaint(job: StudyJob, said: Sequence[str]) -> Text:
    """The sentence by which a command refuses; what else it says is for the log of the house."""
    if said and said[-1].startswith(COMPLAINT):
        sentence = said[-1].removeprefix(COMPLAINT).replace(f"{job.folder}{os.sep}", "")
        return as_written(short_paths(sentence))
    if said:
        logging.getLogger(__name__).error("study %s failed:\n%s", job.name, "\n".join(said))
    return Text("it was stopped, or failed for a reason that is in the log of the house")


def _problem(kept: Json) -> Text:
    return Text.from_json(kept) if isinstance(kept, dict) else as_written(kept)


def _keep(job: StudyJob) -> None:
    asked: dict[str, Any] = {"kind": job.kind, "arguments": job.arguments, "title": job.title}
    if job.problem:
        asked["problem"] = job.problem.to_json()
    (job.folder / "question.json").write_text(json.dumps(asked), encoding="utf-8")

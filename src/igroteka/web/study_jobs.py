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
from igroteka.tables.turns import Turns
from igroteka.tables.whereabouts import Whereabouts
from igroteka.text import NOTHING, Text, as_written

MOST_AT_ONCE = 2
"""Studies that are made at the same time, of which one is a household's."""
MOST_OF_HOUSEHOLD = 8
"""Studies that are made or wait for it."""
MOST_KEPT = 100
MOST_LINES = 50
"""Lines of what a command says that are kept for the log."""
COMMANDS = {"tree": ("bridge", "tree"), "lab": ("bridge", "lab", "ask")}
"""What makes a study of each kind."""
UPLOADED = "played"
"""The name, before its ending, of a file that somebody brought; it goes when the study is made."""
FILES = {"svg": "tree.svg", "records": "records.jsonl"}
COMPLAINT = "igroteka: "
"""How a command begins the sentence that says why it refuses."""
STOPPED = Text("it was stopped")
FAILED = Text("it was stopped, or failed for a reason that is in the log of the house")
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
    by: str = ""
    """Who began it, as long as it is being made."""
    task: asyncio.Task[None] | None = field(default=None, repr=False)
    """What waits for its turn, and then follows the command."""
    process: asyncio.subprocess.Process | None = field(default=None, repr=False)

    @property
    def running(self) -> bool:
        """Whether it is being made, or waits for that."""
        return self.task is not None

    @property
    def waiting(self) -> bool:
        """Whether others are made first."""
        return self.running and self.process is None

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

    def __init__(self, folder: Path, database: str | None, whereabouts: Whereabouts) -> None:
        self._folder = folder / "studies"
        self._database = database
        self._jobs: dict[str, StudyJob] = {}
        self._turns = Turns(MOST_AT_ONCE, whereabouts)

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
        inside = f"{folder}{os.sep}"  # as earlier releases kept the name of a file
        arguments = tuple(each.removeprefix(inside) for each in asked["arguments"])
        job = StudyJob(name, asked["kind"], folder, arguments, asked["title"])
        job.problem = _problem(asked.get("problem", ""))
        self._jobs[name] = job
        return job

    async def start(
        self,
        kind: str,
        arguments: Sequence[str],
        title: str,
        language: str,
        visitor: str,
        upload: tuple[str, bytes] | None = None,
    ) -> StudyJob:
        """Begin a study, or have it wait. Raises `IgrotekaError` if too many of these wait."""
        if self._turns.wanted_by(visitor) >= MOST_OF_HOUSEHOLD:
            raise IgrotekaError(Text("other studies of yours are being made; wait until one is"))
        name = secrets.token_hex(6)
        folder = self._folder / name
        folder.mkdir(parents=True)
        if upload is not None:
            (folder / UPLOADED).with_suffix(Path(upload[0]).suffix.lower()).write_bytes(upload[1])
            title = title or upload[0]
        job = StudyJob(name, kind, folder, tuple(arguments), title, by=visitor)
        _keep(job)
        self._jobs[name] = job
        job.task = asyncio.create_task(self._make(job, language))
        return job

    async def _make(self, job: StudyJob, language: str) -> None:
        try:
            async with self._turns.of(job.by):
                job.process = await self._begun(job, language)
                try:
                    await self._follow(job, job.process)
                finally:
                    await _ended(job.process)
        except asyncio.CancelledError:
            _refuse(job, STOPPED)
        except OSError:
            logging.getLogger(__name__).exception("study %s failed", job.name)
            _refuse(job, FAILED)
        finally:
            for file in _uploaded(job):
                file.unlink()
            job.process = job.task = None

    async def _begun(self, job: StudyJob, language: str) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "igroteka", *COMMANDS[job.kind]),
            *map(str, _uploaded(job)),
            *job.arguments,
            *self._extras(job),
            *("--jobs=1", f"--language={language}", "--json"),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=1 << 26,
            env={**os.environ, "IGROTEKA_PROGRESS": "lines"},
        )

    def _extras(self, job: StudyJob) -> list[str]:
        """What only trees are told: where their files go, and where the archive is."""
        if job.kind != "tree":
            return []
        files = [f"--{name}={job.folder / file}" for name, file in FILES.items()]
        return [*files, "--rules", *([f"--db={self._database}"] if self._database else [])]

    async def _follow(self, job: StudyJob, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        assert process.stderr is not None
        output, said = await asyncio.gather(process.stdout.read(), _listen(job, process.stderr))
        if await process.wait() == 0:
            (job.folder / "answer.json").write_bytes(output)
        else:
            _refuse(job, _complaint(job, said))

    def stop(self, job: StudyJob, visitor: str) -> None:
        """Let it go no further. Raises `IgrotekaError` for somebody who did not begin it."""
        if job.task is None:
            return
        if job.by != visitor:
            raise IgrotekaError(Text("only who began a study can stop it"))
        job.task.cancel()

    async def close(self) -> None:
        """End what is being made."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _uploaded(job: StudyJob) -> list[Path]:
    """The file that somebody brought, if one was."""
    return list(job.folder.glob(f"{UPLOADED}.*"))


async def _ended(process: asyncio.subprocess.Process) -> None:
    """End what still runs."""
    if process.returncode is None:
        process.kill()
        await process.wait()


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
    return FAILED


def _problem(kept: Json) -> Text:
    return Text.from_json(kept) if isinstance(kept, dict) else as_written(kept)


def _refuse(job: StudyJob, problem: Text) -> None:
    """Keep that there is no answer, and why."""
    job.problem = problem
    _keep(job)


def _keep(job: StudyJob) -> None:
    asked: dict[str, Any] = {"kind": job.kind, "arguments": job.arguments, "title": job.title}
    if job.problem:
        asked["problem"] = job.problem.to_json()
    (job.folder / "question.json").write_text(json.dumps(asked), encoding="utf-8")

"""Decision trees that the site grows: each by the command of the house, in a process of its own.

What was asked for and what came of it lie in a folder, so that a tree stays after a restart.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from igroteka.contract import IgrotekaError, Json
from igroteka.text import Text

MOST_AT_ONCE = 2
"""Trees that grow at the same time."""
MOST_KEPT = 100
_NAME = re.compile(r"[0-9a-f]{12}")


@dataclass
class TreeJob:
    """A tree that grows or has grown."""

    name: str
    folder: Path
    arguments: tuple[str, ...]
    title: str
    step: str = ""
    """What is being done."""
    done: int = 0
    total: int = 0
    problem: str = ""
    process: asyncio.subprocess.Process | None = field(default=None, repr=False)

    @property
    def running(self) -> bool:
        """Whether it still grows."""
        return self.process is not None

    @property
    def grown(self) -> bool:
        """Whether there is a tree to be looked at."""
        return (self.folder / "answer.json").is_file()

    def answer(self) -> Json:
        """The tree with its figures, as the command tells them."""
        return json.loads((self.folder / "answer.json").read_text(encoding="utf-8"))

    def drawing(self) -> str:
        """The picture without a style of its own: the page has one."""
        text = (self.folder / "tree.svg").read_text(encoding="utf-8")
        return re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)

    def records(self) -> list[Json]:
        """Every record with the node at which it ends."""
        lines = (self.folder / "records.jsonl").read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines]


class TreeJobs:
    """All trees of a site."""

    def __init__(self, folder: Path, database: str | None) -> None:
        self._folder = folder / "trees"
        self._database = database
        self._jobs: dict[str, TreeJob] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def all(self) -> list[TreeJob]:
        """Every tree, the newest first."""
        found = self._folder.glob("*/question.json") if self._folder.is_dir() else ()
        names = sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)
        return [self.job(path.parent.name) for path in names[:MOST_KEPT]]

    def job(self, name: str) -> TreeJob:
        """The tree of this name. Raises `IgrotekaError` if there is none."""
        if name in self._jobs:
            return self._jobs[name]
        folder = self._folder / name
        if not _NAME.fullmatch(name) or not (folder / "question.json").is_file():
            raise IgrotekaError(Text("there is no tree here"))
        asked = json.loads((folder / "question.json").read_text(encoding="utf-8"))
        job = TreeJob(name, folder, tuple(asked["arguments"]), asked["title"])
        job.problem = asked.get("problem", "")
        self._jobs[name] = job
        return job

    async def start(
        self, arguments: Sequence[str], title: str, language: str, upload: tuple[str, bytes] | None
    ) -> TreeJob:
        """Begin to grow a tree. Raises `IgrotekaError` while too many grow."""
        if sum(job.running for job in self._jobs.values()) >= MOST_AT_ONCE:
            raise IgrotekaError(Text("other trees are growing; wait until one is done"))
        name = secrets.token_hex(6)
        folder = self._folder / name
        folder.mkdir(parents=True)
        files = []
        if upload is not None:
            path = folder / f"played{Path(upload[0]).suffix.lower()}"
            path.write_bytes(upload[1])
            files = [str(path)]
        job = TreeJob(name, folder, (*files, *arguments), title)
        _keep(job)
        self._jobs[name] = job
        await self._begin(job, language)
        return job

    async def _begin(self, job: TreeJob, language: str) -> None:
        outputs = [f"--svg={job.folder / 'tree.svg'}", f"--records={job.folder / 'records.jsonl'}"]
        database = ("--db", self._database) if self._database else ()
        job.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "igroteka", "bridge", "tree", *job.arguments, *outputs),
            *database,
            *("--jobs", "1", "--language", language, "--rules", "--json"),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=1 << 26,
            env={**os.environ, "IGROTEKA_PROGRESS": "lines"},
        )
        task = asyncio.create_task(self._follow(job, job.process))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow(self, job: TreeJob, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            output, problem = await asyncio.gather(
                process.stdout.read(), _listen(job, process.stderr)
            )
            if await process.wait() == 0:
                (job.folder / "answer.json").write_bytes(output)
            else:
                job.problem = problem or "?"
                _keep(job)
        finally:
            job.process = None

    def stop(self, job: TreeJob) -> None:
        """Let it grow no further."""
        if job.process is not None:
            job.process.kill()

    async def close(self) -> None:
        """End what grows."""
        for job in self._jobs.values():
            self.stop(job)
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def _listen(job: TreeJob, errors: asyncio.StreamReader) -> str:
    """Take notice of every step; the last thing that was said otherwise."""
    said = ""
    async for line in errors:
        words = line.decode(errors="replace").rstrip("\n")
        parts = words.split("\t")
        if parts[0] == "progress" and len(parts) == 4:
            job.step, job.done, job.total = parts[1], int(parts[2]), int(parts[3])
        elif words.strip():
            said = words.removeprefix("igroteka: ")
    return said


def _keep(job: TreeJob) -> None:
    asked: dict[str, Any] = {"arguments": job.arguments, "title": job.title}
    if job.problem:
        asked["problem"] = job.problem
    (job.folder / "question.json").write_text(json.dumps(asked), encoding="utf-8")

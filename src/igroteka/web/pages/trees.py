"""Decision trees of bridge: choose the records, watch the tree grow, look into its nodes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from igroteka.contract import IgrotekaError, Json
from igroteka.games.bridge.study.columns import COLUMNS
from igroteka.registry import contest
from igroteka.text import NOTHING, Text, quoted
from igroteka.web.pages.common import NotFound, OwnForm, VisitingGuest, page
from igroteka.web.pages.people import check_may_play
from igroteka.web.pages.studies import (
    number_of,
    progress_of,
    stopped,
    studies_of,
    study_of,
    word_of,
)

router = APIRouter(include_in_schema=False)

KIND = "tree"
MOST_DEALS = 5000
MOST_SHOWN = 60
"""Deals of a node that are listed."""
FILES = (".pbn", ".lin", ".jsonl")


@router.get("/trees")
def trees(request: Request) -> Response:
    """The trees that have grown here, and the form for another one."""
    return _form(request)


def _form(
    request: Request, typed: Mapping[str, object] | None = None, problem: Text = NOTHING
) -> Response:
    events = [each for each in request.app.state.event_news.events.all() if each.game == "bridge"]
    values = {
        "jobs": studies_of(request).all(KIND),
        "columns": COLUMNS,
        "events": events,
        "typed": typed or {},
        "problem": problem,
    }
    return page(request, "trees.html", values, 400 if problem else 200)


@router.post("/trees")
async def grow(request: Request, guest: VisitingGuest, form: OwnForm) -> Response:
    """Begin to grow the tree that the form describes."""
    check_may_play(request, guest)
    try:
        upload = await _upload(form)
        arguments = [*_source(form, upload is not None), *_settings(form)]
        title = str(form.get("title", "")).strip()[:80]
        job = await studies_of(request).start(
            KIND, arguments, title, guest.language, guest.visitor, upload
        )
    except IgrotekaError as error:
        return _form(request, form, error.sentence)
    return RedirectResponse(f"/trees/{job.name}", 303)


async def _upload(form: FormData) -> tuple[str, bytes] | None:
    file = form.get("file")
    if file is None or isinstance(file, str) or not file.filename:
        return None
    if Path(file.filename).suffix.lower() not in FILES:
        raise IgrotekaError(
            Text(
                "{name} is no file of played boards; their names end in .pbn, .lin or .jsonl",
                name=quoted(file.filename),
            )
        )
    return file.filename, await file.read()


def _source(form: FormData, uploaded: bool) -> Iterator[str]:
    """Where the records come from."""
    kind = str(form.get("source", "made"))
    if kind == "archive":
        yield "--archive"
    elif kind == "event":
        yield from ("--event", word_of(form, "event"))
    elif kind == "file":
        if not uploaded:
            raise IgrotekaError(Text("choose a file of played boards"))
    else:
        deals = number_of(form, "deals", 1, MOST_DEALS)
        yield from ("--deals", str(deals), "--seed", str(number_of(form, "seed", 0, 10**9)))
        for line in str(form.get("where", "")).splitlines():
            if line.strip():
                yield f"--where={line.strip()}"
        if contract := word_of(form, "contract"):
            yield f"--contract={contract}"


def _settings(form: FormData) -> Iterator[str]:
    """What is learned, and how."""
    chosen = [str(each) for each in form.getlist("columns")]
    if chosen:
        yield f"--columns={','.join(chosen)}"
    for name in ("algorithm", "split", "target"):
        if value := word_of(form, name):
            yield f"--{name}={value}"
    yield f"--depth={number_of(form, 'depth', 0, 12)}"
    yield f"--leaf={number_of(form, 'leaf', 1, 10_000)}"
    if form.get("prune"):
        yield "--prune"
    if form.get("double_dummy"):
        yield "--double-dummy"


@router.get("/trees/{name}")
async def tree(request: Request, name: str) -> Response:
    """A tree: growing, grown, or why there is none."""
    job = study_of(request, KIND, name)
    values: dict[str, object] = {"job": job, "room": "trees", "answer": None, "drawing": None}
    if job.complete:
        values["answer"] = await asyncio.to_thread(job.answer)
        values["drawing"] = Markup(await asyncio.to_thread(job.drawing))
    return page(request, "tree.html", values)


@router.get("/trees/{name}/progress")
def progress(request: Request, name: str) -> Response:
    """How far it has grown."""
    return progress_of(request, study_of(request, KIND, name))


@router.post("/trees/{name}/stop")
async def stop(request: Request, name: str, guest: VisitingGuest, form: OwnForm) -> Response:
    """Let it grow no further."""
    del form
    check_may_play(request, guest)
    return stopped(request, study_of(request, KIND, name), guest)


@router.get("/trees/{name}/node/{number}")
def node(request: Request, name: str, number: int) -> Response:
    """A node: its rule in words, what its records came to, and their deals."""
    job = study_of(request, KIND, name)
    if not job.complete:
        raise NotFound(Text("there is no tree here"))
    answer = job.answer()
    found = _find(answer["tree"], number)
    if found is None:
        raise NotFound(Text("the tree has no node {number}", number=number))
    below = set(_numbers(found))
    records = [each for each in enumerate(job.records()) if each[1]["node"] in below]
    margins = Counter(each["tricks"] - _needed(each["contract"]) for _, each in records)
    values = {
        "job": job,
        "node": found,
        "way": _way(answer["tree"], number),
        "classes": answer["classes"],
        "records": records[:MOST_SHOWN],
        "count": len(records),
        "margins": sorted(margins.items()),
        "most": max(margins.values(), default=1),
    }
    return page(request, "tree_node.html", values)


def _needed(contract: str) -> int:
    return int(contract[0]) + 6


def _find(tree: Json, number: int) -> Json:
    if tree["node"] == number:
        return tree
    return next((f for each in tree.get("children", ()) if (f := _find(each, number))), None)


def _numbers(tree: Json) -> Iterator[int]:
    yield tree["node"]
    for each in tree.get("children", ()):
        yield from _numbers(each)


def _way(tree: Json, number: int) -> list[str]:
    """The conditions on the way to a node."""
    if tree["node"] == number:
        return [tree["condition"]] if "condition" in tree else []
    for each in tree.get("children", ()):
        if number in _numbers(each):
            here = [tree["condition"]] if "condition" in tree else []
            return here + _way(each, number)
    return []


@router.get("/trees/{name}/deal/{number}")
def deal(request: Request, name: str, number: int) -> Response:
    """The four hands of a record, with what was played."""
    job = study_of(request, KIND, name)
    records = job.records() if job.complete else []
    if not 0 <= number < len(records) or not records[number]["deal"]:
        raise NotFound(Text("the hands of this record are not known"))
    record = records[number]
    hands = contest("bridge").hands(record["deal"])
    return page(request, "tree_deal.html", {"job": job, "record": record, "hands": hands})

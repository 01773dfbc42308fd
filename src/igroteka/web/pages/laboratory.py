"""The bidding laboratory: a question of bidding, answered by deals."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Iterator, Mapping

from fastapi import APIRouter, Request
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from igroteka.contract import IgrotekaError
from igroteka.text import NOTHING, Text
from igroteka.web.pages.common import OwnForm, VisitingGuest, page
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

KIND = "lab"
MOST_DEALS = 2000


@router.get("/lab")
def laboratory(request: Request) -> Response:
    """The questions that were asked here, and the form for another one."""
    return _form(request)


def _form(
    request: Request, typed: Mapping[str, object] | None = None, problem: Text = NOTHING
) -> Response:
    values = {"jobs": studies_of(request).all(KIND), "typed": typed or {}, "problem": problem}
    return page(request, "laboratory.html", values, 400 if problem else 200)


@router.post("/lab")
async def ask(request: Request, guest: VisitingGuest, form: OwnForm) -> Response:
    """Have the question of the form answered."""
    check_may_play(request, guest)
    try:
        arguments = list(_arguments(form))
        title = f"{word_of(form, 'auction') or '…'} {word_of(form, 'alternatives')}"
        job = await studies_of(request).start(KIND, arguments, title, guest.language, guest.visitor)
    except IgrotekaError as error:
        return _form(request, form, error.sentence)
    return RedirectResponse(f"/lab/{job.name}", 303)


def _arguments(form: FormData) -> Iterator[str]:
    """The question as the command reads it."""
    alternatives = [each.strip() for each in word_of(form, "alternatives").split(",")]
    if len([each for each in alternatives if each]) < 2:
        raise IgrotekaError(Text("give at least two alternatives with commas, like pass, 2NT, 3NT"))
    yield from (each for each in alternatives if each and not each.startswith("-"))
    if auction := word_of(form, "auction"):
        yield f"--auction={auction}"
    for line in str(form.get("where", "")).splitlines():
        if line.strip():
            yield f"--where={line.strip()}"
    yield f"--deals={number_of(form, 'deals', 10, MOST_DEALS)}"
    yield f"--seed={number_of(form, 'seed', 0, 10**9)}"
    if word_of(form, "scoring") == "matchpoints":
        yield "--scoring=matchpoints"


@router.get("/lab/{name}")
async def answer(request: Request, name: str) -> Response:
    """What the deals say, how far they have come, or why there is no answer."""
    job = study_of(request, KIND, name)
    found = await asyncio.to_thread(job.answer) if job.complete else None
    values = {"job": job, "room": "lab", "found": found}
    values["command"] = shlex.join(["igroteka", "bridge", "lab", "ask", *job.arguments])
    return page(request, "laboratory_answer.html", values)


@router.get("/lab/{name}/progress")
def progress(request: Request, name: str) -> Response:
    """How far it has come."""
    return progress_of(request, study_of(request, KIND, name))


@router.post("/lab/{name}/stop")
async def stop(request: Request, name: str, guest: VisitingGuest, form: OwnForm) -> Response:
    """Let it go no further; what was found out is kept for the same question."""
    del form
    check_may_play(request, guest)
    return stopped(request, study_of(request, KIND, name), guest)

"""What pages of studies share: the study that an address names, its progress, fields of forms."""

from __future__ import annotations

from fastapi import Request
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from igroteka.contract import IgrotekaError
from igroteka.text import Text, from_data, quoted
from igroteka.web.pages.common import NotFound, page
from igroteka.web.study_jobs import StudyJob, StudyJobs
from igroteka.web.visitors import Guest

LABELS = {"deals": "Deals", "seed": "Seed", "depth": "Depth", "leaf": "Records a leaf"}
"""What pages call their fields."""
ROOMS = {"tree": "trees", "lab": "lab"}
"""Where studies of each kind are found."""


def studies_of(request: Request) -> StudyJobs:
    """The studies of the house."""
    found: StudyJobs = request.app.state.study_jobs
    return found


def study_of(request: Request, kind: str, name: str) -> StudyJob:
    """The study that an address names. Raises `NotFound`."""
    try:
        return studies_of(request).job(name, kind)
    except IgrotekaError as error:
        raise NotFound(error.sentence) from error


def progress_of(request: Request, job: StudyJob) -> Response:
    """How far a study has come; when it is done the page comes anew."""
    told = page(request, "study_progress.html", {"job": job, "room": ROOMS[job.kind]})
    if not job.running:
        told.headers["HX-Refresh"] = "true"
    return told


def stopped(request: Request, job: StudyJob, guest: Guest) -> Response:
    """Let a study go no further; only who began it may."""
    studies_of(request).stop(job, guest.visitor)
    return RedirectResponse(f"/{ROOMS[job.kind]}/{job.name}", 303)


def word_of(form: FormData, name: str) -> str:
    """What stands in a field."""
    return str(form.get(name, "")).strip()[:100]


def number_of(form: FormData, name: str, least: int, most: int) -> int:
    """The number in a field. Raises `IgrotekaError` if it is none, or another than these."""
    text = word_of(form, name)
    if not text.isdecimal() or not least <= int(text) <= most:
        raise IgrotekaError(
            Text(
                "{field} should be a whole number from {least} to {most}, but is {text}",
                field=from_data(LABELS[name]),
                least=least,
                most=most,
                text=quoted(text),
            )
        )
    return int(text)

"""Results of an evening: standings, travellers, everybody's own card."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from igroteka.web.club.desk import club_page
from igroteka.web.club.doors import AtEvent, Visit

router = APIRouter(include_in_schema=False)


def results_page(request: Request, at: Visit) -> Response:
    """The standings."""
    return club_page(request, at, "results.html", {})


@router.get("/club/{code}/{key}/results")
def results(request: Request, at: AtEvent) -> Response:
    """The standings, for anybody who may see them."""
    return results_page(request, at)

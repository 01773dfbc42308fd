"""The room of studies: the door to what is found out by many games."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from igroteka.text import Text
from igroteka.web.pages.common import page

router = APIRouter(include_in_schema=False)

STUDIES = (
    (
        "/tournaments",
        "cup",
        Text("Tournaments between bots"),
        Text(
            "Let programs play each other by the hundred, and see who is stronger and how surely."
        ),
    ),
    (
        "/trees",
        "tree",
        Text("Decision trees"),
        Text("Grow a tree from played boards that tells which contracts make."),
    ),
    (
        "/lab",
        "compass",
        Text("Bidding laboratory"),
        Text("Ask a thousand deals which call of several is best."),
    ),
    (
        "/grammar",
        "dice",
        Text("Grammars for substitution"),
        Text("Write your own grammar, see at once what it can do, and play on it."),
    ),
)
"""Address, icon, title and a sentence of each."""


@router.get("/study")
def study(request: Request) -> Response:
    """What there is to study, a sentence each."""
    return page(request, "study.html", {"studies": STUDIES})

"""The cards of an evening: the director gives them, and who may see them sees them drawn."""

from __future__ import annotations

import secrets
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends, Request
from starlette.responses import RedirectResponse, Response

from igroteka.club.dealing import by_seed, from_file
from igroteka.club.deeds import Dealt
from igroteka.contract import BadOption, IgrotekaError
from igroteka.records.contest import Analysis, Hand
from igroteka.text import Text, quoted
from igroteka.web.club.doors import AsDirector, InEvents, Visit
from igroteka.web.club.people import happen, people_page
from igroteka.web.club.solving import Solving
from igroteka.web.pages.common import InArchive, OwnForm, page

router = APIRouter(include_in_schema=False)

MOST_SEED = 10**12
SECRET_BITS = 256
"""Of a seed that nobody typed: too many for who knows one board to try them all for the next."""


def solving_of(request: Request) -> Solving:
    """What is known of deals in this house."""
    solving: Solving = request.app.state.solving
    return solving


InSolving = Annotated[Solving, Depends(solving_of)]


class ShownDeal(NamedTuple):
    """A board's cards as they are drawn."""

    board: int
    hands: tuple[Hand, ...]
    analysis: Analysis | None


def shown_deal(at: Visit, solving: Solving, board: int) -> ShownDeal | None:
    """The cards of a board, if they are known."""
    deal = at.event.deals.get(board)
    if deal is None:
        return None
    return ShownDeal(board, at.contest.hands(deal), solving.analysis(at.kept, deal))


@router.post("/club/{code}/{key}/deals")
async def give_deals(
    request: Request, at: AsDirector, news: InEvents, archive: InArchive, form: OwnForm
) -> Response:
    """Give the event the deals of a file, or have the missing ones shuffled by a seed."""
    try:
        upload = form.get("file")
        content = b"" if upload is None or isinstance(upload, str) else await upload.read()
        deeds: list[Dealt] = (
            from_file(at.event, at.contest, content)
            if content
            else by_seed(at.event, at.contest, _seed(str(form.get("seed", ""))))
        )
        await happen(news, at, deeds)
    except IgrotekaError as error:
        return people_page(request, at, archive, {"seed": form.get("seed", "")}, error.sentence)
    return RedirectResponse(at.path("people"), 303)


def _seed(text: str) -> int:
    """The seed that was typed; one that nobody can guess where none was."""
    if not text.strip():
        return secrets.randbits(SECRET_BITS)
    if not text.strip().isdecimal() or int(text) >= MOST_SEED:
        raise BadOption(Text("{text} is no seed: it is a whole number", text=quoted(text)))
    return int(text)


@router.get("/club/{code}/{key}/solved")
def solved(request: Request, at: AsDirector, solving: InSolving) -> Response:
    """How many deals are worked out by now; the page asks again until all are."""
    values = {"progress": solving.look(at.kept), "here": at.path()}
    return page(request, "club/solved.html", values)

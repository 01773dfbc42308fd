"""A player's sessions: ending one of them, or all but this."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from igroteka.text import Text
from igroteka.web.pages.common import NotAllowed, NotFound, OwnForm
from igroteka.web.sessions import Session, Sessions, session_of

router = APIRouter(include_in_schema=False)


@router.post("/me/sessions/end-others")
async def end_others(request: Request, form: OwnForm) -> Response:
    """Sign out everywhere but here."""
    del form
    player, session = _signed_in(request)
    sessions: Sessions = request.app.state.sessions
    await sessions.end_others(player, session.stored.id if session.stored else None)
    return RedirectResponse("/me#sessions", 303)


@router.post("/me/sessions/{number}/end")
async def end_one(request: Request, number: int, form: OwnForm) -> Response:
    """Sign out in another browser, or in this one."""
    del form
    player, session = _signed_in(request)
    sessions: Sessions = request.app.state.sessions
    if not await sessions.end_one(number, player):
        raise NotFound(Text("you have no session {number}; it may have ended", number=number))
    if session.stored is not None and session.stored.id == number:
        session.end()
    return RedirectResponse("/me#sessions", 303)


def _signed_in(request: Request) -> tuple[int, Session]:
    """Who asks. Raises `NotAllowed` without a password."""
    session = session_of(request)
    if session.player is None:
        raise NotAllowed(Text("sign in first: only who has a password has sessions to end"))
    return session.player, session

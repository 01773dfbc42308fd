"""How far the kernels of the games are compiled, for pages that say so."""

from __future__ import annotations

from fastapi import APIRouter, Request

from igroteka.contract import Json
from igroteka.tables.warming import Warming

router = APIRouter(include_in_schema=False)


@router.get("/warming")
async def warming(request: Request) -> dict[str, Json]:
    """Whether all bots play at their own level by now, and what is waited for if not."""
    now: Warming = request.app.state.warming
    done, total, game = now.progress
    return {"ready": now.progress.ready, "done": done, "total": total, "now": game}

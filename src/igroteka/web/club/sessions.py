"""Several evenings summed up."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from igroteka.basics.explanation import shown
from igroteka.club.event_report import players_of
from igroteka.club.events import Kept
from igroteka.club.links import DIRECTOR, PLAYERS, Role
from igroteka.club.sessions import overall
from igroteka.club.standings import Standing
from igroteka.contract import BadOption
from igroteka.text import Text
from igroteka.web.club.doors import InEvents, Visit
from igroteka.web.club.results import check_may_see
from igroteka.web.pages.common import NotFound, page

router = APIRouter(include_in_schema=False)

MOST = 60
"""Evenings that are summed up at once: a season has fewer."""


@router.get("/club/sessions")
def sessions(
    request: Request, news: InEvents, events: Annotated[list[str] | None, Query()] = None
) -> Response:
    """What everybody has of the evenings that were ticked."""
    chosen = [_visible(request, news.events.known(code)) for code in _codes(events)]
    found = sorted(chosen, key=lambda each: (each.event.day, each.stored.id))
    ways = {(each.stored.game, each.event.scoring) for each in found}
    if len(ways) > 1:
        raise BadOption(Text("evenings that are summed up are of the same game and scoring"))
    scoring = found[0].results.scoring
    standings = overall(scoring, [_by_name(each) for each in found])
    values = {"found": found, "standings": standings, "scoring": scoring, "shown": shown}
    return page(request, "club/sessions.html", values)


def _codes(events: list[str] | None) -> list[str]:
    codes = list(dict.fromkeys(events or ()))
    if not 1 <= len(codes) <= MOST:
        raise BadOption(Text("tick from 1 to {most} evenings", most=MOST))
    return codes


def _visible(request: Request, kept: Kept) -> Kept:
    """An event that this visitor may see the results of. Raises `NotFound` or `NotAllowed`."""
    own = request.session.get("events", {}).get(kept.stored.code)
    directs = own == Role(DIRECTOR).key(kept.stored.secret)
    check_may_see(Visit(kept, Role(DIRECTOR if directs else PLAYERS)))
    if not kept.event.sections:
        raise NotFound(Text("nobody is seated yet at {name}", name=kept.event.name))
    return kept


def _by_name(kept: Kept) -> dict[str, Standing]:
    """Everybody by their names, whoever of a pair is named first; a second one with a number."""
    found: dict[str, Standing] = {}
    of_teams = kept.results.scoring.of_teams
    for each in kept.results.standings:
        name = " – ".join(sorted(players_of(kept.event, each.contestant, of_teams)))
        found[name if name not in found else f"{name} ({each.contestant})"] = each
    return found

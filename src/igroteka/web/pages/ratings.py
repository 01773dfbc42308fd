"""Ratings of the people of the house, beside the characters that hold the scale."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from igroteka.archive import Archive
from igroteka.archive.rated import last_rated, rated_seats
from igroteka.registry import game_class, game_names
from igroteka.study.ratings import Sat, Standing, rated
from igroteka.tables.characters import character_of
from igroteka.web.pages.common import InArchive, VisitingGuest, page
from igroteka.web.pages.names import shown_kind

router = APIRouter(include_in_schema=False)

MOST_COMPARED = 12
"""Players of whom it is shown who beats whom, those with most games."""


class RatedPlayer(NamedTuple):
    """Somebody in the list."""

    id: int
    name: str
    kind: str
    standing: Standing


@router.get("/ratings")
def ratings(archive: InArchive) -> Response:
    """The ratings of the game that people have played most."""
    most = max(game_names(), key=lambda name: archive.read(last_rated, name)[1])
    return RedirectResponse(f"/ratings/{most}", 303)


@router.get("/ratings/{name}")
def ratings_of(request: Request, name: str, guest: VisitingGuest, archive: InArchive) -> Response:
    """Who stands where in a game, how surely, and who beats whom."""
    game_class(name)
    found = _list(archive, name, archive.read(last_rated, name))
    compared = sorted(found, key=lambda each: -each.standing.games)[:MOST_COMPARED]
    values = {
        "game": name,
        "found": found,
        "compared": [each for each in found if each in compared],
        "own": guest.name and guest.name.casefold(),
    }
    return page(request, "ratings.html", values)


@lru_cache(maxsize=64)
def _list(archive: Archive, game: str, last: tuple[int, int]) -> Sequence[RatedPlayer]:
    """All who are rated, the strongest first; `last` tells when there are other games."""
    del last
    seats = archive.read(rated_seats, game)
    who = {seat.player: (seat.name, seat.kind) for seat in seats}
    anchors = {
        player: float(character.rating)
        for player, (name, kind) in who.items()
        if kind == "bot" and (character := character_of(game, name))
    }
    games = (
        [Sat(seat.player, seat.side, seat.points) for seat in group]
        for _, group in groupby(seats, key=attrgetter("game"))
    )
    grown = {seat.player for seat in seats if not seat.kid}
    found = [
        RatedPlayer(id, name, shown_kind(kind, id not in grown), known)
        for id, known in rated(games, anchors).items()
        for name, kind in (who[id],)
    ]
    return sorted(found, key=lambda each: (-each.standing.rating, each.name))

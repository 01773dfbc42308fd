"""Tournaments of bots: start one, watch its standings grow, open any of its games."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from igroteka.archive import ArchiveError, queries
from igroteka.archive.models import StoredTournament
from igroteka.contract import IgrotekaError
from igroteka.players.spec import split
from igroteka.registry import bot_names, game_class, game_names
from igroteka.tables.characters import opponents
from igroteka.text import NOTHING, Text, quoted
from igroteka.web.pages.common import InArchive, OwnForm, VisitingGuest, page
from igroteka.web.pages.people import check_may_play
from igroteka.web.pages.table_forms import NOT_FOR_VISITORS, options_of, visitors_bot, visitors_game
from igroteka.web.tournaments import Standing, Tournaments, problem_of

router = APIRouter(include_in_schema=False)

PER_PAGE = 40
MOST_BOTS = 40


def _tournaments(request: Request) -> Tournaments:
    found: Tournaments = request.app.state.tournaments
    return found


@router.get("/tournaments")
def tournaments(request: Request, archive: InArchive) -> Response:
    """All tournaments, and the door to a new one."""
    found = archive.read(queries.tournament_list)
    return page(request, "tournaments.html", {"found": found, "game_names": game_names()})


@router.get("/tournaments/new/{name}")
def new_tournament(request: Request, name: str) -> Response:
    """The form for a new tournament."""
    return _form(request, name)


def _form(
    request: Request, name: str, typed: Mapping[str, object] | None = None, problem: Text = NOTHING
) -> Response:
    """The form; if it was sent and something is wrong with it, as it was typed."""
    game = game_class(name)
    bots = [bot for bot in bot_names(name) if bot not in NOT_FOR_VISITORS]
    values = {"game": game, "bots": bots, "opponents": opponents(name)}
    values["usual"] = [each.bot for each in opponents(name)[:3]]
    values |= {"typed": typed or {}, "problem": problem}
    return page(request, "new_tournament.html", values, 400 if problem else 200)


@router.post("/tournaments/new/{name}")
async def begin(request: Request, name: str, guest: VisitingGuest, form: OwnForm) -> Response:
    """Start the tournament that the form describes."""
    check_may_play(request, guest)
    game_class(name)
    try:
        number = await _begun(_tournaments(request), name, form, guest.visitor)
    except ArchiveError:
        raise
    except IgrotekaError as error:
        return _form(request, name, form, error.sentence)
    return RedirectResponse(f"/tournaments/{number}", 303)


async def _begun(tournaments: Tournaments, name: str, form: FormData, visitor: str) -> int:
    """Start it; its number. Raises `IgrotekaError` and says what is wrong in the form."""
    game = visitors_game(name, options_of(form))
    named = split(str(form.get("bots", "")))
    if len(named) > MOST_BOTS:
        raise IgrotekaError(Text("a tournament has at most {count} bots here", count=MOST_BOTS))
    bots = await asyncio.to_thread(lambda: [visitors_bot(name, bot) for bot in named])
    games, seed = _number(form.get("games"), "games"), _number(form.get("seed"), "seed")
    title = str(form.get("title", ""))[:60]
    form_of = {name: form.get(name) == "yes" for name in ("self_play", "gauntlet")}
    return await tournaments.begin(game, bots, games, seed, title, visitor, **form_of)


def _number(text: object, field: str) -> int:
    words = str(text or "").strip()
    if not (words.isascii() and words.isdigit() and len(words) < 10):
        raise IgrotekaError(
            Text("{field} should be a whole number, but is {text}", field=field, text=quoted(words))
        )
    return int(words)


@router.get("/tournaments/{number}")
async def tournament(
    request: Request,
    number: int,
    page_number: Annotated[int, Query(alias="page", ge=1)] = 1,
    first: str = "",
    second: str = "",
) -> Response:
    """The standings and the games of a tournament, all or those of one cell of its crosstable."""
    tournaments = _tournaments(request)
    found = await tournaments.find(number)
    standing = await asyncio.to_thread(tournaments.standing, found)
    games = standing.cell(first, second) if first and second else standing.all_games()
    values = {
        "cell": (first, second) if first and second else None,
        "lines": games[(page_number - 1) * PER_PAGE : page_number * PER_PAGE],
        "page_number": page_number,
        "pages": max(1, -(-len(games) // PER_PAGE)),
        "address": lambda place: "?" + urlencode({"first": first, "second": second, "page": place}),
    }
    return page(request, "tournament.html", {**values, **_shown(found, standing)})


def _shown(found: StoredTournament, standing: Standing) -> dict[str, object]:
    """What the standings are drawn from."""
    return {
        "found": found,
        "standing": standing,
        "problem": problem_of(found),
        "crosstable_words": _crosstable_words(standing),
    }


def _crosstable_words(standing: Standing) -> Text:
    """What stands in a cell."""
    game = standing.plan.game
    if standing.result.of_several:
        return Text("The row above / level with / below the column. A cell opens their games.")
    if game.duplicate:
        return Text("The row has won / drawn / lost. A cell opens its games.")
    if game.first_seat_begins:
        return Text("The row moves first: won / drawn / lost. A cell opens its games.")
    return Text("The row has the first seat: won / drawn / lost. A cell opens its games.")


@router.get("/tournaments/{number}/standings")
async def standings(request: Request, number: int) -> Response:
    """The part of the page that grows while the tournament is played."""
    tournaments = _tournaments(request)
    found = await tournaments.find(number)
    standing = await asyncio.to_thread(tournaments.standing, found)
    answer = page(request, "standings.html", _shown(found, standing))
    if found.finished is not None:
        answer.headers["HX-Refresh"] = "true"
    return answer


@router.post("/tournaments/{number}/cancel")
async def cancel(request: Request, number: int, guest: VisitingGuest, form: OwnForm) -> Response:
    """Stop a tournament; what was played stays."""
    del form
    tournaments = _tournaments(request)
    await tournaments.cancel(await tournaments.find(number), guest.visitor)
    return RedirectResponse(f"/tournaments/{number}", 303)


@router.get("/tournaments/{number}/games/{place}")
async def open_game(request: Request, number: int, place: int) -> Response:
    """Open a game; it is put into the archive, where it can be talked about."""
    tournaments = _tournaments(request)
    found: StoredTournament = await tournaments.find(number)
    games = await asyncio.to_thread(tournaments.lines, found, place, 1)
    if not games:
        raise IgrotekaError(Text("this tournament has no game {number} yet", number=place))
    (kept,) = await asyncio.to_thread(lambda: list(tournaments.keep(found, [games[0][1]])))
    return RedirectResponse(f"/game/{kept}", 303)

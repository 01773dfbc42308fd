"""The site put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DataError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from igroteka import registry
from igroteka.archive import Archive
from igroteka.archive.leads import LedElsewhere, Superseded
from igroteka.archive.sessions import drop_least_used
from igroteka.basics.house_fault import HouseFault
from igroteka.club.events import Events
from igroteka.contract import IgrotekaError
from igroteka.registry import UnknownName, game_names
from igroteka.tables.bot_pool import BotPool
from igroteka.tables.doors import Doors
from igroteka.tables.live_tables import LiveTables, NoTable
from igroteka.tables.whereabouts import Whereabouts
from igroteka.text import Text, as_written, joined
from igroteka.web import api, metrics
from igroteka.web.afterwords import Afterwords
from igroteka.web.analyses import Analyses
from igroteka.web.budgets import PER_ADDRESS, Budgets, OpenSockets, OverBudget
from igroteka.web.childs_room import ChildsRoom
from igroteka.web.club import (
    desk,
    doors,
    exporting,
    hands,
    links,
    members,
    opening,
    paper,
    phone,
    results,
    sessions,
)
from igroteka.web.club import people as club_people
from igroteka.web.club.news import EventNews
from igroteka.web.club.online import OnlineTables
from igroteka.web.club.solving import Solving
from igroteka.web.daylight import Daylight
from igroteka.web.fair_share import FairShare
from igroteka.web.former_cookies import FormerCookies
from igroteka.web.forwarding import Forwarding
from igroteka.web.home_network import HomeDoor
from igroteka.web.host_names import HostNames, Names
from igroteka.web.imports import Imports
from igroteka.web.metrics import LoopWatch
from igroteka.web.open_wires import OpenWires
from igroteka.web.own_puzzles import keep_own_puzzles
from igroteka.web.pages import (
    archive,
    child,
    expectations,
    grammar,
    home,
    joining,
    laboratory,
    learning,
    own_sessions,
    people,
    puzzles,
    ratings,
    review,
    study,
    tables,
    tournaments,
    trees,
    warming,
)
from igroteka.web.pages.common import FOLDER, NotAllowed, NotFound, edition, page
from igroteka.web.passwords import Hashing
from igroteka.web.security import HEADERS, NOT_STORED, SecureHeaders
from igroteka.web.session_cookies import SessionCookies
from igroteka.web.sessions import Sessions
from igroteka.web.static_files import SiteFiles
from igroteka.web.study_jobs import StudyJobs
from igroteka.web.tournaments import Tournaments

ROOMS = (
    home,
    joining,
    people,
    own_sessions,
    child,
    learning,
    tables,
    review,
    expectations,
    puzzles,
    archive,
    ratings,
    study,
    tournaments,
    trees,
    laboratory,
    grammar,
    warming,
    metrics,
    api,
    members,
    sessions,
    opening,
    doors,
    desk,
    club_people,
    links,
    phone,
    results,
    hands,
    exporting,
    paper,
)
"""Where pages and addresses are."""
RETRY = 30
"""Seconds after which it is worth trying again when the archive failed."""
NOTHING_THERE = Text("there is nothing at this address")


@dataclass(frozen=True)
class Settings:
    """How the house is opened."""

    folder: Path
    """Where the house keeps what is its own."""
    database: str | None = None
    """The archive's address; None is the one in the user's data folder."""
    accounts: bool = False
    """Whether playing needs a password, as it does when strangers can come in."""
    bot_processes: int = 0
    """Processes for bots; 0 is one for every core."""
    warm: bool = True
    """Whether kernels that were never compiled here are, before the first visitor needs them."""
    home: bool = False
    """Whether it is open to the home network, where nobody needs a password; elsewhere all do."""
    doors: Path | None = None
    """Where the processes of one house find each other; None in a house of one process."""
    first: bool = True
    """Whether this is the one that goes on with what only one can do."""
    per_address: int = PER_ADDRESS
    """Sockets that one address may have at tables."""
    address: str = "127.0.0.1"
    """Where it listens, and its tables that are opened to programs."""
    names: tuple[str, ...] = ()
    """The names by which it is reached, beside this machine's own."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of the proxies whose word is taken for where a request comes from."""


@asynccontextmanager
async def _open_house(app: FastAPI) -> AsyncIterator[None]:
    """All that the site has, from the first request to the last."""
    settings: Settings = app.state.settings
    kept = Archive.open(settings.database, registry)
    whereabouts: Whereabouts = app.state.whereabouts
    how_many = {"count": settings.bot_processes} if settings.bot_processes else {}
    bot_pool = BotPool(whereabouts=whereabouts, **how_many)
    if settings.warm:
        bot_pool.warming.begin(game_names())
    app.state.warming = bot_pool.warming
    app.state.live_tables = LiveTables(kept, bot_pool)
    app.state.doors = Doors(app.state.live_tables)
    kept.apply(drop_least_used)
    app.state.open_wires = OpenWires(kept)
    app.state.sessions = Sessions(kept, app.state.open_wires)
    app.state.daylight = Daylight(kept)
    app.state.analyses = Analyses(kept, bot_pool)
    app.state.live_tables.followers.append(app.state.analyses.follow)
    app.state.analyses.followers.append(partial(keep_own_puzzles, kept))
    app.state.afterwords = Afterwords(bot_pool)
    app.state.imports = Imports(kept, whereabouts)
    app.state.hashing = Hashing()
    app.state.drawing = asyncio.Lock()
    app.state.tournaments = Tournaments(kept, settings.folder, whereabouts)
    if settings.first:
        await app.state.tournaments.resume()
    app.state.event_news = EventNews(Events(kept))
    app.state.study_jobs = StudyJobs(settings.folder, settings.database, whereabouts)
    app.state.online = OnlineTables(
        app.state.event_news, app.state.live_tables, settings.doors is None
    )
    if settings.first:
        await app.state.online.recall()
    app.state.solving = Solving(kept, bot_pool)
    app.state.loop_watch = LoopWatch()
    looking = asyncio.create_task(app.state.loop_watch.watch())
    clocks = asyncio.create_task(app.state.live_tables.keep_house())
    watching = asyncio.create_task(app.state.event_news.watch())
    cutting = asyncio.create_task(app.state.sessions.watch())
    yield
    looking.cancel()
    watching.cancel()
    cutting.cancel()
    app.state.analyses.close()
    app.state.imports.close()
    app.state.hashing.close()
    await app.state.study_jobs.close()
    app.state.solving.close()
    clocks.cancel()
    await app.state.live_tables.keep_clocks()
    await app.state.tournaments.close()
    await app.state.doors.close()
    app.state.live_tables.close()
    bot_pool.close()
    kept.close()


def create_app(settings: Settings) -> FastAPI:
    """The site, ready to be served."""
    app = FastAPI(
        title="Igroteka",
        lifespan=_open_house,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.settings = settings
    app.state.whereabouts = Whereabouts()
    app.state.home_door = HomeDoor(settings.home)
    app.state.open_sockets = OpenSockets(settings.per_address)
    app.add_middleware(ChildsRoom)
    former = FormerCookies(settings.folder)
    app.add_middleware(SessionCookies, former=former, refuse=_ask_for_patience)
    app.add_middleware(HostNames, names=Names(settings.address, settings.names))
    app.add_middleware(Budgets)
    app.add_middleware(FairShare)
    app.add_middleware(SecureHeaders)
    if settings.doors is not None:
        app.add_middleware(Forwarding, folder=settings.doors)
    if settings.proxies:
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=list(settings.proxies))
    app.add_exception_handler(IgrotekaError, _say_what_was_wrong)
    app.add_exception_handler(HTTPException, _say_what_was_wrong)
    app.add_exception_handler(RequestValidationError, _say_what_was_wrong)
    for too_large in (OverflowError, DataError):
        app.add_exception_handler(too_large, _say_that_nothing_is_there)
    app.add_exception_handler(HouseFault, _ask_for_patience)
    app.add_exception_handler(ClientDisconnect, _answer_nobody)
    app.add_exception_handler(Exception, _admit)
    app.mount(f"/static/{edition()}", SiteFiles(directory=FOLDER / "static"), name="static")
    for room in ROOMS:
        app.include_router(room.router)
    return app


def _say_what_was_wrong(request: Request, error: Exception) -> Response:
    """Bad input becomes a sentence: a page for people, JSON for programs."""
    for_people = not request.url.path.startswith("/api/")
    return _answer(request, _sentence(error, for_people), _status(error))


def _say_that_nothing_is_there(request: Request, error: Exception) -> Response:
    """A number that no database can hold is not that of anything."""
    del error
    return _answer(request, NOTHING_THERE, 404)


def _ask_for_patience(request: Request, fault: Exception) -> Response:
    """What the house can't do just now, and may a little later."""
    assert isinstance(fault, HouseFault)
    answer = _answer(request, fault.sentence, 503)
    answer.headers["Retry-After"] = str(RETRY)
    return answer


def _answer_nobody(request: Request, error: Exception) -> Response:
    """Who hung up in the middle of a form is nothing for the log."""
    del request, error
    return Response(status_code=400)


def _admit(request: Request, error: Exception) -> Response:
    """What nobody foresaw: the visitor is told so, the log has the rest."""
    del error
    answer = _answer(request, Text("something is wrong here; it is not your fault"), 500)
    # This is said outside of all that puts them on answers.
    answer.headers.update({**HEADERS, "Cache-Control": NOT_STORED})
    return answer


def _answer(request: Request, sentence: Text, status: int) -> Response:
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": sentence}, status)
    return page(request, "error.html", {"sentence": sentence}, status)


def _status(error: Exception) -> int:
    if isinstance(error, HTTPException):
        return error.status_code
    if isinstance(error, NotFound | NoTable | UnknownName):
        return 404
    if isinstance(error, api.Unknown):
        return 401
    if isinstance(error, LedElsewhere | Superseded):
        return 503
    return 403 if isinstance(error, NotAllowed) else 400


def _sentence(error: Exception, for_people: bool) -> Text:
    if isinstance(error, IgrotekaError | OverBudget):
        return error.sentence
    if isinstance(error, HTTPException) and error.status_code == 404:
        return NOTHING_THERE
    if for_people:
        return Text("this address is not written as it should be")
    if isinstance(error, RequestValidationError):
        return joined("; ", [f"{each['loc'][-1]}: {each['msg']}" for each in error.errors()])
    return as_written(str(getattr(error, "detail", error)))

"""The archive's page: finding games again, and taking in files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.datastructures import UploadFile
from starlette.responses import Response

from igroteka.archive import Archive, accounts
from igroteka.archive.importing import Source
from igroteka.archive.models import Filter, GameLine, Mine
from igroteka.archive.search import continuations, opponents_of, player_list, search
from igroteka.contract import IgrotekaError
from igroteka.registry import format_of_file, game_names
from igroteka.study.positions import landmarks
from igroteka.tables.storage import held_games, private_games
from igroteka.text import NOTHING, Text, quoted
from igroteka.web.budgets import LARGEST_FILE
from igroteka.web.dates import date_text, read_day
from igroteka.web.fair_share import wait_aside
from igroteka.web.home_network import needs_password
from igroteka.web.imports import Imports
from igroteka.web.pages.common import InArchive, OwnForm, VisitingGuest, page
from igroteka.web.pages.opened_game import locked_games
from igroteka.web.pages.people import check_may_play
from igroteka.web.pages.pictures import pictures
from igroteka.web.pages.series import Series, series_of, series_words
from igroteka.web.visitors import Guest

router = APIRouter(include_in_schema=False)

PER_PAGE = 30
WHOSE = {
    "mine": Text("My games"),
    "house": Text("House games"),
    "bots": Text("Bots"),
}
"""Whose games a visitor may choose to see."""
MOST_HELD = 1000
"""Unfinished games of a visitor that are found by their seats."""
FIELDS = ("player", "opponent", "game", "since", "until", "result", "state", "position", "sitting")


@router.get("/archive")
def archive_page(request: Request, guest: VisitingGuest, archive: InArchive) -> Response:
    """Games that fit what is asked for."""
    asked = {name: request.query_params.get(name, "").strip() for name in FIELDS}
    number = request.query_params.get("page", "1")
    held = archive.read(held_games, guest.visitor, MOST_HELD)
    whose = _whose(request.query_params.get("whose", ""), asked, archive, Mine(guest.name, held))
    try:
        wanted, problem = filter_of(asked), NOTHING
    except IgrotekaError as error:
        wanted, problem = Filter(), error.sentence
    wanted = replace(wanted, without=archive.read(private_games, guest.visitor))
    if whose:
        wanted = _narrowed(wanted, whose, Mine(guest.name, held))
    found = archive.read(search, wanted, int(number) if _is_page(number) else 1, PER_PAGE)
    locked = locked_games(request.app.state.online, found.lines)
    return page(
        request,
        "archive.html",
        {
            "asked": asked,
            "whose": whose,
            "tabs": WHOSE,
            "found": found,
            "held": set(held),
            "locked": locked,
            "pictures": pictures(archive, [each for each in found.lines if each.id not in locked]),
            "example": date_text(datetime.now().astimezone().date()),
            "problem": problem,
            "pages": max(1, -(-found.total // PER_PAGE)),
            "address": partial(_address, {"whose": whose, **asked}),
            "game_names": game_names(),
            "series_words": series_words(found.lines, archive),
            "series": _series(archive, guest, found.lines) if wanted.sitting else None,
            **_known(archive, asked, wanted),
        },
    )


def _whose(chosen: str, asked: Mapping[str, str], archive: Archive, mine: Mine) -> str:
    """Whose games are shown; unless chosen, one's own if there are any, and all in a search."""
    if chosen in WHOSE:
        return chosen
    if any(asked.values()):
        return ""
    return "mine" if archive.read(search, Filter(mine=mine), 1, 1).total else "house"


def _narrowed(wanted: Filter, whose: str, mine: Mine) -> Filter:
    if whose == "mine":
        return replace(wanted, mine=mine)
    return replace(wanted, people=whose == "house")


def _address(now: Mapping[str, str], **other: object) -> str:
    """The page as it is asked for, with something other than now."""
    fields = {**now, **other}
    return "/archive?" + urlencode({name: value for name, value in fields.items() if value})


def _series(archive: Archive, guest: Guest, lines: Sequence[GameLine]) -> Series | None:
    """The series of which these are games."""
    line = next(iter(lines), None)
    if line is None or line.sitting is None or line.place is None:
        return None
    players = list(zip(line.players, line.kinds, strict=True))
    return series_of(archive, guest, line.sitting, line.place, players)


def _is_page(number: str) -> bool:
    return number.isascii() and number.isdigit() and len(number) < 9


def filter_of(asked: Mapping[str, str]) -> Filter:
    """What the form asks for. Raises `IgrotekaError` for a day or a position that is none."""
    if asked["game"] and asked["game"] not in game_names():
        raise IgrotekaError(Text("there is no game {text}", text=quoted(asked["game"])))
    opponent = "" if asked["opponent"] == "*" else asked["opponent"]
    return Filter(
        player=asked["player"] or None,
        opponent=opponent or None,
        game=asked["game"] or None,
        since=read_day(asked["since"]) if asked["since"] else None,
        until=read_day(asked["until"]) + timedelta(days=1) if asked["until"] else None,
        result=asked["result"] or None,
        unfinished={"finished": False, "unfinished": True}.get(asked["state"]),
        sitting=_sitting(asked["sitting"]),
        landmarks=landmarks(asked["position"], asked["game"] or None) if asked["position"] else (),
    )


def _sitting(text: str) -> int | None:
    if text and not _is_page(text):
        raise IgrotekaError(Text("there is no sitting {number} in the archive", number=text))
    return int(text) if text else None


def _known(archive: Archive, asked: Mapping[str, str], wanted: Filter) -> dict[str, Any]:
    """Names to choose from, a player's opponents, and what was played in a position."""
    people = archive.read(player_list)
    chosen = asked["player"] and archive.read(accounts.account, asked["player"])
    return {
        "people": list(dict.fromkeys(each.name for each in people)),
        "opponents": archive.read(opponents_of, chosen.id, wanted.game) if chosen else [],
        "continuations": archive.read(continuations, wanted.landmarks, wanted.game)
        if wanted.landmarks
        else [],
    }


@router.post("/archive/import")
async def take_in_file(request: Request, guest: VisitingGuest, form: OwnForm) -> Response:
    """Take in the games of a file, and say what was refused.

    The people of one that is not trusted are its own.
    """
    check_may_play(request, guest)
    upload = form.get("file")
    if not isinstance(upload, UploadFile) or not upload.filename:
        raise IgrotekaError(Text("choose a file first"))
    data = await upload.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise IgrotekaError(Text("a file has at most {count} MB here", count=LARGEST_FILE >> 20))
    chosen = format_of_file(Path(Path(upload.filename).name))
    trusted = not needs_password(request)
    source = Source.file(chosen, trusted, public=True)
    imports: Imports = request.app.state.imports
    wait_aside(request)
    intake = await imports.take_in(data, source, guest.visitor)
    values = {"file": upload.filename, "intake": intake}
    return page(request, "imported.html", values)

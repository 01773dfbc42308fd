"""Looking back: a kept game step by step, with comments, variations and what moves were worth."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from itertools import pairwise
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from markupsafe import Markup
from sqlalchemy import Connection
from starlette.datastructures import FormData
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from igroteka.archive import Archive, accounts, move_tree, queries, remarks
from igroteka.archive.models import Filter, Holder, MoveEntry
from igroteka.archive.search import search
from igroteka.basics.endings import Ending
from igroteka.contract import OVER, IgrotekaError, Json
from igroteka.registry import format_named, formats
from igroteka.study.expectations import predictors
from igroteka.tables.live_tables import LiveTables
from igroteka.tables.questions import Ended
from igroteka.tables.setting import Chair, Setting
from igroteka.text import Text
from igroteka.web.afterwords import Afterwords
from igroteka.web.analyses import Analyses, Analysis
from igroteka.web.home_network import needs_password
from igroteka.web.pages.common import InArchive, InTables, OwnForm, VisitingGuest, board_files, page
from igroteka.web.pages.names import line_players, named, seated, seated_in_full
from igroteka.web.pages.opened_game import (
    OpenedGame,
    check_watching,
    open_game,
    open_to_all,
    voices_json,
)
from igroteka.web.pages.people import check_may_play, check_name, is_protected, may_play
from igroteka.web.pages.series import Series, game_words, series_of
from igroteka.web.pages.table_forms import bot_chair, default_bot, visitors_bot
from igroteka.web.texts import spoken
from igroteka.web.visitors import Guest


def board_is_open(request: Request, number: int) -> None:
    """Raise `IgrotekaError` for a game of an event whose board others have still to play."""
    request.app.state.online.check_open(number)


router = APIRouter(include_in_schema=False, dependencies=[Depends(board_is_open)])

MOST_AT_ONCE = 60
MOST_OTHERS = 20
"""Other tables that had the same deal."""
LONGEST_COMMENT = 2000


def _move_of(form: FormData, opened: OpenedGame) -> int | None:
    """The move after which something is done; None is the start. Raises `IgrotekaError`."""
    text = str(form.get("after", ""))
    by_text = {str(move.id): move.id for move in opened.moves}
    if text and text not in by_text:
        raise IgrotekaError(Text("this game has no such move"))
    return by_text.get(text)


def _analyses(request: Request) -> Analyses:
    found: Analyses = request.app.state.analyses
    return found


@router.get("/game/{number}")
async def look_back(
    request: Request, number: int, guest: VisitingGuest, archive: InArchive
) -> Response:
    """The game from its start; one that goes on and hides cards is shown at its table."""
    opened = await asyncio.to_thread(open_game, archive, number)
    check_watching(opened.stored, guest)
    if not opened.open_to_all:
        return RedirectResponse(f"/table/{number}", 303)
    values = {
        "opened": opened,
        "judge": await _analyses(request).adviser(opened.game),
        "predicts": may_play(request, guest)
        and bool(await asyncio.to_thread(predictors, opened.game.name)),
        "players": seated(guest, opened.game.name, opened.shown_players),
        "in_full": seated_in_full(guest, opened.game.name, opened.shown_players),
        "game_words": game_words,
        "series": await asyncio.to_thread(_series, archive, guest, opened),
        **board_files(opened.game.name),
        "scores": [opened.stored.scores[side[0]] for side in opened.game.sides]
        if opened.stored.scores
        else [],
        "may_resume": opened.stored.ending == Ending.UNFINISHED
        and any(name == guest.name for name, _ in opened.players),
        "formats": await asyncio.to_thread(_files, archive, opened),
        "tree": Markup(
            json.dumps(_tree(opened, guest), ensure_ascii=False).replace("<", "\\u003c")
        ),
    }
    return page(request, "review.html", values)


def _files(archive: Archive, opened: OpenedGame) -> list[str]:
    """The formats that can keep this game."""
    game, found = archive.read(queries.annotated, opened.stored.id), []
    for each in formats(opened.game.name):
        with suppress(IgrotekaError):
            each.write([game])
            found.append(each.name)
    return found


def _series(archive: Archive, guest: Guest, opened: OpenedGame) -> Series | None:
    stored = opened.stored
    if stored.sitting is None or stored.place is None:
        return None
    return series_of(archive, guest, stored.sitting, stored.place, opened.players)


def _tree(opened: OpenedGame, guest: Guest) -> Json:
    main = {move.id for move in opened.stored.moves}
    game = opened.game
    spoken = remarks.with_voices(opened.moves, opened.heard)
    return {
        "game": game.name,
        "number": opened.stored.id,
        "head": opened.stored.head,
        "finished": opened.stored.ending != Ending.UNFINISHED,
        "seats": [
            {
                "seat": seat,
                "title": guest.words(game.seat_name(seat)),
                "player": named(guest, game.name, *player).text,
            }
            for seat, player in enumerate(opened.shown_players)
        ],
        "said": voices_json(opened, None, guest.name),
        "moves": [
            {
                "id": move.id,
                "parent": move.parent,
                "ordinal": move.ordinal,
                "text": move.notation,
                "seat": -1 if move.seat is None else move.seat,
                "seconds": move.seconds,
                "comment": move.comment,
                "mark": move.mark,
                "explanation": guest.words(move.explanation),
                "main": move.id in main,
                "said": voices_json(opened, plain, guest.name),
            }
            for plain, move in zip(opened.moves, spoken, strict=True)
        ],
    }


@router.get("/game/{number}/positions")
async def positions(
    number: int,
    guest: VisitingGuest,
    archive: InArchive,
    to: int | None = None,
    first: Annotated[int, Query(ge=0)] = 0,
    count: Annotated[int, Query(ge=1, le=MOST_AT_ONCE)] = MOST_AT_ONCE,
) -> Response:
    """Positions of the line that leads to a move and on from it."""
    opened = await open_to_all(archive, number, guest)
    found = await asyncio.to_thread(opened.positions, to, first, count, guest.words)
    line = [move.id for move in opened.line(to)]
    return JSONResponse({"line": line, "first": first, "positions": found})


@router.get("/game/{number}/tree")
async def tree(number: int, guest: VisitingGuest, archive: InArchive) -> Response:
    """All moves, after a comment or a variation was added."""
    return JSONResponse(_tree(await open_to_all(archive, number, guest), guest))


@router.post("/game/{number}/comment/{move}")
async def comment(
    request: Request,
    number: int,
    move: int,
    guest: VisitingGuest,
    archive: InArchive,
    form: OwnForm,
) -> Response:
    """Say something of a move, or with 0 of the game, instead of what one said before."""
    check_may_play(request, guest)
    if not guest.name:
        raise IgrotekaError(Text("tell your name first"))
    await check_name(archive, guest)
    opened = await open_to_all(archive, number, guest)
    words, mark = str(form.get("comment", "")), str(form.get("mark", ""))
    if len(words) > LONGEST_COMMENT:
        raise IgrotekaError(Text("a comment has at most {count} letters", count=LONGEST_COMMENT))
    if move and move not in {each.id for each in opened.moves}:
        raise IgrotekaError(Text("this game has no such move"))
    said = (number, move or None, guest.name, words, mark if move else "")
    await asyncio.wrap_future(archive.write(_say, *said))
    return JSONResponse({"stored": True})


def _say(
    connection: Connection, number: int, move: int | None, name: str, words: str, mark: str
) -> None:
    """A remark of whoever has this name; at home that is all that is asked for."""
    player = accounts.ensure_player(connection, name)
    remarks.remark(connection, number, move, player, words, mark)


@router.post("/game/{number}/variation")
async def variation(
    request: Request, number: int, guest: VisitingGuest, archive: InArchive, form: OwnForm
) -> Response:
    """Try another move in a position; it is kept beside what was played."""
    check_may_play(request, guest)
    opened = await open_to_all(archive, number, guest)
    after = _move_of(form, opened)
    state = await asyncio.to_thread(opened.state_after, after)
    action = opened.game.read(str(form.get("action", "")))
    state.play(action)
    entry = MoveEntry(str(action), None if state.turn < 0 else state.turn, None, state.landmark)
    ids = await asyncio.wrap_future(archive.write(move_tree.add_variation, number, after, [entry]))
    return JSONResponse({"move": ids[0]})


@router.post("/game/{number}/analysis")
async def begin_analysis(
    request: Request, number: int, guest: VisitingGuest, archive: InArchive, form: OwnForm
) -> Response:
    """Have the moves judged by the game's adviser."""
    del form
    check_may_play(request, guest)
    opened = await open_to_all(archive, number, guest)
    analysis = await _analyses(request).begin(opened.game, opened.stored, guest.visitor)
    return JSONResponse(analysis.to_json(guest.words))


@router.get("/game/{number}/analysis")
async def analysis(
    request: Request, number: int, guest: VisitingGuest, archive: InArchive
) -> Response:
    """What is known so far; who may play has a game that is over judged by looking at it."""
    opened = await open_to_all(archive, number, guest)
    analyses = _analyses(request)
    over = opened.stored.ending != Ending.UNFINISHED
    if over and may_play(request, guest) and await analyses.adviser(opened.game) is not None:
        found: Analysis | None = await analyses.begin(opened.game, opened.stored, guest.visitor)
    else:
        found = await analyses.find(opened.game, opened.stored, guest.visitor)
    return JSONResponse(found.to_json(guest.words) if found else None)


@router.get("/game/{number}/afterword")
async def last_words(
    request: Request, number: int, guest: VisitingGuest, archive: InArchive
) -> Response:
    """What there is to say of a game that was played to its end."""
    opened = await open_to_all(archive, number, guest)
    if opened.stored.head is None or opened.stored.ending == Ending.UNFINISHED:
        return JSONResponse(None)

    async def ended() -> Ended | None:
        end = await asyncio.to_thread(opened.state_after, opened.stored.head)
        over = end.turn == OVER
        return Ended(opened.game.name, dict(opened.game.options), end) if over else None

    known: Afterwords = request.app.state.afterwords
    said = await known.find(opened.stored.head, ended, guest.visitor)
    if said is None:
        return JSONResponse(None)
    others = await asyncio.to_thread(_other_tables, archive, guest, opened)
    return JSONResponse({"said": spoken(guest.words, said), "others": others})


def _other_tables(archive: Archive, guest: Guest, opened: OpenedGame) -> Json:
    """How others did with the same deal, where deals are compared."""
    if opened.game.duplicate is None:
        return []
    wanted = Filter(game=opened.game.name, deal=opened.stored.deal, unfinished=False)
    lines = archive.read(search, wanted, 1, MOST_OTHERS).lines
    return [
        {"game": line.id, "players": line_players(guest, line).striptags(), "scores": line.scores}
        for line in lines
        if line.id != opened.stored.id and line.scores is not None
    ]


@router.get("/game/{number}/as/{name}")
async def take_home(number: int, name: str, guest: VisitingGuest, archive: InArchive) -> Response:
    """The game as a file."""
    opened = await open_to_all(archive, number, guest)
    chosen = format_named(name)
    if chosen not in formats(opened.game.name):
        raise IgrotekaError(
            Text("a game of {game} can't be written as {name}", game=opened.game.title, name=name)
        )
    game = await asyncio.to_thread(archive.read, queries.annotated, number)
    text = await asyncio.to_thread(chosen.write, [game])
    file = f"igroteka-{number}{chosen.suffixes[0]}"
    headers = {"Content-Disposition": f'attachment; filename="{file}"'}
    return PlainTextResponse(text, headers=headers)


@router.post("/game/{number}/resume")
async def resume(
    request: Request, number: int, guest: VisitingGuest, live_tables: InTables, form: OwnForm
) -> Response:
    """Go on with an unfinished game that has no table yet: all its people at this screen."""
    del form
    check_may_play(request, guest)
    opened = await asyncio.to_thread(open_game, live_tables.archive, number)
    if opened.stored.ending == Ending.UNFINISHED and opened.stored.setting is None:
        everybody = not needs_password(request)
        chairs = [
            bot_chair(visitors_bot(opened.game.name, holder.name))
            if holder.kind == "bot"
            else await _persons_chair(live_tables, guest, holder, everybody)
            for holder in opened.stored.seats
        ]
        if not any(chair.holders for chair in chairs):
            raise IgrotekaError(Text("only who plays in this game can go on with it"))
        setting = Setting(chairs, host=guest.visitor)
        await live_tables.adopt(number, setting)
    return RedirectResponse(f"/table/{number}", 303)


async def _persons_chair(
    live_tables: LiveTables, guest: Guest, holder: Holder, everybody: bool
) -> Chair:
    """The chair of somebody of a kept game, for this visitor if it is theirs to take.

    At home that is everybody's whose name has no password. Whom only a file names is nobody here:
    that chair is for who gets the link.
    """
    own = guest.name is not None and guest.name.casefold() == holder.name.casefold()
    if not own:
        own = everybody and not await is_protected(live_tables.archive, holder.name)
    if holder.kind == "imported":
        return Chair(guest.name, guest.kind, holders=[guest.visitor]) if own else Chair()
    return Chair(holder.name, holder.kind, holders=[guest.visitor] if own else [])


@router.post("/game/{number}/branch")
async def branch(
    request: Request, number: int, guest: VisitingGuest, live_tables: InTables, form: OwnForm
) -> Response:
    """Play on from a position as another game, against a bot."""
    check_may_play(request, guest)
    if not guest.name:
        raise IgrotekaError(Text("tell your name first"))
    opened = await open_to_all(live_tables.archive, number, guest)
    after = _move_of(form, opened)
    table = await _branched(live_tables, guest, opened, after)
    return RedirectResponse(f"/table/{table}", 303)


async def _branched(
    live_tables: LiveTables, guest: Guest, opened: OpenedGame, after: int | None
) -> int:
    """A new table whose game begins with the moves of another; the visitor is to move there."""
    state = await asyncio.to_thread(opened.state_after, after)
    if state.turn == OVER:
        raise IgrotekaError(
            Text("the game is over here; go back some moves and play on from there")
        )
    seat = max(state.turn, 0)
    chairs = [bot_chair(default_bot(opened.game.name)) for _ in range(opened.game.seats)]
    chairs[seat] = Chair(guest.name, guest.kind, holders=[guest.visitor])
    past = [] if after is None else queries.main_line(opened.moves, after)
    landmarks = [move.landmark for move in past] + [state.landmark]
    entries = [
        MoveEntry(move.notation, move.seat, None, before, behind, explanation=move.explanation)
        for move, (before, behind) in zip(past, pairwise(landmarks), strict=True)
    ]
    setting = Setting(chairs, host=guest.visitor).with_budgets()
    return await live_tables.open_from(opened.game, opened.stored.deal, entries, setting)

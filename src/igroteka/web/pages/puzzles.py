"""Puzzles of one's own games: the list, the one of the day, and answers to them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple

from fastapi import APIRouter, Request
from markupsafe import Markup
from sqlalchemy import Connection
from starlette.responses import JSONResponse, Response

from igroteka.archive import Archive, accounts
from igroteka.archive.puzzles import (
    Count,
    StoredPuzzle,
    count_puzzles,
    puzzle,
    puzzle_of_the_day,
    puzzles_of,
    try_puzzle,
)
from igroteka.basics.endings import Ending, PlayerFault
from igroteka.contract import Action, Game, IgrotekaError, IllegalMove, Json, Seat, State
from igroteka.records.verdict import Adviser, Verdict
from igroteka.study.puzzles import is_right, will_do
from igroteka.study.review import Choice, asked, judge, judged
from igroteka.tables.characters import FRIEND
from igroteka.text import NOTHING, Text
from igroteka.web.analyses import PATIENCE, Analyses
from igroteka.web.pages.common import InArchive, OwnForm, VisitingGuest, board_files, page
from igroteka.web.pages.opened_game import OpenedGame, open_game, position_json
from igroteka.web.pages.people import check_may_play, check_name, is_protected, may_play
from igroteka.web.visitors import Guest

router = APIRouter(include_in_schema=False)

PUZZLES = Text("Puzzles")
NOT_POSSIBLE = Text("That is not possible here. Look once more.")


class Drawn(NamedTuple):
    """A puzzle with a small picture of it."""

    puzzle: StoredPuzzle
    picture: Markup


class Posed(NamedTuple):
    """A puzzle in its game."""

    stored: StoredPuzzle
    opened: OpenedGame
    state: State

    @property
    def game(self) -> Game:
        """The rules that it is of."""
        return self.opened.game

    @property
    def best(self) -> Action:
        """The move that is looked for."""
        return self.game.read(self.stored.best)


class Task(NamedTuple):
    """A position with something to be found in it, as its page shows it."""

    address: str
    """Under which its position is found, and answers are tried."""
    game: Game
    seat: Seat
    title: Text
    heading: Text
    """What there is to do."""
    words: Text
    back: str
    next: str | None
    """Where to go when it is solved."""
    whole_game: str | None = None


def task_page(request: Request, guest: Guest, task: Task) -> Response:
    """A task on its board."""
    game = task.game
    values = {
        "task": task,
        **board_files(game.name),
        "seats": [_sitter(guest, task, seat) for seat in range(game.seats)],
    }
    return page(request, "puzzle.html", values)


def _sitter(guest: Guest, task: Task, seat: Seat) -> dict[str, str | None]:
    """Who is seen on a seat: a child itself, and its friend; else nobody but the seat's name."""
    title = guest.words(task.game.seat_name(seat))
    if guest.child is None:
        return {"title": title, "player": title, "face": None}
    if seat == task.seat:
        return {"title": title, "player": guest.name, "face": None}
    return {"title": title, "player": guest.words(FRIEND.name), "face": FRIEND.face}


def posed_position(guest: Guest, game: Game, state: State, seat: Seat) -> dict[str, Json]:
    """A position as who has to decide sees it; the others' seats see what a spectator does."""
    views = [state.view(each if each == seat else None) for each in range(game.seats)]
    shown = position_json(game, state, guest.words)
    return {**shown, "views": [view.to_json() for view in views], "seat": seat}


def after_move(guest: Guest, game: Game, state: State, action: Action) -> dict[str, Json]:
    """The position after the right move, still as who decided sees it."""
    return {"after": posed_position(guest, game, state.play(action), state.turn)}


async def _player(archive: Archive, guest: Guest) -> int | None:
    """Whose puzzles a visitor sees: at home a name without a password is enough."""
    if guest.child is not None:
        return guest.child.player
    if guest.player is not None or guest.name is None:
        return guest.player
    if await is_protected(archive, guest.name):
        return None
    found = await asyncio.to_thread(archive.read, accounts.account, guest.name)
    return found.id if found else None


async def _posed(request: Request, archive: Archive, guest: Guest, number: int) -> Posed:
    """A puzzle that may be looked at. Raises `IgrotekaError`."""
    player = await _player(archive, guest)
    stored = await asyncio.to_thread(archive.read, puzzle, number, player)
    request.app.state.online.check_open(stored.game)
    opened = await asyncio.to_thread(open_game, archive, stored.game)
    before = next(move.parent for move in opened.moves if move.id == stored.move)
    return Posed(stored, opened, await asyncio.to_thread(opened.state_after, before))


@router.get("/puzzles")
async def puzzle_list(request: Request, guest: VisitingGuest, archive: InArchive) -> Response:
    """The puzzle of the day, and all of one's own, the unsolved first."""
    player = await _player(archive, guest)
    today = datetime.now(UTC).date()
    of_the_day = await asyncio.to_thread(archive.read, puzzle_of_the_day, player, today)
    own: list[StoredPuzzle] = []
    count = Count(0, 0)
    if player is not None:
        own = await asyncio.to_thread(archive.read, puzzles_of, player)
        count = await asyncio.to_thread(archive.read, count_puzzles, player)
    shown = [of_the_day] if of_the_day and _is_open(request, of_the_day) else []
    kept = [each for each in own if _is_open(request, each)]
    drawn = await asyncio.to_thread(_drawn, archive, [*shown, *kept])
    values = {
        "today": drawn[0] if shown else None,
        "own": drawn[len(shown) :],
        "count": count,
        "all_puzzles": PUZZLES,
    }
    return page(request, "puzzles.html", values)


def _drawn(archive: Archive, puzzles: Sequence[StoredPuzzle]) -> list[Drawn]:
    """Puzzles with their positions as who had to decide saw them."""
    return [Drawn(each, _picture(archive, each)) for each in puzzles]


def _picture(archive: Archive, stored: StoredPuzzle) -> Markup:
    opened = open_game(archive, stored.game)
    before = next(move.parent for move in opened.moves if move.id == stored.move)
    return Markup(opened.state_after(before).view(stored.seat).picture())


def _is_open(request: Request, stored: StoredPuzzle) -> bool:
    """Whether nobody has still to play the board that a puzzle is of."""
    with suppress(IgrotekaError):
        request.app.state.online.check_open(stored.game)
        return True
    return False


@router.get("/puzzle/{number}")
async def one_puzzle(
    request: Request, number: int, guest: VisitingGuest, archive: InArchive
) -> Response:
    """A puzzle on its board."""
    posed = await _posed(request, archive, guest, number)
    player = await _player(archive, guest)
    own = [] if player is None else await asyncio.to_thread(archive.read, puzzles_of, player)
    others = [each.id for each in own if each.solved is None and each.id != number]
    following = f"/puzzle/{others[0]}" if others else None
    task = Task(
        address=f"/puzzle/{number}",
        game=posed.game,
        seat=posed.stored.seat,
        title=Text("Riddle") if guest.child else Text("Puzzle {number}", number=number),
        heading=Text("Find the best move!") if guest.child else Text("Find the best move"),
        words=NOTHING,
        back="/child" if guest.child else "/puzzles",
        next="/child/riddles" if guest.child else following,
        whole_game=None if guest.child else f"/game/{posed.stored.game}",
    )
    return task_page(request, guest, task)


@router.get("/puzzle/{number}/position")
async def puzzle_position(
    request: Request, number: int, guest: VisitingGuest, archive: InArchive
) -> Response:
    """The position as who had to decide saw it; the others' seats see what a spectator does."""
    posed = await _posed(request, archive, guest, number)
    return JSONResponse(
        {
            **posed_position(guest, posed.game, posed.state, posed.stored.seat),
            "tries": posed.stored.tries,
            "solved": posed.stored.solved is not None,
        }
    )


@router.post("/puzzle/{number}/try")
async def answer(
    request: Request, number: int, guest: VisitingGuest, archive: InArchive, form: OwnForm
) -> Response:
    """Whether an answer is right, and why; without an action the best move is told."""
    check_may_play(request, guest)
    posed = await _posed(request, archive, guest, number)
    text = str(form.get("action", "")).strip()
    if not text:
        verdict = await _judged(request, posed, posed.best, guest.visitor)
        return JSONResponse({"right": False, **_shown(guest, posed, posed.best, verdict)})
    try:
        action = posed.game.read(text)
        right = is_right(posed.state, posed.best, action)
    except IllegalMove:  # its reason may name the move that is looked for
        return JSONResponse({"error": guest.words(NOT_POSSIBLE)}, 400)
    verdict = await _judged(request, posed, action, guest.visitor)
    right = right or (verdict is not None and will_do(verdict))
    if guest.name:
        await check_name(archive, guest)
        tried = (guest.player, guest.name, number, str(action), right)
        await asyncio.wrap_future(archive.write(_tried, *tried))
    if right:
        told = {"right": True, **_shown(guest, posed, action, verdict)}
        return JSONResponse({**told, **after_move(guest, posed.game, posed.state, action)})
    sentence = (verdict.remark if verdict else NOTHING) or Text("Another move is better.")
    return JSONResponse({"right": False, "sentence": guest.words(sentence)})


def _tried(
    connection: Connection, player: int | None, name: str, number: int, action: str, right: bool
) -> None:
    """Keep a try of whoever has this name; at home that is all that is asked for."""
    who = accounts.ensure_player(connection, name) if player is None else player
    try_puzzle(connection, number, who, action, right)


async def _judged(request: Request, posed: Posed, action: Action, who: str) -> Verdict | None:
    """What the adviser of the game thinks of an answer."""
    analyses: Analyses = request.app.state.analyses
    adviser: Adviser | None = await analyses.adviser(posed.game)
    if adviser is None:
        return None
    question = asked(posed.game, adviser, _choice(posed, action))
    pool = request.app.state.live_tables.house.bot_pool
    try:
        verdict: Verdict | None = await pool.ask(judge, question, PATIENCE, who)
    except PlayerFault as fault:
        raise IgrotekaError(Text("the adviser failed: {reason}", reason=fault.text)) from fault
    return verdict


def _choice(posed: Posed, action: Action) -> Choice:
    view = posed.state.view(posed.state.turn)
    return Choice(posed.stored.number, posed.state, view, action)


def _shown(guest: Guest, posed: Posed, action: Action, verdict: Verdict | None) -> dict[str, str]:
    """What is told of a right move, and the one that was looked for."""
    sentence = Text("The best move.")
    if verdict is not None:
        sentence = judged(posed.game, _choice(posed, action), verdict).sentence
    return {"sentence": guest.words(sentence), "best": posed.stored.best}


@router.get("/game/{number}/puzzles")
async def puzzles_of_game(
    request: Request, number: int, guest: VisitingGuest, archive: InArchive
) -> Response:
    """The visitor's worst moments of a game as puzzles; `complete` once all moves are judged."""
    request.app.state.online.check_open(number)
    opened = await asyncio.to_thread(open_game, archive, number)
    analyses: Analyses = request.app.state.analyses
    found = await analyses.find(opened.game, opened.stored, guest.visitor)
    over = opened.stored.ending != Ending.UNFINISHED
    if found is None and over and may_play(request, guest):
        with suppress(IgrotekaError):
            found = await analyses.begin(opened.game, opened.stored, guest.visitor)
    player = await _player(archive, guest)
    own: list[StoredPuzzle] = []
    if player is not None:
        own = await asyncio.to_thread(archive.read, puzzles_of, player, number)
    puzzles = [
        {"id": each.id, "number": each.number, "solved": each.solved is not None}
        for each in sorted(own, key=lambda each: -each.cost)
    ]
    return JSONResponse({"complete": found is not None and found.complete, "puzzles": puzzles})

"""What a child learns: lessons of the games, and riddles."""

from __future__ import annotations

import asyncio
import secrets
from typing import NamedTuple

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import JSONResponse, RedirectResponse, Response

from igroteka.archive.children import learn, lessons_learned
from igroteka.archive.puzzles import puzzles_of
from igroteka.basics.lessons import Lesson
from igroteka.contract import Game, IllegalMove, State
from igroteka.registry import game_class, game_names, lessons, make_game
from igroteka.tables.characters import FRIEND
from igroteka.text import Text
from igroteka.web.pages.child import InRoom
from igroteka.web.pages.common import InArchive, NotFound, OwnForm, VisitingGuest, page
from igroteka.web.pages.puzzles import NOT_POSSIBLE, Task, after_move, posed_position, task_page

router = APIRouter(include_in_schema=False)


class Known(NamedTuple):
    """A lesson of a game."""

    game: str
    lesson: Lesson

    @property
    def address(self) -> str:
        """Where it is taught."""
        return f"/child/learn/{self.game}/{self.lesson.name}"

    @property
    def rules(self) -> Game:
        """The game as the lesson has it."""
        return make_game(self.game, self.lesson.options)

    @property
    def position(self) -> State:
        """Where it is asked."""
        return self.lesson.position(self.rules)

    @property
    def picture(self) -> Markup:
        """A small drawing of it."""
        state = self.position
        return Markup(state.view(state.turn).picture())


def _all_lessons() -> list[Known]:
    return [Known(game, lesson) for game in game_names() for lesson in lessons(game)]


def _lesson(game: str, name: str) -> Known:
    """A lesson by its name. Raises `NotFound`."""
    for each in lessons(game):
        if each.name == name:
            return Known(game, each)
    raise NotFound(Text("there is no such lesson"))


@router.get("/child/learn")
async def lesson_list(request: Request, child: InRoom, archive: InArchive) -> Response:
    """All lessons, game by game, with a star on what was learned."""
    done = await asyncio.to_thread(archive.read, lessons_learned, child.player)
    shelves = [
        (game_class(game).title, [Known(game, each) for each in lessons(game)])
        for game in game_names()
        if lessons(game)
    ]
    values = {"friend": FRIEND, "shelves": shelves, "done": done}
    return page(request, "child_learn.html", values)


@router.get("/child/riddles")
async def next_riddle(child: InRoom, archive: InArchive) -> Response:
    """The next puzzle of the child's own games, else a lesson that was not solved, else any."""
    own = await asyncio.to_thread(archive.read, puzzles_of, child.player)
    for each in own:
        if each.solved is None:
            return RedirectResponse(f"/puzzle/{each.id}", 303)
    done = await asyncio.to_thread(archive.read, lessons_learned, child.player)
    known = _all_lessons()
    fresh = [each for each in known if (each.game, each.lesson.name) not in done]
    chosen = fresh[0] if fresh else secrets.choice(known)
    return RedirectResponse(f"{chosen.address}?riddle=yes", 303)


@router.get("/child/learn/{game}/{name}")
def one_lesson(
    request: Request, guest: VisitingGuest, child: InRoom, game: str, name: str, riddle: str = ""
) -> Response:
    """A lesson on its board; as a riddle it is followed by others."""
    del child
    known = _lesson(game, name)
    shelf = [each.name for each in lessons(game)]
    after = shelf[shelf.index(name) + 1 :]
    task = Task(
        address=known.address,
        game=known.rules,
        seat=known.position.turn,
        title=Text("Riddle") if riddle else known.lesson.title,
        heading=known.lesson.title,
        words=known.lesson.words,
        back="/child" if riddle else "/child/learn",
        next="/child/riddles" if riddle else f"/child/learn/{game}/{after[0]}" if after else None,
    )
    return task_page(request, guest, task)


@router.get("/child/learn/{game}/{name}/position")
def lesson_position(guest: VisitingGuest, child: InRoom, game: str, name: str) -> Response:
    """The position as the learner sees it."""
    del child
    known = _lesson(game, name)
    state = known.position
    return JSONResponse(posed_position(guest, known.rules, state, state.turn))


@router.post("/child/learn/{game}/{name}/try")
async def try_lesson(
    guest: VisitingGuest, child: InRoom, archive: InArchive, game: str, name: str, form: OwnForm
) -> Response:
    """Whether a move solves a lesson, and then a star; without a move it is told."""
    known = _lesson(game, name)
    rules, lesson = known.rules, known.lesson
    best = str(rules.read(lesson.answers[0]))
    text = str(form.get("action", "")).strip()
    if not text:
        sentence = guest.words(Text("Look, and then try it yourself."))
        return JSONResponse({"right": False, "sentence": sentence, "best": best})
    try:
        action = rules.read(text)
        right = lesson.is_solved_by(rules, action)
    except IllegalMove:  # its reason may name the move that is looked for
        return JSONResponse({"error": guest.words(NOT_POSSIBLE)}, 400)
    if not right:
        sentence = guest.words(Text("Almost! Look once more."))
        return JSONResponse({"right": False, "sentence": sentence})
    await asyncio.wrap_future(archive.write(learn, child.player, game, name))
    told = {"right": True, "sentence": guest.words(lesson.praise)}
    return JSONResponse({**told, **after_move(guest, rules, known.position, action)})

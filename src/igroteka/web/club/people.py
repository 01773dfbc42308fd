"""Who plays and in which movement: names, proposals, seats, and the rest of an evening anew."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from fastapi import APIRouter, Request
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from igroteka.archive.members import all_members
from igroteka.club.chooser import Proposal, propose
from igroteka.club.deeds import Deed
from igroteka.club.director_deeds import Seated, Withdrew
from igroteka.club.drawing import grid
from igroteka.club.event import Event, Section
from igroteka.club.events import Draft
from igroteka.club.folding import Refused
from igroteka.club.lots import draw_round
from igroteka.club.movements.kinds import Plan, make_movement
from igroteka.club.movements.movement import Movement
from igroteka.club.registering import read_list
from igroteka.club.repair import Change, repair
from igroteka.contract import BadOption, IgrotekaError
from igroteka.text import NOTHING, Text, quoted
from igroteka.web.club.desk import club_page
from igroteka.web.club.doors import AsDirector, InEvents, Visit
from igroteka.web.club.news import EventNews
from igroteka.web.pages.common import InArchive, OwnForm, page
from igroteka.web.pages.table_forms import visitors_bot

router = APIRouter(include_in_schema=False)

OF_TEAMS = ("teams", "swiss")
"""Kinds in which teams meet."""
PROPOSED = ("mitchell", "howell")
"""Kinds for which the chooser knows what suits best; others are made as they are asked for."""
KINDS: Mapping[str, Text] = {
    "mitchell": Text("Mitchell"),
    "howell": Text("Howell"),
    "short-howell": Text("short Howell"),
    "web": Text("web"),
    "individual": Text("individual"),
    "swiss": Text("Swiss"),
    "teams": Text("teams"),
    "barometer": Text("barometer"),
    "round-robin": Text("everybody plays everybody"),
}
"""What the kinds of movements are called."""


@router.get("/club/{code}/{key}/people")
def people(request: Request, at: AsDirector, archive: InArchive) -> Response:
    """Everybody who plays, and what they may play."""
    return people_page(request, at, archive)


def people_page(
    request: Request,
    at: Visit,
    archive: InArchive,
    typed: Mapping[str, object] | None = None,
    problem: Text = NOTHING,
) -> Response:
    """The page, with what was typed and what is wrong with it."""
    members = archive.read(all_members)
    playing = {person.member for each in at.event.contestants.values() for person in each.people}
    values = {
        "members": members,
        "waiting": [each for each in members if each.id not in playing],
        "typed": typed or {},
        "problem": problem,
        "free": unseated(at.event),
        "kinds": KINDS,
        "progress": request.app.state.solving.look(at.kept),
    }
    return club_page(request, at, "people.html", values, 400 if problem else 200)


def unseated(event: Event) -> list[int]:
    """The contestants who are in no section yet."""
    return [each for each in event.contestants if event.section_of(each) is None]


@router.post("/club/{code}/{key}/people")
async def register(
    request: Request, at: AsDirector, news: InEvents, archive: InArchive, form: OwnForm
) -> Response:
    """Put everybody of a list on the list."""
    typed = str(form.get("people", ""))
    known = await asyncio.to_thread(archive.read, all_members)
    try:
        new = read_list(at.event, typed, at.contest.players, [each[:3] for each in known])
        for person in (person for each in new for person in each.people if person.bot):
            visitors_bot(at.kept.stored.game, person.bot)
        await happen(news, at, new)
    except IgrotekaError as error:
        return people_page(request, at, archive, {"people": typed}, error.sentence)
    return RedirectResponse(at.path("people"), 303)


async def happen(news: EventNews, at: Visit, deeds: Sequence[Deed]) -> None:
    """Have the director do things, each on what the page has shown. Raises `Refused`."""
    drafts = [Draft(secrets.token_hex(8), at.role.who, deed, at.event.last) for deed in deeds]
    for reply in await news.propose(at.kept.stored.code, drafts):
        if reply.refusal:
            raise Refused(reply.refusal)


@router.get("/club/{code}/{key}/proposals")
async def proposals(request: Request, at: AsDirector) -> Response:
    """The movements that fit those who are not seated yet, best first, each drawn."""
    asked = dict(request.query_params)
    try:
        found = await asyncio.to_thread(lambda: list(_proposed(at, asked)))
        problem = NOTHING
    except BadOption as error:
        found, problem = [], error.sentence
    values = {
        "proposals": found,
        "asked": asked,
        "problem": problem,
        "here": at.path(),
        "dealt": at.contest.dealt,
        "grid": _drawn(request),
    }
    return page(request, "club/proposals.html", values)


def _drawn(request: Request) -> partial[str]:
    from igroteka.web.visitors import guest_of

    return partial(grid, say=guest_of(request).words)


def _proposed(at: Visit, asked: Mapping[str, str]) -> Iterator[Proposal]:
    plan = _plan(at, asked)
    stay = _numbers(asked.get("stay", ""), len(unseated(at.event)))
    kinds = [asked["kind"]] if asked.get("kind") else list(OF_TEAMS if plan.of_teams else ())
    if not kinds and set(PROPOSED) & set(at.contest.kinds):
        yield from propose(plan, stay)
        return
    for each in kinds or at.contest.kinds:
        movement = make_movement(each, plan).with_stationary(stay)
        if not at.contest.dealt:
            movement = _of_games(movement, plan, _whole(asked.get("boards", "")) or 1)
        yield Proposal(movement, False, plan.target)


def _of_games(movement: Movement, plan: Plan, games: int) -> Movement:
    """The movement with so many games a round, and as many rounds as there is time for."""
    sized = replace(movement, boards_a_set=games)
    return sized.first_rounds(max(1, plan.longest // games)) if plan.longest else sized


def _plan(at: Visit, asked: Mapping[str, str]) -> Plan:
    """What is asked for; where nothing is dealt, games are those of a round."""
    hours = asked.get("hours", "").strip()
    return Plan(
        len(unseated(at.event)),
        _whole(asked.get("boards", "")) if at.contest.dealt else None,
        _number(hours.replace(",", ".")) if hours else None,
        asked.get("winners") == "one",
        at.contest.minutes,
        at.contest.scoring(at.event.scoring).of_teams,
    )


def _whole(text: str) -> int | None:
    return int(_number(text.strip())) if text.strip() else None


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1000:
        raise BadOption(Text("{text} is no number of boards or hours", text=quoted(text)))
    return number


def _numbers(text: str, most: int) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    if not all(word.isdecimal() and 1 <= int(word) <= most for word in words):
        raise BadOption(
            Text("{text} should be numbers from 1 to {most}", text=quoted(text), most=most)
        )
    return tuple(int(word) for word in words)


@router.post("/club/{code}/{key}/seats")
async def seat(
    request: Request, at: AsDirector, news: InEvents, archive: InArchive, form: OwnForm
) -> Response:
    """Seat those who are not seated yet by the proposal that was chosen."""
    asked = {name: str(value) for name, value in form.items()}
    try:
        found = await asyncio.to_thread(lambda: list(_proposed(at, asked)))
        chosen = found[int(_number(asked.get("chosen", "1"))) - 1 :][0].movement
        section = _new_section(at.event, chosen)
        await happen(news, at, [section])
    except (IgrotekaError, IndexError) as error:
        sentence = error.sentence if isinstance(error, IgrotekaError) else Text("choose one again")
        return people_page(request, at, archive, asked, sentence)
    return RedirectResponse(at.path(), 303)


def _new_section(event: Event, movement: Movement) -> Seated:
    letter = next(each for each in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if each not in event.sections)
    first = max(event.tables, default=0) + 1
    return Seated(letter, tuple(unseated(event)), first, movement)


@router.post("/club/{code}/{key}/rest")
async def plan_the_rest(
    request: Request, at: AsDirector, news: InEvents, archive: InArchive, form: OwnForm
) -> Response:
    """Somebody goes, comes late or a table was too slow: plan the rounds to come anew."""
    try:
        deeds = await asyncio.to_thread(_replanned, at, form)
        await happen(news, at, deeds)
    except IgrotekaError as error:
        return people_page(request, at, archive, dict(form), error.sentence)
    return RedirectResponse(at.path("people"), 303)


def _replanned(at: Visit, form: FormData) -> list[Deed]:
    """Who has gone or come, and the section as it goes on without and with them."""
    event = at.event
    letter = str(form.get("section", "")) or next(iter(event.sections), "")
    if letter not in event.sections:
        raise BadOption(Text("nobody is seated yet"))
    section = event.sections[letter]
    after = int(_number(str(form.get("after", "")))) if str(form.get("after", "0")) != "0" else 0
    going = _numbers(str(form.get("withdraw", "")), max(event.contestants))
    late = unseated(event) if form.get("late") else []
    numbers = (*section.numbers, *late)
    gone = [each for each in section.numbers if event.contestants[each].gone_after is not None]
    places = frozenset(
        section.place_of(each) for each in (*going, *gone) if each in section.numbers
    )
    missed = _missed(event, section, after)
    change = Change(after, places, len(late), missed, frozenset())
    movement = repair(section.movement, change)
    reason = str(form.get("reason", ""))[:200]
    seated = Seated(letter, numbers, section.first_table, movement, reason)
    return [*(Withdrew(each, after) for each in going), seated]


@router.post("/club/{code}/{key}/draw")
async def draw(
    request: Request, at: AsDirector, news: InEvents, archive: InArchive, form: OwnForm
) -> Response:
    """Draw the next round of a Swiss by the standings."""
    try:
        after = int(_number(str(form.get("after", ""))))
        await happen(
            news, at, await asyncio.to_thread(draw_round, at.event, at.kept.results, after)
        )
    except IgrotekaError as error:
        return people_page(request, at, archive, {}, error.sentence)
    return RedirectResponse(at.path(), 303)


def _missed(event: Event, section: Section, after: int) -> frozenset[tuple[int, int]]:
    """Tables of the rounds so far at which nothing was played, so that the boards are free."""
    return frozenset(
        (number, seating.table - section.first_table + 1)
        for number, seatings in enumerate(section.rounds[:after], start=1)
        for seating in seatings
        if not any(play.result for play in event.plays_at(number, seating.table))
    )

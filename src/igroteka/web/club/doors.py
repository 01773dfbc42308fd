"""How everybody comes to an event: by a key. Deeds are sent here, news are waited for here."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Depends, Request
from starlette.responses import JSONResponse, Response

from igroteka.basics.house_fault import HouseFault
from igroteka.club.deeds import Arrived, Called, Confirmed, Dealt, Deed, Disputed, Entered
from igroteka.club.director_deeds import Changed, Registered, RoundBegun
from igroteka.club.entering import checked, doubt
from igroteka.club.event import Event
from igroteka.club.events import Draft, Kept, Reply
from igroteka.club.happenings import read_deed
from igroteka.club.links import CONTESTANT, DIRECTOR, PLAYERS, TABLE, Role, role_of
from igroteka.contract import IgrotekaError, Json
from igroteka.records.contest import Contest
from igroteka.text import Text
from igroteka.web.club.news import EventNews
from igroteka.web.club.online import OnlineTables
from igroteka.web.dates import read_day
from igroteka.web.fair_share import wait_aside
from igroteka.web.pages.common import NotAllowed, NotFound
from igroteka.web.visitors import guest_of

router = APIRouter(include_in_schema=False)

MOST_DEEDS = 200
"""Deeds that come at once; a phone that was away for an evening has fewer."""
LONGEST_WAIT = 25.0
"""Seconds that a page waits for news before it asks again."""
ANYWHERE = {"Access-Control-Allow-Origin": "*"}
"""A page that was opened under an old address of this machine may send what it has kept: the key
in the address is all that counts here, and no cookie does."""
OF_TABLES = (Entered, Confirmed, Disputed, Arrived, Called, Dealt)
"""What is done at a table."""


async def news_of(request: Request) -> EventNews:
    """The events of the house."""
    news: EventNews = request.app.state.event_news
    return news


def online_of(request: Request) -> OnlineTables:
    """The tables on the net."""
    online: OnlineTables = request.app.state.online
    return online


InEvents = Annotated[EventNews, Depends(news_of)]


class Visit(NamedTuple):
    """Somebody at an event."""

    kept: Kept
    role: Role

    @property
    def event(self) -> Event:
        """The event as it was when they came."""
        return self.kept.event

    @property
    def contest(self) -> Contest:
        """How its game is played in events."""
        return self.kept.contest

    def path(self, *parts: object) -> str:
        """An address in this event for who comes with the same key."""
        return "/".join([self.role.path(self.kept.stored), *map(str, parts)])


async def visit(code: str, key: str, news: InEvents) -> Visit:
    """Who comes with a code and a key. Raises `NotFound` if that is nobody."""
    try:
        kept = news.events.known(code)
        return Visit(kept, role_of(kept.stored, kept.event, key))
    except IgrotekaError as error:
        raise NotFound(error.sentence) from error


AtEvent = Annotated[Visit, Depends(visit)]


async def director(at: AtEvent) -> Visit:
    """The director. Raises `NotAllowed` for everybody else."""
    if at.role.kind != DIRECTOR:
        raise NotAllowed(Text("only the director may do this"))
    return at


AsDirector = Annotated[Visit, Depends(director)]


@router.post("/club/{code}/{key}/deeds")
async def deeds(request: Request, at: AtEvent, news: InEvents) -> Response:
    """Have things happen, one after another; each is answered by its number or a refusal.

    The body is a JSON list of `{"key", "kind", "body", "seen"}`, as any kind of text: a browser
    asks nobody whether it may send that.
    """
    say = guest_of(request).words
    replies = []
    for each in await _sent(request):
        reply, question = await _done(news, at, each)
        if each.get("kind") == RoundBegun.kind and reply.number:
            reply = await _opened(request, at, each, reply)
        answer: Json = {"key": each.get("key"), "number": reply.number}
        answer["refusal"] = say(reply.refusal) if reply.refusal else None
        answer["doubt"] = say(question) if question else None
        replies.append(answer)
    last = news.events.known(at.kept.stored.code).event.last
    return JSONResponse({"replies": replies, "version": last}, headers=ANYWHERE)


async def _opened(request: Request, at: Visit, sent: dict[str, Any], begun: Reply) -> Reply:
    """With a round its tables on the net are opened; why not, if they can't be."""
    try:
        await online_of(request).open_round(at.kept.stored.code, sent["body"]["round"])
    except IgrotekaError as error:
        return begun._replace(refusal=error.sentence)
    return begun


async def _sent(request: Request) -> list[dict[str, Any]]:
    try:
        found = json.loads(await request.body())
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise IgrotekaError(Text("send a list of deeds, each with key, kind and body"))
    if len(found) > MOST_DEEDS:
        raise IgrotekaError(Text("at most {count} deeds are taken at once", count=MOST_DEEDS))
    return found


async def _done(news: EventNews, at: Visit, sent: dict[str, Any]) -> tuple[Reply, Text | None]:
    """What became of one deed, and what a table should be asked about it."""
    code = at.kept.stored.code
    event = news.events.known(code).event
    try:
        deed = read_deed(str(sent.get("kind")), sent.get("body"))
        check_may(event, at.role, deed)
        if isinstance(deed, Changed) and deed.day is not None:
            deed = replace(deed, day=read_day(deed.day).date().isoformat())
        deed = checked(event, at.contest, deed, directs=at.role.kind == DIRECTOR)
        if at.role.kind != DIRECTOR and isinstance(deed, Dealt):
            _check_new(event, deed)
        seen = sent.get("seen") if isinstance(sent.get("seen"), int) else None
        if at.role.kind == PLAYERS and isinstance(deed, Registered):
            deed, seen = replace(deed, number=_free_number(event)), event.last
        question = (
            doubt(event, at.contest, deed.slot, deed.result) if isinstance(deed, Entered) else None
        )
        if question and not sent.get("sure"):
            return Reply(None), question
        draft = Draft(str(sent.get("key", "")), at.role.who, deed, seen)
        (reply,) = await news.propose(code, [draft])
    except IgrotekaError as error:
        return Reply(None, error.sentence), None
    except HouseFault:
        raise  # the phone keeps it and sends it again
    except Exception:
        # One deed that nobody foresaw must not keep back those that a phone sends after it.
        logging.getLogger(__name__).exception("a deed of event %s failed", code)
        return Reply(None, Text("something is wrong here; tell the director")), None
    return reply, None


def _check_new(event: Event, deed: Dealt) -> None:
    """Raise `NotAllowed` for other cards than those that are known already."""
    if event.deals.get(deed.board, deed.deal) != deed.deal:
        raise NotAllowed(
            Text(
                "other cards are known of board {board}: only the director may change them",
                board=deed.board,
            )
        )


def _free_number(event: Event) -> int:
    """The number of who puts themselves on the list."""
    return max(event.contestants, default=0) + 1


def check_may(event: Event, role: Role, deed: Deed) -> None:
    """Raise `NotAllowed` for what is not this visitor's to do."""
    if role.kind == DIRECTOR:
        return
    if role.kind == PLAYERS and isinstance(deed, Registered) and not event.sections:
        return
    if role.kind == TABLE and isinstance(deed, OF_TABLES):
        if not isinstance(deed, Dealt) and deed.table != role.number:
            raise NotAllowed(Text("this phone belongs to table {number}", number=role.number))
        return
    if role.kind == CONTESTANT and isinstance(deed, OF_TABLES):
        _check_own_table(event, role.number, deed)
        return
    raise NotAllowed(Text("only the director may do this"))


def _check_own_table(event: Event, contestant: int, deed: Deed) -> None:
    if isinstance(deed, Dealt):
        return
    if isinstance(deed, Entered | Confirmed | Disputed):
        play = event.play(deed.slot)
        if play is None or contestant in (*play.ns, *play.ew):
            return
    elif isinstance(deed, Arrived | Called):
        seat = event.seat_of(contestant, getattr(deed, "round", event.round_now))
        if seat and seat[0].table == deed.table:
            return
    raise NotAllowed(Text("you do not sit at this table"))


@router.get("/club/{code}/{key}/news")
async def news(request: Request, at: AtEvent, news: InEvents, after: int = 0) -> Response:
    """The number of the last happening, once it is greater than this one or after a while."""
    wait_aside(request)
    kept = await news.after(at.kept.stored.code, at.role, after, LONGEST_WAIT)
    return JSONResponse({"version": kept.event.last}, headers=ANYWHERE)

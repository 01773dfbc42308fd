"""What people may ask of a table beside playing: take back, draw, resign, pause, hint, sit."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from igroteka.archive import updates
from igroteka.archive.accounts import chosen_name
from igroteka.basics.endings import Ending, PlayerFault
from igroteka.contract import Json, Seat, View
from igroteka.tables.limits import keep_limits
from igroteka.tables.questions import Advice, advise, expectation
from igroteka.tables.setting import Chair, Setting, Visitor, new_key
from igroteka.tables.storage import GameEnd
from igroteka.tables.table import PATIENCE, SYSTEM_RANDOM, KeptAdvice, Offer, Refused, Table
from igroteka.text import Text, all_of

STEPS = 3
"""Of a hint: where to look, the piece or card, the move."""


class Hint(NamedTuple):
    """One step of a hint."""

    step: int
    words: Text
    places: tuple[str, ...]
    """What a page lights up."""
    advice: Sequence[Advice]
    """The best actions, best first; only the last step tells them."""


async def sit(table: Table, visitor: Visitor, name: str, key: str, kind: str = "person") -> Seat:
    """Give a visitor the seat whose key they have; a seat that has a name keeps it.

    A free seat gets another key when it is taken, so that nobody else who knows the link can see
    its cards; the new key is shown to who sits there, for other devices of theirs.
    """
    async with table.lock:
        seat = seat_of_link(table.setting, visitor, key)
        setting = Setting.from_json(table.setting.to_json())
        setting.thought = table.clock.thought
        chair = setting.chairs[seat]
        taken = chair.player is None
        if taken:
            name = chosen_name(name)
            _check_alone(table.setting, visitor, name, kind)
            chair.player, chair.kind, chair.key = name, kind, new_key()
            await keep_limits(table.house.archive, [chair])
        if visitor not in chair.holders:
            chair.holders.append(visitor)
        sitter = (seat, name, kind) if taken else None
        await table.written(_seated, table.number, sitter, setting.to_json(), table.fence)
        if taken:
            table.clock.hold()
        table.setting = setting
        table.changed()
    table.driver.wake()
    return seat


def _seated(
    connection: Connection,
    number: int,
    sitter: tuple[Seat, str, str] | None,
    setting: Json,
    fence: int,
) -> None:
    """Store who has sat down, both in the game and in the table's setting."""
    updates.save_setting(connection, number, setting, fence)
    if sitter is not None:
        updates.sit(connection, number, *sitter)


def _check_alone(setting: Setting, visitor: Visitor, name: str, kind: str) -> None:
    """Raise `Refused` if somebody of this name sits at the table: a name is one player.

    Programs may share the name of their team, but each has one seat.
    """
    taken = {chair.player.casefold() for chair in setting.chairs if chair.player and not chair.bot}
    if setting.held_by(visitor) if kind == "program" else name.casefold() in taken:
        raise Refused(Text("{name} already sits at this table; take another name", name=name))


def seat_of_link(setting: Setting, visitor: Visitor, key: str) -> Seat:
    """The seat that a link leads to; a spent one still leads people back to a seat of their own.

    Raises `Refused` if it leads to none.
    """
    for seat, chair in enumerate(setting.chairs):
        if chair.bot is None and hmac.compare_digest(chair.key.encode(), key.encode()):
            return seat
    if held := setting.held_by(visitor):
        return held[0]
    raise Refused(Text("this link leads to no seat here; ask for a new one"))


async def take_back(table: Table, visitor: Visitor) -> None:
    """Take the visitor's last decision back, or ask the others whether it may be."""
    async with table.lock:
        table.check_playing()
        held = table.setting.held_by(visitor)
        seat = table.seat_of(visitor)
        if table.setting.take_back == "off":
            raise Refused(Text("this table does not take moves back"))
        count = _way_back(table, held)
        seat = table.so_far.steps[-count].before.turn
        if table.setting.chairs[seat].take_backs == 0:
            raise Refused(Text("all take-backs of this game are used up"))
        others = set(table.setting.people()) - set(held)
        if table.setting.take_back == "agreement" and others:
            await _offer(table, Offer("take back", seat, others))
            return
        await _go_back(table, seat, count)
    table.driver.wake()


def _way_back(table: Table, deciders: list[Seat]) -> int:
    count = table.so_far.way_back(deciders, SYSTEM_RANDOM)
    if count is None:
        raise Refused(
            Text("nothing can be taken back now: what was seen or decided by chance stays")
        )
    return count


async def _go_back(table: Table, seat: Seat, count: int) -> None:
    chair = table.setting.chairs[seat]
    await table.go_back(count)
    if chair.take_backs is not None:
        chair.take_backs -= 1
        await table.remember()


async def _offer(table: Table, offer: Offer) -> None:
    if table.offer is not None:
        raise Refused(Text("another offer waits for an answer"))
    table.offer = offer
    table.changed()


async def offer_draw(table: Table, visitor: Visitor) -> None:
    """Offer a draw; bots accept when they expect no more than that."""
    async with table.lock:
        table.check_playing()
        seat = table.seat_of(visitor)
        if table.game.settled(None) is None:
            raise Refused(Text("this game is not drawn by agreement"))
        side = next(side for side in table.game.sides if seat in side)
        others = set(range(table.game.seats)) - set(side) - set(table.setting.held_by(visitor))
        await _offer(table, Offer("draw", seat, others))
        offer = table.offer
    for other in sorted(others):
        if table.setting.chairs[other].bot is not None:
            agreed = await _bot_agrees(table, other)
            async with table.lock:
                if table.offer is offer:
                    await _answered(table, {other}, agreed)
    async with table.lock:
        if not others and table.offer is offer:
            await _answered(table, set(), True)


async def _bot_agrees(table: Table, seat: Seat) -> bool:
    """Whether a bot expects no more than a draw, late enough in the game for that to be said."""
    try:
        question = table.question(seat)
        expected = await table.house.bot_pool.ask(expectation, question, PATIENCE, table.owner)
    except PlayerFault:
        return False
    if expected is None or expected.value > 0.5:
        return False
    return expected.proven or len(table.so_far.steps) >= table.game.draws_after


async def answer(table: Table, visitor: Visitor, agreed: bool) -> None:
    """Agree to what is offered, or not."""
    async with table.lock:
        if table.offer is None:
            raise Refused(Text("nothing is offered now"))
        seats = table.offer.waiting & set(table.setting.held_by(visitor))
        if not seats:
            raise Refused(Text("this offer is not for you to answer"))
        await _answered(table, seats, agreed)
    table.driver.wake()


async def _answered(table: Table, seats: set[Seat], agreed: bool) -> None:
    offer = table.offer
    assert offer is not None
    offer.waiting -= seats
    if agreed and offer.waiting:
        table.changed()
        return
    table.offer = None
    if not agreed:
        if offer.kind == "draw":
            who = all_of(table.game.seat_name(seat) for seat in sorted(seats))
            table.note(Text("a draw was offered, and {who} would rather play on", who=who))
        table.changed()
    elif offer.kind == "draw":
        await table.settle(GameEnd(table.game.settled(None), Ending.AGREEMENT))
    else:
        count = _way_back(table, [offer.seat])
        await _go_back(table, offer.seat, count)


async def resign(table: Table, visitor: Visitor) -> None:
    """Give the game up."""
    async with table.lock:
        table.check_playing()
        scores = table.game.settled(table.seat_of(visitor))
        if scores is None:
            raise Refused(Text("this game is not given up: it is played to its end"))
        await table.settle(GameEnd(scores, Ending.RESIGNATION))


async def pause(table: Table, visitor: Visitor, paused: bool) -> None:
    """Stop the clocks and the bots, or let them go on."""
    async with table.lock:
        table.seat_of(visitor)
        if table.phase == "over":
            raise Refused(Text("the game is over"))
        if table.setting.paused != paused:
            table.clock.hold()
            table.setting.paused = paused
            await table.remember()
    table.driver.wake()


async def hint(table: Table, visitor: Visitor, step: int) -> Hint:
    """What the house's adviser would do in the visitor's place, step by step.

    The budget pays once for all steps in a position, and the adviser thinks once.
    """
    async with table.lock:
        table.check_playing()
        seat = table.seat_of(visitor)
        if table.state.turn != seat:
            raise Refused(Text("hints are given to the one who is to move"))
        kept = table.advice
        if kept is None or (kept.after, kept.seat) != (table.after, seat):
            kept = await _asked_for(table, seat)
    try:
        advice = await asyncio.shield(kept.advice)
    except PlayerFault as fault:
        async with table.lock:
            if table.advice is kept:
                table.advice = None
                await _pay(table, table.setting.chairs[seat], -1)
        raise Refused(Text("the adviser does not know what to say")) from fault
    return _shown(kept.view, advice, step)


async def _asked_for(table: Table, seat: Seat) -> KeptAdvice:
    """Have the adviser think about a position, and pay for it; the lock is held."""
    chair = table.setting.chairs[seat]
    if table.game.adviser is None:
        raise Refused(Text("no bot of this game gives hints"))
    if chair.hints == 0:
        raise Refused(Text("all hints of this game are used up"))
    question = table.question(seat, table.game.adviser)
    await _pay(table, chair, 1)
    task = asyncio.create_task(table.house.bot_pool.ask(advise, question, PATIENCE, table.owner))
    table.advice = KeptAdvice(table.after, seat, question.view, task)
    return table.advice


def _shown(view: View, advice: Sequence[Advice], step: int) -> Hint:
    """Where to look, then what to take, then what to do with it and why."""
    best = advice[0]
    if step < STEPS:
        words, places = view.where(best.action) if step == 1 else view.which(best.action)
        return Hint(step, words, places, ())
    move, places = view.explain(best.action), view.which(best.action).places
    if not best.why:
        return Hint(step, move, places, advice)
    words = Text("{move}. {why}", move=move, why=best.why)
    return Hint(step, words, places, advice)


async def _pay(table: Table, chair: Chair, hints: int) -> None:
    """Take hints off a chair's budget before they are given, so that nobody gets one too many."""
    if chair.hints is not None:
        chair.hints -= hints
        await table.remember()

"""From the log of an event to the event: happening by happening, by pure functions.

A happening that can't be is `Refused`. In a log it can only stand because another one before it
was undone; it is then passed over, and that is why something may be undone only while nothing
depends on it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from typing import Any

from igroteka.club.deeds import (
    Arrived,
    Called,
    Confirmed,
    Corrected,
    Dealt,
    Deed,
    Disputed,
    Entered,
    SidesSet,
    Slot,
    TableOpened,
)
from igroteka.club.director_deeds import (
    Changed,
    ClockSet,
    Closed,
    Opened,
    Penalised,
    Registered,
    Removed,
    RoundBegun,
    Seated,
    Substituted,
    Undone,
    Withdrew,
)
from igroteka.club.event import Clock, Contestant, Event, Penalty, Plan, Play, Section, State
from igroteka.club.happenings import Happening
from igroteka.club.movements.swiss import KIND as SWISS
from igroteka.contract import IgrotekaError
from igroteka.text import Text

NOBODY = Event()


class Refused(IgrotekaError):  # noqa: N818 - named after what has happened
    """Something can't happen in this event, and why."""


def fold(log: Sequence[Happening], event: Event = NOBODY) -> Event:
    """The event after these happenings; one that can't be is passed over."""
    return _folded(log, event)[0]


def passed_over(log: Sequence[Happening]) -> set[int]:
    """The numbers of what was not undone and yet can't be, because something before it was."""
    return _folded(log, NOBODY)[1]


def _folded(log: Sequence[Happening], event: Event) -> tuple[Event, set[int]]:
    """What was touched is put together once: a copy after every happening would be quadratic."""
    void, fallen, touched = voided(log), set(), dict(event.touched)
    for happening in log:
        if happening.number not in void:
            try:
                event = replace(_changed_by(event, happening), last=happening.number)
            except Refused:
                fallen.add(happening.number)
            else:
                touched[happening.deed.concerns] = happening.number
    return replace(event, last=log[-1].number if log else event.last, touched=touched), fallen


def voided(log: Sequence[Happening]) -> set[int]:
    """The numbers of what was undone; an undoing that was itself undone counts no longer."""
    void: set[int] = set()
    for happening in reversed(log):
        if isinstance(happening.deed, Undone) and happening.number not in void:
            void.add(happening.deed.number)
    return void


def after(event: Event, happening: Happening) -> Event:
    """The event after one more happening. Raises `Refused`."""
    event = _changed_by(event, happening)
    touched = {**event.touched, happening.deed.concerns: happening.number}
    return replace(event, last=happening.number, touched=touched)


def _changed_by(event: Event, happening: Happening) -> Event:
    if event.over and not isinstance(happening.deed, Closed | Undone | Corrected | Penalised):
        raise Refused(Text("the evening is over; the director can open it again"))
    deed = happening.deed
    if stamped := _STAMPED.get(type(deed)):
        return stamped(event, deed, happening)
    plain = _PLAIN.get(type(deed))
    return plain(event, deed) if plain else event


def _opened(event: Event, deed: Opened) -> Event:
    if event.last:
        raise Refused(Text("the event is open already"))
    return replace(
        event,
        name=deed.name,
        day=deed.day,
        game=deed.game,
        scoring=deed.scoring,
        settings=dict(deed.settings),
    )


def _changed(event: Event, deed: Changed) -> Event:
    return replace(
        event,
        name=event.name if deed.name is None else deed.name,
        day=event.day if deed.day is None else deed.day,
        scoring=event.scoring if deed.scoring is None else deed.scoring,
        settings={**event.settings, **(deed.settings or {})},
    )


def _registered(event: Event, deed: Registered) -> Event:
    if deed.number < 1 or not deed.people or not all(each.name.strip() for each in deed.people):
        raise Refused(Text("a contestant needs a number and names"))
    known = event.contestants.get(deed.number)
    if known is None and event.is_full:
        raise Refused(Text("an event has at most {most} contestants", most=len(event.contestants)))
    now = (
        replace(known, people=deed.people, team=deed.team)
        if known
        else Contestant(deed.number, deed.people, deed.team)
    )
    return _with_contestant(event, now)


def _removed(event: Event, deed: Removed) -> Event:
    _contestant(event, deed.number)
    if event.section_of(deed.number):
        raise Refused(
            Text(
                "number {number} is seated: let them withdraw, or change the movement first",
                number=deed.number,
            )
        )
    left = {number: each for number, each in event.contestants.items() if number != deed.number}
    return replace(event, contestants=left)


def _seated(event: Event, deed: Seated) -> Event:
    for number in deed.numbers:
        _contestant(event, number)
    if len(set(deed.numbers)) < deed.movement.contestants:
        raise Refused(
            Text(
                "the movement is for {count} contestants, but there are {present}",
                count=deed.movement.contestants,
                present=len(set(deed.numbers)),
            )
        )
    section = Section(
        deed.section, deed.numbers, deed.first_table, deed.movement, len(deed.movement.rounds)
    )
    others = [each for letter, each in event.sections.items() if letter != deed.section]
    for other in others:
        if set(other.numbers) & set(deed.numbers) or _tables(other) & _tables(section):
            raise Refused(
                Text("section {letter} has the same people or tables", letter=other.letter)
            )
    sections = {**event.sections, deed.section: section}
    planned = replace(event, sections=sections, plan=Plan.of(sections.values()))
    if deed.movement.kind == SWISS:
        drawn = {deed.section: replace(section, drawn=planned.round_now)}
        planned = replace(planned, sections={**sections, **drawn})
    for slot, play in event.plays.items():
        here = planned.seatings.get((slot.round, slot.table))
        before = event.seatings.get((slot.round, slot.table))
        if play.result and before and (here is None or here[1] != before[1]):
            raise Refused(
                Text(
                    "board {board} was played at table {table} in round {round}: what was played "
                    "stays",
                    board=slot.board,
                    table=slot.table,
                    round=slot.round,
                )
            )
    return planned


def _withdrew(event: Event, deed: Withdrew) -> Event:
    return _with_contestant(
        event, replace(_contestant(event, deed.number), gone_after=max(0, deed.after))
    )


def _substituted(event: Event, deed: Substituted) -> Event:
    who = _contestant(event, deed.number)
    if not 0 <= deed.place < len(who.people) or not deed.person.name.strip():
        raise Refused(Text("say who plays, and for whom"))
    one = (deed.place, deed.person, deed.first, deed.last)
    return _with_contestant(event, replace(who, substitutes=(*who.substitutes, one)))


def _arrived(event: Event, deed: Arrived) -> Event:
    if (deed.round, deed.table) not in event.seatings:
        raise Refused(_nobody_there(deed.round, deed.table))
    return replace(event, arrivals=event.arrivals | {(deed.round, deed.table)})


def _entered(event: Event, deed: Entered, happening: Happening) -> Event:
    """Who is certain is not overruled: another result is then kept as what the table says."""
    play = _play(event, deed.slot)
    if play.state in (State.CONFIRMED, State.CONTRADICTED, State.SET):
        if play.result == deed.result:
            return event
        state = State.SET if play.state is State.SET else State.CONTRADICTED
        return _with_play(event, replace(play, state=state, said=deed.result))
    same_by_other = play.result == deed.result and play.by != deed.by and play.result
    now = replace(
        play,
        result=deed.result,
        state=State.CONFIRMED if same_by_other else State.ENTERED,
        by=deed.by,
        number=happening.number,
        at=happening.at,
        said="",
    )
    return _with_play(event, now)


def _confirmed(event: Event, deed: Confirmed) -> Event:
    play = _play(event, deed.slot)
    if not play.result:
        raise Refused(Text("there is no result to confirm yet"))
    if play.result != deed.result:
        raise Refused(
            Text("the result is another by now: {result}; look at it again", result=play.result)
        )
    if play.state in (State.SET, State.CONTRADICTED):
        return event
    return _with_play(event, replace(play, state=State.CONFIRMED, said=""))


def _disputed(event: Event, deed: Disputed) -> Event:
    play = _play(event, deed.slot)
    if not play.result:
        raise Refused(Text("there is no result to object to yet"))
    return _with_play(event, replace(play, state=State.DISPUTED, said=deed.words, by=1 - deed.by))


def _corrected(event: Event, deed: Corrected, happening: Happening) -> Event:
    play = _play(event, deed.slot)
    state = State.SET if deed.result else State.MISSING
    now = replace(
        play,
        result=deed.result,
        state=state,
        number=happening.number,
        at=happening.at,
        said="",
    )
    return _with_play(event, now)


def _sides_set(event: Event, deed: SidesSet) -> Event:
    for number in (*deed.ns, *deed.ew):
        _contestant(event, number)
    if not deed.ns or not deed.ew or set(deed.ns) & set(deed.ew):
        raise Refused(Text("a board is played by two sides of different people"))
    known = event.play(deed.slot)
    play = known or Play(deed.slot, deed.ns, deed.ew)
    return _with_play(event, replace(play, ns=deed.ns, ew=deed.ew))


def _penalised(event: Event, deed: Penalised, happening: Happening) -> Event:
    _contestant(event, deed.number)
    try:
        amount = Fraction(deed.amount.replace(",", ".").replace("−", "-"))
    except (ValueError, ZeroDivisionError):
        raise Refused(Text("a penalty is a number, like 10 or 0.5")) from None
    one = Penalty(happening.number, deed.number, amount, deed.reason)
    return replace(event, penalties=(*event.penalties, one))


def _dealt(event: Event, deed: Dealt) -> Event:
    return replace(event, deals={**event.deals, deed.board: deed.deal})


def _table_opened(event: Event, deed: TableOpened) -> Event:
    if (deed.round, deed.table) not in event.seatings:
        raise Refused(_nobody_there(deed.round, deed.table))
    if (deed.round, deed.table) in event.online:
        raise Refused(Text("table {table} is open on the net already", table=deed.table))
    return replace(event, online={**event.online, (deed.round, deed.table): deed.sitting})


def _round_begun(event: Event, deed: RoundBegun, happening: Happening) -> Event:
    if not 1 <= deed.round <= event.rounds:
        raise Refused(
            Text(
                "there is no round {round}: they go from 1 to {last}",
                round=deed.round,
                last=event.rounds,
            )
        )
    until = happening.at + timedelta(minutes=deed.minutes)
    return replace(event, clock=Clock(deed.round, deed.minutes, until))


def _clock_set(event: Event, deed: ClockSet, happening: Happening) -> Event:
    if event.clock is None:
        raise Refused(Text("no round has begun yet"))
    left = event.clock.remaining(happening.at) + timedelta(minutes=deed.more)
    until = happening.at + left if deed.running else None
    minutes = event.clock.minutes + deed.more
    return replace(event, clock=replace(event.clock, minutes=minutes, until=until, left=left))


def _called(event: Event, deed: Called) -> Event:
    calls = {table: words for table, words in event.calls.items() if table != deed.table}
    return replace(event, calls=calls if deed.answered else {**calls, deed.table: deed.words})


def _closed(event: Event, deed: Closed) -> Event:
    return replace(event, over=deed.over)


def _contestant(event: Event, number: int) -> Contestant:
    if number not in event.contestants:
        raise Refused(Text("nobody has the number {number}", number=number))
    return event.contestants[number]


def _with_contestant(event: Event, now: Contestant) -> Event:
    everybody = {**event.contestants, now.number: now}
    return replace(event, contestants=dict(sorted(everybody.items())))


def _play(event: Event, slot: Slot) -> Play:
    play = event.play(slot)
    if play is None:
        boards = event.boards_at(slot.round, slot.table)
        if not boards:
            raise Refused(_nobody_there(slot.round, slot.table))
        raise Refused(
            Text(
                "board {board} is not at table {table} in round {round}: there are {first} to "
                "{last}",
                board=slot.board,
                table=slot.table,
                round=slot.round,
                first=boards[0],
                last=boards[-1],
            )
        )
    return play


def _nobody_there(round_number: int, table: int) -> Text:
    return Text("nobody plays at table {table} in round {round}", table=table, round=round_number)


def _with_play(event: Event, play: Play) -> Event:
    return replace(event, plays={**event.plays, play.slot: play})


def _tables(section: Section) -> set[int]:
    return {seating.table for seatings in section.rounds for seating in seatings}


_PLAIN: Mapping[type[Deed], Callable[[Event, Any], Event]] = {
    Opened: _opened,
    Changed: _changed,
    Registered: _registered,
    Removed: _removed,
    Seated: _seated,
    Withdrew: _withdrew,
    Substituted: _substituted,
    Arrived: _arrived,
    Confirmed: _confirmed,
    Disputed: _disputed,
    SidesSet: _sides_set,
    Dealt: _dealt,
    TableOpened: _table_opened,
    Called: _called,
    Closed: _closed,
}
_STAMPED: Mapping[type[Deed], Callable[[Event, Any, Happening], Event]] = {
    Entered: _entered,
    Corrected: _corrected,
    Penalised: _penalised,
    RoundBegun: _round_begun,
    ClockSet: _clock_set,
}
"""What depends on when it happened, or is known by its number."""

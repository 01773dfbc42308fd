"""The log of an event from another machine, joined to what has happened here.

It is worked out beside the archive and stored at once, so that nobody waits for it at the writer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection

from igroteka.archive.events import (
    StoredEvent,
    StoredHappening,
    add_to_log,
    event_of,
    lock_log,
    log_after,
    open_event,
)
from igroteka.archive.faults import ArchiveError
from igroteka.club.director_deeds import Undone
from igroteka.club.events import (
    LONGEST_KEY,
    Events,
    Kept,
    Reply,
    as_stored,
    check_key,
    described,
    grown_by,
    happening_of,
    refreshed,
)
from igroteka.club.folding import Refused, fold, passed_over
from igroteka.club.happenings import Happening
from igroteka.contract import IgrotekaError
from igroteka.text import Text

NOT_YET = 0
"""The number of an event that is not stored yet."""
MOST_ATTEMPTS = 5
"""How often it is worked out anew because something else has happened here meanwhile."""
MOST_FOLDED = 1_000_000
"""Happenings that are looked at again for what is undone; a second or two."""


def take_in(events: Events, stored: StoredEvent, log: Sequence[StoredHappening]) -> list[Reply]:
    """Add what is not in the log here; what became of each. Raises `Refused`."""
    theirs = [happening_of(each) for each in log]
    for _ in range(MOST_ATTEMPTS):
        before = events.archive.read(_kept_of, stored)
        grown, replies = _joined(before, theirs)
        kept = events.archive.apply(_store, before, grown)
        if kept is not None:
            events.remember(kept)
            return replies
    raise Refused(Text("the event is being changed here all the time; try it again"))


def _kept_of(connection: Connection, stored: StoredEvent) -> Kept:
    """The event here that one of another machine belongs to; an empty one where there is none."""
    try:
        here = event_of(connection, stored.code)
    except ArchiveError:
        return Kept(stored._replace(id=NOT_YET))
    if here.secret != stored.secret:
        raise Refused(Text("another event has the code {code} here", code=stored.code))
    return refreshed(connection, Kept(here))


def _joined(kept: Kept, theirs: Sequence[Happening]) -> tuple[Kept, list[Reply]]:
    """All at once if everything fits, which it does unless both logs have grown."""
    new, replies = _renumbered(kept, theirs)
    log = (*kept.log, *new)
    fits = all(0 < len(each.key) <= LONGEST_KEY and _can_undo(each) for each in new)
    if fits and passed_over(log) <= passed_over(kept.log):
        return replace(kept, log=log, event=fold(log)), replies
    undone = sum(isinstance(each.deed, Undone) for each in new)
    if undone * len(log) > MOST_FOLDED:
        raise Refused(Text("the log of this file does not fit together"))
    return _one_by_one(kept, theirs)


def _renumbered(kept: Kept, theirs: Sequence[Happening]) -> tuple[list[Happening], list[Reply]]:
    """What is new, by the numbers that it gets here."""
    known = {each.key: each.number for each in kept.log}
    here, new, last = dict[int, int](), list[Happening](), kept.event.last
    for each in theirs:
        if each.key not in known:
            last += 1
            known[each.key] = last
            new.append(_here(each, last, here))
        here[each.number] = known[each.key]
    return new, [Reply(known[each.key]) for each in theirs]


def _here(happening: Happening, number: int, numbers: dict[int, int]) -> Happening:
    deed = happening.deed
    if isinstance(deed, Undone):
        deed = Undone(numbers.get(deed.number, 0))
    return happening._replace(number=number, deed=deed)


def _can_undo(happening: Happening) -> bool:
    deed = happening.deed
    return not isinstance(deed, Undone) or 1 < deed.number < happening.number


def _one_by_one(kept: Kept, theirs: Sequence[Happening]) -> tuple[Kept, list[Reply]]:
    """What does not fit is refused, the rest is taken in."""
    known = {each.key: each.number for each in kept.log}
    numbers, replies = dict[int, int](), list[Reply]()
    for each in theirs:
        number = known.get(each.key)
        if number is None:
            try:
                check_key(each.key)
                kept = grown_by(kept, _here(each, kept.event.last + 1, numbers))
            except IgrotekaError as error:
                replies.append(Reply(None, error.sentence))
                continue
            number = known[each.key] = kept.event.last
        numbers[each.number] = number
        replies.append(Reply(number))
    return kept, replies


def _store(connection: Connection, before: Kept, grown: Kept) -> Kept | None:
    """Store all that is new together; None if something else has happened since."""
    stored = before.stored
    if stored.id == NOT_YET:
        if _kept_of(connection, stored).stored.id != NOT_YET:
            return None
        stored = open_event(connection, stored.game, stored.code, stored.secret)
    lock_log(connection, stored.id)
    if log_after(connection, stored.id, before.event.last):
        return None
    add_to_log(connection, stored.id, [as_stored(each) for each in grown.log[len(before.log) :]])
    return described(connection, replace(grown, stored=stored))

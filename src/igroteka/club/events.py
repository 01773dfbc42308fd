"""Events that are kept: whoever changes one adds to its log, and is told what became of it.

Acknowledged means stored. A deed that comes again with its key is not stored again; one that was
decided on an older state of the same thing is refused, so that two directors do not overwrite each
other.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import NamedTuple

from sqlalchemy import Connection

from igroteka.archive.events import (
    StoredEvent,
    StoredHappening,
    add_to_log,
    all_events,
    describe_event,
    event_of,
    lock_log,
    log_after,
    number_of,
    open_event,
)
from igroteka.archive.store import Archive
from igroteka.club.deeds import Deed
from igroteka.club.director_deeds import Undone
from igroteka.club.event import Event
from igroteka.club.event_results import results_of, rows_of
from igroteka.club.folding import NOBODY, Refused, after, fold, passed_over
from igroteka.club.happenings import Happening, read_deed
from igroteka.club.standings import Results
from igroteka.contract import IgrotekaError
from igroteka.records.contest import Contest, Row, Worth
from igroteka.registry import contest
from igroteka.text import Text

LONGEST_KEY = 64


class Draft(NamedTuple):
    """What somebody wants to have happened."""

    key: str
    who: str
    deed: Deed
    seen: int | None = None
    """Up to where they had read the log; None where the deed speaks for itself."""


class Reply(NamedTuple):
    """What became of a draft: its number in the log, or why it is not there."""

    number: int | None
    refusal: Text | None = None


@dataclass(frozen=True)
class Kept:
    """An event with its log, up to some happening."""

    stored: StoredEvent
    log: tuple[Happening, ...] = ()
    event: Event = NOBODY

    @cached_property
    def contest(self) -> Contest:
        """How its game is played in events."""
        return contest(self.stored.game)

    @cached_property
    def results(self) -> Results:
        """The results as they are by now, worked out when first asked for."""
        return results_of(self.event, self.contest)

    def traveller(self, board: int) -> list[tuple[Row, Worth]]:
        """What every table got on a board; other boards are looked at only where it needs them."""
        rows = rows_of(self.event, board)
        if self.contest.stands_alone(rows):
            scoring = self.contest.scoring(self.event.scoring)
            worths = self.contest.count(scoring, rows, self.event.settings)
            return list(zip(rows, worths, strict=True))
        every = zip(self.results.rows, self.results.worths, strict=True)
        return [(row, worth) for row, worth in every if row.board == board]

    def grown(self, added: Sequence[Happening]) -> Kept:
        """The event after further happenings of its log."""
        log = (*self.log, *added)
        undone = any(isinstance(each.deed, Undone) for each in added)
        event = fold(log) if undone else fold(added, self.event)
        return replace(self, log=log, event=event)


class Events:
    """The events of an archive. Safe from any thread."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self._kept: dict[str, Kept] = {}

    def all(self) -> list[StoredEvent]:
        """Every event, the newest first."""
        return self.archive.read(all_events)

    def open(self, draft: Draft, game: str) -> Kept:
        """A new event that begins with this deed."""
        return self.remember(self.archive.apply(_opened, game, draft))

    def now(self, code: str) -> Kept:
        """An event as it is stored now. Raises `ArchiveError` if there is none of this code."""
        return self.remember(self.archive.read(_read, self._kept.get(code), code))

    def known(self, code: str) -> Kept:
        """An event as this process knows it, without a look at the database."""
        return self._kept.get(code) or self.now(code)

    def propose(self, code: str, drafts: Sequence[Draft]) -> Future[list[Reply]]:
        """Have things happen, one after another; the future comes when they are stored."""
        before = self.known(code)
        replies: Future[list[Reply]] = Future()

        def stored(done: Future[tuple[Kept, list[Reply]]]) -> None:
            try:
                kept, found = done.result()
            except BaseException as error:
                replies.set_exception(error)
                return
            self.remember(kept)
            replies.set_result(found)

        self.archive.write(_appended, before, list(drafts)).add_done_callback(stored)
        return replies

    def apply(self, code: str, draft: Draft) -> int:
        """Have something happen and wait; its number. Raises `Refused`."""
        (reply,) = self.propose(code, [draft]).result()
        if reply.refusal:
            raise Refused(reply.refusal)
        assert reply.number is not None
        return reply.number

    def remember(self, kept: Kept) -> Kept:
        """Know an event as it is stored, unless more of it is known already."""
        known = self._kept.get(kept.stored.code)
        if known is None or known.event.last <= kept.event.last:
            self._kept[kept.stored.code] = kept
            return kept
        return known


def _opened(connection: Connection, game: str, draft: Draft) -> Kept:
    kept, (reply,) = _appended(connection, Kept(open_event(connection, game)), [draft])
    if reply.refusal:
        raise Refused(reply.refusal)
    return kept


def _read(connection: Connection, kept: Kept | None, code: str) -> Kept:
    kept = kept or Kept(event_of(connection, code))
    return refreshed(connection, kept)


def refreshed(connection: Connection, kept: Kept) -> Kept:
    """The event with what has happened since."""
    news = log_after(connection, kept.stored.id, kept.event.last)
    return kept.grown([happening_of(each) for each in news]) if news else kept


def happening_of(stored: StoredHappening) -> Happening:
    """A happening as the archive has it."""
    deed = read_deed(stored.kind, stored.body)
    return Happening(stored.number, stored.key, stored.who, stored.at, deed)


def _appended(
    connection: Connection, before: Kept, drafts: Sequence[Draft]
) -> tuple[Kept, list[Reply]]:
    lock_log(connection, before.stored.id)
    kept = refreshed(connection, before)
    replies = []
    for draft in drafts:
        kept, reply = _happened(connection, kept, draft)
        replies.append(reply)
    return described(connection, kept), replies


def described(connection: Connection, kept: Kept) -> Kept:
    """What lists show of the event is as it is by now."""
    event = kept.event
    if (event.name, event.day, event.over) == kept.stored[4:6] + kept.stored[7:]:
        return kept
    describe_event(connection, kept.stored.id, event.name, event.day, event.over)
    stored = kept.stored._replace(name=event.name, day=event.day, over=event.over)
    return replace(kept, stored=stored)


def _happened(connection: Connection, kept: Kept, draft: Draft) -> tuple[Kept, Reply]:
    known = number_of(connection, kept.stored.id, draft.key)
    if known is not None:
        return kept, Reply(known)
    now = datetime.now(UTC)
    happening = Happening(kept.event.last + 1, draft.key, draft.who, now, draft.deed)
    try:
        check_key(draft.key)
        _check(kept, draft)
        grown = grown_by(kept, happening)
    except IgrotekaError as error:
        return kept, Reply(None, error.sentence)
    add_to_log(connection, kept.stored.id, [as_stored(happening)])
    return grown, Reply(happening.number)


def as_stored(happening: Happening) -> StoredHappening:
    """A happening as the archive keeps it."""
    number, key, who, at, deed = happening
    return StoredHappening(number, key, deed.kind, deed.to_json(), who, at)


def check_key(key: str) -> None:
    """Raise `Refused` for what is no key."""
    if not 0 < len(key) <= LONGEST_KEY:
        raise Refused(Text("what is sent needs a key of 1 to {most} letters", most=LONGEST_KEY))


def _check(kept: Kept, draft: Draft) -> None:
    last = kept.event.touched.get(draft.deed.concerns, 0)
    if draft.seen is not None and last > draft.seen:
        raise Refused(
            Text(
                "somebody else has changed this in the meantime (happening {number}): look at it "
                "again",
                number=last,
            )
        )


def grown_by(kept: Kept, happening: Happening) -> Kept:
    """The event after a happening. Raises `Refused` if it can't be."""
    if not isinstance(happening.deed, Undone):
        event = after(kept.event, happening)
        return replace(kept, log=(*kept.log, happening), event=event)
    target = happening.deed.number
    if not 1 < target <= kept.event.last:
        raise Refused(Text("there is no happening {number} to undo", number=target))
    grown = kept.grown([happening])
    if fallen := passed_over(grown.log) - passed_over(kept.log):
        raise Refused(
            Text("happening {number} depends on it: undo that one first", number=max(fallen))
        )
    return grown

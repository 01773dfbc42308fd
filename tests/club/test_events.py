"""Events that are kept: stored once, conditional, and brought from machine to machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from threading import current_thread

import pytest

from igroteka import registry
from igroteka.archive.events import StoredEvent, StoredHappening, log_after
from igroteka.archive.faults import ArchiveError
from igroteka.archive.store import Archive
from igroteka.club import folding
from igroteka.club.deeds import Corrected, Entered
from igroteka.club.director_deeds import Opened, Registered, Seated, Undone
from igroteka.club.event import Event
from igroteka.club.event_file import FORMAT, from_file
from igroteka.club.events import Draft, Events, Kept
from igroteka.club.folding import Refused
from igroteka.club.happenings import Happening
from igroteka.club.joining import take_in
from igroteka.club.links import Role, role_of
from igroteka.club.movements.kinds import Plan, make_movement
from igroteka.contract import BadOption, IgrotekaError
from tests.club.evenings import opened, pair


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive.open(str(tmp_path / "archive.db"), registry) as archive:
        yield archive


@pytest.fixture
def events(archive: Archive) -> Events:
    return Events(archive)


def _evening(events: Events) -> Kept:
    kept = events.open(Draft("opened", "director", opened()), "bridge")
    movement = make_movement("howell", Plan(4, 6))
    deeds = [*map(pair, range(1, 5)), Seated("A", (1, 2, 3, 4), 1, movement)]
    drafts = [Draft(f"setup {n}", "director", deed) for n, deed in enumerate(deeds)]
    replies = events.propose(kept.stored.code, drafts).result()
    assert [reply.refusal for reply in replies] == [None] * 5
    return events.now(kept.stored.code)


def _entry(kept: Kept, key: str, result: str = "4♠ S =") -> Draft:
    slot = next(play.slot for play in kept.event.all_plays())
    return Draft(key, "table 1", Entered(*slot, result))


def test_what_is_sent_twice_is_stored_once(events: Events) -> None:
    kept = _evening(events)
    first = events.propose(kept.stored.code, [_entry(kept, "a"), _entry(kept, "a")]).result()
    again = events.propose(kept.stored.code, [_entry(kept, "a")]).result()
    assert {reply.number for reply in (*first, *again)} == {kept.event.last + 1}
    assert events.now(kept.stored.code).event.last == kept.event.last + 1


def test_a_refusal_costs_only_itself(events: Events) -> None:
    kept = _evening(events)
    wrong = Draft("w", "table 1", Entered(1, 1, 99, "4♠ S ="))
    replies = events.propose(kept.stored.code, [wrong, _entry(kept, "a")]).result()
    assert replies[0].refusal
    assert "board 99 is not at table 1" in replies[0].refusal
    assert replies[1].number == kept.event.last + 1


def test_two_directors_do_not_overwrite_each_other(events: Events) -> None:
    kept = _evening(events)
    code, seen = kept.stored.code, kept.event.last
    slot = next(play.slot for play in kept.event.all_plays())
    events.apply(code, Draft("one", "director", Corrected(*slot, "60/40"), seen))
    with pytest.raises(Refused, match="somebody else has changed this"):
        events.apply(code, Draft("two", "director", Corrected(*slot, "40/60"), seen))
    other = slot._replace(table=2, board=kept.event.boards_at(1, 2)[0])
    events.apply(code, Draft("three", "director", Corrected(*other, "40/60"), seen))


def test_two_processes_see_each_other(archive: Archive, tmp_path: Path) -> None:
    events = Events(archive)
    kept = _evening(events)
    with Archive.open(str(tmp_path / "archive.db"), registry) as second:
        others = Events(second)
        assert others.now(kept.stored.code).event == kept.event
        events.apply(kept.stored.code, _entry(kept, "a"))
        others.apply(kept.stored.code, _entry(kept, "b", "pass"))
        assert others.now(kept.stored.code).event == events.now(kept.stored.code).event
        assert [each.key for each in others.now(kept.stored.code).log[-2:]] == ["a", "b"]


def test_nothing_is_undone_that_something_depends_on(events: Events) -> None:
    kept = _evening(events)
    code = kept.stored.code
    seated = kept.event.last
    events.apply(code, _entry(kept, "a"))
    with pytest.raises(Refused, match=f"happening {seated + 1} depends on it"):
        events.apply(code, Draft("undo", "director", Undone(seated)))
    with pytest.raises(Refused, match="no happening 1 to undo"):
        events.apply(code, Draft("undo 1", "director", Undone(1)))
    events.apply(code, Draft("undo 2", "director", Undone(seated + 1)))
    assert not events.now(code).event.plays


def test_an_evening_goes_on_at_another_machine(events: Events, tmp_path: Path) -> None:
    kept = _evening(events)
    events.apply(kept.stored.code, _entry(kept, "a"))
    events.apply(kept.stored.code, Draft("undo", "director", Undone(kept.event.last + 1)))
    log = events.archive.read(log_after, kept.stored.id, 0)
    with Archive.open(str(tmp_path / "other.db"), registry) as other:
        there = Events(other)
        take_in(there, kept.stored, log)
        moved = there.now(kept.stored.code)
        assert moved.event == events.now(kept.stored.code).event
        assert [each.at for each in moved.log] == [each.at for each in log]
        there.apply(kept.stored.code, _entry(kept, "b", "pass"))
        replies = take_in(there, kept.stored, log)
        assert [reply.number for reply in replies] == [each.number for each in log]
        assert Role("table", 1).path(moved.stored) == Role("table", 1).path(kept.stored)


def test_a_log_that_grew_apart_is_put_together(events: Events, tmp_path: Path) -> None:
    kept = _evening(events)
    start = events.archive.read(log_after, kept.stored.id, 0)
    with Archive.open(str(tmp_path / "other.db"), registry) as other:
        there = Events(other)
        take_in(there, kept.stored, start)
        there.apply(kept.stored.code, _entry(kept, "there"))
        there.apply(kept.stored.code, Draft("undo", "director", Undone(kept.event.last + 1)))
        late = Registered(5, pair(5).people)
        events.apply(kept.stored.code, Draft("here", "director", late))
        take_in(
            events, kept.stored, other.read(log_after, there.now(kept.stored.code).stored.id, 0)
        )
    event = events.now(kept.stored.code).event
    assert 5 in event.contestants
    assert not event.plays


def test_links_say_who_comes(events: Events) -> None:
    kept = _evening(events)
    for role in (Role("director"), Role("players"), Role("table", 2), Role("contestant", 4)):
        key = role.key(kept.stored.secret)
        assert role_of(kept.stored, kept.event, key) == role
    with pytest.raises(IgrotekaError, match="scan the code of your table"):
        role_of(kept.stored, kept.event, "nobody")


def test_an_unknown_event_is_told(events: Events) -> None:
    with pytest.raises(ArchiveError, match="there is no event 'zzz'"):
        events.now("zzz")


def _registrations(count: int, numbers: int) -> tuple[StoredEvent, list[StoredHappening]]:
    """A file of an event in which people are registered again and again."""
    about = {"code": "many", "secret": "s", "game": "bridge"}
    opened = Opened("Many", "2026-11-16", "bridge", "matchpoints", {})
    deeds = [opened, *(Registered(at % numbers + 1, pair(1).people) for at in range(count - 1))]
    log = [
        {
            "number": at,
            "key": f"k{at}",
            "kind": deed.kind,
            "body": deed.to_json(),
            "who": "director",
        }
        | {"at": "2026-11-16T19:00:00+00:00"}
        for at, deed in enumerate(deeds, start=1)
    ]
    return from_file(json.dumps({"format": FORMAT, **about, "log": log}).encode())


def test_a_long_log_is_worked_out_beside_the_archive(
    events: Events, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored, log = _registrations(3000, 900)
    folded = []

    def counted(event: Event, happening: Happening) -> Event:
        folded.append(current_thread())
        return changed_by(event, happening)

    changed_by = folding._changed_by
    monkeypatch.setattr(folding, "_changed_by", counted)
    replies = take_in(events, stored, log)
    assert [reply.number for reply in replies] == list(range(1, 3001))
    assert set(folded) == {current_thread()}
    assert len(folded) <= 3 * len(log)
    assert len(events.now("many").event.contestants) == 900
    assert events.all()[0].name == "Many"


@pytest.mark.parametrize(
    ("count", "numbers", "problem"),
    [
        (20_001, 10, "up to 20000 happenings, but this one has 20001"),
        (1002, 1001, "up to 1000 contestants, but this one has 1001"),
    ],
)
def test_a_file_has_so_much_and_no_more(count: int, numbers: int, problem: str) -> None:
    with pytest.raises(BadOption, match=problem):
        _registrations(count, numbers)


def test_what_does_not_fit_is_refused_and_the_rest_is_taken_in(events: Events) -> None:
    kept = _evening(events)
    log = events.archive.read(log_after, kept.stored.id, 0)
    last = log[-1].number
    undone = [
        StoredHappening(last + 1, "u", "undone", {"number": 2}, "director", log[-1].at),
        StoredHappening(last + 2, "", "called", {"table": 1}, "table 1", log[-1].at),
        StoredHappening(last + 3, "late", "registered", log[1].body, "director", log[-1].at),
    ]
    replies = take_in(events, kept.stored, [*log, *undone])
    assert "depends on it" in str(replies[last].refusal)
    assert "needs a key" in str(replies[last + 1].refusal)
    assert replies[last + 2].number == last + 1

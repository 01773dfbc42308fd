"""Every route, visited by everybody in a house with something in every room."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import argon2
import pytest
from fastapi import APIRouter, Request, Response

from igroteka.archive.children import Child, Limits, set_limits
from tests.snapshots import kept
from tests.walk.filled import with_many_games
from tests.walk.inventory import PART, texts
from tests.walk.recording import FOLDER
from tests.walk.sending import Forms
from tests.walk.supplies import games_of_all_formats
from tests.walk.visits import Walk
from tests.web.furnished import (
    CHILD,
    OPPONENT,
    OWNER,
    PHONE,
    PROGRAM,
    ROLES,
    SPECTATOR,
    STRANGER,
    Furnished,
)
from tests.web.furnishing import furnished
from tests.web.visiting import House

OUTSIDERS = (SPECTATOR, STRANGER, CHILD, PHONE, PROGRAM)
"""Who sits at none of the tables at which something is hidden."""
MANY = 10_000
BY_DAY, BY_NIGHT = 600, 0
"""Minutes of a day that a child may be in its room."""
BUSY = 429


@pytest.fixture(autouse=True, scope="module")
def _quick_digests() -> Iterator[None]:
    """What is furnished for all tests needs no slow digests either."""
    quick = partial(argon2.PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(argon2, "PasswordHasher", quick)
        yield


@pytest.fixture(scope="module")
def walk(_quick_digests: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    """A house through which everybody has gone everywhere."""
    with furnished(tmp_path_factory.mktemp("walked")) as found:
        walk = Walk(found)
        walk.go_everywhere()
        yield walk


def test_no_answer_breaks_or_tells_a_key(walk: Walk) -> None:
    assert not walk.faults, report(walk.faults)


def test_no_link_leads_to_an_error(walk: Walk) -> None:
    walk.faults.clear()
    walk.follow_links(walk.found.games["broken"])
    assert not walk.faults, report(walk.faults)


@pytest.mark.parametrize(
    ("unknown_to", "roles"),
    [
        (SPECTATOR, OUTSIDERS),
        pytest.param(OWNER, (OWNER,), marks=pytest.mark.slow),
        pytest.param(OPPONENT, (OPPONENT,), marks=pytest.mark.slow),
    ],
)
def test_nobody_is_told_what_they_may_not_know(
    walk: Walk, tmp_path: Path, unknown_to: str, roles: Sequence[str]
) -> None:
    walk.faults.clear()
    with furnished(tmp_path, unknown_to) as other:
        walk.compare(Walk(other), roles)
    assert not walk.faults, report(walk.faults)


def test_forms_are_taken_from_those_alone_to_whom_they_are_offered(walk: Walk) -> None:
    walk.faults.clear()
    Forms(walk).send_all()
    walk.write_down()
    assert not walk.faults, report(walk.faults)


def test_every_route_has_answered_somebody(walk: Walk) -> None:
    """Which refuse nobody is told by the report."""
    silent = [str(each) for each in walk.routes if not walk.seen[each].answered]
    assert not silent, report(silent)


def test_everybody_is_shown_what_they_were_shown(walk: Walk) -> None:
    """After the forms were sent: what came of them is told too."""
    if different := kept.differences(texts(walk), PART):
        pytest.fail(f"{different}\n\nif this is meant, `make snapshots` keeps it", pytrace=False)


@pytest.mark.parametrize("how", [{}, {"accounts": True}, {"home": True}], ids=str)
def test_an_empty_house_has_all_its_pages(tmp_path: Path, how: Mapping[str, bool]) -> None:
    walk = looked_at(tmp_path, **how)
    assert not walk.faults, report(walk.faults)
    assert len(walk.answers) > len(walk.routes) // 2


def test_a_house_with_many_games_has_all_its_pages(tmp_path: Path, walk: Walk) -> None:
    with_many_games(walk.found.house.folder / "games.db", tmp_path / "games.db", MANY)
    many = looked_at(tmp_path)
    assert not many.faults, report(many.faults)
    assert max(answer.ms for answer in many.answers.values()) < 10_000


def test_a_child_finds_its_way_by_day_and_by_night(walk: Walk) -> None:
    walk.faults.clear()
    archive = walk.found.house.live_tables.archive
    child = Child(*walk.found.people[CHILD].session.marks["child"])
    for minutes in (BY_DAY, BY_NIGHT):
        archive.write(set_limits, child.player, Limits(minutes=minutes)).result()
        for role, what in list(walk.answers):
            if role == CHILD and what.startswith("GET"):
                walk.ask(role, *what.split(" ", 1))
    assert not walk.faults, report(walk.faults)


def test_files_of_games_are_taken_or_refused_with_a_reason(walk: Walk) -> None:
    walk.faults.clear()
    sending, told = Forms(walk), set()
    sending.quiet = False
    for form in [each for each in walk.offered[OWNER].values() if each.files]:
        for file in games_of_all_formats():
            while (
                answer := sending.send(OWNER, form.action, form.fields, form.files, file)
            ).status == BUSY:
                time.sleep(0.1)
            told.add(answer.status)
    assert {200, 400} <= told
    assert not walk.faults, report(walk.faults)


def looked_at(folder: Path, **how: bool) -> Walk:
    """A house of strangers and somebody with a name, who go wherever routes are."""
    with House(folder, **how).open() as house:
        found = Furnished(house)
        for role in ROLES:
            found.visitor(role, None if role == STRANGER else "Anna")
            found.known[role] = ["/"]
        walk = Walk(found)
        walk.look_around()
        plan = walk.plan([1])
        walk.go(each for each in plan if each[0] in (OWNER, STRANGER))
        walk.follow_links([])
    return walk


# --- the measure itself ---


def test_a_new_route_is_walked_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FOLDER, raising=False)  # what is wrong here is no fault of the house
    added = APIRouter()

    @added.get("/added/{number}")
    def page(number: int, request: Request) -> Response:
        del request
        if number == 0:
            raise ValueError("nobody thought of this")
        return Response("here")

    with House(tmp_path).open() as house:
        house.app.include_router(added)
        found = Furnished(house)
        for role in ROLES:
            found.visitor(role, None)
            found.known[role] = ["/"]
        walk = Walk(found)
        walk.go(each for each in walk.plan([1]) if "/added/" in each[2])
    assert {fault.partition(":")[2] for fault in walk.faults} == {" GET /added/0: 500"}


def report(lines: Sequence[str]) -> str:
    """What is wrong, line by line."""
    return "\n".join(["", *lines])

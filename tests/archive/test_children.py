"""What the archive keeps of children: the code, the limits, the days, the stars."""

from __future__ import annotations

from datetime import date

import pytest

from igroteka.archive import Archive, accounts
from igroteka.archive.children import (
    Child,
    Limits,
    add_seconds,
    children_named,
    code_hash,
    is_code,
    learn,
    lessons_learned,
    limits_of,
    make_room,
    seconds_of,
    set_limits,
    stars,
)
from igroteka.contract import IgrotekaError

MONDAY, TUESDAY = date(2026, 11, 16), date(2026, 11, 17)


@pytest.fixture
def petya(archive: Archive) -> Child:
    return archive.apply(make_room, "Petya", code_hash("2580"), Limits(hints=3))


def test_a_child_is_known_by_name_with_its_limits(archive: Archive, petya: Child) -> None:
    archive.apply(accounts.ensure_player, "Anna")
    assert archive.read(children_named, ["PETYA", "Anna"]) == {petya: Limits(hints=3)}
    archive.apply(set_limits, petya.player, Limits(None, 1, 30))
    assert archive.read(limits_of, petya.player) == Limits(None, 1, 30)


def test_only_the_code_is_the_code(archive: Archive, petya: Child) -> None:
    assert archive.read(is_code, petya.player, "2580")
    assert not archive.read(is_code, petya.player, "2581")
    assert not archive.read(is_code, petya.player, "")
    assert not archive.read(is_code, petya.player + 1, "2580")


def test_a_room_is_made_once(archive: Archive, petya: Child) -> None:
    with pytest.raises(IgrotekaError, match="has a room already"):
        archive.apply(make_room, petya.name, code_hash("1111"), Limits())
    assert archive.read(is_code, petya.player, "2580")


def test_time_is_summed_up_day_by_day(archive: Archive, petya: Child) -> None:
    for day, seconds in ((MONDAY, 20.0), (MONDAY, 22.5), (TUESDAY, 7.0)):
        archive.apply(add_seconds, petya.player, day, seconds)
    assert archive.read(seconds_of, petya.player, MONDAY) == 42.5
    assert archive.read(seconds_of, petya.player, TUESDAY) == 7
    assert archive.read(seconds_of, petya.player, date(2026, 11, 18)) == 0


def test_a_lesson_is_learned_once(archive: Archive, petya: Child) -> None:
    for lesson in ("step", "take", "step"):
        archive.apply(learn, petya.player, "draughts", lesson)
    learned = {("draughts", "step"), ("draughts", "take")}
    assert archive.read(lessons_learned, petya.player) == learned
    assert archive.read(stars, petya.player) == 2

"""Who leads a game: one house at a time, and what an earlier one writes is refused."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import Connection, update

from igroteka.archive import Archive, ArchiveError, leads
from igroteka.archive import move_tree as m
from igroteka.archive import updates as c
from igroteka.archive.leads import House, LedElsewhere, Superseded
from igroteka.archive.models import MoveEntry
from igroteka.archive.schema import houses
from tests.archive.playing import new_game

MOVE = MoveEntry("c3-d4", 0)


def opened_house(archive: Archive) -> House:
    house = House.open()
    archive.apply(leads.live, house)
    return house


def silenced(connection: Connection, house: House) -> None:
    """As if a house had said nothing for a minute."""
    now = leads._now(connection)
    silent = update(houses).where(houses.c.id == house.id)
    connection.execute(silent.values(until=now - timedelta(minutes=1)))


def test_one_house_leads_until_it_lets_go(archive: Archive) -> None:
    number = archive.apply(c.begin_game, new_game())
    one, other = opened_house(archive), opened_house(archive)
    fence = archive.apply(leads.take, number, one)
    assert archive.apply(leads.take, number, one) == fence
    with pytest.raises(LedElsewhere):
        archive.apply(leads.take, number, other)
    archive.apply(leads.release, [number], other)
    with pytest.raises(LedElsewhere):
        archive.apply(leads.take, number, other)
    archive.apply(leads.release, [number], one)
    assert archive.apply(leads.take, number, other) == fence + 1


def test_a_silent_house_loses_its_games_and_can_write_nothing_more(archive: Archive) -> None:
    number = archive.apply(c.begin_game, new_game())
    one, other = opened_house(archive), opened_house(archive)
    before = archive.apply(leads.take, number, one)
    archive.apply(silenced, one)
    fence = archive.apply(leads.take, number, other)
    for change in (
        lambda: archive.apply(m.add_moves, number, None, [MOVE], before),
        lambda: archive.apply(m.move_head, number, None, None, None, before),
        lambda: archive.apply(c.save_setting, number, {"paused": True}, before),
        lambda: archive.apply(c.finish_game, number, (1, 0), "resignation", None, before),
    ):
        with pytest.raises(Superseded, match="another process by now"):
            change()
    archive.apply(m.add_moves, number, None, [MOVE], fence)


def test_a_process_that_is_gone_from_this_machine_leads_nothing(archive: Archive) -> None:
    number = archive.apply(c.begin_game, new_game())
    gone = House("0" * 32, leads._machine(), 2**22 + 1)
    archive.apply(leads.live, gone)
    archive.apply(leads.take, number, gone)
    assert archive.apply(leads.take, number, opened_house(archive)) == 2


def test_one_of_another_machine_leads_while_it_speaks(archive: Archive) -> None:
    number = archive.apply(c.begin_game, new_game())
    far = House("1" * 32, "another machine", 1)
    archive.apply(leads.live, far)
    archive.apply(leads.take, number, far)
    with pytest.raises(LedElsewhere):
        archive.apply(leads.take, number, opened_house(archive))
    archive.apply(silenced, far)
    assert archive.apply(leads.take, number, opened_house(archive)) == 2


def test_there_is_nothing_to_lead_where_there_is_no_game(archive: Archive) -> None:
    with pytest.raises(ArchiveError, match="there is no game 77"):
        archive.apply(leads.take, 77, opened_house(archive))

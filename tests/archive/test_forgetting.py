"""Forgetting somebody: what is theirs goes, what others share stays without the name."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import Connection, select

from igroteka.archive import Archive, ArchiveError, leads, sessions
from igroteka.archive import accounts as a
from igroteka.archive import queries as q
from igroteka.archive import tokens as t
from igroteka.archive.children import Limits, children_named, learn, make_room
from igroteka.archive.columns import metadata
from igroteka.archive.events import StoredHappening, add_to_log, log_after, open_event
from igroteka.archive.forgetting import FORGOTTEN, Forgotten, forget
from igroteka.archive.members import add_member, all_members
from igroteka.archive.remarks import remark, said
from igroteka.archive.updates import begin_game
from tests.archive.playing import new_game


def chair(name: str, *holders: str) -> dict[str, Any]:
    return {"player": name, "kind": "person", "bot": None, "holders": list(holders)}


@pytest.fixture
def anna(archive: Archive) -> int:
    """Somebody who has left traces everywhere."""
    player = archive.apply(a.ensure_player, "Anna")
    archive.apply(a.set_password, player, "a hash")
    archive.apply(sessions.begin, "a secret", player, {"name": "Anna"})
    archive.apply(t.issue_token, player, "Anna's laptop", player)
    setting = {"chairs": [chair("Anna", f"player:{player}"), chair("Boris")]}
    setting["host"] = f"player:{player}"  # type: ignore[assignment]
    game = archive.apply(begin_game, new_game("Anna", "Boris", setting=setting))
    archive.apply(remark, game, None, player, "I am Anna", "")
    archive.apply(make_room, "Anna", "a hash", Limits())
    archive.apply(learn, player, "durak", "beat")
    archive.apply(add_member, "anna", "I", "1234")
    archive.apply(add_member, "Anna Petrova")
    event = archive.apply(open_event, "bridge", "code", "secret")
    body = {"number": 1, "people": [{"name": "Anna"}, {"name": "Boris"}]}
    happening = StoredHappening(1, "key", "registered", body, "Anna", datetime.now(UTC))
    archive.apply(add_to_log, event.id, [happening])
    return player


def everything(connection: Connection) -> str:
    rows = [connection.execute(select(table)).all() for table in metadata.sorted_tables]
    return str(rows)


def test_no_trace_of_the_name_is_left(archive: Archive, anna: int) -> None:
    assert "Anna" in archive.read(everything)
    told = archive.apply(forget, " ANNA ")
    assert told == Forgotten(
        games=1, sessions=1, tokens=1, remarks=1, attempts=0, child=True, members=1, happenings=1
    )
    left = archive.read(everything).replace("Anna Petrova", "")
    assert "anna" not in left.casefold()
    assert f"player:{anna}" not in left


def test_games_and_evenings_stay_as_somebodys(archive: Archive, anna: int) -> None:
    archive.apply(forget, "Anna")
    game = archive.read(q.game, 1)
    assert game.players == (FORGOTTEN, "Boris")
    assert [each["player"] for each in game.setting["chairs"]] == [FORGOTTEN, "Boris"]
    (happening,) = archive.read(log_after, 1, 0)
    assert happening.body["people"] == [{"name": FORGOTTEN}, {"name": "Boris"}]
    assert archive.read(said, 1) == []
    assert [each.name for each in archive.read(all_members)] == ["Anna Petrova"]


def test_the_name_is_free_for_somebody_else(archive: Archive, anna: int) -> None:
    archive.apply(forget, "Anna")
    assert archive.read(sessions.session_of, "a secret") is None
    assert archive.read(children_named, ["Anna"]) == {}
    new = archive.apply(a.ensure_player, "Anna")
    assert new != anna
    assert not archive.read(a.has_password, new)
    archive.apply(forget, "Anna")


@pytest.mark.parametrize("name", ["Nobody", "random", "robot", FORGOTTEN])
def test_only_a_person_of_the_house_is_forgotten(archive: Archive, anna: int, name: str) -> None:
    archive.apply(a.ensure_player, "random", "bot")
    archive.apply(a.ensure_player, "robot", "program")
    archive.apply(forget, "Anna")
    with pytest.raises(ArchiveError, match=f"nobody here is called '{name}'"):
        archive.apply(forget, name)


def test_while_a_house_leads_a_table_of_hers_nothing_is_forgotten(
    archive: Archive, anna: int
) -> None:
    house = leads.House.open()
    archive.apply(leads.live, house)
    archive.apply(leads.take, 1, house)
    before = archive.read(everything)
    with pytest.raises(ArchiveError, match="Anna sits at table 1, which is open in a house"):
        archive.apply(forget, "Anna")
    assert archive.read(everything) == before
    house.close()
    assert archive.apply(forget, "Anna").games == 1

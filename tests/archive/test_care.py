"""The archive looked after: checked, copied while it is used, saved from a damaged file."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError

from igroteka import registry
from igroteka.archive import Archive, ArchiveError
from igroteka.archive import queries as q
from igroteka.archive.backups import back_up
from igroteka.archive.checking import database_problems, game_problems
from igroteka.archive.columns import metadata
from igroteka.archive.copying import LATER, ordered
from igroteka.archive.database import archive_url, make_engine, writing
from igroteka.archive.looking import looked_at
from igroteka.archive.salvage import Saved, salvage
from igroteka.archive.schema import REVISION
from igroteka.archive.upgrading import bring_to
from igroteka.basics.house_fault import HouseFault
from tests.archive.cluster import Cluster

RELEASE = Path(__file__).parents[1] / "snapshots" / "release_0_1.sqlite"
PAGE = 4096


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """An archive with twenty games of all kinds, in one file."""
    file = tmp_path / "kept.sqlite"
    shutil.copy(RELEASE, file)
    with Archive.open(str(file), registry):
        pass
    return file


def problems(file: Path | str) -> list[str]:
    def all_of_them(connection: Connection) -> list[str]:
        return [*database_problems(connection), *game_problems(connection, lambda: None)]

    with Archive.open(str(file), registry) as archive:
        return archive.read(all_of_them)


def copied(source: Path | str, target: Path | str) -> None:
    back_up(archive_url(str(source)), archive_url(str(target)), registry, lambda _: None)


def saved(source: Path, target: Path) -> Saved:
    return salvage(archive_url(str(source)), archive_url(str(target)), registry, lambda _: None)


def content(file: Path | str) -> dict[str, list[tuple[object, ...]]]:
    def rows(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
        tables = ordered(metadata.tables.values())
        return {
            each.name: [
                tuple(row) for row in connection.execute(each.select().order_by(*each.primary_key))
            ]
            for each in tables
        }

    with Archive.open(str(file), registry) as archive:
        return archive.read(rows)


def test_a_whole_archive_has_no_problems(kept: Path) -> None:
    assert problems(kept) == []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("update moves set notation = 'a1-a1' where id = 1", "game 1: "),
        ("update games set head_id = null, scores = '[1, 0]' where id = 1", "game 1: "),
        ("update moves set ordinal = 9 where id = 1", "does not follow the one before it"),
        ("delete from moves where id = 1", "names one of"),
        ("delete from moves where game_id = 2", "its last move"),
        ("update games set deal = 'nonsense' where id = 3", "game 3: "),
        ("update games set scores = 'no json' where id = 3", "game 3: can't be read: JSONDecode"),
    ],
)
def test_what_is_wrong_is_found(kept: Path, change: str, problem: str) -> None:
    with closing(sqlite3.connect(kept)) as connection:
        connection.execute(change)
        connection.commit()
    assert any(problem in each for each in problems(kept))


def test_a_copy_holds_what_is_acknowledged(kept: Path, tmp_path: Path) -> None:
    """Also what is still in the journal of a house that is open."""
    with Archive.open(str(kept), registry) as archive:
        archive.apply(lambda connection: connection.execute(text("update games set comment='now'")))
        copied(kept, tmp_path / "copy.sqlite")
        assert content(tmp_path / "copy.sqlite") == content(kept)
    assert (tmp_path / "copy.sqlite").stat().st_mode & 0o777 == 0o600
    assert not (tmp_path / "copy.sqlite.part").exists()


def test_a_copy_never_replaces_anything(kept: Path, tmp_path: Path) -> None:
    (tmp_path / "there.sqlite").write_text("mine")
    with pytest.raises(ArchiveError, match=r"there\.sqlite is there already"):
        copied(kept, tmp_path / "there.sqlite")
    with pytest.raises(ArchiveError, match="there is no archive"):
        copied(tmp_path / "nothing.sqlite", tmp_path / "copy.sqlite")
    assert not (tmp_path / "nothing.sqlite").exists()


def test_an_archive_moves_to_a_server_and_back(
    kept: Path, tmp_path: Path, cluster: Cluster
) -> None:
    server, back = cluster.new_database(), tmp_path / "back.sqlite"
    copied(kept, server)
    copied(server, back)
    assert content(back) == content(kept) == content(server)
    assert problems(server) == problems(back) == []
    with pytest.raises(ArchiveError, match="is not empty"):
        copied(kept, server)
    with Archive.open(server, registry) as archive:
        player = archive.apply(
            lambda connection: connection.scalar(
                text(
                    "insert into players (name, name_key, kind, created, imported) values "
                    "('New', 'new', 'person', now(), false) returning id"
                )
            )
        )
    assert player > max(row[0] for row in content(kept)["players"])  # type: ignore[type-var]


def test_what_can_be_read_of_a_damaged_file_is_saved(kept: Path, tmp_path: Path) -> None:
    """A page of moves is noise: their games are cut, all others are whole."""
    before = content(kept)
    with closing(sqlite3.connect(kept)) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
        pages = connection.execute(
            "select pageno from dbstat where name = 'moves' and pagetype = 'leaf' order by pageno"
        )
        page = [number for (number,) in pages][1]
    data = bytearray(kept.read_bytes())
    data[(page - 1) * PAGE : page * PAGE] = b"\xa5" * PAGE
    kept.write_bytes(data)
    assert problems(kept)
    new = tmp_path / "new.sqlite"
    report = saved(kept, new)
    after = content(new)
    assert report.unreadable > 0
    lost = len(before["moves"]) - len(after["moves"])
    assert 0 < lost < len(before["moves"]) / 2
    assert set(after["moves"]) < set(before["moves"])
    assert len(after["games"]) == len(before["games"])
    wrong = problems(new)
    assert 0 < len(wrong) < len(before["games"]) / 2
    assert all(each.startswith("game ") for each in wrong)


def test_a_whole_file_is_saved_whole(kept: Path, tmp_path: Path) -> None:
    assert saved(kept, tmp_path / "new.sqlite").unreadable == 0
    assert content(tmp_path / "new.sqlite") == content(kept)


def test_an_earlier_archive_is_saved_and_brought_up_to_date(tmp_path: Path) -> None:
    old, new = tmp_path / "old.sqlite", tmp_path / "new.sqlite"
    shutil.copy(RELEASE, old)
    saved(old, new)
    assert problems(new) == []
    assert old.read_bytes() == RELEASE.read_bytes()


def test_before_its_tables_change_an_archive_is_copied(tmp_path: Path) -> None:
    old = tmp_path / "old.sqlite"
    shutil.copy(RELEASE, old)
    with Archive.open(str(old), registry) as archive:
        assert archive.copy == f"{old}.before-{REVISION}"
        assert archive.read(q.record, 1)
    with closing(sqlite3.connect(archive.copy)) as copy, closing(sqlite3.connect(RELEASE)) as was:
        assert list(copy.iterdump()) == list(was.iterdump())
    with Archive.open(str(old), registry) as archive:
        assert archive.copy is None


def test_on_a_server_the_copy_is_a_schema(cluster: Cluster) -> None:
    url = cluster.new_database()
    engine = make_engine(archive_url(url))
    with writing(engine) as connection:
        bring_to(connection, "0001")
        connection.execute(
            text("insert into players values (1, 'Papa', 'papa', 'person', '2026-11-15')")
        )
    engine.dispose()
    with Archive.open(url, registry) as archive:
        assert f"schema before_{REVISION} of " in str(archive.copy)
        kept = archive.read(
            lambda connection: connection.scalars(
                text(f"select name from before_{REVISION}.players")
            ).all()
        )
    assert kept == ["Papa"]


def test_columns_that_are_filled_in_later_are_those_that_name_later_rows() -> None:
    order = [table.name for table in ordered(metadata.tables.values())]
    found = {
        table.name: key.parent.name
        for table in metadata.tables.values()
        for key in table.foreign_keys
        if order.index(key.column.table.name) > order.index(table.name)
        or (key.column.table is table and table.name != "moves")
    }
    assert found == LATER


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A database of another program."""
    file = tmp_path / "foreign.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("create table recipes (name text)")
        connection.commit()
    return file


def test_a_database_of_something_else_is_refused_and_stays_as_it_is(
    foreign: Path, tmp_path: Path
) -> None:
    before = foreign.read_bytes()
    with pytest.raises(ArchiveError, match="a database of something else"):
        Archive.open(str(foreign), registry)
    with (
        pytest.raises(ArchiveError, match="a database of something else"),
        looked_at(archive_url(str(foreign)), registry),
    ):
        pass
    with pytest.raises(ArchiveError, match="a database of something else"):
        copied(foreign, tmp_path / "copy.sqlite")
    assert foreign.read_bytes() == before


@pytest.mark.parametrize("earlier", [True, False])
def test_what_is_looked_at_is_not_changed(kept: Path, earlier: bool) -> None:
    if earlier:
        shutil.copy(RELEASE, kept)
    before, folder = kept.read_bytes(), sorted(kept.parent.iterdir())
    with looked_at(archive_url(str(kept)), registry) as reading:
        assert list(game_problems(reading, lambda: None)) == []
        if not earlier:
            with pytest.raises(OperationalError, match="readonly"):
                reading.execute(text("delete from moves"))
    assert kept.read_bytes() == before
    assert [each for each in sorted(kept.parent.iterdir()) if each.suffix == ".sqlite"] == [
        each for each in folder if each.suffix == ".sqlite"
    ]


def test_of_a_file_that_is_cut_in_half_the_rest_is_saved(kept: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(kept)) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
    data = kept.read_bytes()
    kept.write_bytes(data[: len(data) // 2 // PAGE * PAGE])
    report = saved(kept, tmp_path / "new.sqlite")
    assert report.rows > 0
    assert report.unreadable > 0
    kept.write_bytes(data[:PAGE])
    with pytest.raises(HouseFault, match="only a backup helps"):
        saved(kept, tmp_path / "other.sqlite")


def test_a_table_that_is_not_there_is_not_looked_for(kept: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(kept)) as connection:
        connection.execute("drop table remarks")
        connection.commit()
    report = saved(kept, tmp_path / "new.sqlite")
    assert report.missing == ["remarks"]
    assert report.unreadable == 0
    assert content(tmp_path / "new.sqlite")["remarks"] == []

"""Opening: where the archive is, how its tables come up to date, what is refused."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from igroteka import registry
from igroteka.archive import Archive, ArchiveError
from igroteka.archive.accounts import ensure_player
from igroteka.archive.columns import metadata
from igroteka.archive.database import archive_url
from igroteka.archive.schema import REVISION
from igroteka.basics.house_fault import HouseFault
from tests.archive.template import make_tables_anew


@pytest.fixture(autouse=True)
def made_anew(monkeypatch: pytest.MonkeyPatch) -> bool:
    make_tables_anew(monkeypatch)
    return True


def _differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return list(compare_metadata(context, metadata))


@pytest.mark.filterwarnings("ignore:.*expression-based index")
def test_the_migrations_make_the_tables_of_the_schema(archive: Archive) -> None:
    assert archive.read(_differences) == []


def test_the_last_migration_is_the_one_that_the_schema_names() -> None:
    folder = Path(__file__).parents[2] / "src/igroteka/archive/migrations/versions"
    assert max(file.name for file in folder.glob("*.py")).startswith(f"{REVISION}_")


@pytest.mark.filterwarnings("ignore:.*expression-based index")
def test_several_open_a_new_archive_at_once(url: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        opened = list(pool.map(Archive.open, [url] * 4, [registry] * 4))
    for archive in opened:
        assert archive.read(_differences) == []
        archive.close()


def test_an_archive_of_a_newer_program_is_left_alone(url: str) -> None:
    with Archive.open(url, registry) as archive:
        archive.apply(_pretend_newer)
    with pytest.raises(ArchiveError, match="was made by a newer Igroteka"):
        Archive.open(url, registry)


def _pretend_newer(connection: Connection) -> None:
    connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))


def test_the_file_is_that_of_the_user_unless_the_environment_names_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert archive_url(None).database == str(tmp_path / "igroteka" / "archive.sqlite")
    monkeypatch.setenv("IGROTEKA_DB", "postgresql://club@localhost/games")
    assert archive_url(None).drivername == "postgresql+psycopg"
    assert archive_url("other.sqlite").database == "other.sqlite"


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("mysql://localhost/x", "is no database that can keep an archive"),
        ("sqlite://", "an archive in memory would forget everything"),
        ("://", "is no database URL"),
    ],
)
def test_what_is_no_archive_is_refused_in_a_sentence(url: str, why: str) -> None:
    with pytest.raises(ArchiveError, match=why):
        Archive.open(url, registry)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("/dev/null/archive", "can't be made"),
        ("postgresql://127.0.0.1:1/x", "does not answer"),
    ],
)
def test_what_can_not_be_reached_is_a_fault(url: str, why: str) -> None:
    with pytest.raises(HouseFault, match=why):
        Archive.open(url, registry)


def test_a_new_file_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "archive.sqlite"
    with Archive.open(str(file), registry) as archive:
        archive.apply(ensure_player, "Masha")
        modes = {each.stat().st_mode & 0o777 for each in file.parent.iterdir()}
    assert modes == {0o600}


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Masha, " * 100)
    with pytest.raises(HouseFault, match="file is not a database"):
        Archive.open(str(file), registry)
    assert file.read_text().startswith("Dear Masha")

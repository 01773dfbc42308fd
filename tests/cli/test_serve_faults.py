"""A house that can't open says in one sentence why, and what to do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import text

from igroteka import registry
from igroteka.archive import Archive
from tests.cli.conftest import Run


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    file = tmp_path / "games.sqlite"
    with Archive.open(str(file), registry):
        pass
    return file


def refusal(igroteka: Run, db: Path | str) -> str:
    done = igroteka("serve", "--port", "0", "--db", db)
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err
    return done.err


def test_a_file_that_is_something_else(igroteka: Run, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("milk, bread, " * 1000)
    said = refusal(igroteka, file)
    assert f"{file} is damaged" in said
    assert f"igroteka archive repair --db {file} --to NEW_FILE" in said
    assert file.read_text().startswith("milk")


def test_a_file_that_was_cut_short(igroteka: Run, kept: Path) -> None:
    kept.write_bytes(kept.read_bytes()[: kept.stat().st_size // 2])
    assert "is damaged (database disk image is malformed)" in refusal(igroteka, kept)


def test_a_file_with_noise_where_its_tables_are_named(igroteka: Run, kept: Path) -> None:
    data = bytearray(kept.read_bytes())
    data[100:4096] = b"\x5a" * 3996
    kept.write_bytes(data)
    assert "is damaged" in refusal(igroteka, kept)


def test_an_archive_of_a_newer_program(igroteka: Run, kept: Path) -> None:
    with Archive.open(str(kept), registry) as archive:
        archive.apply(lambda c: c.execute(text("update alembic_version set version_num='9999'")))
    assert "made by a newer Igroteka; open it with that one" in refusal(igroteka, kept)


def test_a_folder(igroteka: Run, tmp_path: Path) -> None:
    assert "it must be a file in a folder" in refusal(igroteka, tmp_path)


def test_a_place_where_no_file_can_be(igroteka: Run) -> None:
    assert "can't be made" in refusal(igroteka, "/proc/none/games.sqlite")


def test_a_database_that_does_not_answer(igroteka: Run) -> None:
    said = refusal(igroteka, "postgresql://club:secret@127.0.0.1:1/games")
    assert "postgresql://club:***@127.0.0.1:1/games does not answer" in said
    assert "start it, or look at --db" in said


def test_several_workers_on_a_file(igroteka: Run, kept: Path) -> None:
    done = igroteka("serve", "--workers", "2", "--db", kept)
    assert (done.status, done.out) == (2, "")
    assert "several workers need a PostgreSQL database" in done.err


def test_several_workers_at_home(igroteka: Run) -> None:
    done = igroteka("serve", "--workers", "2", "--home", "--db", "postgresql:///games")
    assert "--home is for a house of one worker" in done.err


def _mounts() -> bool:
    return (
        os.name == "posix"
        and subprocess.run(
            ["unshare", "--mount", "true"], check=False, stderr=subprocess.DEVNULL
        ).returncode
        == 0
    )


@pytest.mark.skipif(
    os.environ.get("IGROTEKA_TEST_ALL") != "1" and not (shutil.which("unshare") and _mounts()),
    reason="nothing can be mounted here",
)
@pytest.mark.parametrize(
    ("mount", "said"),
    [
        ("mount --bind {folder} {folder} && mount -o remount,ro,bind {folder}", "may write"),
        pytest.param(
            "cp {file} {folder}.kept && mount -t tmpfs -o size=1m none {folder} && "
            "cp {folder}.kept {file} && (head -c 2m /dev/zero > {folder}/filler || true)",
            "see whether it is full",
            marks=pytest.mark.slow,
        ),
    ],
    ids=["read-only", "full"],
)
def test_a_disk_that_takes_nothing(kept: Path, mount: str, said: str) -> None:
    serve = f"{sys.executable} -m igroteka serve --port 0 --db {kept}"
    command = f"{mount.format(folder=kept.parent, file=kept)}; exec {serve}"
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", command], check=False, capture_output=True, timeout=60
    )
    *_, sentence = done.stderr.decode().splitlines()
    assert done.returncode == 2
    assert sentence.startswith("igroteka: ")
    assert said in sentence
    assert "Traceback" not in done.stderr.decode()

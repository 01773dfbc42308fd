"""The backups of docs/deploy.md, day after day, and its drill, with other paths."""

from __future__ import annotations

import re
import shlex
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from igroteka.cli.archive import backup
from tests.cli.conftest import Run

PAGE = (Path(__file__).parents[2] / "docs" / "deploy.md").read_text(encoding="utf-8")
DAILY = re.findall(r"^ExecStart=\S+/igroteka (archive .*)$", PAGE, re.MULTILINE)
DRILL = re.findall(r"^igroteka (archive .*)$", PAGE, re.MULTILINE)


class _Days(datetime):
    today_is = datetime(2026, 11, 15, 4)

    @classmethod
    def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
        del tz
        cls.today_is += timedelta(days=1)
        return cls.today_is


def test_backups_and_their_drill_work_as_the_page_has_them(
    igroteka: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IGROTEKA_DB", str(tmp_path / "archive.sqlite"))
    monkeypatch.setattr(backup, "datetime", _Days)
    igroteka("archive")
    copies = tmp_path / "house" / "backups"
    for _ in range(3):
        for line in DAILY:
            done = igroteka(*shlex.split(line.replace("/var/lib/igroteka/backups", str(copies))))
            assert done.status == 0, done
    assert len(list(copies.iterdir())) == 3
    igroteka("archive", "backup", copies, "--keep", "2")
    latest = max(copies.iterdir())
    assert len(list(copies.iterdir())) == 2
    for line in DRILL:
        named = re.sub(r"/var/lib/igroteka/backups/\S+", str(latest), line)
        here = named.replace("postgresql:///restored", str(tmp_path / "restored.sqlite"))
        done = igroteka(*shlex.split(here))
        assert done.status == 0, done


def test_a_name_without_a_suffix_is_a_folders(igroteka: Run, tmp_path: Path) -> None:
    igroteka("archive", "--db", tmp_path / "a.sqlite")
    assert (
        igroteka("archive", "backup", tmp_path / "new", "--db", tmp_path / "a.sqlite").status == 0
    )
    assert (tmp_path / "new").is_dir()
    kept = igroteka("archive", "backup", tmp_path / "a.sqlite", "--keep", "3")
    assert kept.status == 2
    assert "--keep needs a folder" in kept.err

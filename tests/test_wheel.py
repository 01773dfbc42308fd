"""The wheel in an empty environment serves the site, plays a game and keeps it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests.serving import Guest, done, serving

ROOT = Path(__file__).parent.parent
DATA = (".css", ".html", ".js", ".json", ".npz", ".po", ".svg", ".toml", ".txt")
"""What belongs to the house beside its code."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    subprocess.run([*build, "--directory", str(folder)], cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_has_every_file_of_the_house(wheel: Path) -> None:
    here = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src" / "igroteka").rglob("*")
        if path.suffix in (".py", *DATA) and path.is_file()
    }
    assert {Path(name).suffix for name in here} == {".py", *DATA}
    packed = set(zipfile.ZipFile(wheel).namelist())
    assert here <= packed, here - packed
    assert "igroteka/archive/migrations/env.py" in packed
    assert "igroteka/web/static/htmx/LICENSE" in packed


@pytest.mark.slow
def test_an_empty_environment_serves_plays_and_keeps(wheel: Path, tmp_path: Path) -> None:
    """What the house needs is lent by this environment; the house itself comes from the wheel."""
    place = tmp_path / "empty"
    venv.create(place, with_pip=False, symlinks=True)
    scripts = place / ("Scripts" if os.name == "nt" else "bin")
    python = str(scripts / "python")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    install = ["install", "--quiet", "--no-deps", "--no-index", "--no-compile"]
    done([sys.executable, "-m", "pip", "--python", python, *install, str(wheel)], environment)
    _lend_packages(python, environment)
    where = done([python, "-c", "import igroteka; print(igroteka.__file__)"], environment)
    assert Path(where.strip()).is_relative_to(place)
    igroteka = [str(scripts / "igroteka")]
    with serving(igroteka, environment) as address:
        guest = Guest.at(address)
        guest.play(address, 3)
    kept = done([*igroteka, "export", str(guest.number), "--format", "json"], environment)
    assert len(json.loads(kept)["actions"]) == 6
    club = [*igroteka, "club"]
    evening = json.loads(
        done([*club, "simulate", "--pairs", "4", "--boards", "3", "--json"], environment)
    )
    told = done([*club, "export", evening["event"], "--format", "csv"], environment)
    assert len(told.splitlines()) == 1 + 3 * 2


def _lend_packages(python: str, environment: dict[str, str]) -> None:
    """Let it import what is installed here, after its own; a .pth of ours is not read there."""
    asked = "import sysconfig; print(sysconfig.get_path('purelib'))"
    folder = Path(done([python, "-c", asked], environment).strip())
    (folder / "lent.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")

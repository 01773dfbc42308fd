"""Games are found by their entry points, and one that won't do leaves the others alone."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from igroteka import Manifest, registry

OTHER = Manifest("durak", "nowhere", "nowhere:Nothing")
NO_MANIFEST = object()


def entries(*more: tuple[str, str]) -> list[EntryPoint]:
    """The entry points of durak and of these, found before it."""
    own = EntryPoint("durak", "igroteka.games.durak.manifest:MANIFEST", "igroteka.games")
    return [*(EntryPoint(name, value, "igroteka.games") for name, value in more), own]


@pytest.fixture(autouse=True)
def _anew() -> Iterator[None]:
    registry._manifests.cache_clear()
    yield
    registry._manifests.cache_clear()


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        (("gone", "no.such.module:MANIFEST"), "the game gone is left out: it can't be loaded"),
        (("odd", f"{__name__}:NO_MANIFEST"), "is no manifest of it"),
        (("alias", f"{__name__}:OTHER"), "is no manifest of it"),
        (("durak", f"{__name__}:OTHER"), "a second game durak is left out"),
    ],
)
def test_a_game_that_will_not_do_is_left_out_and_told_of(
    entry: tuple[str, str],
    complaint: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(registry, "entry_points", lambda **_: entries(entry))
    with caplog.at_level(logging.ERROR):
        assert registry.game_names() == ("durak",)
    assert registry.game_class("durak").name == "durak"
    assert complaint in caplog.text


def test_to_name_one_bot_imports_no_other() -> None:
    code = (
        "import sys\n"
        "from igroteka.bots import make_player\n"
        "from igroteka.registry import bot_names\n"
        "make_player('durak', 'greedy')\n"
        "print([name for name in sys.modules if name.startswith('igroteka.games.')])\n"
        "print(bot_names('durak'))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "igroteka.games.durak.bots.simple" in done.stdout
    assert "igroteka.games.durak.bots.master" not in done.stdout
    assert "igroteka.games.bridge.rules" not in done.stdout
    assert "'master'" in done.stdout

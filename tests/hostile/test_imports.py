"""A file that misbehaves when it is imported costs its bot the game, and the house nothing."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.conftest import igroteka as igroteka
from tests.hostile import greedy, imports
from tests.tables.sitting import bot, opened, person, seated, until_over

BOT = f"{imports.__file__}:Bot"


PLAY = ["play", "draughts", f"1={BOT}", "--no-keep"]
MATCH = ["match", "draughts", BOT, "random"]
TOURNAMENT = ["tournament", "durak", "--bots", f"{BOT},random"]


@pytest.mark.parametrize(
    ("command", "how", "sentence"),
    [
        (PLAY, "leaves", "imports.py fails when imported: SystemExit: 0 (imports.py, line 12)"),
        (PLAY, "dies", f"{BOT} can't be made: its process ended with status 0"),
        (MATCH, "interrupts", "fails when imported: KeyboardInterrupt (imports.py, line 16)"),
        (MATCH, "loops", f"{BOT} can't be made: it takes more than 2 s"),
        (TOURNAMENT, "dies", f"{BOT} can't be made: its process ended with status 0"),
    ],
)
def test_a_command_refuses_it_by_name(
    command: list[str],
    how: str,
    sentence: str,
    igroteka: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HOW", how)
    monkeypatch.setattr("igroteka.players.apart.MAKING", 2.0)
    done = igroteka(*command)
    assert (done.status, done.out) == (2, "")
    assert sentence in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("game", "how", "kind"),
    [
        ("draughts", "leaves", "exception"),
        ("draughts", "dies", "death"),
        ("durak", "dies", "death"),
        ("durak", "loops", "hang"),
    ],
)
def test_at_a_table_it_loses_and_the_next_table_plays(
    game: str, how: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("igroteka.tables.table.PATIENCE", 5.0)
    monkeypatch.setenv("HOW", how)
    good = "random"

    async def evening() -> None:
        async with opened(tmp_path) as tables:
            table = await seated(tables, game, bot(BOT), bot(good))
            await until_over(table)
            assert table.outcome is not None
            assert table.outcome.fault is not None
            assert (table.outcome.fault.seat, table.outcome.fault.kind) == (0, kind)
            other = await seated(tables, game, person("Anna"), bot(good))
            await until_over(other)
            assert other.outcome is not None
            assert other.outcome.fault is None

    asyncio.run(evening())


@pytest.mark.parametrize("game", [pytest.param("draughts", marks=pytest.mark.slow), "durak"])
def test_what_a_bot_prints_does_not_spoil_the_output(game: str, tmp_path: Path) -> None:
    """Neither what its file prints nor what it does; and nothing else is said at the end."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "igroteka", "match", game, BOT),
            *(f"{greedy.__file__}:Prints", "--games", "2", "--json", "--jobs", "1"),
        ],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "HOW": "prints", "XDG_STATE_HOME": str(tmp_path)},
    )
    assert json.loads(done.stdout)["games"] == 2
    assert set(done.stderr.splitlines()) == {"I am here", "let me think"}

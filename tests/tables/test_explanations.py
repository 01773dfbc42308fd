"""What bots tell of their calls at a live table: played, stored and recalled."""

from __future__ import annotations

import asyncio
from pathlib import Path

from igroteka.archive import queries
from igroteka.records.annotations import AnnotatedGame
from tests.tables.sitting import bot, opened, seated, until_over


def test_what_bots_tell_is_stored_and_recalled(tmp_path: Path) -> None:
    async def play() -> list[str]:
        async with opened(tmp_path) as tables:
            table = await seated(tables, "bridge", *(bot("simple") for _ in range(4)))
            await until_over(table)
            steps = table.so_far.steps
            number = table.number
            stored = tables.archive.read(queries.game, number).moves
            assert [move.explanation for move in stored] == [step.explanation for step in steps]
            game: AnnotatedGame = tables.archive.read(queries.annotated, number)
            assert [m.explanation for m in game.moves] == [str(s.explanation) for s in steps]
        async with opened(tmp_path) as tables:
            recalled = (await tables.table(number)).so_far.steps
        assert [s.explanation for s in recalled] == [s.explanation for s in steps]
        templates = [step.explanation.template for step in recalled if step.explanation]
        assert templates == [step.explanation.template for step in steps if step.explanation]
        return [str(step.explanation) for step in steps]

    assert any(asyncio.run(play()))


TALKER = """
from igroteka import Player

class Talker(Player):
    def choose(self, view):
        return view.actions()[0]

    def explanation(self, view, action):
        return f"{len(view.actions())} {{choices}}"
"""


def test_a_bot_may_tell_plain_text(tmp_path: Path) -> None:
    """What is no Text is told as it was written, braces and all."""
    (tmp_path / "talker.py").write_text(TALKER)

    async def play() -> list[str]:
        async with opened(tmp_path) as tables:
            talker = bot(f"{tmp_path}/talker.py:Talker")
            table = await seated(tables, "draughts", talker, bot())
            await until_over(table)
            return [step.explanation for step in table.so_far.steps]

    told = asyncio.run(play())
    assert told[0] == "7 {choices}"
    assert told[1] == ""

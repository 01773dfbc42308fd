"""A board that is played at two tables, and played out at one."""

from __future__ import annotations

from igroteka.archive import sittings
from igroteka.games.bridge.dealing import deal_set
from igroteka.records.sitting import opened as opened_sitting
from igroteka.registry import make_game
from igroteka.tables.setting import Chair, Setting
from igroteka.tables.table import Table
from tests.web.visiting import House, bot


def match(house: House) -> tuple[Table, Table]:
    """Two tables that play the same board, each with somebody at it, and compare."""
    rules = make_game("bridge", {})
    (board,) = deal_set(1, 3)

    async def both() -> list[Table]:
        tables = []
        for name in ("Anna", "Boris"):
            chairs = [Chair(name, holders=[name]), *(bot("simple") for _ in range(3))]
            sitting = opened_sitting(rules, "teams", [str(board)])
            setting = Setting(chairs, pace=0.0)
            tables.append(await house.live_tables.open_sitting(sitting, setting))
        one, other = (table.sitting.stored.id for table in tables if table.sitting)
        await house.live_tables.house.write(sittings.join_tables, one, other)
        return tables

    one, other = house.wait_for(both)
    return house.table(one.number), house.table(other.number)


def play_out(house: House, table: Table) -> None:
    """Its person does whatever comes first until the board is over."""

    async def moves() -> None:
        import asyncio

        name = table.setting.chairs[0].holders[0]
        table.driver.wake()
        while table.phase != "over":
            turn = table.state.turn
            if turn >= 0 and table.setting.chairs[turn].bot is None:
                await table.move(name, str(table.so_far.view(turn).actions()[0]))
            await asyncio.sleep(0.01)

    house.wait_for(moves)

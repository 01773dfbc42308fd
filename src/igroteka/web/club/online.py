"""Tables of an evening that are played on the net: people and robots sit down at live tables.

A table of a round is a sitting with the event's boards. Its people come by their own links, robots
are there at once, and what was played is entered by the house itself. Nobody sees the cards of a
board before all tables have played it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from igroteka.archive import queries, sittings
from igroteka.archive.leads import LedElsewhere
from igroteka.archive.members import link_member
from igroteka.club.closed_boards import is_closed
from igroteka.club.deeds import Confirmed, Dealt, Deed, Entered, Slot, TableOpened
from igroteka.club.event import Event
from igroteka.club.events import Draft
from igroteka.club.movements.movement import Seating
from igroteka.contract import Game, IgrotekaError, Json
from igroteka.records.contest import Contest
from igroteka.records.sitting import SittingOver, opened
from igroteka.registry import contest, make_game
from igroteka.tables.live_tables import LiveTables
from igroteka.tables.setting import Chair, Setting
from igroteka.tables.storage import GameEnd
from igroteka.tables.table import SYSTEM_RANDOM, Table
from igroteka.text import Text
from igroteka.web.club.news import EventNews
from igroteka.web.pages.table_forms import visitors_bot

PACE = 0.6
"""Seconds between the moves of robots where people play."""
HOUSE = "house"
"""How the log names who enters what was played on the net."""


class Place(NamedTuple):
    """Where a sitting belongs."""

    code: str
    round: int
    table: int


class OnlineTables:
    """The tables on the net of all events of a site."""

    def __init__(self, news: EventNews, live_tables: LiveTables, alone: bool = True) -> None:
        self.news = news
        self.live_tables = live_tables
        self._alone = alone
        """Whether no other process of the house opens such tables."""
        self._places: dict[int, Place] = {}
        self._following: set[asyncio.Task[None]] = set()
        live_tables.followers.append(self._over)

    async def recall(self) -> None:
        """After a start: enter what was played before the end, and let robots go on."""
        for sitting in await asyncio.to_thread(self._learn):
            await self._catch_up(sitting)

    def _learn(self) -> list[int]:
        """Read which tables of running events are on the net; those that have still to play."""
        playing = []
        for stored in self.news.events.all():
            if not stored.over:
                event = self.news.events.now(stored.code).event
                for (number, table), sitting in event.online.items():
                    self._places[sitting] = Place(stored.code, number, table)
                    if not all(play.result for play in event.plays_at(number, table)):
                        playing.append(sitting)
        return playing

    def _place(self, sitting: int) -> Place | None:
        """Where a sitting belongs; None if it is no event's."""
        if sitting not in self._places and not self._alone:
            self._learn()
        return self._places.get(sitting)

    async def _catch_up(self, sitting: int) -> None:
        """Read the last game of a sitting, which is followed if it is over and goes on if not."""
        archive = self.live_tables.archive
        with _telling("a table on the net could not be found again"):
            found = await asyncio.to_thread(archive.read, sittings.sitting, sitting)
            table = await self.live_tables.table(found.games[-1].id)
            table.driver.wake()

    async def open_round(self, code: str, number: int) -> None:
        """Open every table of a round that is on the net and not open yet."""
        event = self.news.events.known(code).event
        for (round_number, table), (_, seating) in event.seatings.items():
            wanted = round_number == number and table in event.net_tables
            if wanted and (number, table) not in event.online:
                await self._open(code, number, seating)

    async def _open(self, code: str, number: int, seating: Seating) -> None:
        kept = self.news.events.known(code)
        event, rules = kept.event, make_game(kept.stored.game, {})
        boards = event.boards_at(number, seating.table)
        deals = await self._dealt(code, kept.contest, event, boards)
        chairs = _chairs(event, rules, seating, number)
        robots = all(chair.bot for chair in chairs)
        setting = Setting(
            chairs,
            pace=0.0 if robots else PACE,
            unattended=robots,
            take_back="off",
            watched=False,
            hints=0,
            take_backs=0,
        ).with_budgets()
        way = opened(rules, deals=deals, length=None if deals else len(boards))
        name = f"{event.name}, {number}/{seating.table}"
        table = await self.live_tables.open_sitting(way, setting, name)
        assert table.sitting is not None
        sitting = table.sitting.stored.id
        self._places[sitting] = Place(code, number, seating.table)
        await self._happen(code, f"open {sitting}", TableOpened(number, seating.table, sitting))

    async def _dealt(
        self, code: str, contest: Contest, event: Event, boards: Sequence[int]
    ) -> list[str] | None:
        """The cards of these boards, dealt now where they were not; None if nothing is dealt."""
        if not contest.dealt:
            return None
        for board in boards:
            if board not in event.deals:
                deal = contest.deal(board, SYSTEM_RANDOM.getrandbits(62))
                await self._happen(code, f"deal {board}", Dealt(board, deal))
        now = self.news.events.known(code).event
        return [now.deals[board] for board in boards]

    async def _happen(self, code: str, key: str, *deeds: Deed) -> None:
        drafts = [Draft(f"{HOUSE} {key} {place}", HOUSE, deed) for place, deed in enumerate(deeds)]
        for reply in await self.news.propose(code, drafts):
            if reply.refusal:
                raise IgrotekaError(reply.refusal)

    def _over(self, table: Table) -> None:
        """A game is over: if it is one of ours, its result is entered."""
        if table.sitting is None:
            return
        if table.sitting.stored.id in self._places or not self._alone:
            task = asyncio.create_task(self._enter(table))
            self._following.add(task)
            task.add_done_callback(self._following.discard)

    async def _enter(self, table: Table) -> None:
        assert table.sitting is not None
        assert table.outcome is not None
        place = await asyncio.to_thread(self._place, table.sitting.stored.id)
        if place is None:
            return
        with _telling("a result of a table on the net could not be entered"):
            event = self.news.events.known(place.code).event
            board = event.boards_at(place.round, place.table)[table.sitting.place]
            slot = Slot(place.round, place.table, board)
            result = _result(contest(event.game), table, table.outcome)
            key = f"game {table.number}"
            await self._happen(place.code, key, Entered(*slot, result), Confirmed(*slot, result))
            await self._link_members(event, place, table.setting.chairs)
        if all(chair.bot for chair in table.setting.chairs):
            with _telling("robots could not go on"):
                await self.live_tables.once_more(table)

    async def _link_members(self, event: Event, place: Place, chairs: Sequence[Chair]) -> None:
        """Members who have sat down with a password are known by it from now on."""
        seating = event.seatings[place.round, place.table][1]
        members = {
            person.name: person.member
            for each in seating.everybody
            for person in event.contestants[each].people_in(place.round)
            if person.member is not None
        }
        for chair in chairs:
            signed = [each for each in chair.holders if each.startswith("player:")]
            member = members.get(chair.player or "")
            if signed and member is not None:
                player = int(signed[0].removeprefix("player:"))
                await asyncio.wrap_future(
                    self.live_tables.archive.write(link_member, member, player)
                )

    async def all_entered(self) -> None:
        """Wait until the results of all games that are over are in the log."""
        await asyncio.gather(*self._following)

    async def seats(self, code: str, number: int, contestant: int) -> list[Json]:
        """The chairs of a contestant in a round: whose each is, and the address to sit down."""
        event = self.news.events.known(code).event
        seat = event.seat_of(contestant, number)
        sitting = event.online.get((number, seat[0].table)) if seat else None
        if seat is None or sitting is None:
            return []
        archive = self.live_tables.archive
        found = await asyncio.to_thread(archive.read, sittings.sitting, sitting)
        game = found.games[-1].id
        try:
            setting = (await self.live_tables.table(game)).setting
        except LedElsewhere:
            stored = await asyncio.to_thread(archive.read, queries.game, game)
            setting = Setting.from_json(stored.setting)
        side = make_game(event.game, {}).sides[seat[1]]
        own = {each.name for each in event.contestants[contestant].people_in(number)}
        return [
            {
                "name": chair.player,
                "address": f"/table/{game}/sit/{chair.key}",
            }
            for place in side
            if (chair := setting.chairs[place]).bot is None and chair.player in own
        ]

    def is_open(self, game: int) -> bool:
        """Whether nobody has still to play the board of a game."""
        found = self.live_tables.archive.read(sittings.place_of, game)
        return found is None or not self.is_closed(*found)

    def check_open(self, game: int) -> None:
        """Raise `IgrotekaError` for a game whose board others have still to play."""
        if not self.is_open(game):
            raise IgrotekaError(
                Text("others have still to play this board; it is shown when all have")
            )

    def is_closed(self, sitting: int, place: int) -> bool:
        """Whether others have still to play the board at this place of a sitting."""
        if self.live_tables.archive.read(sittings.other_has_to_play, sitting, place):
            return True
        found = self._place(sitting)
        if found is None:
            return False
        event = self.news.events.known(found.code).event
        return is_closed(event, event.boards_at(found.round, found.table)[place])


@contextmanager
def _telling(what: str) -> Iterator[None]:
    """What goes wrong at one table is told in the log, and costs nothing else."""
    try:
        yield
    except SittingOver:
        return
    except IgrotekaError:
        logging.getLogger(__name__).exception(what)


def _chairs(event: Event, game: Game, seating: Seating, number: int) -> list[Chair]:
    """A chair for everybody: the first of a side on its first seat.

    Raises `IgrotekaError` for a robot that no visitor may have.
    """
    chairs = [Chair() for _ in range(game.seats)]
    for seats, side in zip(game.sides, (seating.ns, seating.ew), strict=True):
        people = [person for each in side for person in event.contestants[each].people_in(number)]
        if len(people) != len(seats):
            raise IgrotekaError(
                Text(
                    "at table {table} there are {people} people for {seats} seats",
                    table=seating.table,
                    people=len(people),
                    seats=len(seats),
                )
            )
        for seat, person in zip(seats, people, strict=True):
            bot = visitors_bot(game.name, person.bot) if person.bot else None
            chairs[seat] = Chair(person.name, "bot" if bot else "person", bot)
    return chairs


def _result(contest: Contest, table: Table, outcome: GameEnd) -> str:
    """What was played, as the protocol has it; by person, wherever they sat in this game."""
    assert table.sitting is not None
    seating = table.sitting.seating
    scores = None
    if outcome.scores is not None:
        scores = [outcome.scores[seating.index(person)] for person in range(len(seating))]
    failed = seating[outcome.fault.seat] if outcome.fault else None
    return contest.result_of(table.state, scores, failed)

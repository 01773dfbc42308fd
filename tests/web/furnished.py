"""A house with something in every room: games in every state, evenings, studies, a child.

The same can be furnished again so that only what somebody may not know is otherwise: deals of
which they see nothing, tables to which they are not let in, boards that others have still to play.
Whatever such a person is sent is then the same, byte for byte.
"""

from __future__ import annotations

import hashlib
import random
import secrets
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import anyio
import pytest
from httpx import Request

from igroteka.archive import sittings
from igroteka.basics.endings import Ending, FaultKind
from igroteka.club.links import Role as Link
from igroteka.contract import CHANCE, Game, IgrotekaError, Seat
from igroteka.records.record import Fault
from igroteka.records.sitting import opened
from igroteka.tables import live_tables
from igroteka.tables import table as live_table
from igroteka.tables.setting import Chair, Setting
from igroteka.tables.storage import GameEnd
from igroteka.tables.table import Table
from tests.web.listening import twin
from tests.web.visiting import House, Visitor

OWNER, OPPONENT, SPECTATOR, STRANGER = "owner", "opponent", "spectator", "stranger"
CHILD, PHONE, DIRECTOR, PROGRAM = "child", "phone", "director", "program"
ROLES: Final = (OWNER, OPPONENT, SPECTATOR, STRANGER, CHILD, PHONE, DIRECTOR, PROGRAM)
SEATED: Final = {OWNER: 0, OPPONENT: 1}
"""Who sits at tables, and where."""
FIRST_MOVES: Final = 6
LONGEST: Final = 400
TRIES: Final = 50
DICE = random.Random()
"""What chance is drawn from at the tables of a house that is furnished."""
CODE: Final = "2580"
AT_HOME: Final = "127.0.0.1"
"""Who owns the machine sits at it."""
PASSWORD: Final = "four plain words"
TABLES_KEY, DIRECTORS_KEY = Link("table", 2), Link("director")
STUDIES: Final = Path(__file__).parent / "studies"


@dataclass
class Sent:
    """A form or message that somebody has sent while the house was furnished."""

    role: str
    path: str
    content: bytes
    type: str
    status: int


@dataclass
class Furnished:
    """What there is in the house, and who knows what of it."""

    house: House
    people: dict[str, Visitor] = field(default_factory=dict)
    known: dict[str, list[str]] = field(default_factory=dict)
    """Addresses that a role was given."""
    games: dict[str, list[int]] = field(default_factory=dict)
    """Numbers of games by their state."""
    secrets: dict[str, set[str]] = field(default_factory=dict)
    """What only some roles may hold: keys of links, tokens."""
    instead: dict[str, dict[str, str]] = field(default_factory=dict)
    """For a secret in addresses, by role, what that role has in its place."""
    sent: list[Sent] = field(default_factory=list)

    @property
    def numbers(self) -> list[int]:
        """All games."""
        return [number for found in self.games.values() for number in found]

    def visitor(self, role: str, name: str | None) -> Visitor:
        """Somebody who plays this role; all that they send is written down."""
        visitor = self.house.visitor(name, AT_HOME if role == OWNER else "testclient")
        self.people[role] = visitor

        def keep(answer: Any) -> None:
            request: Request = answer.request
            if request.method != "GET":
                kind = request.headers.get("content-type", "")
                path = request.url.raw_path.decode()
                self.sent.append(Sent(role, path, request.content, kind, answer.status_code))

        visitor.client.event_hooks["response"].append(keep)
        return visitor

    def hide(self, secret: str, *holders: str) -> None:
        """Only these roles may hold this."""
        self.secrets.setdefault(secret, set()).update(holders)


@contextmanager
def steady() -> Iterator[None]:
    """Keys and deals that are drawn are the same in every house that is furnished."""
    drawn: Counter[tuple[str, int]] = Counter()

    def rng() -> random.Random:
        frame = sys._getframe(2)
        place = (frame.f_code.co_filename, frame.f_lineno)
        drawn[place] += 1
        return random.Random(f"{Path(place[0]).name} {place[1]} {drawn[place]}")

    instead: dict[str, Callable[..., Any]] = {
        "token_hex": lambda size=32: rng().randbytes(size).hex(),
        "token_urlsafe": lambda size=32: hashlib.sha256(rng().randbytes(size)).hexdigest()[:size],
        "randbits": lambda bits: rng().getrandbits(bits),
        "choice": lambda things: rng().choice(things),
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, function in instead.items():
            patch.setattr(secrets, name, function)
        patch.setattr(live_tables, "SYSTEM_RANDOM", random.Random(7))
        patch.setattr(live_table, "SYSTEM_RANDOM", DICE)
        yield


# --- games ---


def planned(rules: Game, deal: str, seed: int, most: int = FIRST_MOVES) -> list[str]:
    """Moves at random from a deal: so many, or until chance or the end comes.

    Unless chance comes there are so many as a game has before it is worth looking at.
    """
    rng = random.Random(seed)
    for _ in range(TRIES):
        state = rules.restore(deal)
        moves: list[str] = []
        while state.turn >= 0 and len(moves) < most:
            moves.append(str(rng.choice(list(state.actions()))))
            state = state.play(rules.read(moves[-1]))
        if len(moves) >= FIRST_MOVES or state.turn == CHANCE:
            break
    return moves


def like_it(rules: Game, deal: str, moves: Sequence[str], seat: Seat | None) -> str:
    """Another deal that this seat, or a spectator, can't tell from it by what has been seen."""

    def seen(dealt: str) -> list[Any]:
        states = [rules.restore(dealt)]
        for text in moves:
            states.append(states[-1].play(rules.read(text)))
        return [state.view(seat).to_json() for state in states]

    start, rng = rules.restore(deal), random.Random(3)
    now = start
    for text in moves:
        now = now.play(rules.read(text))
    disguised: Callable[[], str] = lambda: now.disguise(seat, rng).deal  # noqa: E731
    dealt: Callable[[], str] = lambda: twin(rules.name, start, now, seat, rng)  # noqa: E731
    for make in (disguised, dealt):
        with suppress(IgrotekaError, AssertionError, AttributeError):
            other = make()
            if other != deal and seen(other) == seen(deal):
                return other
    return deal


def _deal(rules: Game, seed: int) -> str:
    return rules.deal(random.Random(seed)).deal


def _chairs(found: Furnished, rules: Game, *roles: str) -> list[Chair]:
    """These roles, and behind them people whom nobody in the house plays."""
    chairs = [
        found.people[role].chair(name) for role, name in zip(roles, ("Anna", "Boris"), strict=False)
    ]
    if roles[:1] == (OPPONENT,):
        chairs[0].player = "Boris"
    rest = range(len(chairs), rules.seats)
    chairs += [Chair(f"Clara{seat}", holders=[f"guest:clara{seat}"]) for seat in rest]
    for chair in chairs:
        holders = [role for role, who in found.people.items() if who.mark in chair.holders]
        found.hide(chair.key, *holders)
    return chairs


def _opened(
    found: Furnished,
    rules: Game,
    deal: str,
    chairs: list[Chair],
    way: str | None = None,
    **how: Any,
) -> Table:
    async def work() -> Table:
        setting = Setting(chairs, **{"pace": 0.0, **how}).with_budgets()
        DICE.seed(1)
        table = await found.house.live_tables.open_sitting(opened(rules, way, [deal]), setting)
        while table.state.turn == CHANCE and table.phase == "playing":
            await anyio.sleep(0.001)
        return table

    table: Table = found.house.wait_for(work)
    return table


def moved(
    found: Furnished, table: Table, ahead: Sequence[str] = (), most: int = FIRST_MOVES
) -> None:
    """Play what is planned, and then on as it comes, until so many moves were made."""
    rng = random.Random(len(ahead))

    async def work() -> None:
        DICE.seed(1)
        for place in range(most):
            if table.state.turn < 0:
                break
            seat, can = table.state.turn, list(table.state.actions())
            text = ahead[place] if place < len(ahead) else str(rng.choice(can))
            await table.move(table.setting.chairs[seat].holders[0], text, seat)

    found.house.wait_for(work)


def settled(found: Furnished, table: Table, end: GameEnd) -> None:
    async def work() -> None:
        async with table.lock:
            await table.settle(end)

    found.house.wait_for(work)


def tables(found: Furnished, rules: Game, unknown_to: str) -> None:
    """A game in each of its states."""
    add = _adder(found)
    outsider = unknown_to not in ("", *SEATED)
    seat = SEATED.get(unknown_to)
    deal = _deal(rules, 1)
    moves = planned(rules, deal, 1)
    hidden = like_it(rules, deal, moves, seat) if unknown_to else deal
    both = (OWNER, OPPONENT)
    table = _opened(
        found, rules, hidden, _chairs(found, rules, *both), host=found.people[OWNER].mark
    )
    moved(found, table, moves)
    add("running", table)
    own = hidden if seat is not None else deal
    add("private", _private(found, rules, both, outsider, own, moves))
    otherwise = outsider or unknown_to == OWNER
    add("others private", _private(found, rules, (OPPONENT,), otherwise, deal, moves))
    chairs = [found.people[OWNER].chair("Anna"), *[Chair() for _ in range(rules.seats - 1)]]
    for chair in chairs:
        found.hide(chair.key, OWNER)
    add("gathering", _opened(found, rules, deal, chairs, host=found.people[OWNER].mark))
    table = _opened(found, rules, deal, _chairs(found, rules, *both))
    moved(found, table, moves)
    settled(found, table, GameEnd(None, Ending.FAULT, Fault(1, FaultKind.ILLEGAL_MOVE, "no move")))
    add("faulty", table)
    table = _opened(found, rules, deal, _chairs(found, rules, *both))
    moved(found, table, moves, LONGEST)
    add("finished", table)
    _broken(found, rules, deal, moves)
    _locked(found, rules, unknown_to)


def _adder(found: Furnished) -> Callable[[str, Table], None]:
    def add(state: str, table: Table) -> None:
        found.games.setdefault(state, []).append(table.number)

    return add


def _private(
    found: Furnished,
    rules: Game,
    roles: Sequence[str],
    otherwise: bool,
    deal: str,
    moves: Sequence[str],
) -> Table:
    """A table without spectators, at which something else is played if that is wanted."""
    deal = _deal(rules, 77) if otherwise else deal
    chairs = _chairs(found, rules, *roles)
    for chair in chairs[len(roles) :]:
        chair.player = f"Zinaida {chair.player}"
    table = _opened(found, rules, deal, chairs, watched=False)
    moved(found, table, planned(rules, deal, 5) if otherwise else moves)
    return table


def _broken(found: Furnished, rules: Game, deal: str, moves: Sequence[str]) -> None:
    """Games of which the archive has an action that can't be played: one over, one going on."""
    for over in (True, False):
        table = _opened(found, rules, deal, _chairs(found, rules, OWNER, OPPONENT))
        moved(found, table, moves)
        if over:
            settled(found, table, GameEnd(None, Ending.RESIGNATION))
        found.house.live_tables._tables.pop(table.number).close()
        with database(found) as archive:
            wrong = "update moves set notation = 'nonsense' where game_id = ? and ordinal = 2"
            archive.execute(wrong, (table.number,))
        _adder(found)("broken", table)


def _locked(found: Furnished, rules: Game, unknown_to: str) -> None:
    """A board that one table of a match has played and the other has not."""
    way = next((name for name, each in rules.reckonings.items() if each.compared), None)
    if way is None:
        return
    deal = _deal(rules, 78 if unknown_to else 8)
    tables = [
        _opened(
            found,
            rules,
            deal,
            [
                Chair(f"{name}{seat}", holders=[f"guest:{name}{seat}"])
                for seat in range(rules.seats)
            ],
            way,
        )
        for name in ("Vera", "Gleb")
    ]
    one, other = (table.sitting.stored.id for table in tables if table.sitting)
    found.house.wait_for(found.house.live_tables.house.write, sittings.join_tables, one, other)
    numbers = [table.number for table in tables]
    for number in numbers:
        found.house.live_tables._tables.pop(number).close()
    table = found.house.table(numbers[0])
    moved(found, table, planned(rules, deal, 4))
    settled(found, table, GameEnd(None, Ending.RESIGNATION))
    found.games["closed"] = [*found.games.get("closed", ()), *numbers]
    for each in tables:
        for chair in each.setting.chairs:
            found.hide(chair.key)


@contextmanager
def database(found: Furnished) -> Iterator[sqlite3.Connection]:
    """The archive's file, to do to it what no program of ours does."""
    connection = sqlite3.connect(found.house.folder / "games.db")
    with connection:
        yield connection
    connection.close()

"""Where the records of a tree come from: files, the archive, or deals made on the spot."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_state_path

from igroteka import registry
from igroteka.arena.running import workplace
from igroteka.bots import make_player
from igroteka.cli.bridge.convert import problem_at, read_boards
from igroteka.cli.bridge.solvers import solvers, stopping
from igroteka.cli.run_plan import Workers, progress_bar
from igroteka.contract import BadOption, IgrotekaError
from igroteka.games.bridge.boards import SOUTH, Board
from igroteka.games.bridge.contracts import Contract
from igroteka.games.bridge.dealing import deal_set
from igroteka.games.bridge.doubledummy.solver import own_solver
from igroteka.games.bridge.formats.game import GameText
from igroteka.games.bridge.formats.records import from_annotated
from igroteka.games.bridge.rules import Bridge
from igroteka.games.bridge.scoring.results import Result
from igroteka.games.bridge.scoring.table_results import TableResult
from igroteka.games.bridge.study.making import (
    by_double_dummy,
    by_players,
    of_result,
    par_contract,
)
from igroteka.games.bridge.study.played_contracts import Collection, LeftOut, PlayedContract
from igroteka.games.bridge.study.solved_deals import Hands, SolvedDeals, Tricks
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.record import Record, read_records
from igroteka.text import Text

DOUBLE_DUMMY = "double-dummy"
PAR, AUCTION = "par", "auction"
BOARD_FILES = (".pbn", ".lin")


class Made(NamedTuple):
    """Records to be made on the spot: every deal in every contract."""

    deals: int
    seed: int
    where: tuple[str, ...]
    contracts: tuple[str, ...]
    play: str

    @property
    def wanted(self) -> list[str | Contract]:
        """`PAR`, `AUCTION`, or one by a seat. Raises `IgrotekaError` for what is none."""
        default = PAR if self.play == DOUBLE_DUMMY else AUCTION
        return [self._read(text) for text in dict.fromkeys(self.contracts or (default,))]

    def _read(self, text: str) -> str | Contract:
        if text == AUCTION and self.play == DOUBLE_DUMMY:
            raise BadOption(Text("--contract auction needs a robot that bids, like --play simple"))
        if text in (PAR, AUCTION):
            return text
        contract = Contract.read(text)
        declarer = SOUTH if contract.declarer is None else contract.declarer
        return Contract(contract.bid, contract.doubled, declarer)


class Source(NamedTuple):
    """Everything that records are taken from."""

    files: tuple[Path, ...]
    archive: bool
    events: tuple[str, ...]
    db: str | None
    made: Made


def collect(source: Source, workers: Workers) -> Collection:
    """All records. Raises `IgrotekaError` where no source is named or one can't be read."""
    if not (source.files or source.archive or source.events or source.made.deals):
        raise IgrotekaError(
            Text(
                "no records are named: give files of played boards, --archive, --event CODE, or "
                "--deals N"
            )
        )
    found = Collection()
    for path in source.files:
        found.add(_games(path))
    if source.archive:
        found.add(map(_game, _archived(source.db)))
    for code in source.events:
        _take_event(found, code, source.db)
    if source.made.deals:
        _make(found, source.made, workers)
    return found


def _games(path: Path) -> Iterator[GameText]:
    """The games of a file; what can't be read of it is told with its line."""
    if not path.is_file():
        raise IgrotekaError(Text("there is no file {path}", path=path))
    if path.suffix.lower() in registry.RECORDS.suffixes:
        for record in read_records(path):
            _check_game(path, record)
            yield _game(record)
        return
    if path.suffix.lower() not in BOARD_FILES:
        raise IgrotekaError(
            Text(
                "{path} is no file of played boards; their names end in .pbn, .lin or .jsonl",
                path=path,
            )
        )
    reading = read_boards(path)
    for problem in reading.problems:
        print(problem_at(path, problem), file=sys.stderr)
    yield from reading.games


def _check_game(path: Path, record: Record) -> None:
    if record.game != "bridge":
        raise IgrotekaError(
            Text("{path} has a game of {game} and not of bridge", path=path, game=record.game)
        )


def _game(record: Record) -> GameText:
    return from_annotated(AnnotatedGame.plain(record))


def _archived(db: str | None) -> Iterator[Record]:
    """The boards of the archive, without those that others have still to play: a site asks, too."""
    from igroteka.archive import Archive, queries, search
    from igroteka.archive.models import Filter
    from igroteka.club.closed_boards import ClosedGames
    from igroteka.club.events import Events

    wanted = Filter(game="bridge", unfinished=False)
    with Archive.open(db, registry) as archive:
        closed, page = ClosedGames(Events(archive)), 1
        while lines := archive.read(search.search, wanted, page, search.MOST_PER_PAGE).lines:
            for line in lines:
                if not closed.has(line.sitting, line.place):
                    yield archive.read(queries.record, line.id)
            page += 1


def _take_event(found: Collection, code: str, db: str | None) -> None:
    """What tables of a club event have played, where the cards of the board are known.

    Boards that some table has still to play are left out: who asks may sit there.
    """
    from igroteka.archive import Archive
    from igroteka.club.closed_boards import is_closed
    from igroteka.club.events import Events

    with Archive.open(db, registry) as archive:
        event = Events(archive).now(code).event
    for play in event.plays.values():
        if is_closed(event, play.slot.board):
            continue
        result = TableResult.read(play.result).played if play.result else None
        deal = event.deals.get(play.slot.board)
        if not isinstance(result, Result):
            found.left_out[LeftOut.NO_RESULT] += 1
        elif result.contract is None or result.contract.declarer is None:
            found.left_out[LeftOut.PASSED] += 1
        elif deal is None:
            found.left_out[LeftOut.NO_HANDS] += 1
        else:
            found.played.append(of_result(Board.read(deal), result.contract, result.tricks))


def _make(found: Collection, made: Made, workers: Workers) -> None:
    wanted = made.wanted
    if made.play != DOUBLE_DUMMY:
        make_player("bridge", made.play).close()
    boards = _dealt(made)
    solved: dict[Hands, Tricks] = {}
    if PAR in wanted or made.play == DOUBLE_DUMMY:
        solved = solve([board.hands for board in boards], workers)
        boards = [board for board in boards if board.hands in solved]
    pairs: list[tuple[Board, Contract | None]] = []
    for board in boards:
        for each in wanted:
            contract = _par(board, solved[board.hands]) if each == PAR else each
            if isinstance(contract, Contract):
                pairs.append((board, contract))
            elif contract == AUCTION:
                pairs.append((board, None))
            else:
                found.left_out[LeftOut.PASSED] += 1
    if made.play == DOUBLE_DUMMY:
        found.played += [
            by_double_dummy(board, contract, solved[board.hands])
            for board, contract in pairs
            if contract
        ]
        return
    for played in _played_by_robots(pairs, made, workers):
        if played is None:
            found.left_out[LeftOut.PASSED] += 1
        else:
            found.played.append(played)


def _dealt(made: Made) -> list[Board]:
    boards: list[Board] = []
    with progress_bar("deals", made.deals) as advance:
        for board in deal_set(made.deals, made.seed, made.where):
            boards.append(board)
            advance(len(boards))
    return boards


def _par(board: Board, tricks: Tricks) -> Contract | None:
    return par_contract(own_solver().par(tricks, board.dealer, board.vulnerability))


def solve(deals: Sequence[Hands], workers: Workers) -> dict[Hands, Tricks]:
    """Deals solved by all workers, or found among those that were solved before."""
    store = SolvedDeals(user_state_path("igroteka") / "solved-deals.txt")
    with (
        solvers(workers) as solving,
        progress_bar("deals solved", len(set(deals))) as advance,
    ):
        return store.solve(deals, solving, advance)


def _played_by_robots(
    pairs: Sequence[tuple[Board, Contract | None]], made: Made, workers: Workers
) -> Iterator[PlayedContract | None]:
    work = partial(_played, made.play, made.seed)
    with (
        workplace(*workers, (made.play,)) as place,
        stopping(place.executor()) as pool,
        progress_bar("boards played", len(pairs)) as advance,
    ):
        for done, played in enumerate(pool.map(work, pairs, chunksize=8), start=1):
            advance(done)
            yield played


def _played(bot: str, seed: int, pair: tuple[Board, Contract | None]) -> PlayedContract | None:
    """In a worker: one board by four robots."""
    board, contract = pair
    players = [make_player("bridge", bot) for _ in range(4)]
    return by_players(Bridge.configure({}), board, players, contract, seed)

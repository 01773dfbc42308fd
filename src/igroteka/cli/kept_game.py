"""A game at the terminal as the archive keeps it, move by move."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING

from igroteka import registry
from igroteka.basics.endings import Ending
from igroteka.basics.house_fault import HouseFault
from igroteka.contract import IgrotekaError, Seat, State
from igroteka.records.record import Record
from igroteka.records.steps import Step
from igroteka.text import Text

if TYPE_CHECKING:
    from igroteka.archive import Archive
    from igroteka.archive.leads import Heartbeat
    from igroteka.archive.models import NewGame, StoredGame


@contextmanager
def opened_archive(db: str | None) -> Iterator[Archive]:
    """The archive in which games are kept. Raises `IgrotekaError` that tells how to do without."""
    from igroteka.archive import Archive, ArchiveError

    try:
        archive = Archive.open(db, registry)
    except (ArchiveError, HouseFault) as error:
        raise IgrotekaError(
            Text("{reason}; --no-keep plays without an archive", reason=str(error))
        ) from error
    with archive:
        yield archive


class KeptGame:
    """Writes a game down while it is played: what was played is stored before the next one thinks.

    A new game is begun with its first action, so that a table that is left at once leaves nothing.
    """

    def __init__(
        self,
        archive: Archive,
        bots: Collection[Seat] = (),
        placed: Callable[[NewGame], NewGame] = lambda new: new,
    ) -> None:
        self.archive = archive
        self.bots = bots
        self.placed = placed
        """Puts a new game into its sitting."""
        self.number: int | None = None
        """The game's number in the archive."""
        self.line: list[int] = []
        """The numbers of the main line's moves."""
        self.fence: int | None = None
        """Under which lead it is written, once it is led from here."""

    @cached_property
    def _heartbeat(self) -> Heartbeat:
        """What tells others that this terminal leads its game."""
        from igroteka.archive.leads import Heartbeat

        return Heartbeat(self.archive.apply)

    def _lead(self, number: int) -> None:
        from igroteka.archive import leads

        self.fence = self.archive.apply(leads.take, number, self._heartbeat.house)
        self.number = number

    def resumed(self, number: int) -> StoredGame:
        """The game that goes on from now.

        Raises `IgrotekaError` if it has ended, or another process leads it.
        """
        from igroteka.archive import queries

        self._lead(number)
        game = self.archive.read(queries.game, number)
        if game.ending != Ending.UNFINISHED:
            raise IgrotekaError(
                Text("game {number} has ended; `igroteka replay {number}` shows it", number=number)
            )
        self.line = [move.id for move in game.moves]
        return game

    def begin(self, record: Callable[[], Record]) -> int:
        """The game is kept from now on, if it was not; its number."""
        if self.number is None:
            self._lead(self._begin(record()))
        assert self.number is not None
        return self.number

    def add(self, record: Callable[[], Record], step: Step) -> None:
        """An action was taken; a game that is not kept yet begins with it."""
        from igroteka.archive import move_tree
        from igroteka.archive.models import MoveEntry

        number = self.begin(record)
        entry = MoveEntry(
            notation=str(step.action),
            seat=step.seat,
            seconds=None if step.seat is None else round(step.seconds, 3),
            landmark=step.before.landmark,
            landmark_after=step.after.landmark,
            explanation=step.explanation,
        )
        self.line += self.archive.apply(
            move_tree.add_moves, number, self._last, [entry], self.fence
        )

    @property
    def _last(self) -> int | None:
        return self.line[-1] if self.line else None

    def _begin(self, record: Record) -> int:
        from igroteka.archive import updates
        from igroteka.archive.models import NewGame

        players = tuple(
            (name, "bot" if seat in self.bots else "person")
            for seat, name in enumerate(record.players)
        )
        new = NewGame(record.game, record.options, record.deal, players, source="terminal")
        return self.archive.apply(updates.begin_game, self.placed(new))

    def take_back(self, count: int, to: State) -> None:
        """The last actions are taken back to a position; the archive keeps them as a variation."""
        from igroteka.archive import move_tree

        assert self.number is not None
        before = self._last
        del self.line[-count:]
        heads = (before, self._last)
        self.archive.apply(move_tree.move_head, self.number, *heads, to.landmark, self.fence)

    def leave(self, record: Record) -> None:
        """The game has ended, or somebody has left it; others may lead it now."""
        from igroteka.archive import leads, updates

        if record.ending != Ending.UNFINISHED:
            number, end = self.begin(lambda: record), (record.scores, record.ending, record.fault)
            self.archive.apply(updates.finish_game, number, *end, self.fence)
        if self.number is not None:
            self._heartbeat.close()
            self.archive.apply(leads.leave, [self.number], self._heartbeat.house)

    def told(self, record: Record) -> str:
        """Where the game is kept, and how it is found again."""
        how = "play --resume" if record.ending == Ending.UNFINISHED else "replay"
        return f"It is kept in the archive: `igroteka {how} {self.number}`."

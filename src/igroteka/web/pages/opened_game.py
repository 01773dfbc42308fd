"""A kept game as a tree of moves, and the positions along one of its lines."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from igroteka.archive import Archive, queries, remarks
from igroteka.archive.models import UNKNOWN, GameLine, StoredGame, StoredMove
from igroteka.archive.remarks import Remark, Voices
from igroteka.basics.endings import Ending
from igroteka.contract import Game, IgrotekaError, Json, State
from igroteka.languages import Language
from igroteka.records.game_so_far import GameSoFar
from igroteka.registry import make_game
from igroteka.tables.setting import Setting
from igroteka.tables.table import Refused
from igroteka.text import Text
from igroteka.web.pages.names import shown_kind
from igroteka.web.visitors import Guest

if TYPE_CHECKING:
    from igroteka.web.club.online import OnlineTables


@dataclass(frozen=True)
class OpenedGame:
    """A game of the archive, opened to be looked at."""

    stored: StoredGame
    moves: Sequence[StoredMove]
    """All moves, variations among them, each after its parent."""
    game: Game
    heard: Voices
    """What people say of the moves, and said before."""

    @property
    def open_to_all(self) -> bool:
        """Whether everything may be shown: the game is over, or hides nothing."""
        return self.stored.ending != Ending.UNFINISHED or not self.game.hidden

    @property
    def players(self) -> list[tuple[str, str]]:
        """Name and kind at every seat."""
        holders = {holder.seat: (holder.name, holder.kind) for holder in self.stored.seats}
        return [holders.get(seat, (UNKNOWN, "person")) for seat in range(self.game.seats)]

    @property
    def shown_players(self) -> list[tuple[str, str]]:
        """The same with the kinds by which pages name them."""
        kid = bool(self.stored.setting and self.stored.setting.get("kid"))
        return [(name, shown_kind(kind, kid)) for name, kind in self.players]

    def line(self, to: int | None) -> list[StoredMove]:
        """The moves from the start to one of them, and on from there as it was played."""
        by_id = {move.id: move for move in self.moves}
        main = [move.id for move in self.stored.moves]
        path = queries.main_line(self.moves, to if to in by_id else self.stored.head)
        while True:
            last = path[-1].id if path else None
            children = [move for move in self.moves if move.parent == last]
            if not children:
                return path
            path.append(next((move for move in children if move.id in main), children[0]))

    def state_after(self, move: int | None) -> State:
        """The position after a move, or at the start."""
        line = [] if move is None else queries.main_line(self.moves, move)
        return self._played(line).state

    def _played(self, line: Sequence[StoredMove]) -> GameSoFar:
        notations = [move.notation for move in line]
        return GameSoFar.restored(self.game, self.stored.deal, notations)

    def positions(self, to: int | None, first: int, count: int, words: Language) -> list[Json]:
        """The positions of a line from a place on: every seat's view, and what could be done."""
        so_far = self._played(self.line(to)[: first + count - 1])
        states = [so_far.start, *(step.after for step in so_far.steps)]
        return [position_json(self.game, state, words) for state in states[first:]]


def check_watching(stored: StoredGame, guest: Guest) -> None:
    """Raise `Refused` for a running game whose table lets no spectators in."""
    if stored.ending == Ending.UNFINISHED and stored.setting is not None:
        setting = Setting.from_json(stored.setting)
        if not setting.watched and not setting.held_by(guest.visitor):
            raise Refused(Text("this table is not open to spectators"))


def locked_games(online: OnlineTables, lines: Iterable[GameLine]) -> set[int]:
    """Those of these games whose board others have still to play."""
    return {line.id for line in lines if line.sitting is not None and not online.is_open(line.id)}


def position_json(game: Game, state: State, words: Language) -> Json:
    """A position that hides nothing any more."""
    turn = state.turn
    actions = [] if turn < 0 else state.actions()
    view = state.view(max(turn, 0))
    return {
        "turn": turn,
        "landmark": state.landmark,
        "views": [state.view(seat).to_json() for seat in range(game.seats)],
        "text": str(view),
        "actions": [{"text": str(each), "words": words(view.explain(each))} for each in actions],
    }


def voices_json(opened: OpenedGame, move: StoredMove | None, reader: str | None) -> Json:
    """What is said of a move, or of the game: first what came with it, then each person's words."""
    own = opened.stored.comment if move is None else move.comment
    mark = "" if move is None else move.mark
    with_the_game: Json = {"author": None, "mine": False, "words": own, "mark": mark, "earlier": []}
    return [with_the_game] * bool(own or mark) + [
        {
            "author": voice.now.author,
            "mine": reader is not None and reader.casefold() == voice.now.author.casefold(),
            **_remark_json(voice.now),
            "earlier": [_remark_json(each) for each in voice.earlier],
        }
        for voice in opened.heard.get(None if move is None else move.id, ())
    ]


def _remark_json(remark: Remark) -> dict[str, Json]:
    return {"words": remark.words, "mark": remark.mark, "at": f"{remark.at:%Y-%m-%d %H:%M}"}


async def open_to_all(archive: Archive, number: int, guest: Guest) -> OpenedGame:
    """A game that may be looked at in full. Raises `IgrotekaError` if it may not, yet."""
    opened = await asyncio.to_thread(open_game, archive, number)
    check_watching(opened.stored, guest)
    if not opened.open_to_all:
        raise IgrotekaError(
            Text("this game hides cards and is not over; it can be watched at its table")
        )
    return opened


def open_game(archive: Archive, number: int) -> OpenedGame:
    """A game of the archive with all its moves. Raises `ArchiveError` if there is none."""
    stored = archive.read(queries.game, number)
    moves = archive.read(queries.tree, number)
    heard = remarks.voices(archive.read(remarks.said, number))
    return OpenedGame(stored, moves, make_game(stored.game, stored.options), heard)

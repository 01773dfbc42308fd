"""A sitting at the terminal: game after game, with the score between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TextIO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from igroteka.basics.endings import Ending
from igroteka.basics.randomness import Stream, derive
from igroteka.bots import make_player
from igroteka.cli.arguments import chosen_adviser
from igroteka.cli.kept_game import KeptGame
from igroteka.cli.kept_sitting import KeptSitting
from igroteka.cli.replay import headline
from igroteka.cli.session import Session
from igroteka.contract import Game, IgrotekaError, Player, State
from igroteka.records.game_so_far import GameSoFar
from igroteka.records.reckoning import ReckoningQuestion, reckoned_apart
from igroteka.records.record import Record
from igroteka.records.sitting import (
    Sitting,
    SittingScore,
    ended,
    next_start,
    running_score,
    settled_scores,
)
from igroteka.registry import make_game
from igroteka.text import Text

if TYPE_CHECKING:
    from igroteka.archive import Archive
    from igroteka.archive.models import StoredGame

KEYS = "Enter next game · e end the sitting · q leave"


class Chair(NamedTuple):
    """Who sits on a chair of the first game, wherever that is later."""

    name: str | None
    """A person's, if it was said."""
    bot: str | None
    """How the bot is written, if it is one."""

    @property
    def shown(self) -> str:
        """What stands over the column."""
        return self.bot or self.name or "person"


class Dealt(NamedTuple):
    """A game that is to be played now."""

    so_far: GameSoFar
    seating: tuple[int, ...]
    kept: int | None = None
    """Its number in the archive, if it is there already."""


@dataclass
class Series:
    """The sitting so far, who takes part, and the screen."""

    sitting: Sitting
    chairs: Sequence[Chair]
    adviser: Player | None
    seed: int
    other: Sitting | None = None
    """The other table, where the score is a comparison."""
    kept: KeptSitting | None = None
    records: TextIO | None = None
    """Where the games are written in addition."""
    console: Console = field(default_factory=Console)
    ask: Callable[[str], str] = input

    def play(self, dealt: Dealt | None = None, last_end: State | None = None) -> None:
        """Game after game, until all are played or somebody leaves.

        The first one may be dealt already; otherwise `last_end` is that of the one before it.
        """
        while True:
            dealt = dealt or self._next(last_end)
            record, last_end, number = self._game(dealt)
            if record.ending == Ending.UNFINISHED:
                return
            question = self.question(dealt.so_far.game, record, last_end)
            reckoned = self.reckon(question, number)
            self.sitting = self.sitting.with_game(
                ended(dealt.seating, dealt.so_far.game, record, reckoned)
            )
            self.show()
            if self.sitting.left == 0 or not self._goes_on(number):
                return
            dealt = None

    def _next(self, last_end: State | None) -> Dealt:
        rng = Stream(derive(self.seed, "deal", len(self.sitting.games)))
        game, start, seating = next_start(self.sitting, last_end, rng)
        return Dealt(GameSoFar(game, start), seating)

    def _game(self, dealt: Dealt) -> tuple[Record, State, int | None]:
        """Play one game: its record, its last position, its number in the archive."""
        place, game = len(self.sitting.games), dealt.so_far.game
        seated = [self.chairs[person] for person in dealt.seating]
        bots = {
            seat: (chair.bot, make_player(game.name, chair.bot))
            for seat, chair in enumerate(seated)
            if chair.bot
        }
        session = Session(
            game,
            bots,
            self.adviser,
            derive(self.seed, "game", place),
            console=self.console,
            ask=self.ask,
            resumed=dealt.so_far,
            names={seat: chair.name for seat, chair in enumerate(seated) if chair.name},
        )
        recorder = self._recorder(dealt, bots, place)
        session.recorder = recorder
        if recorder and place:
            # What was dealt is seen at once: who leaves now finds the same deal again.
            recorder.begin(session.record)
        record = session.play()
        self.console.print(headline(record), markup=False, highlight=False)
        if recorder and recorder.number is not None:
            self.console.print(recorder.told(record), markup=False, highlight=False)
        if self.records:
            self.records.write(record.to_line() + "\n")
        return record, session.so_far.state, recorder.number if recorder else None

    def _recorder(
        self, dealt: Dealt, bots: dict[int, tuple[str, Player]], place: int
    ) -> KeptGame | None:
        if self.kept is None:
            return None
        placed = partial(self.kept.placed, place=place, seating=dealt.seating)
        recorder = KeptGame(self.kept.archive, bots, placed)
        if dealt.kept is not None:
            recorder.resumed(dealt.kept)
        return recorder

    def question(self, game: Game, record: Record, end: State) -> ReckoningQuestion:
        """What is to be found out about a game that has ended so."""
        failed = record.fault.seat if record.fault else None
        scores = settled_scores(game, record)
        return ReckoningQuestion(game, self.sitting.way, end, scores, failed)

    def reckon(self, question: ReckoningQuestion, number: int | None) -> tuple[float, ...] | None:
        """What each seat gets, kept with the game of this number."""
        if question.slow:
            self.console.print("The score is being worked out; this may take some seconds.")
            reckoned = reckoned_apart(question)
        else:
            reckoned = question.answer()
        if self.kept and number is not None:
            self.kept.reckoned(number, reckoned)
        return reckoned

    def _goes_on(self, number: int | None) -> bool:
        """Whether people want another game."""
        try:
            answer = self.ask(f"[{KEYS}]: ").strip().lower()
        except (EOFError, KeyboardInterrupt):
            answer = "q"
        if answer == "e" and self.kept:
            self.kept.close()
        elif answer == "q" and number is not None:
            self.console.print(f"`igroteka play --resume {number}` goes on with the next game.")
        return answer not in ("e", "q")

    def show(self) -> None:
        """The score so far."""
        score = running_score(self.sitting, self.other)
        heads = [" + ".join(self._named(person) for person in party) for party in score.parties]
        grid = Table(box=SIMPLE_HEAD, pad_edge=False, title=self.sitting.reckoning.title)
        grid.add_column("game", justify="right")
        for head in heads:
            grid.add_column(head, justify="right", overflow="fold")
        for row in score.rows:
            got = [None if row.got is None else row.got[party[0]] for party in score.parties]
            cells = ["–" if value is None else f"{value:g}" for value in got]
            grid.add_row(str(row.place + 1), *cells, end_section=row is score.rows[-1])
        grid.add_row("total", *(f"{score.totals[party[0]]:g}" for party in score.parties))
        self.console.print(grid)
        for line in (*score.remarks, self._standing(score)):
            self.console.print(line, markup=False, highlight=False)

    def _standing(self, score: SittingScore) -> str:
        names = " and ".join(self._named(person) for person in score.leaders)
        over = score.left == 0
        if not names:
            standing = "It ends in a tie" if over else "All are level"
        else:
            verb = "won" if over else "leads" if len(score.leaders) == 1 else "lead"
            standing = f"{names} {verb}"
        if score.left is None:
            return f"{standing}."
        left = "1 game is left" if score.left == 1 else f"{score.left} games are left"
        return f"{standing}; the sitting is over." if over else f"{standing}; {left}."

    def _named(self, person: int) -> str:
        shown = self.chairs[person].shown
        if sum(chair.shown == shown for chair in self.chairs) == 1:
            return shown
        return f"{shown} {person + 1}"


def go_on(
    archive: Archive, number: int, hints: str | None, seed: int, records: TextIO | None
) -> None:
    """Go on with a sitting where it was left. Raises `IgrotekaError` if it is over."""
    from igroteka.archive import queries, sittings

    stored = archive.read(sittings.sitting, number)
    if stored.over:
        raise IgrotekaError(
            Text(
                "sitting {number} is over; `igroteka archive --sitting {number}` shows its games",
                number=number,
            )
        )
    first, last = (archive.read(queries.game, stored.games[place].id) for place in (0, -1))
    series = Series(
        stored.sitting,
        _chairs(first),
        chosen_adviser(stored.sitting.base, hints),
        seed,
        other=archive.read(sittings.sitting, stored.other).sitting if stored.other else None,
        kept=KeptSitting(archive, stored.sitting, number),
        records=records,
    )
    game = make_game(last.game, last.options)
    so_far, seating = GameSoFar.of_record(game, last.record), stored.sitting.games[-1].seating
    if last.ending == Ending.UNFINISHED:
        series.sitting = replace(stored.sitting, games=stored.sitting.games[:-1])
        series.play(Dealt(so_far, seating, last.id))
        return
    if stored.sitting.games[-1].reckoned is None:
        # The program may have ended after the game and before its score was known.
        reckoned = series.reckon(series.question(game, last.record, so_far.state), last.id)
        series.sitting = stored.sitting.with_last(ended(seating, game, last.record, reckoned))
    series.show()
    series.play(last_end=so_far.state)


def _chairs(first: StoredGame) -> list[Chair]:
    bots = {holder.seat for holder in first.seats if holder.kind == "bot"}
    return [
        Chair(None, name) if seat in bots else Chair(name, None)
        for seat, name in enumerate(first.players)
    ]

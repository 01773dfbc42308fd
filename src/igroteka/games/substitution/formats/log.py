"""The logs of the game's first program: the settings as XML, then turn by turn in Russian.

    Индекс выпавшей продукции: 4
    Номер хода:1, Игрок: 0
    Ход:-1 4 0, 0 5 0
    Банк: 0 0 0 0 0 0 0 0 0 0 0

The index is the rolled group, from 0; turns are counted from 1 and players from 0; a turn that was
banked has no moves. At the end stand the points of both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from igroteka.contract import CHANCE, OVER, IgrotekaError, IllegalMove
from igroteka.games.substitution.notation import Roll
from igroteka.games.substitution.rules import Substitution
from igroteka.games.substitution.settings import Settings, read_settings, write_settings
from igroteka.games.substitution.state import Position
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.formats import Format, Problem
from igroteka.records.record import Record
from igroteka.records.replay import Replay
from igroteka.text import Text, quoted

BEGIN: Final = "<GameSettings"
END: Final = "</GameSettings>"
_NUMBER = r"(-?\d{1,9})"
_PLAYER = re.compile(r"Игрок ([12]): ?(.*)")
_ROLL = re.compile(rf"Индекс выпавшей продукции: {_NUMBER}")
_TURN = re.compile(rf"Номер хода: ?{_NUMBER}, Игрок: {_NUMBER}")
_MOVES = re.compile(r"Ход: ?(.*)")
_BANK = re.compile(r"Банк: ?([-\d ]*)")
_POINTS = re.compile(rf"Счёт игрока ([01]): {_NUMBER}")
_RESULTS = re.compile("Результаты:")
BROKEN: Final = "ERROR"


class _Wrong(IgrotekaError):  # noqa: N818 - what a line of the log is
    def __init__(self, line: int, reason: Text) -> None:
        super().__init__(reason)
        self.line = line


class _Line(NamedTuple):
    number: int
    text: str


@dataclass(frozen=True)
class Log:
    """The log of the first program; a file may hold several, one after the other."""

    name: str = "log"
    suffixes: tuple[str, ...] = (".log",)

    def read(self, data: bytes) -> Iterator[AnnotatedGame | Problem]:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            yield Problem(1, Text("this is not text in UTF-8"))
            return
        before, *logs = text.split(BEGIN)
        first = before.count("\n") + 1
        if before.strip() or not logs:
            yield Problem(1, Text("a log begins with the settings, {tag}", tag=f"{BEGIN} …>"))
        for log in logs:
            try:
                yield _read_log(BEGIN + log, first)
            except _Wrong as wrong:
                yield Problem(wrong.line, wrong.sentence)
            first += log.count("\n")

    def write(self, games: Iterable[AnnotatedGame]) -> str:
        return "\n".join(map(_write_log, games))


LOG: Format = Log()


def _read_log(log: str, first: int) -> AnnotatedGame:
    """The game of one log whose first line has this number. Raises `_Wrong`."""
    settings, closed, rest = log.partition(END)
    try:
        grammar, turns = read_settings(settings + closed)
        options = {"grammar": str(grammar), "turns": str(turns)}
        game = Substitution.configure(options)
    except IgrotekaError as error:
        raise _Wrong(first, error.sentence) from error
    begun = first + settings.count("\n")
    told = [
        _Line(begun + number, line.strip())
        for number, line in enumerate(rest.split("\n"))
        if line.strip()
    ]
    return _Reader(game, told).read()


class _Reader:
    """Reads the turns of a log and plays them by the rules."""

    def __init__(self, game: Substitution, lines: Sequence[_Line]) -> None:
        self._game = game
        self._lines = lines
        self._at = 0
        self._replay = Replay(game, game.restore(""))
        self._state = self._replay.start
        self._actions: list[str] = []

    def read(self) -> AnnotatedGame:
        players = [self._next(_PLAYER, Text("the player"))[2] or "?" for _ in range(2)]
        while self._at < len(self._lines) and _ROLL.fullmatch(self._lines[self._at].text):
            self._turn()
        record = Record(
            game=self._game.name,
            options=self._game.options,
            players=tuple(players),
            deal="",
            actions=tuple(self._actions),
            scores=self._scores(),
        )
        return replace(AnnotatedGame.plain(record), replay=self._replay)

    def _next(self, pattern: re.Pattern[str], what: Text) -> re.Match[str]:
        """The next line, which should look so."""
        last = self._lines[-1].number if self._lines else 1
        line = self._lines[self._at] if self._at < len(self._lines) else _Line(last, "")
        self._at += 1
        found = pattern.fullmatch(line.text)
        if found is None:
            raise _Wrong(
                line.number,
                Text("{text} should tell of {what}", text=quoted(line.text[:80]), what=what),
            )
        return found

    def _turn(self) -> None:
        rolled = int(self._next(_ROLL, Text("the roll"))[1])
        line = self._lines[self._at - 1].number
        number, seat = map(int, self._next(_TURN, Text("the turn")).groups())
        ply = self._position.ply
        if (number, seat) != (ply // 2 + 1, ply % 2):
            raise _Wrong(line + 1, Text("this is not the turn that follows"))
        moves = self._next(_MOVES, Text("the moves"))[1]
        self._play(str(Roll(rolled)), line)
        for move in filter(None, map(str.strip, moves.split(","))):
            self._play(self._meant(move), line + 2)
        if self._position.ply == ply:
            raise _Wrong(line + 2, Text("the turn ends here, though the rules go on with it"))
        self._check_bank()

    def _check_bank(self) -> None:
        bank = self._next(_BANK, Text("the bank"))[1].split()
        if tuple(bank) != tuple(map(str, self._position.bank)):
            by_rules = " ".join(map(str, self._position.bank))
            raise _Wrong(
                self._lines[self._at - 1].number,
                Text("by the rules the bank is {numbers} now", numbers=by_rules),
            )

    @property
    def _position(self) -> Position:
        assert isinstance(self._state, Position)
        return self._state

    def _meant(self, move: str) -> str:
        """A move as the house writes it; a form beyond the last one is a new derivation."""
        words = move.split()
        own = len(self._position.forms[self._position.mover])
        if len(words) == 3 and words[0].isdecimal() and int(words[0][:9]) >= own:
            return f"-1 {words[1]} {words[2]}"
        return move

    def _play(self, notation: str, line: int) -> None:
        try:
            action = str(self._game.read(notation))
            self._state = self._replay.read(self._state, action)
        except IllegalMove as error:
            raise _Wrong(
                line, Text("{text}: {reason}", text=quoted(notation), reason=error.sentence)
            ) from error
        self._actions.append(action)

    def _scores(self) -> tuple[float, ...] | None:
        """The points by the rules at the end, which the log must not contradict.

        After a fault of a player there are none, nor in a log that ends too early.
        """
        rest = self._lines[self._at :]
        if rest and rest[0].text == BROKEN:
            return None
        if rest:
            self._next(_RESULTS, Text("the next roll, or the results"))
        for seat in range(2) if rest else ():
            points = int(self._next(_POINTS, Text("the points"))[2])
            if points != self._position.points(seat):
                right = self._position.points(seat)
                line = self._lines[self._at - 1].number
                raise _Wrong(line, Text("by the rules it is {points}", points=right))
        return self._state.scores() if self._state.turn == OVER else None


def _write_log(annotated: AnnotatedGame) -> str:
    record = annotated.record
    game = Substitution.configure(record.options)
    lines = [write_settings(Settings(game.grammar, game.turns)).rstrip("\n")]
    lines += [f"Игрок {seat + 1}: {name}" for seat, name in enumerate(record.players)]
    state, moves = game.restore(""), list[str]()
    for text in record.actions or ():
        action = game.read(text)
        before, state = state, state.play(action)
        if isinstance(action, Roll):
            lines += [f"Индекс выпавшей продукции: {action.group}"]
            lines += [f"Номер хода:{before.ply // 2 + 1}, Игрок: {before.mover}"]
        else:
            moves.append(str(action))
        if state.ply > before.ply:
            lines += [f"Ход:{', '.join(moves)}", f"Банк: {' '.join(map(str, state.bank))}"]
            moves = []
    if state.turn not in (CHANCE, OVER):
        raise IgrotekaError(Text("a log can't end in the middle of a turn"))
    if state.turn == OVER:
        lines += ["Результаты:"]
        lines += [f"Счёт игрока {seat}: {state.points(seat)}" for seat in range(2)]
    return "\n".join(lines) + "\n"

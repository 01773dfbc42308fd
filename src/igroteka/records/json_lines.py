"""The house's own file format: a record a line as JSON, with annotations where there are any."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO

from igroteka.contract import Game
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.formats import Format, Problem
from igroteka.records.record import BadRecord, read_lines
from igroteka.text import Text, quoted


@dataclass(frozen=True)
class JsonLines:
    """Records of every game; it is told how a game is made, and which formats keep one."""

    make_game: Callable[[str, Mapping[str, str]], Game]
    formats: Callable[[str], Sequence[Format]]
    name: str = "json"
    suffixes: tuple[str, ...] = (".jsonl", ".json", ".ndjson")

    def read(self, data: bytes) -> Iterator[AnnotatedGame | Problem]:
        for number, found in read_lines(BytesIO(data), self._read):
            yield Problem(number, found.sentence) if isinstance(found, BadRecord) else found

    def _read(self, line: str) -> AnnotatedGame:
        return self._checked(AnnotatedGame.from_line(line))

    def _checked(self, game: AnnotatedGame) -> AnnotatedGame:
        """The game with its replay.

        Raises `IgrotekaError` if the record leaves the rules, or a format could not write it.
        """
        record = game.record
        replay = record.replay(self.make_game(record.game, record.options))
        for _ in record.replayed(replay):
            pass
        game = replace(game, replay=replay)
        for format in self.formats(record.game):
            if format.name in (record.event or {}):
                try:
                    format.write([game])
                except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as e:
                    raise BadRecord(
                        Text("what it says under {name} can't be read", name=quoted(format.name))
                    ) from e
        return game

    def write(self, games: Iterable[AnnotatedGame]) -> str:
        return "".join(f"{game.to_line()}\n" for game in games)

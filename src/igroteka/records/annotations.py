"""A game with what people wrote on it: comments, marks, and the moves that could have been.

A `Record` says what was played. `AnnotatedGame` is that record with its moves as a tree; the
archive keeps it and every file format reads and writes it, so nothing of a file is lost on the way.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from igroteka.contract import Game, Json
from igroteka.records.record import BadRecord, Record, read_fields
from igroteka.records.replay import Replay
from igroteka.records.steps import Step
from igroteka.text import Text


@dataclass(frozen=True)
class AnnotatedMove:
    """A move and what is said of it."""

    notation: str
    before: str = ""
    """A comment that stands before the move; only the first move of a variation has one."""
    marks: tuple[str, ...] = ()
    """`!`, `?`, `!!`, `??`, `!?`, `?!`, or `$` and a number of the formats' common table."""
    comment: str = ""
    """A comment that stands after the move."""
    seconds: float | None = None
    """How long the player thought."""
    explanation: str = ""
    """What the player told the opponents of it."""
    variations: tuple[Line, ...] = ()
    """Lines that could have been played instead, none of them empty."""

    @property
    def said(self) -> bool:
        """Whether there is more to it than the move."""
        words = self.before or self.marks or self.comment or self.explanation
        return self.seconds is not None or bool(words or self.variations)


Line: TypeAlias = tuple[AnnotatedMove, ...]
"""Moves that follow each other."""


@dataclass(frozen=True)
class AnnotatedGame:
    """A record with its moves as a tree.

    What a format says beside that of its own, like the tags of a PDN file, is in `record.event`
    under the format's name.
    """

    record: Record
    moves: Line
    """The moves of `record.actions`, one for one."""
    beyond: tuple[Line, ...] = ()
    """Lines after the last move: taken back, proposed, or played on after the end."""
    comment: str = ""
    """What is said before the first move."""
    replay: Replay | None = field(default=None, compare=False, repr=False)
    """What was played to check it, so that nobody need play it again."""

    @classmethod
    def plain(cls, record: Record) -> AnnotatedGame:
        """The record as it is, with nothing said of it."""
        return cls(record, tuple(map(AnnotatedMove, record.actions or ())))

    @classmethod
    def explained(cls, record: Record, steps: Iterable[Step]) -> AnnotatedGame:
        """The record of these steps with what their players told of them."""
        told = ((str(step.action), str(step.explanation)) for step in steps)
        moves = [AnnotatedMove(notation, explanation=words) for notation, words in told]
        return cls(record, tuple(moves))

    @property
    def is_plain(self) -> bool:
        """Whether the record alone says everything."""
        if self.comment or self.beyond or any(move.said for move in self.moves):
            return False
        return tuple(move.notation for move in self.moves) == (self.record.actions or ())

    def replay_of(self, game: Game) -> Replay:
        """What was played to check it, if by these rules and from this start; else a new one.

        Raises `IgrotekaError` if the record can't be played.
        """
        own = self.record.replay(game)
        known = self.replay
        return known if known and (known.game, known.start) == (game, own.start) else own

    def to_line(self) -> str:
        """The record's line of JSON, with the field `annotations` where something is said."""
        line = self.record.to_line()
        if self.is_plain:
            return line
        said = {
            "comment": self.comment,
            "moves": _line_to_json(self.moves),
            "beyond": [_line_to_json(each) for each in self.beyond],
        }
        fields = {**json.loads(line), "annotations": {k: v for k, v in said.items() if v}}
        return json.dumps(fields, ensure_ascii=False)

    @classmethod
    def from_line(cls, line: str) -> AnnotatedGame:
        """The game that `to_line`, or `Record.to_line`, wrote. Raises `BadRecord`."""
        fields = read_fields(line)
        said = fields.pop("annotations", None)
        record = Record.from_fields(fields)
        if said is None:
            return cls.plain(record)
        try:
            game = cls(
                record,
                _line_from_json(said.get("moves", [])),
                tuple(_line_from_json(each) for each in said.get("beyond", [])),
                str(said.get("comment", "")),
            )
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise BadRecord(Text("the annotations of the record can't be read")) from error
        if tuple(move.notation for move in game.moves) != (record.actions or ()):
            raise BadRecord(
                Text("the annotations of the record are of other moves than its actions")
            )
        return game


def _line_to_json(line: Line) -> list[Json]:
    return [_move_to_json(move) for move in line]


def _move_to_json(move: AnnotatedMove) -> Json:
    """A move that nothing is said of is its notation alone."""
    fields: dict[str, Any] = {
        "move": move.notation,
        "before": move.before,
        "marks": list(move.marks),
        "comment": move.comment,
        "seconds": move.seconds,
        "explanation": move.explanation,
        "variations": [_line_to_json(line) for line in move.variations],
    }
    said = {name: value for name, value in fields.items() if value not in ("", [], None)}
    return move.notation if len(said) == 1 else said


def _line_from_json(items: Json) -> Line:
    return tuple(_move_from_json(item) for item in items)


def _move_from_json(item: Json) -> AnnotatedMove:
    if isinstance(item, str):
        return AnnotatedMove(item)
    seconds = item.get("seconds")
    return AnnotatedMove(
        notation=str(item["move"]),
        before=str(item.get("before", "")),
        marks=tuple(map(str, item.get("marks", ()))),
        comment=str(item.get("comment", "")),
        seconds=None if seconds is None else float(seconds),
        explanation=str(item.get("explanation", "")),
        variations=tuple(_line_from_json(line) for line in item.get("variations", ()) if line),
    )

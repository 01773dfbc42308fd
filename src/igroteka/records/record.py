"""A game as one JSON line: who played, from which deal, what was done, how it ended."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from dataclasses import fields as dataclass_fields
from itertools import chain, repeat
from pathlib import Path
from typing import Any, TypeVar

from igroteka.basics.endings import Ending
from igroteka.contract import OVER, Game, IgrotekaError, IllegalMove, Seat, State
from igroteka.records.replay import Replay
from igroteka.records.steps import Step
from igroteka.text import NOTHING, Text, quoted

T = TypeVar("T")

_HALF = re.compile(r"\\u[dD][89a-fA-F]")
"""What may write half a character, which can't be stored."""


class BadRecord(IgrotekaError):  # noqa: N818 - named after what is wrong
    """A record that can't be read, or does not follow the rules."""


@dataclass(frozen=True)
class Fault:
    """What a player did that cost it the game."""

    seat: Seat
    kind: str
    """One of `FaultKind`."""
    text: str
    """What went wrong; a `Text` where the house says it."""
    trace: str = field(default="", compare=False)
    """Where a bot went wrong, for the terminal of who let it play; kept nowhere."""

    def to_json(self) -> dict[str, Any]:
        """What the archive keeps: also what it takes to say it in another language."""
        said = {"said": self.text.to_json()} if isinstance(self.text, Text) else {}
        return {"seat": self.seat, "kind": self.kind, "text": str(self.text), **said}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Fault:
        """The fault that was kept so."""
        text = Text.from_json(kept["said"]) if "said" in kept else kept["text"]
        return cls(kept["seat"], kept["kind"], text)


@dataclass(frozen=True)
class Record:
    """A finished or unfinished game."""

    game: str
    options: Mapping[str, str]
    players: tuple[str, ...]
    """One name a seat."""
    deal: str
    actions: tuple[str, ...] | None
    """Notation, chance outcomes among them; None in a summary that kept only the result."""
    scores: tuple[float, ...] | None
    """None when the game was not played to its end."""
    fault: Fault | None = None
    seconds: tuple[float, ...] | None = None
    """Thinking time of each seat."""
    started: str | None = None
    """When it began, in UTC."""
    settled: str | None = None
    """How the players ended it where the rules had not, one of `Ending`."""
    event: Mapping[str, Any] | None = None
    """The tournament it belongs to: the run, the game's number in it, its seeds."""

    @property
    def ending(self) -> str:
        """How it ended, in a word."""
        if self.fault:
            return Ending.FAULT
        if self.settled:
            return self.settled
        return Ending.FINISHED if self.scores is not None else Ending.UNFINISHED

    def to_line(self) -> str:
        """The record as a line of JSON, without the line's end."""
        fields = {field.name: getattr(self, field.name) for field in dataclass_fields(self)}
        if self.fault:
            fault = self.fault
            fields["fault"] = {"seat": fault.seat, "kind": fault.kind, "text": fault.text}
        written = {name: value for name, value in fields.items() if value is not None}
        return json.dumps({**written, "ending": self.ending}, ensure_ascii=False)

    @classmethod
    def from_line(cls, line: str) -> Record:
        """The record that `to_line` wrote. Raises `BadRecord` and says what is wrong."""
        fields = read_fields(line)
        fields.pop("annotations", None)
        return cls.from_fields(fields)

    @classmethod
    def from_fields(cls, fields: dict[str, Any]) -> Record:
        """The record of these fields, which are used up. Raises `BadRecord` as `from_line`."""
        fields.pop("ending", None)
        fault = fields.pop("fault", None)
        try:
            record = cls(
                game=fields.pop("game"),
                options=dict(fields.pop("options")),
                players=tuple(fields.pop("players")),
                deal=fields.pop("deal"),
                actions=_tuple(fields.pop("actions", None)),
                scores=_tuple(fields.pop("scores", None)),
                fault=Fault(**fault) if fault else None,
                seconds=_tuple(fields.pop("seconds", None)),
                **fields,
            )
            record.check()
            return record
        except KeyError as error:
            raise BadRecord(
                Text("the record lacks the field {text}", text=quoted(error.args[0]))
            ) from error
        except (TypeError, ValueError) as error:
            known = {field.name for field in dataclass_fields(cls)}
            if unknown := next((name for name in fields if name not in known), None):
                raise BadRecord(
                    Text(
                        "the record has the field {text}, which means nothing", text=quoted(unknown)
                    )
                ) from error
            raise BadRecord(Text("the record has a field of the wrong kind")) from error

    def check(self) -> None:
        """Raise `BadRecord` if a field holds something of another kind than it should."""
        texts = [self.game, self.deal, *self.options, *self.options.values(), *self.players]
        texts += [] if self.settled is None else [self.settled]
        if not all(isinstance(text, str) for text in (*texts, *(self.actions or ()))):
            raise BadRecord(
                Text(
                    "the record has a field of the wrong kind: "
                    "game, options, players, deal, actions and settled are texts"
                )
            )
        if not all(isinstance(score, int | float) for score in self.scores or ()):
            raise BadRecord(Text("the record has a field of the wrong kind: scores are numbers"))
        if not isinstance(self.started, str | None):
            raise BadRecord(
                Text(
                    "the record has a field of the wrong kind: "
                    "started is a text, like 2024-05-06T18:30:00+00:00"
                )
            )
        if not isinstance(self.event, dict | None):
            raise BadRecord(Text("the record has a field of the wrong kind: event is an object"))
        if self.settled == Ending.UNFINISHED:
            raise BadRecord(
                Text("the record contradicts itself: a game that is settled is not unfinished")
            )
        if self.fault and self.fault.seat not in range(len(self.players)):
            raise BadRecord(
                Text("the record has a fault of seat {seat}, which is none", seat=self.fault.seat)
            )

    def replay(self, game: Game) -> Replay:
        """The game at its start, to be played again. Raises `IgrotekaError` if it can't be."""
        if self.actions is None:
            raise BadRecord(Text("this record kept only the result, not the actions"))
        return Replay(game, game.restore(self.deal))

    def positions(self, game: Game) -> Iterator[State]:
        """Every position, the start first.

        Raises `BadRecord` where the actions leave the rules, or lead to other scores than it
        states.
        """
        yield from self.replayed(self.replay(game))

    def replayed(self, replay: Replay) -> Iterator[State]:
        """Every position of a replay that begins as this record does. Raises as `positions`."""
        state = replay.start
        yield state
        for number, text in enumerate(self.actions or (), start=1):
            try:
                state = replay.read(state, text)
            except IllegalMove as error:
                raise _left_the_rules(number, text, error) from error
            yield state
        self._check_scores(state)

    def steps(self, game: Game) -> tuple[State, Iterator[Step]]:
        """The start, and the steps from it, each played when it is asked for. Raises the same."""
        start = self.replay(game).start
        return start, self._steps(game, start)

    def _steps(self, game: Game, start: State) -> Iterator[Step]:
        end = start
        for step in played_steps(game, start, self.actions or ()):
            yield step
            end = step.after
        self._check_scores(end)

    def _check_scores(self, end: State) -> None:
        if self.scores is None or self.settled:
            return
        if end.turn != OVER or end.scores() != self.scores:
            raise BadRecord(Text("the actions do not lead to the scores that the record states"))


def played_steps(
    game: Game,
    start: State,
    notations: Iterable[str],
    seconds: Iterable[float] = (),
    explanations: Iterable[Text] = (),
) -> Iterator[Step]:
    """The steps that are written so, each read once and played once when it is asked for.

    Raises `BadRecord` and says at which action, counted from 1, they leave the rules.
    """
    state = start
    told = zip(chain(seconds, repeat(0.0)), chain(explanations, repeat(NOTHING)), strict=False)
    for number, (text, more) in enumerate(zip(notations, told, strict=False), start=1):
        try:
            action = game.read(text)
            step = Step(state, action, state.play(action), *more)
        except IllegalMove as error:
            raise _left_the_rules(number, text, error) from error
        yield step
        state = step.after


def _left_the_rules(number: int, text: str, error: IllegalMove) -> BadRecord:
    return BadRecord(
        Text(
            "action {number}, {text}: {reason}",
            number=number,
            text=quoted(text),
            reason=error.sentence,
        )
    )


def read_fields(line: str) -> dict[str, Any]:
    """The fields of a record's line. Raises `BadRecord` if it is no JSON object."""
    try:
        fields = json.loads(line)
    except ValueError as error:
        place = getattr(error, "pos", 0) + 1
        raise BadRecord(
            Text("this is not a line of JSON: see its character {place}", place=place)
        ) from error
    if _HALF.search(line):
        try:
            json.dumps(fields, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            raise BadRecord(Text("this holds half a character, which nobody can read")) from error
    if not isinstance(fields, dict):
        raise BadRecord(Text("a record is a JSON object with the fields game, options, players, …"))
    return fields


def _tuple(value: Any) -> tuple[Any, ...] | None:
    return None if value is None else tuple(value)


def read_lines(
    lines: Iterable[bytes], read: Callable[[str], T]
) -> Iterator[tuple[int, T | BadRecord]]:
    """What is read of every line, or what is wrong with it, with the line's number from 1.

    This is how every file of records is read; empty lines are passed over.
    """
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield number, read(line.decode("utf-8-sig"))
            except UnicodeDecodeError:
                yield number, BadRecord(Text("this line is not text in UTF-8"))
            except RecursionError:
                yield number, BadRecord(Text("what is said of this game is nested too deep"))
            except IgrotekaError as error:
                yield number, BadRecord(error.sentence)


def read_records(path: Path) -> Iterator[Record]:
    """The records of a file, one a line. Raises `BadRecord` with the line's number."""
    try:
        with path.open("rb") as lines:
            for number, found in read_lines(lines, Record.from_line):
                if isinstance(found, BadRecord):
                    raise BadRecord(
                        Text(
                            "{path}, line {number}: {reason}",
                            path=path,
                            number=number,
                            reason=found.sentence,
                        )
                    )
                yield found
    except OSError as error:
        raise BadRecord(
            Text("{path} can't be read: {reason}", path=path, reason=str(error))
        ) from error

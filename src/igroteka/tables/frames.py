"""What goes out of a table: the whole of it once, then what has changed, made once for all who see
and hear the same.

A frame is one message of JSON, `table` or `change`; see docs/api.md. Whoever belongs to the same
audience is sent the same text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from igroteka.contract import Json, Seat
from igroteka.records.steps import SeenStep
from igroteka.tables.setting import Visitor
from igroteka.tables.snapshot import Words, about, parts_of, viewpoint_of

if TYPE_CHECKING:
    from igroteka.tables.table import Table

VERSION = 2
"""Of the messages between a table and its visitors."""

MERGED = ("table", "view")
"""Parts of which a change names only the fields that are others than before."""


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


class Audience(NamedTuple):
    """Those who see and hear the same of a table."""

    held: tuple[Seat, ...]
    """The seats for which they act."""
    viewpoint: Seat | None
    """The seat from which they look."""
    words: Words
    drawn: bool = False
    """Whether they need the position as text, having no board of their own for it."""


def audience_of(
    table: Table,
    visitor: Visitor | None,
    words: Words,
    looking: Seat | None = None,
    drawn: bool = False,
) -> Audience:
    """To whom a visitor belongs, who has asked to see the hand of the seat `looking`."""
    held = tuple(table.setting.held_by(visitor))
    return Audience(held, viewpoint_of(table, visitor, looking), words, drawn)


def written(message: Json) -> str:
    """A message as it is sent."""
    return _ENCODER.encode(message)


@dataclass
class Frame:
    """The table at one moment, for one audience."""

    parts: Mapping[str, Json]
    about: Mapping[str, Json]
    events: list[Json]
    """All that has happened, in its order."""
    before: Frame | None = None
    """What the same audience was told last."""

    @property
    def content(self) -> dict[str, Json]:
        """All that there is to see, but for what has happened."""
        return {**self.parts, "table": {**self.about, **self.parts["table"]}}

    @cached_property
    def whole(self) -> str:
        """For somebody who has seen nothing yet."""
        moves = {"from": 0, "items": self.events}
        return written({"type": "table", **self.content, "moves": moves})

    @cached_property
    def change(self) -> str:
        """For somebody who was told what went before; empty if nothing is new to them."""
        news = self._news()
        return written({"type": "change", **news}) if news else ""

    @cached_property
    def question(self) -> str:
        """For a program that is to decide: the question, and with it what is new."""
        actions = [action["text"] for action in self.parts["actions"]]
        asked = {"view": self.parts["view"], "actions": actions, "after": self.parts["after"]}
        return written({"type": "choose", **self._news(), **asked})

    @cached_property
    def question_with_history(self) -> str:
        """For a program that wants to be told each time how the game went."""
        seen = [{"seat": event["seat"], "text": event["text"]} for event in self.events]
        return f'{self.question[:-1]},"history":{written(seen)}}}'

    def _news(self) -> dict[str, Json]:
        """What is other than in the frame before, if there was one."""
        old = self.before
        if old is None:
            return {}
        news = {
            part: _merged(old.parts[part], value) if part in MERGED else value
            for part, value in self.parts.items()
            if old.parts[part] != value
        }
        same = _common(old.events, self.events)
        if same < max(len(old.events), len(self.events)):
            news["moves"] = {"from": same, "items": self.events[same:]}
        return news


def _merged(old: Mapping[str, Json], new: Mapping[str, Json]) -> dict[str, Json]:
    """The fields that are others than before; one that is no longer there is null."""
    gone = {field: None for field in old if field not in new}
    return gone | {
        field: value for field, value in new.items() if field not in old or old[field] != value
    }


def _common(old: Sequence[Json], new: Sequence[Json]) -> int:
    """How many events two lists begin with together; the same ones, not only equal ones."""
    shortest = min(len(old), len(new))
    if shortest and old[shortest - 1] is new[shortest - 1]:
        return shortest
    return next((at for at in range(shortest) if old[at] is not new[at]), shortest)


class Frames:
    """The frames of one table. What is not asked for is not made."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._now: dict[Audience, Frame] = {}
        self._before: dict[Audience, Frame] = {}
        self._heard: dict[tuple[Seat | None, Words], list[tuple[int, Json]]] = {}
        """What each viewpoint has heard, with the archive's number of the move."""

    @cached_property
    def _about(self) -> dict[str, Json]:
        return about(self._table)

    def go_on(self) -> None:
        """Something has changed: the frames of now are those of before."""
        for frame in self._now.values():
            frame.before = None
        self._before, self._now = self._now, {}

    def frame(self, audience: Audience) -> Frame:
        """The table as it is, for this audience."""
        if audience not in self._now:
            self._now[audience] = Frame(
                parts_of(self._table, audience.held, audience.viewpoint, audience.words)
                | self._drawn(audience),
                self._about,
                self._events(audience.viewpoint, audience.words),
                self._before.get(audience),
            )
        return self._now[audience]

    def _drawn(self, audience: Audience) -> dict[str, Json]:
        if not audience.drawn:
            return {}
        return {"text": str(self._table.state.view(audience.viewpoint))}

    def _events(self, viewpoint: Seat | None, words: Words) -> list[Json]:
        """All that has happened, as it is heard from a seat; told once, whoever asks again."""
        table = self._table
        heard = self._heard.setdefault((viewpoint, words), [])
        same = min(len(heard), len(table.moves))
        while same and heard[same - 1][0] != table.moves[same - 1]:
            same -= 1
        del heard[same:]
        for move, step in zip(table.moves[same:], table.so_far.steps[same:], strict=True):
            seen = table.so_far.seen(step, viewpoint, table.setting.open_explanations)
            heard.append((move, event(seen, words)))
        return [each for _, each in heard]


def event(seen: SeenStep, words: Words) -> dict[str, Json]:
    """Something that was done, as it is sent; what there is nothing to say of is left out."""
    said: dict[str, Json] = {"seat": -1 if seen.seat is None else seen.seat, "text": seen.notation}
    if (told := words(seen.words)) != seen.notation:
        said["words"] = told
    if seen.explanation:
        said["explanation"] = words(seen.explanation)
    if seen.seconds:
        said["seconds"] = round(seen.seconds, 1)
    return said

"""A table as a visitor may see it: whole at first, then only what has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from igroteka.basics.endings import Ending, ending_words
from igroteka.basics.points import winners
from igroteka.contract import Json, Seat
from igroteka.records.points import end_points
from igroteka.records.steps import Step
from igroteka.tables.bot_titles import bot_title
from igroteka.tables.setting import Chair, Visitor
from igroteka.tables.storage import GameEnd
from igroteka.tables.table import Table
from igroteka.text import Text, as_written

Words: TypeAlias = Callable[[Text], str]
"""A language as a function: it turns sentences of the games into itself."""


def viewpoint_of(table: Table, visitor: Visitor | None, looking: Seat | None) -> Seat | None:
    """From which seat a visitor sees the table.

    Who holds several seats where something is hidden sees a hand only after asking for it, and
    only while it is that seat's turn.
    """
    held = table.setting.held_by(visitor)
    if len(held) < 2:
        return held[0] if held else None
    if not table.game.hidden:
        return table.state.turn if table.state.turn in held else held[0]
    return looking if looking in held and looking == table.state.turn else None


def has_curtain(table: Table, visitor: Visitor | None, looking: Seat | None) -> bool:
    """Whether a hand of this visitor's is to move, but nobody has asked to see it yet."""
    held = table.setting.held_by(visitor)
    hidden = len(held) > 1 and viewpoint_of(table, visitor, looking) is None
    return hidden and table.state.turn in held and table.phase == "playing"


def snapshot(table: Table, visitor: Visitor | None, viewpoint: Seat | None, words: Words) -> Json:
    """All that a visitor may see of a table from this seat, but for the list of moves."""
    return {
        "table": _table_part(table, visitor, viewpoint, words),
        "seats": [_seat(table, visitor, seat, words) for seat in range(table.game.seats)],
        "after": table.after,
        **_scene(table, viewpoint, words),
        "result": _result(table, words),
    }


def _scene(table: Table, viewpoint: Seat | None, words: Words) -> dict[str, Json]:
    """What this seat sees of the game and may do; drawn once for all who see the same."""
    key = (viewpoint, words)
    if key not in table.scenes:
        view = table.state.view(viewpoint)
        actions = view.actions() if table.phase == "playing" and viewpoint is not None else ()
        table.scenes[key] = {
            "view": view.to_json(),
            "actions": [
                {"text": str(each), "words": words(view.explain(each))} for each in actions
            ],
            "meanings": [words(meaning) for meaning in view.meanings()],
        }
    return table.scenes[key]


def _table_part(
    table: Table, visitor: Visitor | None, viewpoint: Seat | None, words: Words
) -> Json:
    held = table.setting.held_by(visitor)
    turn = table.state.turn
    offer = table.offer
    return {
        "number": table.number,
        "game": table.game.name,
        "options": dict(table.game.options),
        "phase": table.phase,
        "turn": turn,
        "eye": viewpoint,
        "yours": held,
        "curtain": has_curtain(table, visitor, viewpoint),
        "to_move": turn in held and table.phase == "playing",
        "offer": offer
        and {
            "kind": offer.kind,
            "by": words(table.game.seat_name(offer.seat)),
            "yours_to_answer": bool(offer.waiting & set(held)),
        },
        "kid": table.setting.kid,
        "pace": table.setting.pace,
        "next": table.setting.next if held else None,
        "can": {
            "resign": table.game.settled(0) is not None,
            "draw": table.game.settled(None) is not None,
            "take_back": table.setting.take_back != "off",
            "hint": table.game.adviser is not None,
        },
    }


def _seat(table: Table, visitor: Visitor | None, seat: Seat, words: Words) -> Json:
    chair = table.setting.chairs[seat]
    left = table.clock.left(seat)
    return {
        "seat": seat,
        "title": words(table.game.seat_name(seat)),
        "player": _name(table, chair, words),
        "bot": chair.bot is not None,
        "yours": visitor in chair.holders,
        "present": table.present(seat),
        "clock": None if left is None else round(left, 1),
        "hints": chair.hints,
        "take_backs": chair.take_backs,
    }


def _name(table: Table, chair: Chair, words: Words) -> str | None:
    """A person's name; a bot that people choose by a word is called by it."""
    title = bot_title(table.game.name, chair.bot) if chair.bot else None
    return words(Text("bot: {title}", title=title)) if title else chair.player


def _result(table: Table, words: Words) -> Json:
    outcome = table.outcome
    if outcome is None:
        return None
    fault = outcome.fault
    got = end_points(table.game, outcome.scores, fault)
    return {
        "scores": outcome.scores,
        "ending": outcome.ending,
        "words": words(_ending(table, outcome)),
        "fault": fault
        and {"seat": fault.seat, "kind": fault.kind, "text": words(as_written(fault.text))},
        "winners": winners(table.game, got) if got else [],
    }


def _ending(table: Table, outcome: GameEnd) -> Text:
    """How the game ended, where there is more to say of it than that it did."""
    if outcome.ending == Ending.FINISHED:
        return table.state.view(None).ending()
    return ending_words(outcome.ending)


def moves_from(steps: Sequence[Step], first: int) -> Json:
    """The actions from a place in the list on; what stood there before is replaced."""
    return {
        "from": first,
        "items": [{"seat": step.before.turn, "text": str(step.action)} for step in steps[first:]],
    }


class Difference:
    """What a visitor has been told so far, so that only what is new goes to them."""

    def __init__(self) -> None:
        self._told: dict[str, Json] = {}
        self._moves: list[int] = []

    def message(self, table: Table, whole: Json) -> Json:
        """The first message is the whole, each one after it the top-level parts that changed."""
        first = not self._told
        news = {
            part: value
            for part, value in whole.items()
            if part not in self._told or self._told[part] != value
        }
        self._told = whole
        moves = list(table.moves)
        same = 0
        for old, new in zip(self._moves, moves, strict=False):
            if old != new:
                break
            same += 1
        if first or moves != self._moves:
            news["moves"] = moves_from(table.so_far.steps, same)
        self._moves = moves
        return {"type": "table" if first else "change", **news}

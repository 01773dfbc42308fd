"""A table as a visitor may see it now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from igroteka.basics.endings import Ending, ending_words
from igroteka.basics.points import winners
from igroteka.contract import Json, Seat
from igroteka.records.points import end_points
from igroteka.tables.characters import FRIEND, Character, bot_title, character_of
from igroteka.tables.setting import Chair, Visitor
from igroteka.tables.storage import GameEnd
from igroteka.text import Text, as_written

if TYPE_CHECKING:
    from igroteka.tables.table import Table

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


def about(table: Table) -> dict[str, Json]:
    """What is said of a table once."""
    return {
        "number": table.number,
        "game": table.game.name,
        "options": dict(table.game.options),
        "kid": table.setting.kid,
        "pace": table.setting.pace,
        "can": {
            "resign": table.game.settled(0) is not None,
            "draw": table.game.settled(None) is not None,
            "take_back": table.setting.take_back != "off",
            "hint": table.game.adviser is not None,
        },
    }


def parts_of(
    table: Table, held: Sequence[Seat], viewpoint: Seat | None, words: Words
) -> dict[str, Json]:
    """All that changes at a table, as somebody who acts for these seats may see it from one."""
    view = table.state.view(viewpoint)
    actions = view.actions() if table.phase == "playing" and viewpoint is not None else ()
    return {
        "table": _standing(table, held, viewpoint, words),
        "seats": [_seat(table, held, seat, words) for seat in range(table.game.seats)],
        "after": table.after,
        "view": view.to_json(),
        "actions": [{"text": str(each), "words": words(view.explain(each))} for each in actions],
        "result": _result(table, words),
        "notices": [words(notice) for notice in table.notices],
        "sitting": _sitting(table, words),
    }


def _sitting(table: Table, words: Words) -> Json:
    """Which game of how many this is, the score so far, party by party, and who sits where next."""
    now = table.sitting
    if now is None:
        return None
    sitting, score, seating = now.stored.sitting, now.score, now.seating
    parties = [[seating.index(person) for person in party] for party in score.parties]
    return {
        "number": now.stored.id,
        "place": now.place,
        "length": sitting.length,
        "title": words(sitting.reckoning.title),
        "unit": words(sitting.reckoning.unit),
        "parties": [
            {
                "seats": sorted(seats),
                "total": score.totals[party[0]],
                "leads": party[0] in score.leaders,
                "games": [None if row.got is None else row.got[party[0]] for row in score.rows],
            }
            for seats, party in zip(parties, score.parties, strict=True)
        ],
        "remarks": [words(remark) for remark in score.remarks],
        "next": now.changed_places(table.state) if table.phase == "over" else None,
    }


def _standing(
    table: Table, held: Sequence[Seat], viewpoint: Seat | None, words: Words
) -> dict[str, Json]:
    turn, phase, offer = table.state.turn, table.phase, table.offer
    return {
        "phase": phase,
        "turn": turn,
        "eye": viewpoint,
        "yours": list(held),
        "curtain": len(held) > 1 and viewpoint is None and turn in held and phase == "playing",
        "to_move": turn in held and phase == "playing" and table.setting.chairs[turn].bot is None,
        "offer": offer
        and {
            "kind": offer.kind,
            "by": words(table.game.seat_name(offer.seat)),
            "yours_to_answer": bool(offer.waiting & set(held)),
        },
        "next": table.setting.next,
    }


def _seat(table: Table, held: Sequence[Seat], seat: Seat, words: Words) -> Json:
    chair = table.setting.chairs[seat]
    left = table.clock.left(seat)
    character = _character(table, chair)
    told = None if table.setting.kid else character  # how well its friend plays no child is told
    return {
        "seat": seat,
        "title": words(table.game.seat_name(seat)),
        "player": _name(table, chair, words),
        "face": character and character.face,
        "strength": told and told.strength,
        "rank": told and words(told.rank),
        "bot": chair.bot is not None,
        "yours": seat in held,
        "present": table.present(seat),
        "clock": None if left is None else round(left, 1),
        "hints": chair.hints,
        "take_backs": chair.take_backs,
    }


def _character(table: Table, chair: Chair) -> Character | None:
    """Who plays as the bot on a chair."""
    if chair.bot is None or _replaces(chair):
        return None
    return FRIEND if table.setting.kid else character_of(table.game.name, chair.bot)


def _name(table: Table, chair: Chair, words: Words) -> str | None:
    """A person's name, also where a robot stands in; a bot is called by its character's."""
    if _replaces(chair):
        return words(Text("{name} (a robot plays)", name=chair.player))
    if chair.bot is None:
        return chair.player
    return words(FRIEND.name if table.setting.kid else bot_title(table.game.name, chair.bot))


def _replaces(chair: Chair) -> bool:
    """Whether a robot sits there for a person."""
    return chair.stands_in and chair.kind != "bot"


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

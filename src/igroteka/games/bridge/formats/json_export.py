"""JSON out: a game with its board, auction and play as plain values, for programs and pages."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from igroteka.contract import Json
from igroteka.games.bridge.boards import LETTERS
from igroteka.games.bridge.cards import hand_text
from igroteka.games.bridge.formats.game import GameText, Section, Turn


def write_json(games: Iterable[GameText]) -> str:
    """The games as one JSON array."""
    return json.dumps([game_json(game) for game in games], ensure_ascii=False, indent=2) + "\n"


def game_json(game: GameText) -> Json:
    """One game; what is not known is null."""
    contract, tricks = game.contract, game.tricks
    hands = zip(LETTERS, game.hands, strict=True)
    return {
        "board": game.number,
        "dealer": game.tag("Dealer") or None,
        "vulnerable": game.tag("Vulnerable") or None,
        "hands": {seat: None if hand is None else hand_text(hand) for seat, hand in hands},
        "players": {name[0]: game.tag(name) or None for name in ("North", "East", "South", "West")},
        "contract": game.tag("Contract") or None,
        "declarer": game.tag("Declarer") or None,
        "tricks": tricks,
        "score": game.north_south_points,
        "auction": None if game.auction is None else _section(game.auction),
        "play": None if game.play is None else _section(game.play),
        "cards": [f"{LETTERS[seat]} {card.ascii}" for seat, card in game.cards()],
        "tables": {
            table.name: {"columns": table.columns, "rows": [list(row) for row in table.rows]}
            for table in game.tables
        },
        "comments": {name: list(texts) for name, texts in game.comments.items()},
        "tags": dict(game.tags),
        "doubled": contract.doubled if contract else None,
    }


def _section(section: Section) -> Json:
    return {
        "first": LETTERS[section.first],
        "turns": [_turn(turn) for turn in section.turns],
        "ending": section.ending,
        "notes": {str(number): text for number, text in section.notes.items()},
    }


def _turn(turn: Turn) -> Json:
    fields: dict[str, Any] = {
        "action": None if turn.action is None else turn.action.ascii,
        "irregularities": list(turn.irregularities),
        "marks": list(turn.marks),
        "note": turn.note,
        "comments": list(turn.comments),
    }
    said = {name: value for name, value in fields.items() if value not in ([], None)}
    return fields["action"] if set(said) <= {"action"} else said

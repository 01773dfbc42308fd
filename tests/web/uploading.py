"""A program of a visitor, and files of games that are sent to the archive."""

from __future__ import annotations

import json
from typing import Any

from tests.web.visiting import House, Visitor


def new_program(house: House) -> str:
    answer = house.visitor().client.post("/api/programs", json={"name": "a program"})
    return str(answer.json()["token"])


def start_of_draughts() -> str:
    from igroteka.basics.randomness import Stream
    from igroteka.registry import make_game

    return make_game("draughts", {}).deal(Stream(1)).deal


def upload(visitor: Visitor, record: dict[str, Any]) -> str:
    answer = visitor.client.post(
        "/archive/import",
        data={"form": visitor.token},
        files={"file": ("games.jsonl", json.dumps(record).encode())},
    )
    return str(answer.text)

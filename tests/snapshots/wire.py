"""What goes over the wire: every message of short games, and the answers to programs."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.snapshots.lots import known_lots
from tests.snapshots.printing import pretty, pretty_line, steadied
from tests.web.visiting import House, Screen, Visitor

GAMES: Mapping[str, tuple[Mapping[str, str], int]] = {
    "draughts": ({}, 0),
    "durak": ({"cards": "24"}, 0),
    "bridge": ({"board": "3"}, 2),
    "substitution": ({"turns": "3"}, 0),
}
"""The options of each game and the seat of the person."""
SEATS = {"bridge": 4}
MESSAGES = {"en": 30, "ru": 10}
"""After how many messages a game is left, when it is the person's turn."""
SENT = "→ "


def texts(folder: Path) -> dict[str, str]:
    """The messages of all games in both languages, and of programs."""
    told = {}
    with known_lots() as lots, House(folder).open() as house:
        program = Program(house, lots)
        for language, most in MESSAGES.items():
            anna = house.visitor("Anna")
            anna.post("/wishes", language=language)
            for game in GAMES:
                told[f"wire/{game}.{language}.txt"] = _game(anna, program, game, most)
            told[f"wire/wishes.{language}.txt"] = _wishes(anna, program)
        told["wire/program.txt"] = _by_program(program)
        told["wire/answers.txt"] = "\n".join(program.answers)
    return told


@dataclass
class Program:
    """Somebody with a token, who opens the tables."""

    house: House
    lots: random.Random

    def __post_init__(self) -> None:
        self.visitor = self.house.visitor()
        self.answers: list[str] = []
        self.token = ""
        self.token = self.ask("POST", "/api/programs", {"name": "robot"})["token"]

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """What the house answers to a request, which is written down."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        answer = self.visitor.client.request(method, path, json=body, headers=headers)
        told = answer.json()
        sent = "" if body is None else f" {pretty(body)}"
        shown = f"{method} {path}{sent}\n{answer.status_code} {pretty(steadied(told))}\n"
        self.answers.append(shown.replace(self._key_of(path), "KEY"))
        return told

    def _key_of(self, path: str) -> str:
        return path.rpartition("/seats/")[2] if "/seats/" in path else "\0"

    def open(self, game: str, person: str = "invite", **rules: Any) -> tuple[int, str]:
        """A table with bots and one seat for a person; its number and the key of that seat."""
        usual, seat = GAMES[game]
        options = rules.pop("options", usual)
        chairs = [{"kind": "bot", "bot": "random"} for _ in range(SEATS.get(game, 2))]
        chairs[seat] = {"kind": person}
        self.lots.seed(f"{game} {sorted(options.items())}")
        wish = {"game": game, "options": options, "seats": chairs, **rules}
        told = self.ask("POST", "/api/tables", wish)
        keys = [each["key"] for each in told["invitations"]]
        return told["table"]["number"], keys[0] if keys else ""


def _game(anna: Visitor, program: Program, game: str, most: int) -> str:
    """A game in which the person always takes the first action."""
    number, key = program.open(game)
    before = len(anna.received)
    with anna.at(number) as screen:
        anna.post(f"/table/{number}/sit/{key}", name="Anna")
        screen.until(lambda: screen.seen["table"]["yours"] != [])
        _play(screen, before, most)
        return _messages(anna, before)


def _play(screen: Screen, before: int, most: int) -> None:
    """Play until so many messages came, the person is to move, or the game is over."""
    while screen.phase != "over":
        screen.until(lambda: screen.to_move or screen.phase == "over")
        if len(screen.visitor.received) - before >= most or screen.phase == "over":
            return
        moves = len(screen.moves)
        _say(screen, action=screen.actions[0])
        screen.until(lambda moves=moves: len(screen.moves) > moves)  # type: ignore[misc]


def _say(screen: Screen, **wish: Any) -> None:
    screen.visitor.received.append(SENT + json.dumps(wish, ensure_ascii=False))
    screen.send(**wish)


def _messages(visitor: Visitor, before: int) -> str:
    """What was said both ways, without the pages that were read meanwhile."""
    said = [text for text in visitor.received[before:] if text.startswith((SENT, "{"))]
    return "".join(
        f"{text}\n" if text.startswith(SENT) else pretty_line(text, (",", ":")) for text in said
    )


def _wishes(anna: Visitor, program: Program) -> str:
    """All that a person may wish at a table, and what is refused."""
    number, key = program.open("draughts", take_back="free")
    before = len(anna.received)
    with anna.at(number) as screen:
        _ask(screen, 1, action="c3-d4")
        anna.post(f"/table/{number}/sit/{key}", name="Anna")
        screen.until(lambda: screen.to_move)
        _ask(screen, 1, action="c3-d5")
        _ask(screen, 1, unknown=True)
        _ask(screen, 1, take_back=True)
        _ask(screen, 1, action="c3-d4", after=77)
        _ask(screen, 2, action="c3-d4")
        _ask(screen, 1, take_back=True)
        _ask(screen, 1, pause=True)
        _ask(screen, 1, action="c3-d4")
        _ask(screen, 1, pause=False)
        _ask(screen, 2, draw=True)
        _ask(screen, 1, resign=True)
        _ask(screen, 1, resign=True)
        return _messages(anna, before)


def _ask(screen: Screen, answers: int, **wish: Any) -> None:
    """Say something, and wait for so many messages."""
    _say(screen, **wish)
    for _ in range(answers):
        screen.receive()


def _by_program(program: Program) -> str:
    """A game of a program, which is asked, refused once, and resigns."""
    number, _ = program.open("draughts", person="me")
    visitor, address = program.visitor, f"/api/tables/{number}/socket"
    headers = {"Authorization": f"Bearer {program.token}"}
    before = len(visitor.received)
    with visitor._connected(address, number, headers=headers) as screen:
        for answered in range(1, 4):
            screen.until(lambda answered=answered: len(screen.questions) == answered)  # type: ignore[misc]
            asked = screen.questions[-1]
            _say(screen, action=asked["actions"][0], after=asked["after"])
        screen.until(lambda: len(screen.questions) == 4)
        _say(screen, action="a1-h8")
        screen.until(lambda: len(screen.questions) == 5)
        _say(screen, resign=True)
        screen.until(lambda: visitor.received[-1].startswith('{"type":"end"'))
    _requests(program)
    return _messages(visitor, before)


def _requests(program: Program) -> None:
    """What a program asks for over HTTP, and what it is refused."""
    number, _ = program.open("draughts", minutes=10, increment=5)  # no clock runs before all sit
    program.ask("GET", f"/api/tables/{number}")
    number, key = program.open("draughts")
    program.ask("POST", f"/api/tables/{number}/seats/nothing", {})
    program.ask("POST", f"/api/tables/{number}/seats/{key}", {})
    program.ask("POST", f"/api/tables/{number}/actions", {"action": "c3-d4", "after": 0})
    program.ask("POST", f"/api/tables/{number}/actions", {"action": "c3-d4", "after": 0})
    program.ask("POST", f"/api/tables/{number}/actions", {"move": "c3-d4"})
    program.ask("GET", "/api/tables/77")
    program.ask("GET", "/api/games")
    program.ask("POST", "/api/tables", {"game": "chess"})
    program.ask("POST", "/api/tables", {"game": "durak", "options": {"cards": "7"}})
    program.ask("POST", "/api/programs", {"name": "robot"})
    program.token = ""
    program.ask("GET", f"/api/tables/{number}")

"""No hidden card crosses the wire: all that each visitor ever receives is searched for them."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from igroteka.contract import IllegalMove, State
from igroteka.tables.table import Table
from tests.web.visiting import House, Screen, Visitor, bot

CARD = re.compile(r"(?:10|[2-9TJQKA])[♠♥♦♣]|[♠♥♦♣](?:10|[2-9TJQKA])")


def cards(text: str) -> set[str]:
    """The cards that a text names, however they are written."""
    found = CARD.findall(text.replace("10", "T"))
    return {"".join(sorted(card)) for card in found}


def known(state: State, seat: int | None) -> set[str]:
    """The cards that a seat may know of in a position."""
    return cards(json.dumps(state.view(seat).to_json(), ensure_ascii=False))


class Watched:
    """A visitor, the seat from which they look, and how much of their mail was read."""

    def __init__(self, visitor: Visitor, screen: Screen, seat: int | None) -> None:
        self.visitor = visitor
        self.screen = screen
        self.seat = seat
        self.read = 0
        self.known: set[str] = set()

    def check(self, state: State) -> None:
        """Everything that has come names only cards that this seat has been able to know."""
        self.known |= known(state, self.seat)
        for text in self.visitor.received[self.read :]:
            assert cards(text) <= self.known, cards(text) - self.known
        self.read = len(self.visitor.received)


@contextmanager
def gathered(house: House, table: Table, visitors: list[Visitor]) -> Iterator[list[Watched]]:
    """Everybody at the table; the last one looks on."""
    with ExitStack() as stack:
        seats: list[int | None] = [*range(len(visitors) - 1), None]
        yield [
            Watched(visitor, stack.enter_context(visitor.at(table.number)), seat)
            for visitor, seat in zip(visitors, seats, strict=True)
        ]


@pytest.mark.parametrize(
    ("game", "options", "people", "most"),
    [("durak", {"cards": "36"}, 2, 60), ("durak", {"players": "3", "transfer": "yes"}, 3, 60),
     ("bridge", {}, 4, 40)],
)  # fmt: skip
def test_nobody_is_sent_a_card_that_they_may_not_know(
    house: House, game: str, options: dict[str, str], people: int, most: int
) -> None:
    rng = random.Random(5)
    names = ["Anna", "Boris", "Clara", "David"][:people]
    visitors = [house.visitor(name) for name in names]
    chairs = [visitor.chair(name) for visitor, name in zip(visitors, names, strict=True)]
    table = house.seat(game, options, *chairs)
    with gathered(house, table, [*visitors, house.visitor("Eve")]) as company:
        for watched in company:
            watched.check(table.state)
        for count in range(most):
            mover = next((each for each in company if each.seat == table.state.turn), None)
            if mover is None:
                break
            mover.screen.until(lambda: len(mover.screen.moves) == count)  # noqa: B023
            mover.screen.until(lambda: bool(mover.screen.actions))  # noqa: B023
            mover.screen.play(rng.choice(mover.screen.actions))
            for watched in company:
                watched.screen.until(lambda: len(watched.screen.moves) == count + 1)  # noqa: B023
                for path in (f"/table/{table.number}", f"/game/{table.number}", "/", "/archive"):
                    if count % 10 == 0:
                        watched.visitor.get(path)
                watched.check(table.state)
        assert len(table.so_far.steps) > 10


@pytest.mark.parametrize("game", ["durak", "bridge"])
def test_a_refusal_tells_nothing_of_hidden_cards(game: str) -> None:
    """What a seat hears when it plays a card that it may not is the same however others hold."""
    from igroteka.registry import make_game

    rules = make_game(game, {})
    rng = random.Random(3)
    deck = [f"{rank}{suit}" for rank in "6789TJQKA" for suit in "♠♥♦♣"]
    notations = deck if game == "durak" else [card[1] + card[0] for card in deck]
    for _ in range(5):
        state = rules.deal(rng)
        for _ in range(30):
            if state.turn < 0:
                break
            other = state.disguise(state.turn, rng)
            for notation in notations:
                action = rules.read(notation)
                assert _refusal(state, action) == _refusal(other, action)
            state = state.play(rng.choice(state.actions()))


def _refusal(state: State, action: Any) -> str | None:
    try:
        state.play(action)
    except IllegalMove as error:
        return str(error)
    return None


def test_a_running_game_of_cards_is_in_no_other_page(house: House) -> None:
    anna, eve = house.visitor("Anna"), house.visitor("Eve")
    table = house.seat("durak", {}, anna.chair("Anna"), bot())
    with anna.at(table.number) as screen:
        screen.until(lambda: screen.to_move)
        screen.play(screen.actions[0])
    allowed = known(table.state, None)
    for path in ("", "/positions", "/tree", "/as/json", "/analysis"):
        for visitor in (anna, eve):
            page = visitor.get(f"/game/{table.number}{path}")
            assert cards(page.text) <= allowed | known(table.state, 0 if visitor is anna else None)
            assert "deal" not in page.text


def test_cards_seen_being_taken_are_shown_only_to_who_wants_that(house: House) -> None:
    anna = house.visitor("Anna")
    assert 'data-memory="off"' in anna.get("/me").text
    anna.post("/wishes", memory="always")
    assert 'data-memory="off"' in anna.get("/me").text
    anna.post("/wishes", memory="on")
    assert 'data-memory="on"' in anna.get("/me").text

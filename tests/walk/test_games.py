"""A whole game of each kind: all beside the board is pressed, and it is played to its end."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from igroteka.registry import game_names, make_game
from tests.walk.looking_back import go_on_from_here, go_to, look_back, step_through
from tests.walk.option_sets import covering
from tests.walk.presses import Presser
from tests.walk.recording import walked
from tests.walk.supplies import archive, played
from tests.walk.tables import LAPTOP, LONGEST, PHONE, Walker, click, walking
from tests.walk.ways import by_dragging, by_keys, change_mind, press_others
from tests.web.browsing import needs_chromium
from tests.web.house import House

pytestmark = needs_chromium

FEW_MOVES, WHOLE = 12, 200
"""Moves of one person: what a run has time for, where giving up may end a game; and enough."""
HINT_STEPS = 3
LAST_MOVES, END_MOVES = 11, 4


@pytest.mark.parametrize(
    ("most", "place", "chair"),
    [
        (FEW_MOVES, 0, "bot"),
        pytest.param(WHOLE, 0, "bot", marks=pytest.mark.slow),
        pytest.param(WHOLE, 1, "here", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("game", game_names())
def test_a_whole_game(
    browser: Browser, site: House, game: str, most: int, place: int, chair: str
) -> None:
    options = covering(game)[place]
    seats = make_game(game, options).seats
    with walking(browser, site, reduced_motion="no-preference") as walker:
        walker.introduce(LONGEST.format(0), "en")
        walker.open_table(game, options, ["me", *[chair] * (seats - 1)])
        if walker.my_turn():
            take_hints(walker)
            walker.move(click)
        Presser(walker).press_all(walker.page.url)
        moves = play_on(walker, most)
        Presser(walker).press_all(walker.page.url, risky=True)
        if most == WHOLE or walker.page.locator(".table-page.over").count():
            look_back(walker)
        walked("journey", f"{game}: a whole game", moves=moves)
    assert not walker.faults, "\n".join(walker.faults)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "place"),
    [
        pytest.param(game, place, id=f"{game}-{place}")
        for game in game_names()
        for place in range(len(covering(game)))
    ],
)
def test_the_end_of_a_game_is_played_otherwise(
    browser: Browser, tmp_path: Path, game: str, place: int
) -> None:
    file = archive(tmp_path / "games.db")
    number, moves = played(file, game, covering(game)[place])
    with House(tmp_path, str(file)) as house, walking(browser, house) as walker:
        walker.introduce("Anna", "en")
        go_to(walker, number, moves)
        walker.measure("the end", (LAPTOP, PHONE))
        step_through(walker, (LAPTOP, PHONE), FEW_MOVES)
        go_to(walker, number, max(0, moves - LAST_MOVES))
        go_on_from_here(walker)
        tried = play_on(walker, END_MOVES)
        walker.my_turn()
        walker.measure("after the end", (LAPTOP, PHONE))
        walked("journey", f"{game}: the end", moves=tried)
    assert not walker.faults, "\n".join(walker.faults)


def take_hints(walker: Walker) -> None:
    """Ask for a hint, and for more of it; what it says covers nothing that one needs."""
    page = walker.page
    if not page.locator("#hint").is_enabled():
        return
    page.locator("#hint").click()
    for step in range(HINT_STEPS):
        expect(page.locator("#advice")).to_be_visible()
        walker.measure(f"hint, step {step + 1}", (LAPTOP, PHONE))
        more = page.locator("#more-hint")
        if not more.count():
            return
        more.click()
        expect(page.locator("#advice")).to_be_visible()


def play_on(walker: Walker, most: int) -> int:
    """Play until the game is over, or for so many moves; how many were played.

    The first moves are made by keys and by dragging; all else that is offered is pressed.
    """
    ways = [by_keys, by_dragging]
    pressed: Counter[str] = Counter()
    for made in range(most):
        if not walker.my_turn():
            return made
        if made == len(ways):
            change_mind(walker)
        press_others(walker, pressed)
        if not walker.my_turn():
            return made
        walker.move(ways[made] if made < len(ways) else click)
    return most

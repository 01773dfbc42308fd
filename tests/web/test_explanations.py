"""What was told of calls, read by all when the board is over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from playwright.sync_api import expect

from igroteka import registry
from igroteka.archive import Archive
from igroteka.archive.importing import Source, Stored, take_in
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.record import Record
from igroteka.registry import make_game
from tests.russian import check
from tests.web import house as outside
from tests.web.browsing import Visit, needs_chromium
from tests.web.russian import russian
from tests.web.visiting import House, bot

NOTRUMP_DEAL = "1 N None AQ4.KJ93.K82.Q75 8763.AQ4.QT4.K42 KJ952.T2.J95.AT9 T.8765.A763.J863"
TOLD = ["15–17", "", "asks <b>for</b> majors", "", "", "", ""]


def test_the_look_back_tells_explanations_in_the_language_of_the_reader(house: House) -> None:
    anna, vera = house.visitor("Anna"), russian(house, "Vera")
    table = house.seat("bridge", {}, *[bot("simple")] * 4)
    with anna.at(table.number) as screen:
        screen.until(lambda: screen.phase == "over")
    steps = table.so_far.steps
    for reader in (anna, vera):
        moves = reader.get(f"/game/{table.number}/tree").json()["moves"]
        told = [move["explanation"] for move in moves]
        assert [bool(words) for words in told] == [bool(step.explanation) for step in steps]
    assert any(told)
    for step, words in zip(steps, told, strict=True):
        if words:
            check(step.explanation)
            assert words != step.explanation


@needs_chromium
def test_the_board_shows_what_was_told_of_each_call(
    served: outside.House, visit: Callable[..., Visit]
) -> None:
    actions = ("1NT", "pass", "2♣", "pass", "2♥", "pass", "pass", "pass")
    record = Record(
        "bridge", make_game("bridge", {}).options, tuple("NESW"), NOTRUMP_DEAL, actions, None
    )
    plain = AnnotatedGame.plain(replace(record, settled="result only", scores=(0.0,) * 4))
    words = [*TOLD, ""]
    moves = [replace(m, explanation=told) for m, told in zip(plain.moves, words, strict=True)]
    with Archive.open(served.database, registry) as archive:
        (stored,) = take_in(archive, [replace(plain, moves=tuple(moves))], Source("import:json"))
    assert isinstance(stored, Stored)
    page = visit().page
    page.goto(f"/game/{stored.id}")
    expect(page.locator(".last-meaning")).to_have_count(0)
    page.locator("#forward").click()
    expect(page.locator(".last-meaning")).to_have_text("North 1NT 15–17")
    page.locator("#forward").click()
    page.locator("#forward").click()
    expect(page.locator(".last-meaning")).to_have_text("South 2 asks <b>for</b> majors")
    page.locator("#forward").click()
    page.locator("#forward").click()
    expect(page.locator(".last-meaning")).to_have_count(0)
    told = [f": {each}" for each in ("15–17", TOLD[2])]
    expect(page.locator(".auction button.call .vh")).to_have_text(told)

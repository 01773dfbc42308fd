"""A journey in other browsers than Chromium, and at an address that is not this machine's own."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from igroteka.registry import game_names
from tests.walk.engines import ENGINES, Engine, missing
from tests.walk.recording import walked
from tests.walk.tables import GEOMETRY, MOST_PRESSES, POINT, WILL
from tests.web.house import House

START = """const [game] = arguments;
  document.querySelector(`input[name=game][value="${game}"]`).click();
  document.querySelector(".offer.chosen .b.go").click();"""
READY = f"return Boolean(document.querySelector('#board {WILL}, .table-page.over'))"
PRESS = f"""const [place, before] = arguments;
  if (document.querySelector("#moves").children.length > before) return "played";
  const there = [...document.querySelectorAll("#board {WILL}")];
  return there.length ? ({POINT})(there[place % there.length]) : null;"""
STATE = f"""return document.querySelector("#moves").children.length + "|"
  + [...document.querySelectorAll("#board {WILL}")].map(each => each.outerHTML).join()"""
CHANGED = f"{STATE.replace('return', 'const now =', 1)}; return now !== arguments[0]"
MOVES = "return document.querySelector('#moves').children.length"


@pytest.fixture(scope="module", params=ENGINES)
def engine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Engine]:
    name = request.param
    if missing(name) and os.environ.get("IGROTEKA_TEST_ALL") != "1":
        pytest.skip(f"there is no {', '.join(missing(name))} on the PATH")
    with ENGINES[name](tmp_path_factory.mktemp(name)) as opened:
        yield opened


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_a_game_is_begun_played_and_looked_back_at(engine: Engine, site: House, game: str) -> None:
    engine.go(site.address)
    engine.until("return Boolean(document.querySelector('form.new .offer.chosen'))")
    engine.run(START, game)
    engine.until("return location.pathname.startsWith('/table/')")
    engine.until(READY)
    before = engine.run(MOVES)
    for place in range(MOST_PRESSES):
        point = engine.until(PRESS, place * 7, before)
        if point == "played":
            break
        drawing = engine.run(STATE)
        engine.press(*point)
        engine.until(CHANGED, drawing)
    assert engine.run(MOVES) > before
    assert engine.run(f"{GEOMETRY}; return globalThis.geometry.faults(0)") == []
    number = engine.run("return location.pathname").rpartition("/")[2]
    engine.go(f"{site.address}/game/{number}")
    engine.until("return document.querySelectorAll('#moves .ply').length > 0")
    walked("journey", f"{type(engine).__name__}: {game}")

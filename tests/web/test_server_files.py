"""No answer tells whether a file exists on the server, whichever way its name comes in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from httpx import Response

from igroteka.registry import make_game
from igroteka.web.pages import common
from tests.web.uploading import new_program, start_of_draughts, upload
from tests.web.visiting import House, Visitor

NAME = "xyzzy"
ENDINGS = ("", ".txt", ".xml", ".py", ".pbn", ".toml")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    for ending in ENDINGS:
        (folder / f"{NAME}{ending}").write_text("S->a\n")
    with House(folder).open() as opened:
        yield opened


@pytest.fixture(scope="module")
def anna(house: House) -> Visitor:
    visitor = house.visitor("Anna")
    visitor.client.headers["authorization"] = f"Bearer {new_program(house)}"
    return visitor


def option(path: str) -> dict[str, str]:
    return {"option-grammar": path, "seat0": "me", "seat1": "bot:random"}


OPTIONS: dict[str, Callable[[Visitor, str], Any]] = {
    "address": lambda v, path: v.get("/new/substitution", grammar=path),
    "weights": lambda v, path: v.get("/new/substitution", weights=path),
    "form": lambda v, path: v.post("/new/substitution", **option(path)),
    "tournament": lambda v, path: v.post(
        "/tournaments/new/substitution", **option(path), bots="random", games="1", seed="1"
    ),
    "grammar": lambda v, path: v.post("/grammar/check", grammar=path),
    "named grammar": lambda v, path: v.get("/grammar", name=path),
    "interface": lambda v, path: v.client.post(
        "/api/tables", json={"game": "substitution", "options": {"grammar": path}}
    ),
    "record": lambda v, path: upload(v, record("substitution", ["A", "B"], grammar=path)),
}
BOTS: dict[str, Callable[[Visitor, str, str], Any]] = {
    "at once": lambda v, game, bot: v.post(f"/play/{game}", **{f"bot_{game}": bot}),
    "form": lambda v, game, bot: v.post(f"/new/{game}", seat0="me", seat1=f"bot:{bot}"),
    "tournament": lambda v, game, bot: v.post(
        f"/tournaments/new/{game}", bots=f"random, {bot}", games="1", seed="1"
    ),
    "interface": lambda v, game, bot: v.client.post(
        "/api/tables",
        json={"game": game, "seats": [{"kind": "bot", "bot": bot}] * make_game(game, {}).seats},
    ),
}
SPECS = (
    ("draughts", "{path}:Bot"),
    ("draughts", "external({path})"),
    ("draughts", "engine(level={path})"),
    ("draughts", "random({path})"),
    ("bridge", "simple({path})"),
    ("bridge", 'monte-carlo(system="{path}")'),
    ("substitution", "adaptive(finish={path})"),
    ("substitution", 'adaptive(finish="x), external({path}")'),
)


def record(game: str, players: list[str], **options: str) -> dict[str, Any]:
    deal = start_of_draughts() if game == "draughts" else ""
    told = {"game": game, "options": options, "players": players, "deal": deal}
    return {**told, "actions": [], "scores": None, "ending": "unfinished"}


def told(house: House, answer: Any) -> tuple[int, str]:
    """What somebody learns from an answer, beside the name that they have sent."""
    common.FORM_RATE._stores.clear()
    status = answer.status_code if isinstance(answer, Response) else 0
    text = answer.text if isinstance(answer, Response) else str(answer)
    return status, text.replace(str(house.folder), "").replace(NAME, "plugh")


@pytest.mark.parametrize("way", OPTIONS)
@pytest.mark.parametrize("ending", ["", ".txt", ".xml"])
def test_an_option_does_not_tell(house: House, anna: Visitor, way: str, ending: str) -> None:
    there, missing = (
        told(house, OPTIONS[way](anna, str(house.folder / f"{name}{ending}")))
        for name in (NAME, "plugh")
    )
    assert there == missing
    assert there[0] not in (201, 303)


@pytest.mark.parametrize("way", BOTS)
@pytest.mark.parametrize(("game", "spec"), SPECS)
def test_a_bot_does_not_tell(house: House, anna: Visitor, way: str, game: str, spec: str) -> None:
    for ending in (".py", ".toml"):
        there, missing = (
            told(house, BOTS[way](anna, game, spec.format(path=house.folder / f"{name}{ending}")))
            for name in (NAME, "plugh")
        )
        assert there == missing
        assert there[0] in (400, 404)


def test_a_game_from_a_file_does_not_tell_when_it_is_gone_on_with(
    house: House, anna: Visitor
) -> None:
    answers = []
    for name in (NAME, "plugh"):
        bot = f"{house.folder / name}.py:Bot"
        page = upload(anna, record("draughts", [bot, "random"]))
        number = page.split('href="/game/')[1].split('"')[0]
        status, text = told(house, anna.post(f"/game/{number}/resume"))
        answers.append((status, text.replace(f"/game/{number}/", "/game/N/")))
    assert answers[0] == answers[1]
    assert answers[0][0] == 400

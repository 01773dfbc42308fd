"""Whatever is written into an address or a form is answered with a sentence, never a failure."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from igroteka.web.pages import common
from tests.web.visiting import House, bot


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("house")).open() as opened:
        yield opened


@pytest.fixture(autouse=True)
def _no_haste(house: House) -> None:
    common.FORM_RATE._stores.clear()


HUGE = "9" * 30
ADDRESSES = [
    f"/table/{HUGE}", f"/table/{HUGE}/sit/key", "/table/x", "/table/-1",
    f"/game/{HUGE}", f"/game/{HUGE}/positions", "/game/1/positions?count=0",
    f"/game/1/positions?to={HUGE}", f"/game/1/positions?first={HUGE}",
    "/game/1/as/pbn", "/game/1/as/nothing", f"/game/1/as/{HUGE}",
    "/archive?page=²", f"/archive?page={HUGE}", "/archive?page=0", "/archive?since=yesterday",
    "/archive?until=9999-12-31", "/archive?since=2026-11-15T10:00:00%2B05:00",
    "/archive?position=rubbish&game=draughts", "/archive?position=x&game=durak",
    "/archive?game=chess", "/archive?player=%00", "/archive?player=%F0%9F%98%80&opponent=*",
    "/archive?result=won", "/archive?result=nonsense&player=Anna",
    f"/tournaments/{HUGE}", "/tournaments/1", "/tournaments/1/standings", "/tournaments/1/games/1",
    "/tournaments/new/chess", "/new/chess", "/new/durak?players=1", "/new/durak?nonsense=1",
    "/new/draughts?start=W", "/grammar?name=none", "/new/substitution?grammar=S", "/api/tables/1",
    "/new/substitution?turns=999999999999", "/static/x", "/api/nothing",
]  # fmt: skip


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_address_is_answered_with_a_failure(house: House, address: str) -> None:
    anna = house.visitor("Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot())
    with anna.at(table.number) as screen:
        screen.play("c3-d4")
    answer = anna.get(address)
    assert answer.status_code < 500
    assert "Traceback" not in answer.text


FORMS = [
    ("/play/chess", {}),
    ("/play/durak", {"bot_durak": "nobody"}),
    ("/play/durak", {"bot_durak": "(((("}),
    ("/new/durak", {"option-players": "1"}),
    ("/new/durak", {"option-nothing": "1"}),
    ("/new/durak", {"seat0": "nobody"}),
    ("/new/durak", {"seat0": "here", "name0": "x" * 22}),
    ("/new/durak", {"seat0": "here", "name0": "a\u202eb"}),
    ("/new/draughts", {"seat0": "me", "seat1": "bot:random", "minutes": "nan"}),
    ("/new/draughts", {"seat0": "me", "seat1": "bot:random", "minutes": "1e999"}),
    ("/new/draughts", {"seat0": "me", "seat1": "bot:random", "hints": "²"}),
    ("/new/draughts", {"seat0": "me", "seat1": "bot:random", "hints": HUGE}),
    ("/new/draughts", {"seat0": "me", "seat1": "bot:random", "take_back": "often"}),
    ("/new/bridge", {"seat0": "me", "series": "0"}),
    ("/table/1/again", {}),
    (f"/game/1/comment/{HUGE}", {"comment": "x"}),
    ("/game/1/comment/1", {"comment": "x" * 3000}),
    ("/game/1/comment/1", {"comment": "x", "mark": "rubbish"}),
    ("/game/1/variation", {"after": "²", "action": "c3-d4"}),
    ("/game/1/variation", {"after": HUGE, "action": "c3-d4"}),
    ("/game/1/variation", {"after": "", "action": "a1-a8"}),
    ("/game/1/branch", {"after": HUGE}),
    ("/game/1/branch", {"after": "777"}),
    (f"/game/{HUGE}/resume", {}),
    ("/tournaments/new/durak", {"bots": "random", "games": "1", "seed": "1"}),
    ("/tournaments/new/durak", {"bots": "random,greedy", "games": "²", "seed": "1"}),
    ("/tournaments/new/durak", {"bots": "random,greedy", "games": "99999999", "seed": "1"}),
    ("/tournaments/new/durak", {"bots": ",,,", "games": "1", "seed": "1"}),
    ("/archive/import", {}),
    ("/me/programs", {"program": ""}),
]


@pytest.mark.parametrize(("address", "form"), FORMS)
def test_no_form_is_answered_with_a_failure(
    house: House, address: str, form: dict[str, str]
) -> None:
    anna = house.visitor("Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot())
    with anna.at(table.number) as screen:
        screen.play("c3-d4")
    answer = anna.post(address, **form)
    assert 400 <= answer.status_code < 500
    assert 'sentence"' in answer.text


def test_a_file_too_large_is_not_even_read(house: House) -> None:
    anna = house.visitor("Anna")
    data = {"form": anna.token}
    files = {"file": ("games.pdn", b" " * (9 << 20))}
    answer = anna.client.post("/archive/import", data=data, files=files)
    assert answer.status_code == 413
    assert "at most" in answer.text

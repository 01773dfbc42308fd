"""All rooms of the house with a game from outside; `test_noughts.py` runs it where that is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from igroteka.cli import app
from igroteka.records.record import Record
from tests.web.visiting import House, Screen, Visitor, bot

ONE = ("--jobs", "1")


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in which the first player misses a win, the only move that does not lose."""
    path = tmp_path_factory.mktemp("records") / "game.jsonl"
    moves = ("a1", "b2", "c3", "a3", "b1", "c1")
    record = Record("noughts", {"line": "wins"}, ("x", "o"), "." * 9, moves, (0.0, 1.0))
    path.write_text(record.to_line() + "\n", encoding="utf-8")
    return path


def igroteka(*words: str, typed: str = "") -> str:
    """What a command prints."""
    done = CliRunner().invoke(app, words, input=typed)
    assert done.exit_code == 0, (done.output, done.exception)
    return done.stdout


# --- at the terminal ---


def test_it_is_listed_with_its_options_and_bots() -> None:
    assert "noughts: Put your sign" in igroteka("games")
    assert "--option line=…" in igroteka("games")
    assert "perfect\n    Never makes a mistake" in igroteka("bots", "noughts")


def test_bots_and_people_play_it(tmp_path: Path) -> None:
    kept = ("--db", str(tmp_path / "kept.sqlite"))
    bots = igroteka("play", "noughts", "1=perfect", "2=random", "--seed", "1", *kept)
    assert "noughts: perfect – random; 1 : 0" in bots
    people = igroteka("play", "noughts", *kept, typed="a1\nb1\nb2\nc1\nc3\n")
    assert "noughts: person – person; 1 : 0" in people
    assert "noughts" in igroteka("archive", "--position", "xo..x....", "--game", "noughts", *kept)


def test_nobody_beats_the_perfect_player() -> None:
    told = igroteka("match", "noughts", "perfect", "random", "--games", "40", "--json", *ONE)
    found = json.loads(told)
    assert found["games"] == 40
    assert found["wins"][1] == 0
    assert found["faults"] == []


def test_a_tournament_of_it_is_written_down_and_replays(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    how = ("--bots", "perfect,random,mcts(5)", "--games", "4", "--option", "line=loses")
    found = json.loads(
        igroteka("tournament", "noughts", *how, "--json", "--records", str(file), *ONE)
    )
    assert found["players"] == ["perfect", "random", "mcts(5)"]
    assert sum(found["cells"][0][1].values()) == 4
    assert "   a b c" in igroteka("replay", f"{file}:1")


def test_it_is_kept_written_and_read_again(records: Path, tmp_path: Path) -> None:
    first, second = (("--db", str(tmp_path / f"{name}.sqlite")) for name in ("first", "second"))
    written = tmp_path / "written.jsonl"
    igroteka("import", str(records), *first)
    igroteka("export", "1", "--output", str(written), *first)
    igroteka("import", str(written), *second)
    assert igroteka("export", "1", *second) == written.read_text(encoding="utf-8")
    assert "noughts" in igroteka("archive", "--position", "x........", *second)


def test_its_bot_finds_the_turning_point_and_puzzles(records: Path) -> None:
    found = json.loads(igroteka("analyse", str(records), "--json"))
    assert found["turning_point"] == 5
    assert found["moves"][0]["best"] == "c1"
    assert "c1" in igroteka("puzzles", str(records))


# --- in the site ---


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("house")).open() as opened:
        yield opened


@pytest.fixture(scope="module")
def anna(house: House) -> Visitor:
    return house.visitor("Anna")


@pytest.fixture(scope="module")
def boris(house: House) -> Visitor:
    visitor = house.visitor("Борис")
    visitor.post("/wishes", language="ru")
    return visitor


@pytest.fixture(scope="module")
def finished(anna: Visitor) -> int:
    """The number of a game that was played at a table of the site."""
    setting = {"option-line": "wins", "seat0": "me", "seat1": "bot:perfect", "take_back": "free"}
    number = anna.opened(anna.post("/new/noughts", **setting))
    with anna.at(number) as screen:
        _play_to_the_end(screen)
        assert screen.seen["result"]["winners"] in ([], [1])
    return number


def _play_to_the_end(screen: Screen) -> None:
    while screen.phase != "over":
        screen.play(screen.actions[0])
        screen.until(lambda: screen.to_move or screen.phase == "over")


def test_the_first_page_offers_it(anna: Visitor, boris: Visitor) -> None:
    page = anna.get("/").text
    assert "Put your sign on a square in turn; three in a row win." in page
    static = page.partition('data-static="')[2].partition('"')[0]
    emblem = anna.get(f"{static}/games/noughts/emblem.svg")
    assert emblem.status_code == 200
    assert emblem.text.startswith("<svg")
    assert "крестики-нолики" in boris.get("/").text


def test_its_rules_are_chosen_in_russian(boris: Visitor) -> None:
    page = boris.get("/new/noughts", line="loses").text
    assert '<option value="loses" selected>проигрывают</option>' in page
    assert "Кот Василий, разрядник" in page


def test_its_table_draws_it_as_any_game(anna: Visitor, finished: int) -> None:
    page = anna.get(f"/table/{finished}").text
    assert 'data-script="any/board.js"' in page
    script = page.partition('href="')[2].partition("icon.svg")[0] + "games/any/board.js"
    assert "class Board" in anna.get(script).text
    assert anna.get(f"/game/{finished}/as/json").text.count('"noughts"') == 1


def test_a_table_speaks_russian(house: House, boris: Visitor) -> None:
    table = house.seat("noughts", {}, boris.chair("Борис"), bot("perfect"))
    with boris.at(table.number) as screen:
        assert screen.seen["text"].endswith("   a b c")
        assert "Сова Софья" in str(screen.seen["seats"])
        screen.play("b2")
        screen.until(lambda: screen.to_move)
        assert screen.refused(action="b2") == "на b2 уже стоит знак"
        assert screen.refused(action="z9").startswith("«z9» — не поле")
        screen.send(hint=True)
        screen.until(lambda: bool(screen.hints))
        assert screen.hints[0][0]["value"] == 0.5
        _play_to_the_end(screen)
        assert screen.seen["result"]["words"] in ("все поля заняты", "три в ряд: выигрыш за O")


def test_it_is_looked_back_at(anna: Visitor, finished: int) -> None:
    assert "Learn from it" in anna.get(f"/game/{finished}").text
    shown = anna.get(f"/game/{finished}/positions").json()["positions"]
    assert shown[0]["landmark"] == "." * 9
    assert shown[0]["text"].endswith("   a b c")
    found = anna.post(f"/game/{finished}/analysis", begin="yes").json()
    while found["done"] < found["total"]:
        found = anna.get(f"/game/{finished}/analysis").json()
    assert found["problem"] in ("", None)
    assert len(found["moves"]) >= 4


def test_the_archive_finds_its_positions(boris: Visitor, finished: int) -> None:
    page = boris.get("/archive", game="noughts", position="." * 9).text
    assert f'href="/game/{finished}"' in page
    assert "крестики-нолики" in page


def test_the_site_offers_tournaments_of_it(anna: Visitor) -> None:
    assert "/tournaments/new/noughts" in anna.get("/tournaments").text
    form = anna.get("/tournaments/new/noughts").text
    assert "random, mcts(iterations=20), perfect" in form


def test_programs_open_its_tables(anna: Visitor) -> None:
    token = anna.client.post("/api/programs", json={"name": "robot"}).json()["token"]
    seats = [{"kind": "invite"}, {"kind": "bot", "bot": "perfect"}]
    opened = anna.client.post(
        "/api/tables",
        json={"game": "noughts", "options": {"line": "loses"}, "seats": seats},
        headers={"Authorization": f"Bearer {token}"},
    ).json()
    assert opened["table"]["game"] == "noughts"
    assert opened["table"]["options"] == {"line": "loses"}

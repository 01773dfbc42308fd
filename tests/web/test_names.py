"""Names on pages: bots by the word for them, and people of a file as the file's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import igroteka.web
from igroteka.archive import queries, updates
from igroteka.archive.models import Filter
from igroteka.archive.search import player_list, search
from igroteka.registry import game_class, game_names
from igroteka.tables.characters import CHARACTERS, bot_title, character_of
from tests.web.registering import club as club
from tests.web.registering import registered
from tests.web.visiting import House, Visitor, bot

STATIC = Path(igroteka.web.__file__).parent / "static"
FILE = '[White "Anna"]\n[Black "Boris"]\n[Result "2-0"]\n\n1. c3-d4 d6-c5 2-0\n'
START = "W:Wc1,c3:Bb8,d8"
RECORD = {
    "game": "draughts",
    "options": {},
    "players": ["Anna", "Boris"],
    "deal": "W:Wa1,c1,c3:Bb8,d8,f8",
    "actions": ["c3-d4"],
}
OPEN_FILE = FILE.replace("2-0", "*")


def take_in(visitor: Visitor, text: str = FILE, name: str = "game.pdn") -> Any:
    files = {"file": (name, text.encode())}
    answer = visitor.client.post("/archive/import", data={"form": visitor.token}, files=files)
    assert answer.status_code == 200, answer.text
    return answer


def tallies(house: House) -> set[tuple[str, str, int]]:
    return {
        (each.name, each.kind, each.games) for each in house.live_tables.archive.read(player_list)
    }


def test_a_file_cannot_speak_for_who_has_an_account(club: House) -> None:
    anna, eve = registered(club, "Anna"), registered(club, "Eve")
    assert "they are not those who sign in here" in take_in(eve).text
    take_in(eve, OPEN_FILE)
    assert ("Anna", "imported", 1) in tallies(club)
    assert ("Anna", "person", 0) in tallies(club)
    page = anna.get("/archive", player="Anna").text
    assert page.count("Anna (from a file)") == 2
    assert "Anna (from a file)" not in anna.get("/").text, "it is no game for her to go on with"
    assert "Anna (from a file)" in anna.get("/game/1").text
    own = club.live_tables.archive.read(search, Filter(player="Anna", own=True))
    assert own.total == 0


def test_who_registers_later_is_not_who_was_in_a_file_before(club: House) -> None:
    take_in(registered(club, "Eve"))
    registered(club, "Boris")
    assert {("Boris", "imported", 1), ("Boris", "person", 0)} <= tallies(club)


def test_a_game_played_here_stays_its_players_own(club: House) -> None:
    anna = registered(club, "Anna")
    table = club.seat("draughts", {}, anna.chair("Anna"), bot(), host=anna.mark)
    with anna.at(table.number) as screen:
        screen.play("c3-d4")
        screen.send(resign=True)
        screen.until(lambda: screen.phase == "over")
    for name, file in (("pdn", "game.pdn"), ("json", "game.jsonl")):
        text = anna.get(f"/game/{table.number}/as/{name}").text
        told = take_in(anna, text, file).text
        assert "known already: 1" in told
        assert "stay as they are" in told
    assert ("Anna", "person", 1) in tallies(club)


def test_at_home_a_name_is_a_name(house: House) -> None:
    anna = registered(house, "Anna")
    take_in(anna)
    assert ("Anna", "person", 1) in tallies(house)
    assert "from a file" not in anna.get("/archive").text


def test_who_is_named_in_a_file_goes_on_with_it_as_the_files(club: House) -> None:
    anna = registered(club, "Anna")
    take_in(anna, OPEN_FILE)
    assert anna.post("/game/1/resume").status_code == 303
    kinds = [holder.kind for holder in club.live_tables.archive.read(queries.game, 1).seats]
    assert kinds == ["imported", "imported"]
    mine, other = club.table(1).setting.chairs
    assert (mine.player, mine.kind) == ("Anna", "person")
    assert not other.player, "whom only the file names is nobody here"


def test_a_file_with_bad_games_is_taken_in_but_for_them(club: House) -> None:
    good = json.dumps(RECORD)
    lines = [good]
    for wrong in (
        {"started": 5},
        {"event": [1]},
        {"event": {"pdn": {"tags": {"Event": ["boom"]}}}},
        {"settled": "unfinished"},
        {"annotations": {"moves": [{"move": "c3-d4", "variations": [[{"move": "a1-h8"}]]}]}},
    ):
        lines.append(json.dumps(RECORD | {"players": ["Eve", "Zoe"]} | wrong))
    lines.append(json.dumps(RECORD | {"started": "0001-01-01T00:00:00+14:00", "deal": START}))
    told = take_in(registered(club, "Eve"), "\n".join(lines), "games.jsonl").text
    assert "taken in: 2" in told
    assert "problems: 5" in told
    assert "line 2" in told
    assert "game 6" in told


def test_a_bot_is_the_same_however_it_is_spelled() -> None:
    for text in ("monte-carlo(samples=5,calls=5)", "monte-carlo(samples=5, calls=5)"):
        assert bot_title("bridge", text) == "Basil the Cat"
    assert bot_title(None, "engine(level=3)") == "Simon the Hedgehog"
    assert bot_title(None, "random") == "Egor the Hare"


def test_a_bot_that_nobody_of_the_house_plays_as_is_called_plainly() -> None:
    for text, title in (("random", "random"), ("engine(level=2)", "engine"), ("x((", "x")):
        assert character_of("draughts", text) is None
        assert bot_title("draughts", text) == title


@pytest.mark.parametrize("game", game_names())
def test_who_is_named_later_is_stronger(game: str) -> None:
    found = [character_of(game, bot) for bot in game_class(game).opponents.values()]
    strengths = [each.strength for each in found if each]
    assert len(strengths) == len(found) >= 3
    assert strengths == sorted(set(strengths))


def test_every_character_has_a_face() -> None:
    drawn = (STATIC / "faces.svg").read_text()
    for each in CHARACTERS.values():
        assert f'<symbol id="{each.face}"' in drawn


@pytest.mark.parametrize(
    ("bot_text", "shown", "detail"),
    [
        ("engine(level=3)", "Simon the Hedgehog", "engine(level=3)"),
        ("engine(level=2)", "engine", "engine(level=2)"),
        ("random", "random", ""),
    ],
)
def test_bots_are_called_by_their_characters(
    house: House, bot_text: str, shown: str, detail: str
) -> None:
    anna = house.visitor("Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot(bot_text))
    house.live_tables.archive.apply(updates.finish_game, table.number, (1.0, 0.0), "resignation")
    said = f'<span title="{detail}">{shown}</span>' if detail else shown
    for page in ("/", "/archive"):
        assert f"Anna – {said}" in anna.get(page).text
    game = anna.get(f"/game/{table.number}").text
    assert f"Anna – {said}" in game
    assert (f'<small class="faint">{detail}</small>' in game) == bool(detail)
    seats = anna.get(f"/game/{table.number}/tree").json()["seats"]
    assert [seat["player"] for seat in seats] == ["Anna", shown]
    opponents = anna.get("/archive", player="Anna", game="draughts").text
    assert f"<td>{shown}" in opponents


def test_a_character_has_a_name_in_every_language(house: House) -> None:
    anna = house.visitor("Anna")
    house.seat("draughts", {}, anna.chair("Anna"), bot("engine(level=3)"))
    anna.post("/wishes", language="ru")
    assert "Ёж Семён" in anna.get("/archive").text


def test_a_name_in_a_file_is_no_markup(house: House) -> None:
    name = "<b>Anna</b>"
    record = {"game": "draughts", "options": {}, "players": [name, "engine(<i>=1)"]}
    deal = "W:Wc3:Bd6"
    line = json.dumps({**record, "deal": deal, "actions": []})
    anna = house.visitor("Anna")
    assert "Games taken in: 1" in take_in(anna, line, "game.jsonl").text
    assert name not in anna.get("/archive").text + anna.get("/game/1").text
    assert "<i>" not in anna.get("/archive").text

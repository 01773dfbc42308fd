"""Tournaments of the site: progress, standings and games."""

from __future__ import annotations

import html
import re
import shutil
import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from igroteka.archive import queries
from igroteka.tables.characters import bot_title
from igroteka.tables.whereabouts import Whereabouts
from igroteka.web import tournaments
from igroteka.web.tournaments import MOST_GAMES, Tournaments
from tests.web.visiting import House, Visitor

PATIENCE = 120.0


def begun(visitor: Visitor, games: int, **more: str) -> str:
    """A tournament of two simple bots; its address."""
    answer = visitor.post(
        "/tournaments/new/substitution",
        title="A cup",
        bots="random, smart-random",
        games=str(games),
        seed="1",
        **{"option-turns": "3"},
        **more,
    )
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def finished(visitor: Visitor, address: str) -> str:
    """The standings when all games are played."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = visitor.get(f"{address}/standings")
        if answer.headers.get("HX-Refresh") == "true":
            return answer.text
        time.sleep(0.1)
    raise AssertionError("the tournament does not end")


def played(visitor: Visitor, address: str) -> int:
    """How many games of a tournament are over."""
    told = re.search(r"Games: (\d+) of", visitor.get(f"{address}/standings").text)
    assert told is not None
    return int(told[1])


def test_a_tournament_shows_its_progress_and_then_its_table(house: House) -> None:
    anna = house.visitor("Anna")
    address = begun(anna, 4)
    running = anna.get(f"{address}/standings").text
    assert "<progress" in running
    assert "of 8" in running
    standings = finished(anna, address)
    assert "Games: 8 of 8" in standings
    assert "<progress" not in standings
    page = anna.get(address).text
    assert page.count("/games/") == 8
    opened = anna.get(f"{address}/games/3")
    assert anna.get(opened.headers["location"]).status_code == 200
    assert "A cup" in anna.get("/tournaments").text


def test_a_cell_of_the_crosstable_opens_its_games(house: House) -> None:
    anna = house.visitor("Anna")
    address = begun(anna, 4, self_play="yes")
    finished(anna, address)
    cells = re.findall(r'href="([^"]+[?]first=[^"]+)#games"', anna.get(address).text)
    assert len(cells) == 4
    for cell in cells:
        path, _, query = html.unescape(cell).partition("?")
        page = anna.get(path, **dict(parse_qsl(query))).text
        first, second = (name for _, name in parse_qsl(query))
        assert page.count("/games/") == 4
        named = [str(bot_title("substitution", each)) for each in (first, second)]
        assert page.count(" – ".join(named)) == 5, "the heading and four games"


def test_bots_meet_themselves_only_if_it_is_asked_for(house: House) -> None:
    anna = house.visitor("Anna")
    address = begun(anna, 2)
    standings = finished(anna, address)
    assert "Games: 4 of 4" in standings
    assert standings.count("?first=") == 2
    assert standings.count('<td class="r">–</td>') == 2


def test_a_tournament_of_three_seats_tells_places_and_fools(house: House) -> None:
    anna = house.visitor("Anna")
    answer = anna.post(
        "/tournaments/new/durak",
        title="",
        bots="random, greedy, greedy-careful, mplayer1",
        games="1",
        seed="1",
        gauntlet="yes",
        **{"option-players": "3"},
    )
    address = str(answer.headers["location"])
    standings = finished(anna, address)
    assert "Games: 18 of 18" in standings, "three pairs beside the first, in six seatings each"
    assert "The row above / level with / below the column." in standings
    assert "fool, 95 %" in standings
    assert "Elo" not in standings
    both = anna.get(address, first="greedy", second="mplayer1").text
    assert both.count("/games/") == 6


def test_the_form_of_a_tournament_comes_back_as_it_was_typed(house: House) -> None:
    anna = house.visitor("Anna")
    typed = {"title": "A cup", "bots": "random, nobody", "games": "7", "seed": "5"}
    answer = anna.post("/tournaments/new/substitution", **typed, **{"option-turns": "3"})
    assert answer.status_code == 400
    assert "there is no bot" in answer.text
    for field, value in {**typed, "option-turns": "3"}.items():
        assert re.search(f'name="{field}"[^>]* value="{value}"', answer.text)


def test_a_long_tournament_gives_way_to_that_of_another_and_goes_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournaments, "TURN", 0.2)
    anna, boris = house.visitor("Anna"), house.visitor("Boris")
    long = begun(anna, MOST_GAMES // 2)
    short = begun(boris, 2)
    assert "Games: 4 of 4" in finished(boris, short)
    done = played(anna, long)
    assert 0 < done < MOST_GAMES
    end = time.monotonic() + PATIENCE
    while played(anna, long) == done:
        assert time.monotonic() < end, "the long tournament does not go on"
        time.sleep(0.1)


def test_one_address_begins_only_so_many_tournaments(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournaments, "MOST_UNFINISHED", 2)
    anna, alla = (house.visitor(name, "192.0.2.1") for name in ("Anna", "Alla"))
    boris = house.visitor("Boris", "192.0.2.2")
    begun(anna, 5000)
    begun(alla, 5000)
    form = {"bots": "random, smart-random", "games": "1", "seed": "1"}
    refused = alla.post("/tournaments/new/substitution", **form)
    assert refused.status_code == 400
    assert "many tournaments of yours wait" in refused.text
    begun(boris, 1)


def test_archives_that_share_a_folder_do_not_share_games(house: House, tmp_path: Path) -> None:
    """A file of an earlier release, named by the number alone, is taken only for its own run."""
    anna = house.visitor("Anna")
    address = begun(anna, 1)
    finished(anna, address)
    tournaments: Tournaments = house.app.state.tournaments
    found = tournaments.archive.read(queries.tournament, int(address.rpartition("/")[2]))
    elsewhere = Tournaments(tournaments.archive, tmp_path / "elsewhere", Whereabouts())
    other = replace(found, started=found.started + timedelta(seconds=1))
    assert elsewhere.file(found) != elsewhere.file(other)
    former = tmp_path / "elsewhere" / "tournaments" / f"{found.id}.jsonl"
    former.parent.mkdir(parents=True)
    shutil.copy(tournaments.file(found), former)
    assert elsewhere.file(found) == former
    another = replace(found, plan={**found.plan, "seed": found.plan["seed"] + 1})
    assert elsewhere.file(another) != former
    assert elsewhere.lines(another, 1, 10) == []

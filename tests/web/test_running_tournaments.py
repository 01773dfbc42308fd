"""Tournaments of the site: played to the end, also when the server is killed in the middle."""

from __future__ import annotations

import re
import time
from pathlib import Path

import httpx

from tests.web.house import House

BOTS = "random, smart-random"


def visiting(house: House) -> httpx.Client:
    """Somebody who waits as long as a busy machine needs."""
    return httpx.Client(base_url=house.address, timeout=60)


def form_token(client: httpx.Client, path: str) -> str:
    """The token that the forms of a page carry."""
    found = re.search(r'name="form" value="([^"]+)"', client.get(path).text)
    assert found
    return found[1]


def begin(client: httpx.Client, games: int, turns: int) -> str:
    """Start a tournament; its page."""
    path = "/tournaments/new/substitution"
    form = {"form": form_token(client, path), "bots": BOTS, "games": str(games), "seed": "3"}
    answer = client.post(path, data={**form, "option-turns": str(turns), "title": "Evening"})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def finished(client: httpx.Client, page: str, total: int) -> str:
    """The page when all games are played."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        text = client.get(page).text
        if "hx-trigger" not in text:
            assert f"Games: {total} of {total}" in text
            return text
        time.sleep(0.3)
    raise AssertionError("the tournament does not end")


def grown_file(folder: Path, size: int) -> Path:
    """The file of the first tournament, when so much is in it."""
    while True:
        for file in folder.glob("tournaments/1-*.jsonl"):
            if file.stat().st_size > size:
                return file
        time.sleep(0.05)


def test_a_tournament_is_played_and_its_games_open(tmp_path: Path) -> None:
    with House(tmp_path) as house, visiting(house) as client:
        page = begin(client, games=2, turns=3)
        text = finished(client, page, 4)
        assert "Evening" in text
        assert text.count("/games/") == 4
        opened = client.get(f"{page}/games/3")
        review = client.get(opened.headers["location"])
        assert opened.status_code == 303
        assert "smart-random" in review.text or "random" in review.text
        again = client.get(f"{page}/games/3")
        assert again.headers["location"] == opened.headers["location"]


def test_a_tournament_goes_on_after_a_kill(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.start()
    try:
        with visiting(house) as client:
            page = begin(client, games=200, turns=60)
            file = grown_file(tmp_path, 50_000)
        house.kill()
        house.start()
        with visiting(house) as client:
            text = finished(client, page, 400)
        assert "another process" not in text
        assert len(file.read_text().splitlines()) == 400
    finally:
        house.kill()


def test_what_can_not_be_played_is_refused(tmp_path: Path) -> None:
    with House(tmp_path) as house, visiting(house) as client:
        path = "/tournaments/new/substitution"
        token = form_token(client, path)
        wrong = {
            "external(cat), random": "external",
            "./my_bot.py:MyBot, random": "my_bot",
            "random": "at least two bots",
            "nobody, random": "nobody",
        }
        for bots, word in wrong.items():
            form = {"form": token, "bots": bots, "games": "2", "seed": "1"}
            answer = client.post(path, data=form)
            assert answer.status_code == 400
            assert word in answer.text
        many = {"form": token, "bots": BOTS, "games": "1000000", "seed": "1"}
        assert "up to 20000 games" in client.post(path, data=many).text


def test_a_board_played_twice_counts_once(tmp_path: Path) -> None:
    with House(tmp_path) as house, httpx.Client(base_url=house.address, timeout=60) as client:
        path = "/tournaments/new/bridge"
        form = {"form": form_token(client, path), "bots": "simple, random", "seed": "1"}
        page = client.post(path, data={**form, "games": "3"}).headers["location"]
        text = finished(client, page, 6)
        assert "3 / 0 / 0" in text
        assert "0 / 0 / 3" in text


def test_who_began_a_tournament_can_stop_it(tmp_path: Path) -> None:
    with House(tmp_path) as house, visiting(house) as client:
        page = begin(client, games=2000, turns=200)
        file = grown_file(tmp_path, 10_000)
        with visiting(house) as other:
            form = {"form": form_token(other, "/tournaments/new/substitution")}
            refused = other.post(f"{page}/cancel", data=form)
            assert "only who began a tournament can stop it" in refused.text
        form = {"form": form_token(client, page)}
        assert client.post(f"{page}/cancel", data=form).status_code == 303
        text = client.get(page).text
        assert "stopped by who began it" in text
        assert "hx-trigger" not in text
        played = len(file.read_bytes())
        assert "over already" in client.post(f"{page}/cancel", data=form).text
        time.sleep(1)
        assert len(file.read_bytes()) == played
        assert len(file.read_text().splitlines()) < 2 * 2000
        following = begin(client, games=2, turns=3)
        finished(client, following, 4)

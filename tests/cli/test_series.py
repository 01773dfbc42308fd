"""Series of games at the terminal: the score between them, leaving, going on, given deals."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from igroteka import registry
from igroteka.archive import Archive
from igroteka.archive import sittings as s
from igroteka.basics.randomness import Stream
from igroteka.games.bridge.boards import shuffled
from igroteka.games.bridge.dealing import set_text
from igroteka.records.sitting import running_score
from tests.cli.conftest import Run
from tests.cli.running import SMALL

DRAUGHTS = ("play", "draughts", "1=random", "2=engine(level=2)")
BRIDGE = ("play", "bridge", "1=random", "2=random", "3=random", "4=random")


def grid(out: str) -> list[list[str]]:
    """The last score that was shown: the words of its rows."""
    lines = out.splitlines()
    start = max(place for place, line in enumerate(lines) if line.strip().startswith("game "))
    rows = [line.split() for line in lines[start + 1 :] if line.strip() and "──" not in line]
    return rows[: 1 + next(n for n, row in enumerate(rows) if row[0] == "total")]


def test_colours_change_and_the_score_grows(igroteka: Run) -> None:
    done = igroteka(*DRAUGHTS, "--series", "3", "--seed", "1", typed="\n" * 2)
    assert done.status == 0
    assert grid(done.out) == [
        ["1", "0", "1"],
        ["2", "0", "1"],
        ["3", "0", "1"],
        ["total", "0", "3"],
    ]
    assert "engine(level=2) leads; 2 games are left." in done.out
    assert "engine(level=2) won; the sitting is over." in done.out
    games = json.loads(igroteka("archive", "--sitting", "1", "--json").out)["games"]
    by_place = sorted(games, key=lambda game: game["place"])
    assert [game["players"][0] for game in by_place] == ["random", "engine(level=2)", "random"]
    assert "1, game 2" in igroteka("archive").out
    refused = igroteka("play", "--resume", "2")
    assert "sitting 1 is over; `igroteka archive --sitting 1` shows its games" in refused.err


def test_a_series_without_an_end_is_left_and_goes_on(igroteka: Run) -> None:
    left = igroteka(*DRAUGHTS, "--series", "0", typed="\nq\n")
    assert "`igroteka play --resume 2` goes on with the next game." in left.out
    gone_on = igroteka("play", "--resume", "1", typed="e\n")
    assert [row[0] for row in grid(gone_on.out)] == ["1", "2", "3", "total"]
    assert "sitting 1 is over" in igroteka("play", "--resume", "3").err


def test_a_game_of_a_series_is_left_and_goes_on(igroteka: Run) -> None:
    words = ("play", "substitution", "2=random", *SMALL, "--name", "Masha", "--series", "2")
    left = igroteka(*words, "--seed", "1", typed="1\nq\n")
    assert "`igroteka play --resume 1`" in left.out
    gone_on = igroteka("play", "--resume", "1", typed="1\n" * 99)
    assert "Masha" in gone_on.out
    assert [row[0] for row in grid(gone_on.out)] == ["1", "2", "total"]
    line = json.loads(igroteka("archive", "--json").out)["games"][0]
    assert (line["players"], line["place"]) == (["random", "Masha"], 1)


def test_what_was_dealt_is_there_again_after_leaving(igroteka: Run) -> None:
    """The second game is left before a card was played; it is not dealt anew."""
    words = ("play", "durak", "1=random", "--option", "cards=24", "--series", "0")
    left = igroteka(*words, typed="1\n" * 60 + "q\n" * 3)
    assert "leave" in left.out
    with Archive.open(None, registry) as archive:
        begun = archive.read(s.sitting, 1).sitting.games
    igroteka("play", "--resume", "1", typed="q\n")
    with Archive.open(None, registry) as archive:
        again = archive.read(s.sitting, 1).sitting.games
    assert [game.deal for game in again] == [game.deal for game in begun]
    assert len(begun) > 1


def test_boards_of_a_file_are_played_and_written_out_again(igroteka: Run, tmp_path: Path) -> None:
    boards = [shuffled(Stream(number), number) for number in (7, 9)]
    file = tmp_path / "set.pbn"
    file.write_text(set_text(boards))
    done = igroteka(*BRIDGE, "--deals", file, "--reckoning", "points", typed="\n")
    assert [row[0] for row in grid(done.out)] == ["1", "2", "total"]
    assert "random 1 + random 3" in done.out
    written = igroteka("export", "--sitting", "1", "--format", "pbn").out
    assert ['[Board "7"]' in written, '[Board "9"]' in written] == [True, True]
    with Archive.open(None, registry) as archive:
        stored = archive.read(s.sitting, 1)
    assert stored.sitting.deals == tuple(map(str, boards))
    totals = running_score(stored.sitting).totals
    assert totals[0] == sum(game.scores[0] for game in stored.sitting.games if game.scores)


def test_the_other_table_plays_the_same_boards_and_is_compared(igroteka: Run) -> None:
    igroteka(*BRIDGE, "--series", "2", typed="\n")
    done = igroteka(*BRIDGE, "--against", "1", typed="\n")
    assert "IMPs against the other table" in done.out
    assert "victory points: North–South " in done.out
    with Archive.open(None, registry) as archive:
        first, second = (archive.read(s.sitting, number) for number in (1, 2))
    assert second.other == 1
    assert [game.deal for game in second.sitting.games] == [
        game.deal for game in first.sitting.games
    ]
    assert running_score(second.sitting, first.sitting).counted == 2


def test_par_is_told_after_a_word(igroteka: Run) -> None:
    done = igroteka(*BRIDGE, "--series", "1", "--reckoning", "par")
    assert "The score is being worked out" in done.out
    assert "–" not in grid(done.out)[0]


def test_a_score_that_was_not_stored_is_worked_out_when_the_sitting_goes_on(igroteka: Run) -> None:
    igroteka(*DRAUGHTS, "--series", "2", "--seed", "1", typed="q\n")
    with Archive.open(None, registry) as archive:
        archive.apply(s.store_reckoned, 1, None)
    gone_on = igroteka("play", "--resume", "1")
    assert grid(gone_on.out)[0] == ["1", "0", "1"]
    with Archive.open(None, registry) as archive:
        assert archive.read(s.sitting, 1).sitting.games[0].reckoned == (0.0, 1.0)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("play", "bridge", "--reckoning", "par"), "give --series too"),
        (("play", "bridge", "--series", "1", "--reckoning", "wins"), "has no reckoning 'wins'"),
        (("play", "bridge", "--series", "1", "--against", "4"), "there is no sitting 4"),
        (("play", "bridge", "--against", "4", "--no-keep"), "leave out --no-keep"),
        (("play", "bridge", "--deals", "nowhere.pbn"), "nowhere.pbn can't be read"),
        (("play", "--resume", "1", "--series", "2"), "a game that is resumed goes on as it was"),
        (("archive", "--sitting", "x"), "--sitting"),
        (("export",), "give numbers of games, or a --sitting"),
        (("export", "--sitting", "3"), "there is no sitting 3"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(
    igroteka: Run, words: tuple[str, ...], why: str
) -> None:
    done = igroteka(*words)
    assert done.status == 2
    assert why in done.err


def test_a_file_of_another_game_is_refused(igroteka: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text("1. c3-d4 *\n")
    done = igroteka("play", "bridge", "--deals", file)
    assert f"{file} has a game of draughts, not of bridge" in done.err


@pytest.mark.slow
def test_a_sitting_that_was_killed_between_two_games_goes_on(igroteka: Run, tmp_path: Path) -> None:
    file = tmp_path / "archive.sqlite"
    command = [sys.executable, "-m", "igroteka", *DRAUGHTS, "--series", "3", "--db", str(file)]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    shown = ""
    until = time.monotonic() + 120
    while "[Enter next game" not in shown and time.monotonic() < until:
        shown += os.read(child.stdout.fileno(), 4096).decode()
    child.send_signal(signal.SIGKILL)
    child.wait()
    gone_on = igroteka("play", "--resume", "1", "--db", file, typed="\n")
    assert [row[0] for row in grid(gone_on.out)] == ["1", "2", "3", "total"]

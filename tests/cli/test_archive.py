"""The archive at the command line: taking in, finding, writing out, going on with a game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.running import SMALL

PDN = Path(__file__).parents[1] / "games" / "draughts" / "pdn"


def test_a_file_is_taken_in_once(igroteka: Run) -> None:
    first = igroteka("import", PDN / "corpus.pdn", PDN / "annotated.pdn")
    assert first.status == 0
    assert f"{PDN / 'corpus.pdn'}: 14 imported as 1–14\n" in first.out
    assert f"{PDN / 'annotated.pdn'}: 3 imported as 15–17\n" in first.out
    again = igroteka("import", PDN / "corpus.pdn", "--json")
    assert json.loads(again.out) == [
        {
            "file": str(PDN / "corpus.pdn"),
            "imported": [],
            "known": list(range(1, 15)),
            "refused": [],
            "problems": 0,
        }
    ]
    assert json.loads(igroteka("archive", "--json").out)["total"] == 17


def test_what_is_refused_is_told_with_line_and_reason(igroteka: Run, tmp_path: Path) -> None:
    file = tmp_path / "mixed.pdn"
    file.write_text('[White "A"]\n1. c3-d4 *\n\n[White "B"]\n1. c3-c4 *\n')
    done = igroteka("import", file)
    assert done.status == 2
    assert done.out == f"{file}: 1 imported as 1, 1 problem\n"
    assert done.err.startswith(f"{file}, line 5: c3-c4: ")


def test_problems_of_a_kind_are_told_a_few_times_and_counted(igroteka: Run, tmp_path: Path) -> None:
    file = tmp_path / "wrong.jsonl"
    file.write_text("[]\n" * 3000)
    done = igroteka("import", file, "--json")
    assert done.status == 2
    assert len(done.err.splitlines()) == 20
    assert "line 20 and 2,980 others: " in done.err
    (told,) = json.loads(done.out)
    assert told["problems"] == 3000
    assert len(told["refused"]) == 20


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("import", "nowhere.pdn"), "nowhere.pdn can't be read: No such file"),
        (("import", "letter.doc"), "letter.doc is of no known format"),
        (("import", "x.txt", "--format", "doc"), "there is no format 'doc'"),
        (("export", "5"), "there is no game 5 in the archive"),
        (("replay", "5"), "there is no game 5 in the archive"),
        (("analyse", "5"), "there is no game 5 in the archive"),
        (("play", "--resume", "5"), "there is no game 5 in the archive"),
        (("play", "durak", "--resume", "5"), "a game that is resumed goes on as it was"),
        (("play",), "name a game"),
        (("play", "draughts", "2=random", "--name", "A", "--name", "B"), "2 people are named"),
        (("play", "draughts", "--name", "x" * 22), "a name has 1 to 21 characters"),
        (("play", "draughts", "--db", "/dev/null/x"), "--no-keep plays without an archive"),
        (("archive", "--since", "yesterday"), "--since should be a day like 2026-11-15"),
        (("archive", "--result", "won"), "name the player too"),
        (("archive", "--position", "banana"), "'banana' is no position"),
        (("archive", "--game", "chess"), "there is no game 'chess'"),
        (("archive", "--db", "mysql://x/y"), "is no database that can keep an archive"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(
    igroteka: Run, words: tuple[str, ...], why: str
) -> None:
    done = igroteka(*words)
    assert done.status == 2
    assert done.err.startswith("igroteka: ")
    assert done.err.count("\n") == 1
    assert why in done.err


def test_games_are_found(igroteka: Run) -> None:
    igroteka("import", PDN / "annotated.pdn")
    listed = igroteka("archive", "--player", "dad", "--result", "won").out
    assert 'Dad – Masha "the fox"' in listed
    assert "2026-11-01" in listed
    assert "1–1 of 1" in listed
    assert igroteka("archive", "--player", "dad", "--result", "lost").out == "No game fits.\n"
    assert json.loads(igroteka("archive", "--until", "2026-10-31", "--json").out)["total"] == 0
    assert json.loads(igroteka("archive", "--until", "2026-11-01", "--json").out)["total"] == 1
    assert json.loads(igroteka("archive", "--unfinished", "--json").out)["total"] == 2


def test_a_position_is_found_with_what_was_played_in_it(igroteka: Run) -> None:
    igroteka("import", PDN / "annotated.pdn")
    start = "W:W21-32:B1-12"
    found = json.loads(igroteka("archive", "--position", start, "--json").out)
    assert found["total"] == 2
    assert found["played"] == [{"notation": "c3-d4", "games": 1, "won": 1, "drawn": 0, "lost": 0}]
    assert "in this position" in igroteka("archive", "--position", start).out


def test_partners_stand_together(igroteka: Run) -> None:
    words = ("play", "bridge", "1=random", "2=random", "3=random", "--name", "Masha")
    igroteka(*words, typed="pass\nq\n")
    assert "random + random – random + Masha" in igroteka("archive").out


def test_a_long_list_comes_in_pages(igroteka: Run) -> None:
    igroteka("import", PDN / "corpus.pdn", PDN / "annotated.pdn")
    for number in range(10):
        typed = "c3-d4\n" + "q\n" * number
        igroteka("play", "draughts", "2=random", typed=typed)
    assert "1–20 of 27; --page 2 shows more" in igroteka("archive").out
    assert "21–27 of 27\n" in igroteka("archive", "--page", "2").out


def test_what_is_written_out_is_what_was_taken_in(igroteka: Run, tmp_path: Path) -> None:
    igroteka("import", PDN / "corpus.pdn")
    numbers = [str(number) for number in range(1, 15)]
    assert igroteka("export", *numbers, "--format", "pdn").out == (PDN / "corpus.pdn").read_text()
    file = tmp_path / "out.jsonl"
    assert igroteka("export", *numbers, "--output", file).out == ""
    assert len(file.read_text().splitlines()) == 14
    other = tmp_path / "other.sqlite"
    assert "14 imported" in igroteka("import", file, "--db", other).out
    again = igroteka("export", *numbers, "--format", "pdn", "--db", other)
    assert again.out == (PDN / "corpus.pdn").read_text()


HELP = "; see `igroteka export --help`\n"


def test_a_format_keeps_its_own_games_alone(igroteka: Run) -> None:
    igroteka("play", "durak", "2=random", typed="1\nq\n")
    done = igroteka("export", "1", "--format", "pdn")
    told = f"igroteka: the format pdn does not keep durak; those that do are json{HELP}"
    assert (done.status, done.err) == (2, told)
    igroteka("import", PDN / "annotated.pdn")
    told = f"igroteka: the format log does not keep draughts; those that do are json, pdn{HELP}"
    assert igroteka("export", "2", "--format", "log").err == told


def test_a_kept_game_is_replayed_and_analysed_by_its_number(igroteka: Run) -> None:
    igroteka("import", PDN / "annotated.pdn")
    assert igroteka("replay", "1").out.startswith('draughts: Dad – Masha "the fox"; 1 : 0')
    judged = igroteka("analyse", "1", "--bot", "engine(depth=2)", "--json")
    assert json.loads(judged.out)["decisions"] > 3


def test_a_game_of_a_pdn_file_is_replayed(igroteka: Run) -> None:
    assert "── 3 of 3" in igroteka("replay", f"{PDN / 'annotated.pdn'}:3").out


def test_a_game_at_the_terminal_is_kept_and_goes_on(igroteka: Run) -> None:
    words = ("play", "draughts", "2=random", "--name", "Masha", "--seed", "3")
    left = igroteka(*words, typed="c3-d4\nu\nc3-b4\nq\n")
    assert "`igroteka play --resume 1`" in left.out
    line = json.loads(igroteka("archive", "--player", "masha", "--json").out)["games"][0]
    assert (line["players"], line["moves"], line["ending"]) == (
        ["Masha", "random"],
        2,
        "unfinished",
    )
    gone_on = igroteka("play", "--resume", "1", typed="1\nq\n")
    assert "draughts: Masha – random; unfinished" in gone_on.out
    game = json.loads(igroteka("export", "1").out)
    assert len(game["actions"]) == 4
    assert game["actions"][0] == "c3-b4"
    assert game["annotations"]["moves"][0]["variations"][0][0]["move"] == "c3-d4"


def test_a_game_that_is_played_to_its_end_is_not_resumed(igroteka: Run) -> None:
    done = igroteka("play", "substitution", "2=random", *SMALL, "--seed", "5", typed="1\n" * 40)
    assert "`igroteka replay 1`" in done.out
    assert "Game over: " in igroteka("replay", "1").out
    refused = igroteka("play", "--resume", "1")
    assert "game 1 has ended; `igroteka replay 1` shows it" in refused.err


def test_the_rest_of_a_resumed_game_is_as_good_as_one_sitting(igroteka: Run) -> None:
    words = ("play", "substitution", "2=random", *SMALL, "--seed", "5")
    igroteka(*words, typed="1\nq\n")
    done = igroteka("play", "--resume", "1", typed="1\n" * 40)
    assert "Game over: " in done.out
    assert "Game over: " in igroteka("replay", "1").out
    line = json.loads(igroteka("archive", "--json").out)["games"][0]
    assert line["ending"] == "finished"


def test_a_table_that_is_left_at_once_leaves_nothing(igroteka: Run) -> None:
    igroteka("play", "draughts", "2=random", typed="q\n")
    igroteka("play", "draughts", "2=random", "--no-keep", typed="c3-d4\nq\n")
    assert igroteka("archive").out == "No game fits.\n"


def test_a_bot_that_fails_is_written_down(igroteka: Run) -> None:
    bot = Path(__file__).parents[1] / "hostile" / "bots.py"
    igroteka("play", "substitution", f"2={bot}:BreaksLater", *SMALL, typed="1\n" * 40)
    game = json.loads(igroteka("export", "1").out)
    assert game["fault"]["kind"] == "exception"


def test_the_archive_is_checked_copied_and_repaired(igroteka: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    assert "there is no archive" in igroteka("archive", "check", "--db", file).err
    igroteka("archive", "--db", file)
    assert igroteka("archive", "check", "--db", file) == (0, f"{file} is whole: 0 games.\n", "")
    told = igroteka("archive", "check", "--quick", "--json", "--db", file).out
    assert json.loads(told) == {"games": 0, "damage": [], "broken": []}
    (copies := tmp_path / "copies").mkdir()
    (copies / "igroteka-2026-01-01-000000.sqlite").touch()
    done = igroteka("archive", "backup", copies, "--keep", "1", "--db", file)
    (copy,) = copies.iterdir()
    assert done.out.splitlines() == [
        f"Copied to {copy}",
        f"Removed {copies / 'igroteka-2026-01-01-000000.sqlite'}",
    ]
    assert igroteka("archive", "check", "--db", copy).status == 0
    new = tmp_path / "new.sqlite"
    assert "nothing of" in igroteka("archive", "repair", "--db", copy, "--to", new).err
    assert not new.exists()


def test_options_of_the_search_before_a_command_are_refused(igroteka: Run) -> None:
    done = igroteka("archive", "--db", "a.sqlite", "check")
    assert done.status == 2
    assert "igroteka archive check --db …" in done.err

"""What an author is told of a bot that fails: the file, the line, the end of the traceback."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from igroteka.arena.match import Match
from igroteka.basics.batch import Seeds
from igroteka.basics.error_words import error_words, without_folders
from igroteka.bots import make_player_apart, make_player_here
from igroteka.contract import Player
from igroteka.records.record import Fault
from igroteka.registry import make_game
from igroteka.text import Text, as_written
from tests.cli.conftest import Run
from tests.cli.conftest import igroteka as igroteka
from tests.tables.sitting import bot, opened, seated, until_over

BOT = """\
from igroteka import Player
from weights import weight


class Careless(Player):
    def choose(self, view):
        return max(view.actions(), key=self.worth)

    def worth(self, action):
        return weight(str(action))
"""
WEIGHTS = """\
def weight(notation):
    return {}[notation]
"""


@pytest.fixture
def careless(tmp_path: Path) -> str:
    """A bot that fails in a function of its neighbour, called by `max`."""
    (tmp_path / "weights.py").write_text(WEIGHTS)
    (tmp_path / "careless.py").write_text(BOT)
    return f"{tmp_path / 'careless.py'}:Careless"


def failing(name: str, player: Player, other: Player) -> Fault:
    """How a player fails that begins against another."""
    game = make_game(name, {})
    record = Match(game, [player, other], ["a", "b"], Seeds.of_game(3, 0, 2)).play()
    assert record.fault is not None
    return record.fault


@pytest.mark.parametrize("make", [make_player_here, make_player_apart])
def test_the_words_name_file_and_line_and_no_folder(make, careless: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    fault = failing("draughts", make("draughts", careless), make_player_here("draughts", "random"))
    assert fault.text.startswith("KeyError: ")
    assert fault.text.endswith(" (weights.py, line 2)")
    assert str(tmp_path) not in json.dumps(fault.to_json())


@pytest.mark.parametrize("make", [make_player_here, make_player_apart])
def test_the_trace_has_the_authors_calls_and_not_ours(make, careless: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    fault = failing("draughts", make("draughts", careless), make_player_here("draughts", "random"))
    lines = fault.trace.splitlines()
    calls = [line.strip() for line in lines if line.lstrip().startswith("File ")]
    assert calls == [
        f'File "{tmp_path / "careless.py"}", line 7, in choose',
        f'File "{tmp_path / "careless.py"}", line 10, in worth',
        f'File "{tmp_path / "weights.py"}", line 2, in weight',
    ]
    assert "    return {}[notation]" in lines
    assert lines[-1].startswith("KeyError: ")


@pytest.mark.parametrize("game", ["draughts", "durak"])
def test_a_match_shows_the_trace_and_keeps_the_words(
    game: str, careless: str, igroteka: Run, tmp_path: Path
) -> None:
    """Where the bot plays here, and where it plays apart."""
    records = tmp_path / "games.jsonl"
    command = ["match", game, careless, "random", "--games", "2", "--jobs", "1"]
    done = igroteka(*command, "--records", records)
    assert done.status == 0
    assert "(weights.py, line 2)" in done.out
    assert f'File "{tmp_path / "careless.py"}", line 7, in choose' in done.out
    assert "return {}[notation]" in done.out
    fault = json.loads(records.read_text().splitlines()[0])["fault"]
    assert set(fault) == {"seat", "kind", "text"}
    assert str(tmp_path) not in fault["text"]


def test_the_json_of_a_match_has_the_words_alone(careless: str, igroteka: Run) -> None:
    done = igroteka("match", "draughts", careless, "random", "--games", "2", "--json")
    (fault,) = json.loads(done.out)["faults"]
    assert fault["first"]["text"].endswith("(weights.py, line 2)")
    assert "/" not in fault["first"]["text"]
    assert "Traceback" not in done.out + done.err


def test_at_the_terminal_the_bot_that_fails_shows_its_trace(careless: str, igroteka: Run) -> None:
    done = igroteka("play", "draughts", f"1={careless}", "2=random", "--no-keep")
    assert "fails and loses: KeyError" in done.out
    assert "in weight\n    return {}[notation]" in done.out


@pytest.mark.parametrize("game", ["draughts", pytest.param("durak", marks=pytest.mark.slow)])
def test_at_a_table_nobody_learns_where_the_file_lies(
    game: str, careless: str, tmp_path: Path
) -> None:
    async def evening() -> None:
        async with opened(tmp_path) as tables:
            table = await seated(tables, game, bot(careless), bot(careless))
            await until_over(table)
            assert table.outcome is not None
            assert table.outcome.fault is not None
            assert table.outcome.fault.text.endswith("(weights.py, line 2)")
            assert str(tmp_path) not in json.dumps(table.outcome.fault.to_json())

    asyncio.run(evening())


@pytest.mark.parametrize("game", ["draughts", "durak"])
def test_a_file_that_can_not_be_imported_tells_its_line_and_no_folder(
    game: str, tmp_path: Path
) -> None:
    (tmp_path / "broken.py").write_text("import weights\n")
    (tmp_path / "weights.py").write_text("\nhalf = 1 / 0\n")
    spec = f"{tmp_path / 'broken.py'}:Bot"
    fault = failing(game, make_player_apart(game, spec), make_player_here(game, "random"))
    assert fault.text == (
        "broken.py fails when imported: ZeroDivisionError: division by zero (weights.py, line 2)"
    )


def test_a_syntax_error_is_told_with_its_line(igroteka: Run, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("class Bot\n")
    done = igroteka("match", "draughts", f"{tmp_path / 'broken.py'}:Bot", "random")
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        "igroteka: broken.py fails when imported: SyntaxError: expected ':' (broken.py, line 1)"
        "; see `igroteka match --help`\n"
    )


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("no file '/home/anna/bots/book.txt'", "no file 'book.txt'"),
        (r"no file C:\Users\anna\book.txt", "no file book.txt"),
        ("1/2/3 and /etc", "1/2/3 and /etc"),
    ],
)
def test_folders_are_left_out(said: str, told: str) -> None:
    assert error_words(OSError(said)) == f"OSError: {told}"
    text = Text("{path} can't be read: {reason}", path="a", reason=as_written(said))
    assert without_folders(text) == f"a can't be read: {told}"


def test_of_long_words_the_place_is_still_told() -> None:
    def fail() -> None:
        raise ValueError("x" * 10_000)

    with pytest.raises(ValueError, match="xxx") as caught:
        fail()
    words = error_words(caught.value)
    assert len(words) == 500
    assert " (test_faults_told.py, line " in words

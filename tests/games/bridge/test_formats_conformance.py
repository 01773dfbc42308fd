"""Small files, one for each thing that a file may say or get wrong, and how they must be read.

What each is read as stands beside it, in words.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.games.bridge.formats.archived import LIN, PBN
from igroteka.games.bridge.formats.lin import read_lin
from igroteka.games.bridge.formats.pbn_reader import read_pbn
from igroteka.records.folding import SAME
from tests.games.bridge.told import told
from tests.games.bridge.write_files import CONFORMANCE, in_words, read_file

DEAL = '[Deal "N:JT962.A43.2.9765 AQ854.95.AK76.KJ 3.862.JT94.QT842 K7.KQJT7.Q853.A3"]\n'
LIN_DEAL = "md|1SAKQJT98765432,HAKQJT98765432,DAKQJT98765432,|"


@pytest.mark.parametrize("path", CONFORMANCE, ids=lambda path: path.name)
def test_a_file_is_read_as_it_says_in_words(path: Path) -> None:
    assert told(read_file(path)) == in_words(path).read_text(encoding="utf-8")


@given(st.binary(max_size=400), st.sampled_from(CONFORMANCE))
def test_any_bytes_give_games_or_problems(content: bytes, path: Path) -> None:
    """Alone, and where they break into a file."""
    known = path.read_bytes()[:2000]
    middle = len(known) // 2
    for data in (content, known[:middle] + content + known[middle:]):
        for kept in (PBN, LIN):
            list(kept.read(data))


class TestTelling:
    def test_stray_lines_are_one_problem(self) -> None:
        (problem,) = read_pbn("no board here\n" * 2465).problems
        assert str(problem) == "line 1 and 2,464 others: 'no' … stands before the first tag"

    def test_the_last_of_many_problems_of_a_kind_stands_for_the_rest(self) -> None:
        problems = read_pbn('[Board "1"]\n[Dealer "Q"]\n\n' * 100).problems
        assert len(problems) == SAME
        assert [problem.others for problem in problems] == [0] * (SAME - 1) + [100 - SAME]
        assert problems[-1].line == 3 * SAME - 1
        assert "the dealer 'Q' is none of N, E, S and W" in problems[-1].reason

    def test_another_kind_is_told_for_itself(self) -> None:
        text = "stray\n" * 5 + '[Board "1"]\n[Dealer "Q"]\n[Vulnerable "Q"]\n[Dealer "N"]\n'
        lines = [(problem.line, problem.others) for problem in read_pbn(text).problems]
        assert lines == [(1, 4), (7, 0), (8, 0), (9, 0)]


PIECES = {
    "stray words": "foo bar\n",
    "words below a tag": '[Deal "?"]\nfoo, bar\n',
    "tags not closed": '[Event "x\n',
    "tags on one line": '[Site "x"]',
    "escaped quotes": '[Site "\\"]',
    "games": '[Event "x"]\n\n',
    "comments not closed": '{\n[Event "x"]\n',
    "comments of one call": "{a}",
    "marks of one call": "!? ",
    "calls": "1C AP ",
    "dashes": "- ",
    "tags that last": '[Tag{number} "##x"]\n[Event "x"]\n',
    "open brackets": "[ ",
    "empty lines": "\n",
    "quotes": '" ',
}
HEADS = {name: DEAL + '[Auction "N"]\n1C ' for name in PIECES if "call" in name or name == "dashes"}
LIN_PIECES = {
    "empty lines": "\n",
    "commands": "xx|y|",
    "no commands": "foo|y|",
    "boards": LIN_DEAL,
    "links": "https://x?lin=a&&&&\n",
    "calls": "mb|p!|an|x|",
    "comments": "nt|a|",
}


def cpu_seconds(read: object, text: str) -> float:
    assert callable(read)
    begun = time.process_time()
    read(text)
    return time.process_time() - begun


@pytest.mark.parametrize(
    ("read", "head", "piece"),
    [
        *((read_pbn, HEADS.get(name, ""), piece) for name, piece in PIECES.items()),
        *((read_lin, LIN_DEAL, piece) for piece in LIN_PIECES.values()),
    ],
    ids=[*PIECES, *(f"lin, {name}" for name in LIN_PIECES)],
)
def test_four_times_the_file_takes_about_four_times_as_long(
    read: object, head: str, piece: str
) -> None:
    """The best of three; nine times is forgiven, for what grows with the square takes sixteen."""
    count = 12_000 // len(piece)
    small, large = (
        head + "".join(piece.replace("{number}", str(at)) for at in range(times * count))
        for times in (1, 4)
    )
    one, four = (min(cpu_seconds(read, text) for _ in range(3)) for text in (small, large))
    assert four < 9 * one + 0.02

"""Long studies: done piece by piece, kept, and gone on with."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from igroteka.contract import IgrotekaError
from igroteka.study.piecework import KeptResults, carry_out
from igroteka.text import Text


@dataclass(frozen=True)
class Squares:
    """Squares of numbers, one more than the last as long as they are below a bound."""

    bound: int

    @property
    def identity(self) -> Any:
        return {"squares": True}

    def next_pieces(self, results: Mapping[str, Any]) -> list[Any]:
        greatest = max(results.values(), default=0)
        return list(range(len(results) + 2)) if greatest < self.bound else []


def pool() -> Executor:
    return ThreadPoolExecutor(3)


def test_pieces_are_done_until_the_study_wants_no_more(tmp_path: Path) -> None:
    done: list[int] = []

    def square(piece: int) -> int:
        done.append(piece)
        return piece**2

    with KeptResults(tmp_path, Squares(30).identity) as kept:
        counts: list[int] = []
        assert carry_out(
            Squares(30), kept, pool, 3, square, progress=lambda: counts.append(len(kept))
        )
        assert counts == list(range(1, len(kept) + 1))
        assert max(kept.values()) >= 30
        assert sorted(done) == list(range(len(kept)))


def test_what_was_done_is_not_done_again(tmp_path: Path) -> None:
    with KeptResults(tmp_path, "study") as kept:
        carry_out(Squares(10), kept, pool, 1, lambda piece: piece**2)
    before = len(kept)
    again: list[int] = []

    def square(piece: int) -> int:
        again.append(piece)
        return piece**2

    with KeptResults(tmp_path, "study") as kept:
        assert len(kept) == before
        carry_out(Squares(40), kept, pool, 1, square)
    assert min(again) == before


@pytest.mark.parametrize(
    "damage", [lambda text: text[:-4], lambda text: text[:-9] + b"\x00" * 8 + b"\n"]
)
def test_a_line_that_was_torn_by_a_kill_is_done_again(
    tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    with KeptResults(tmp_path, "study") as kept:
        kept.add(["a", 1], {"x": 1})
        kept.add(["a", 2], {"x": 2})
    content = kept.path.read_bytes()
    kept.path.write_bytes(damage(content))
    with KeptResults(tmp_path, "study") as again:
        assert dict(again) == {'["a", 1]': {"x": 1}}
        again.add(["a", 2], {"x": 2})
    assert kept.path.read_bytes() == content


def test_studies_do_not_share_a_file(tmp_path: Path) -> None:
    with KeptResults(tmp_path, "one") as one, KeptResults(tmp_path, "two") as two:
        one.add(1, 1)
        assert one.path != two.path
        assert not two


def test_two_processes_do_not_do_the_same_study(tmp_path: Path) -> None:
    with (
        KeptResults(tmp_path, "study"),
        pytest.raises(IgrotekaError, match="another process does the same study"),
    ):
        KeptResults(tmp_path, "study")


def test_time_that_is_over_ends_it_with_what_is_there(tmp_path: Path) -> None:
    def slow(piece: int) -> int:
        time.sleep(0.05)
        return piece

    with KeptResults(tmp_path, "study") as kept:
        assert not carry_out(Squares(10_000), kept, pool, 1, slow, seconds=0.2)
        assert 1 <= len(kept) <= 12


def test_what_a_piece_raises_is_raised_and_the_others_are_kept(tmp_path: Path) -> None:
    def refuse(piece: int) -> int:
        if piece == 3:
            raise IgrotekaError(Text("no deal fits"))
        return piece**2

    with KeptResults(tmp_path, "study") as kept:
        with pytest.raises(IgrotekaError, match="no deal fits"):
            carry_out(Squares(1000), kept, pool, 1, refuse)
        assert kept["1"] == 1

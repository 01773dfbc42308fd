"""What every bot that tells what it expects keeps: legal actions, chances, one path it goes by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pytest

from igroteka.basics.randomness import Stream
from igroteka.bots import make_player
from igroteka.contract import Expected
from igroteka.study.expectations import predictors
from tests.contract.playing import TABLES, label, make, walk


def everything(among: Sequence[Expected]) -> Iterator[Expected]:
    """All actions of these trees."""
    for each in among:
        yield each
        yield from everything(each.answers)


@pytest.mark.parametrize(
    ("table", "bot"),
    [(table, bot) for table in TABLES for bot in predictors(table[0])],
    ids=lambda each: each if isinstance(each, str) else label(each),
)
def test_it_expects_what_may_happen_and_goes_by_one_path(
    table: tuple[str, Mapping[str, str]], bot: str
) -> None:
    game, player, told = make(table), make_player(table[0], bot), 0
    for state, _ in walk(game, 1):
        if state.turn < 0:
            continue
        player.start(game, state.turn, Stream(7))
        view = state.view(state.turn)
        trees = player.expects(view)
        assert {each.action for each in trees} <= set(state.actions())
        assert all(each.seat == state.turn for each in trees)
        assert all(0 <= each.probability <= 1 for each in everything(trees))
        for each in everything(trees):
            assert sum(answer.best for answer in each.answers) == (each.best and each.answers != ())
        if trees:
            assert [each.action for each in trees if each.best] == [player.choose(view)]
        for onlooker in (None, (state.turn + 1) % game.seats):
            assert not player.expects(state.view(onlooker))
        player.close()
        told += bool(trees)
    assert told > 3

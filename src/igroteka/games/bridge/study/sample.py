"""Played contracts as observations, from which a tree learns to tell whether a contract makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from igroteka.basics.observations import Ints, Observations
from igroteka.contract import BadOption
from igroteka.games.bridge.study.columns import COLUMNS, measured
from igroteka.games.bridge.study.played_contracts import PlayedContract
from igroteka.games.bridge.study.solved_deals import Tricks
from igroteka.text import Text, one_of, plural, quoted

TARGETS: Final = ("makes", "tricks")
UNKNOWN: Final = -1


def check_target(target: str) -> None:
    """Raise `BadOption` for another target than `makes` or `tricks`."""
    if target not in TARGETS:
        raise BadOption(
            Text(
                "{option} should be {names}, but is {text}",
                option="--target",
                names=one_of(TARGETS),
                text=quoted(target),
            )
        )


def observations(
    played: Sequence[PlayedContract], columns: Sequence[str], target: str
) -> Observations:
    """What is measured of each contract, with the answer that is to be told."""
    deals = {deal: number for number, deal in enumerate(dict.fromkeys(p.deal for p in played))}
    return Observations(
        tuple(COLUMNS[name].column for name in columns),
        measured(played, columns),
        _answers(played, [each.tricks for each in played], target),
        _classes(played, target),
        np.array([deals[each.deal] for each in played]),
    )


def double_dummy_answers(
    played: Sequence[PlayedContract], target: str, solved: Mapping[tuple[int, ...], Tricks]
) -> Ints:
    """What double dummy tells of each contract; `UNKNOWN` where a deal is not solved."""
    taken: list[int | None] = []
    for each in played:
        table = solved.get(each.hands) if each.hands else None
        declarer = each.contract.declarer
        if table is None or declarer is None:
            taken.append(None)
        else:
            taken.append(table[each.contract.strain][declarer])
    return _answers(played, taken, target)


def _classes(played: Sequence[PlayedContract], target: str) -> tuple[Text, ...]:
    if target == "makes":
        return Text("goes down"), Text("makes")
    most = max(each.tricks for each in played)
    counts = range(_fewest(played), most + 1)
    return tuple(plural("{count} trick", "{count} tricks", count=count) for count in counts)


def _answers(played: Sequence[PlayedContract], taken: Sequence[int | None], target: str) -> Ints:
    """The classes of contracts with so many tricks."""
    known = np.array([UNKNOWN if tricks is None else tricks for tricks in taken], dtype=np.int64)
    if target == "makes":
        answers = (known >= [each.contract.needed for each in played]).astype(np.int64)
    else:
        answers = known - _fewest(played)
    return np.where(known == UNKNOWN, UNKNOWN, answers)


def _fewest(played: Sequence[PlayedContract]) -> int:
    return min(each.tricks for each in played)

"""A tree grown from records and tested, with all that is worth saying of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from igroteka.basics.intervals import Interval
from igroteka.basics.observations import Observations
from igroteka.cli.bridge.tree_data import solve
from igroteka.cli.run_plan import Workers, progress_bar
from igroteka.contract import BadOption, IgrotekaError
from igroteka.games.bridge.contracts import ASCII_STRAINS, STRAINS
from igroteka.games.bridge.study.columns import chosen_columns
from igroteka.games.bridge.study.played_contracts import Collection, PlayedContract
from igroteka.games.bridge.study.sample import (
    UNKNOWN,
    check_target,
    double_dummy_answers,
    observations,
)
from igroteka.study.trees.growing import grow
from igroteka.study.trees.settings import Settings
from igroteka.study.trees.tree import Tree
from igroteka.study.trees.validation import Validation, accuracy, validated
from igroteka.text import Text, listed, plural, quoted


@dataclass(frozen=True)
class Wanted:
    """What is to be learned from the records, and how."""

    columns: str
    target: str
    strain: str | None
    level: int | None
    settings: Settings
    folds: int
    seed: int
    double_dummy: bool

    def check(self) -> None:
        """Refuse what is misspelt before anything is read. Raises `BadOption`."""
        chosen_columns(self.columns)
        check_target(self.target)
        self.strain_number()

    def strain_number(self) -> int | None:
        """The strain that is asked for."""
        if self.strain is None:
            return None
        for names in (STRAINS, ASCII_STRAINS, tuple("CDHSN")):
            if self.strain.upper() in names:
                return names.index(self.strain.upper())
        raise BadOption(
            Text(
                "there is no strain {text}; the strains are {names}",
                text=quoted(self.strain),
                names=listed(ASCII_STRAINS),
            )
        )


@dataclass(frozen=True)
class Study:
    """A tree with what it was grown from and how it did in the test."""

    wanted: Wanted
    played: Sequence[PlayedContract]
    data: Observations
    tree: Tree
    validation: Validation | None
    double_dummy: Interval | None
    warnings: tuple[Text, ...]

    @property
    def deals(self) -> int:
        return len(np.unique(self.data.groups))

    @property
    def majority(self) -> float:
        """The share of the commonest answer: how often one is right who looks at nothing."""
        return float(self.data.counts.max() / len(self.data))


def study(records: Collection, wanted: Wanted, workers: Workers) -> Study:
    """Grow and test a tree. Raises `IgrotekaError` where there is nothing to learn from."""
    warnings = [reason.sentence(count) for reason, count in records.left_out.items() if count]
    played = records.of(wanted.strain_number(), wanted.level)
    if not records.played:
        reasons = listed(warnings) if warnings else Text("there are no games")
        raise IgrotekaError(
            Text("there is no contract with a result to learn from: {reasons}", reasons=reasons)
        )
    if not played:
        raise IgrotekaError(
            plural(
                "the {count} contract is of another strain or level",
                "all {count} contracts are of another strain or level",
                count=len(records.played),
            )
        )
    data = observations(played, chosen_columns(wanted.columns), wanted.target)
    tree = grow(data, wanted.settings)
    with progress_bar("folds", wanted.folds) as advance:
        validation = validated(data, wanted.settings, wanted.folds, wanted.seed, advance)
    double_dummy = None
    if wanted.double_dummy:
        double_dummy, missing = _double_dummy(played, data, wanted.target, workers)
        warnings += missing
    warnings += _remarks(data, tree, validation, wanted)
    return Study(wanted, played, data, tree, validation, double_dummy, tuple(warnings))


def _double_dummy(
    played: Sequence[PlayedContract], data: Observations, target: str, workers: Workers
) -> tuple[Interval | None, list[Text]]:
    """How often double dummy is right, and for how many records that can't be told."""
    solved = solve([each.hands for each in played if each.hands], workers)
    told = double_dummy_answers(played, target, solved)
    known = told != UNKNOWN
    missing = int((~known).sum())
    warnings = [
        plural(
            "double dummy is not told for {count:,} record, whose four hands are not known or not "
            "solved",
            "double dummy is not told for {count:,} records, whose four hands are not known or not "
            "solved",
            count=missing,
        )
    ]
    return accuracy(data, told, known) if known.any() else None, warnings if missing else []


def _remarks(
    data: Observations, tree: Tree, validation: Validation | None, wanted: Wanted
) -> Iterator[Text]:
    """What one should know before one believes the tree."""
    if validation is None:
        yield Text("all records are of one deal, so the tree can't be tested on another")
    elif validation.folds < wanted.folds:
        yield Text(
            "there are only {deals} deals, so there are {deals} folds instead of {folds}",
            deals=validation.folds,
            folds=wanted.folds,
        )
    if (data.counts > 0).sum() == 1:
        answer = data.classes[int(data.counts.argmax())]
        yield Text(
            "all records have one answer, {answer}, so there is nothing to tell apart",
            answer=answer,
        )
    else:
        constant = [
            column.name
            for column, seen in zip(tree.columns, tree.seen, strict=True)
            if len(seen) < 2
        ]
        if constant:
            yield Text("the same in all records: {names}", names=listed(constant))
        if tree.leaves == 1:
            yield Text(
                "no question divides the records well enough, so the tree is one leaf: give fewer "
                "records a leaf (--leaf), more depth, less gain, or other columns"
            )

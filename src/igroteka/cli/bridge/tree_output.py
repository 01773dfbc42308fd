"""A tree shown: text on the terminal, JSON, and a picture."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.table import Table

from igroteka.cli.bridge.tree_study import Study
from igroteka.cli.output import check_file
from igroteka.contract import IgrotekaError
from igroteka.games.bridge.boards import numbered
from igroteka.languages import Language, language_named
from igroteka.study.trees.json_form import tree_json, validation_json
from igroteka.study.trees.rules import rules
from igroteka.study.trees.svg_drawing import drawn_svg
from igroteka.study.trees.text_drawing import drawn
from igroteka.study.trees.validation import Validation
from igroteka.study.trees.words import rest_text, rule_text
from igroteka.text import Text, plural


@dataclass(frozen=True)
class Output:
    """How the user wants the tree."""

    language: str
    json: bool
    svg: Path | None
    rules: bool
    records: Path | None = None

    def check(self) -> None:
        """Refuse a place that can't be written before anything is computed."""
        language_named(self.language)
        for path in (self.svg, self.records):
            if path:
                check_file(path)

    def show(self, found: Study) -> None:
        """Print it, and write the picture."""
        say = language_named(self.language)
        if self.json:
            typer.echo(json.dumps(self._json(found, say), ensure_ascii=False))
        else:
            for warning in found.warnings:
                print(say(warning), file=sys.stderr)
            self._print(found, say)
        if self.svg:
            _write(self.svg, drawn_svg(found.tree, _title(found), say))
        if self.records:
            _write(self.records, "".join(f"{json.dumps(each)}\n" for each in _records_of(found)))

    def _json(self, found: Study, say: Language) -> dict[str, Any]:
        settings = found.wanted.settings
        double_dummy = found.double_dummy
        told: dict[str, Any] = {
            "records": len(found.data),
            "deals": found.deals,
            **validation_json(found.tree, found.validation),
            "majority": round(found.majority, 4),
            "double_dummy": None if double_dummy is None else round(double_dummy.value, 4),
            "leaves": found.tree.leaves,
            "depth": found.tree.depth,
            "algorithm": settings.algorithm,
            "split": settings.split,
            "target": found.wanted.target,
            "columns": [column.name for column in found.data.columns],
            "classes": [say(each) for each in found.data.classes],
            "warnings": [say(each) for each in found.warnings],
            "tree": tree_json(found.tree, say=say),
        }
        if self.rules:
            told["rules"] = list(_rules(found, say))
        return told

    def _print(self, found: Study, say: Language) -> None:
        for line in drawn(found.tree, say):
            typer.echo(line)
        typer.echo()
        for line in _summary(found):
            typer.echo(say(line))
        if self.rules:
            typer.echo()
            for rule in _rules(found, say):
                typer.echo(rule)
        if found.validation:
            console = Console()
            for table in _tables(found, found.validation, say):
                console.print(table)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise IgrotekaError(
            Text("{path} can't be written: {reason}", path=path, reason=error.strerror)
        ) from error


def _records_of(found: Study) -> Iterator[dict[str, Any]]:
    """Every record with the node at which it ends; one that goes several ways where most does."""
    rows, nodes, weights = found.tree.reached(found.data.values)
    ends = {int(row): int(node) for _, row, node in sorted(zip(weights, rows, nodes, strict=True))}
    for row, played in enumerate(found.played):
        yield {
            "node": ends[row],
            "contract": str(played.contract),
            "tricks": played.tricks,
            "makes": played.makes,
            "deal": str(numbered(played.hands, row + 1)) if played.hands else None,
        }


def _rules(found: Study, say: Language) -> Iterator[str]:
    simple, other = rules(found.tree, found.data)
    for rule in simple:
        yield say(rule_text(found.tree, rule))
    yield say(rest_text(found.tree.classes, other))


def _title(found: Study) -> Text:
    """What the picture is of, with its figures."""
    return Text(
        "{records}, {deals}; {leaves}; {right}",
        records=_records(found),
        deals=_deals(found),
        leaves=_leaves(found),
        right=next(_figures(found)),
    )


def _records(found: Study) -> Text:
    return plural("{count:,} record", "{count:,} records", count=len(found.data))


def _deals(found: Study) -> Text:
    return plural("{count:,} deal", "{count:,} deals", count=found.deals)


def _leaves(found: Study) -> Text:
    return plural("{count} leaf", "{count} leaves", count=found.tree.leaves)


def _summary(found: Study) -> Iterator[Text]:
    yield Text(
        "{records} of {deals}; {leaves}, depth {depth}",
        records=_records(found),
        deals=_deals(found),
        leaves=_leaves(found),
        depth=found.tree.depth,
    )
    yield from _figures(found)


def _figures(found: Study) -> Iterator[Text]:
    """How often the tree is right on deals that it has not seen, and what that is beside."""
    if found.validation:
        value, low, high = found.validation.accuracy
        yield Text(
            "right on unseen deals: {value:.1%} (95 % interval {low:.1%} to {high:.1%}; folds by "
            "deal: {folds})",
            value=value,
            low=low,
            high=high,
            folds=found.validation.folds,
        )
    yield Text("always the commonest answer: {share:.1%}", share=found.majority)
    if found.double_dummy:
        yield Text("double dummy: {share:.1%}", share=found.double_dummy.value)


def _tables(found: Study, validation: Validation, say: Language) -> Iterator[Table]:
    curve = Table(say(Text("records to learn from")), say(Text("right on unseen deals")))
    for point in validation.curve:
        curve.add_row(f"{point.records:,}", f"{point.accuracy.value:.1%}")
    yield curve
    confusion = Table(say(Text("in truth")), *map(say, _told(found)))
    for answer, row in zip(found.data.classes, validation.confusion.tolist(), strict=True):
        confusion.add_row(say(answer), *(f"{count:,}" for count in row))
    yield confusion
    importance = Table(say(Text("column")), say(Text("lost when it is shuffled")))
    ranked = sorted(
        zip(found.data.columns, validation.importance, strict=True), key=lambda pair: -pair[1].value
    )
    for column, lost in ranked:
        if lost.value or lost.low < lost.high:
            importance.add_row(say(column.title), f"{lost.value:.1%}")
    yield importance


def _told(found: Study) -> Iterator[Text]:
    """Heads of the columns of the confusion table."""
    for answer in found.data.classes:
        yield Text("told: {answer}", answer=answer)

"""What a bot expects before an action of a record: a tree at the terminal, or JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence

import typer

from igroteka.cli.replay import headline
from igroteka.contract import Expected, Json
from igroteka.languages import Language
from igroteka.records.record import Record
from igroteka.registry import make_game
from igroteka.study.expectations import (
    Expecting,
    chosen_predictor,
    expected,
    shown,
    view_before,
)
from igroteka.text import Text

BEST = "★"
"""Marks the path that the bot goes by."""


def tell(record: Record, number: int, bot: str | None, say: Language, as_json: bool) -> None:
    """Print the whole tree for programs, or draw the best of it for people."""
    game = make_game(record.game, record.options)
    view = view_before(game, record, number)
    asked = Expecting(game, chosen_predictor(game, bot), number, view)
    trees = expected(asked)
    if as_json:
        typer.echo(json.dumps(_told(asked, record, trees), ensure_ascii=False))
    else:
        typer.echo(say(headline(record)))
        _draw(asked, record, trees, say)


def _told(asked: Expecting, record: Record, trees: Sequence[Expected]) -> Json:
    return {
        "game": record.game,
        "bot": asked.bot,
        "number": asked.number,
        "seat": asked.view.seat,
        "played": _played(asked, record),
        "expects": [_to_json(each) for each in trees],
    }


def _played(asked: Expecting, record: Record) -> str:
    assert record.actions is not None
    return record.actions[asked.number - 1]


def _to_json(action: Expected) -> Json:
    return {
        "seat": action.seat,
        "action": str(action.action),
        "weight": round(action.weight, 4),
        "probability": round(action.probability, 4),
        "value": round(action.value, 4),
        "best": action.best,
        "answers": [_to_json(each) for each in action.answers],
    }


def _draw(asked: Expecting, record: Record, trees: Sequence[Expected], say: Language) -> None:
    from rich.console import Console
    from rich.text import Text as Line
    from rich.tree import Tree

    def grow(tree: Tree, among: Sequence[Expected]) -> None:
        some = shown(among)
        for each in some.first:
            style = "bold green" if each.best else ""
            line = f"{BEST} " * each.best + say(_line(asked, each))
            grow(tree.add(Line(line, style)), each.answers)
        if some.others:
            tree.add(Line(say(some.rest), "dim"))

    assert asked.view.seat is not None
    title = Text(
        "Action {number}, {seat}: {played}. What {bot} expects there:",
        number=asked.number,
        seat=asked.game.seat_name(asked.view.seat),
        played=asked.view.explain(asked.game.read(_played(asked, record))),
        bot=asked.bot,
    )
    tree = Tree(Line(say(title)), guide_style="dim")
    grow(tree, trees)
    if not trees:
        tree.add(Line(say(Text("nothing: there is nothing to weigh here"))))
    Console().print(tree)


def _line(asked: Expecting, action: Expected) -> Text:
    return Text(
        "{action}  {seat}, weight {weight}, probability {probability} %, value {value}",
        action=asked.view.brief(action.action),
        seat=asked.game.seat_name(action.seat),
        weight=f"{action.weight:.1f}",
        probability=f"{100 * action.probability:.0f}",
        value=f"{action.value:+.1f}".replace("-", "−"),
    )

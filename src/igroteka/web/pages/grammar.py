"""The grammar editor of the substitution game: it checks while one types."""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.responses import Response

from igroteka.contract import BadOption
from igroteka.games.substitution.grammar import (
    TWO_DICE,
    BadGrammar,
    Grammar,
    Group,
    named_grammar,
    named_grammars,
    parse_weights,
)
from igroteka.games.substitution.rules import Substitution
from igroteka.games.substitution.study.analysis import analyse
from igroteka.text import Text, listed, quoted
from igroteka.web.pages.common import NotFound, OwnForm, page
from igroteka.web.pages.table_forms import LONGEST_OPTION, visitors_game

router = APIRouter(include_in_schema=False)


@router.get("/grammar")
def editor(request: Request, name: str = "classic") -> Response:
    """The editor, with a named grammar in it."""
    if name not in named_grammars():
        raise NotFound(
            Text(
                "there is no grammar {text}; there are {names}",
                text=quoted(name),
                names=listed(named_grammars()),
            )
        )
    text = "\n".join(str(group) for group in named_grammar(name).groups)
    values = {"text": text, "name": name, "names": named_grammars(), **checked(text, "")}
    return page(request, "grammar.html", values)


@router.post("/grammar/check")
def check(request: Request, form: OwnForm) -> Response:
    """What is to be said of the grammar as it stands."""
    text, weights = str(form.get("grammar", "")), str(form.get("weights", ""))
    return page(request, "grammar_check.html", checked(text, weights))


def checked(text: str, weights: str) -> dict[str, Any]:
    """The grammar's productions with their metrics, or what is wrong with it."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    wrong = None
    try:
        if len(text) > LONGEST_OPTION:
            raise BadOption(Text("a grammar has at most {most} letters here", most=LONGEST_OPTION))
        options = {"grammar": ";".join(lines)} | ({"weights": weights} if weights.strip() else {})
        wrong = wrong_line(text)
        if wrong is not None:
            raise BadOption(Text("line {line}: {reason}", line=wrong.number, reason=wrong.reason))
        if "->" not in options["grammar"] and "→" not in options["grammar"]:
            raise BadOption(Text("a grammar has groups like S->AB, one a line"))
        game = visitors_game("substitution", options)
    except BadOption as error:
        line = None if wrong is None else wrong.number
        told = {"problem": error.sentence, "wrong": line, "lines": max(1, text.count("\n") + 1)}
        return {**told, "found": None, "grammar": None, "first": 0, "play": ""}
    assert isinstance(game, Substitution)
    grammar: Grammar = game.grammar
    play = urlencode({**options, "turns": "10"})
    return {
        "problem": None,
        "wrong": None,
        "lines": text.count("\n") + 1,
        "found": analyse(grammar),
        "grammar": grammar,
        "first": 2 if grammar.weights == TWO_DICE else 1,
        "play": play,
    }


class WrongLine(NamedTuple):
    """A line that is no group of productions."""

    number: int
    """Counted from 1, empty lines and comments among them."""
    reason: Text


def wrong_line(text: str) -> WrongLine | None:
    """The first line of a grammar that can't be read; None if all can."""
    for number, line in enumerate(text.splitlines(), start=1):
        for part in filter(None, map(str.strip, line.split(";"))):
            if line.lstrip().startswith("#"):
                continue
            try:
                if part.lower().startswith("weights:"):
                    parse_weights(part.partition(":")[2])
                else:
                    Group.parse(part)
            except BadGrammar as error:
                return WrongLine(number, error.sentence)
    return None

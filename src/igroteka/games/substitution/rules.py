"""The game with its options."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from igroteka.contract import (
    BadOption,
    Game,
    IgrotekaError,
    Option,
    Reckoning,
    State,
)
from igroteka.games.substitution.grammar import (
    BadGrammar,
    Grammar,
    named_grammar,
    named_grammars,
    parse_weights,
)
from igroteka.games.substitution.notation import Apply, Roll, read_action
from igroteka.games.substitution.options import OPTIONS
from igroteka.games.substitution.settings import read_settings
from igroteka.games.substitution.state import Position
from igroteka.text import Text, listed, quoted

MOST_TURNS = 10_000
MOST_GROWTH = 100_000
"""Letters that a player's forms may have at the end, if every turn adds the longest right side."""
MOST_TO_SHOW = 60_000
"""The same if all right sides, of which actions are chosen, stood beside every form."""


@dataclass(frozen=True)
class Substitution(Game):
    """The substitution game on one grammar."""

    grammar: Grammar
    turns: int

    name: ClassVar[str] = "substitution"
    hidden: ClassVar[bool] = False
    adviser: ClassVar[str | None] = "planner"
    casual: ClassVar[Mapping[str, str]] = {"turns": "10"}
    opponents: ClassVar[Mapping[Text, str]] = {
        Text("beginner"): "random",
        Text("easy"): "stupid-short",
        Text("middling"): "smart-random",
        Text("strong"): "search(4)",
        Text("champion"): "planner",
    }
    title: ClassVar[Text] = Text("substitution")
    summary: ClassVar[Text] = Text(
        "Dice choose productions of a grammar; grow words and finish them."
    )
    option_list: ClassVar[Sequence[Option]] = OPTIONS
    reckonings: ClassVar[Mapping[str, Reckoning]] = {
        "wins": Reckoning(Text("games won, a draw being a half"), Text("games")),
        "points": Reckoning(Text("points of all games together"), Text("points")),
    }
    file_options: ClassVar[Mapping[str, Sequence[str]]] = {"grammar": (".xml", ".txt")}
    option_sets: ClassVar[Sequence[Mapping[str, str]]] = (
        {"turns": "40"},
        {"turns": "40", "grammar": "classic-program"},
        {"turns": "40", "grammar": "low-start"},
        {"turns": "40", "grammar": "trap"},
        {"turns": "9", "grammar": "S->SS|a|bA;A->c", "weights": "3 1 of 4"},
        {"turns": "1", "grammar": "S->a"},
    )

    @classmethod
    def with_options(cls, options: Mapping[str, str]) -> Self:
        grammar = _read_grammar(options["grammar"], options["weights"])
        text = options["turns"]
        number = text.isascii() and text.isdigit() and len(text) <= len(str(MOST_TURNS))
        if not (number and 1 <= int(text) <= MOST_TURNS):
            raise BadOption(
                Text(
                    "turns should be a number from 1 to {most}, but is {text}",
                    most=MOST_TURNS,
                    text=quoted(text),
                )
            )
        _check_growth(grammar, int(text))
        return cls(grammar, int(text))

    @classmethod
    def options_of_file(cls, option: str, name: str, content: str) -> Mapping[str, str]:
        if name.endswith(".xml"):
            settings = read_settings(content)
            return {option: str(settings.grammar), "turns": str(settings.turns)}
        return {option: str(Grammar.parse(content))}

    @property
    def options(self) -> Mapping[str, str]:
        return {"grammar": self.grammar.name or str(self.grammar), "turns": str(self.turns)}

    @property
    def seats(self) -> int:
        return 2

    def deal(self, rng: random.Random) -> Position:
        del rng
        return self.restore("")

    def restore(self, deal: str) -> Position:
        if deal:
            raise IgrotekaError(
                Text(
                    "every game starts alike, so the deal {text} should be empty", text=quoted(deal)
                )
            )
        return Position(self, ((), ()), (0,) * len(self.grammar.groups), 0)

    def read(self, text: str) -> Roll | Apply:
        return read_action(text)

    def reckon(
        self, way: str, end: State, scores: tuple[float, ...] | None = None
    ) -> tuple[float, ...] | None:
        """Who won, or the points; a game that was given up has no words to count."""
        if way == "points" and scores is not None:
            return None
        got = super().reckon(way, end, scores)
        if way == "points" or got is None:
            return got
        return tuple((own > other) + (own == other) / 2 for own, other in (got, got[::-1]))


def _check_growth(grammar: Grammar, turns: int) -> None:
    """Raise `BadOption` if positions could become longer than anybody can look at."""
    rights = [len(right) for group in grammar.groups for right in group.rights]
    most = min(MOST_GROWTH // max(1, *rights), MOST_TO_SHOW // (sum(rights) + len(rights)))
    if most < 1:
        raise BadGrammar(Text("the right sides of this grammar are too long to play with"))
    if turns > most:
        raise BadOption(
            Text("with right sides as long as these, play at most {most} turns", most=most)
        )


def _read_grammar(text: str, weights: str) -> Grammar:
    """The grammar that an option names or writes out."""
    if text in named_grammars():
        grammar = named_grammar(text)
    elif "->" in text or "→" in text:
        grammar = Grammar.parse(text)
    else:
        raise BadGrammar(
            Text(
                "there is no grammar {text}; give one of {names}, a .txt or .xml file, "
                "or groups like 'S->AB;A->a;B->b'",
                text=quoted(text),
                names=listed(named_grammars()),
            )
        )
    if weights:
        grammar = Grammar(grammar.groups, parse_weights(weights))
    return grammar

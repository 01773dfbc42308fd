"""Grammars: production groups with the weights of their rolls, read from text and checked."""

from __future__ import annotations

import string
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from pathlib import Path

from igroteka.contract import BadOption
from igroteka.text import Text, quoted

START = "S"
NONTERMINALS = frozenset(string.ascii_uppercase)
TWO_DICE = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
MOST_TOTAL = 1_000_000
MOST_DIGITS = 18
"""Of a weight that is read at all."""
EMPTY = "ε"
"""How nothing at all is written: an empty right side, and a word without letters."""
RESERVED = f"|;{EMPTY}"
"""Characters that have a meaning in the text form and so can't be letters of a word."""


class BadGrammar(BadOption):
    """A grammar that can't be played; the text says where and why."""


@dataclass(frozen=True)
class Group:
    """Productions that are rolled together: one nonterminal and its possible right sides."""

    left: str
    rights: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.left) != 1 or self.left not in NONTERMINALS:
            raise BadGrammar(
                Text(
                    "the left side {text} should be one capital letter from A to Z",
                    text=quoted(self.left),
                )
            )
        if not self.rights:
            raise BadGrammar(Text("{left} has no right side", left=self.left))
        for symbol in "".join(self.rights):
            if not symbol.isprintable() or symbol.isspace() or symbol in RESERVED:
                raise BadGrammar(
                    Text(
                        "{text} can't stand on a right side of {left}: use printable characters "
                        "other than spaces, '|', ';' and 'ε'",
                        text=quoted(symbol),
                        left=self.left,
                    )
                )

    @classmethod
    def parse(cls, text: str) -> Group:
        """Read `A->aA|B|ε`; `→` serves as the arrow too."""
        left, arrow, rights = text.replace("→", "->").partition("->")
        if not arrow:
            raise BadGrammar(
                Text(
                    "{text} is no group of productions; write it like A->aA|B",
                    text=quoted(text.strip()),
                )
            )
        written = [right.strip() for right in rights.split("|")]
        if "" in written:
            raise BadGrammar(
                Text("{left} has an empty right side; write it as ε", left=left.strip())
            )
        return cls(left.strip(), tuple("" if right == EMPTY else right for right in written))

    def __str__(self) -> str:
        return f"{self.left}->{'|'.join(map(shown, self.rights))}"


@dataclass(frozen=True)
class Grammar:
    """Groups in the order of their rolls; group i is rolled `weights[i]` times in `total`."""

    groups: tuple[Group, ...]
    weights: tuple[int, ...]
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if not self.groups:
            raise BadGrammar(Text("the grammar is empty; write one group a line, like S->AB|a"))
        if all(group.left != START for group in self.groups):
            raise BadGrammar(
                Text("no group starts with {start}, so no derivation could ever begin", start=START)
            )
        if len(self.weights) != len(self.groups):
            raise BadGrammar(
                Text(
                    "{groups} groups need {groups} weights, but {count} are given",
                    groups=len(self.groups),
                    count=len(self.weights),
                )
            )
        if any(weight <= 0 for weight in self.weights):
            raise BadGrammar(Text("every weight should be a positive whole number"))
        if self.total > MOST_TOTAL:
            raise BadGrammar(
                Text("the weights sum to more than {most}; use smaller ones", most=MOST_TOTAL)
            )

    @classmethod
    def parse(cls, text: str, name: str | None = None) -> Grammar:
        """Read groups, one a line or divided by `;`, and a line `weights: 1 2 1 [of 4]`.

        Without weights, eleven groups get those of two dice and any other number equal ones.
        Lines that begin with `#` are comments.
        """
        groups: list[Group] = []
        weights: tuple[int, ...] = ()
        for line in _parts(text):
            if line.lower().startswith("weights:"):
                weights = parse_weights(line.partition(":")[2])
                continue
            try:
                groups.append(Group.parse(line))
            except BadGrammar as error:
                raise BadGrammar(
                    Text(
                        "group {number}, {text}: {reason}",
                        number=len(groups) + 1,
                        text=quoted(line),
                        reason=error.sentence,
                    )
                ) from error
        default = TWO_DICE if len(groups) == len(TWO_DICE) else (1,) * len(groups)
        return cls(tuple(groups), weights or default, name)

    @cached_property
    def total(self) -> int:
        """The sum of the weights."""
        return sum(self.weights)

    @cached_property
    def nonterminals(self) -> str:
        """Every nonterminal that occurs anywhere, in alphabetical order."""
        symbols = {START}
        for group in self.groups:
            symbols.add(group.left)
            symbols.update(NONTERMINALS.intersection("".join(group.rights)))
        return "".join(sorted(symbols))

    def __str__(self) -> str:
        """The text that `parse` reads back."""
        weights = " ".join(map(str, self.weights))
        return "\n".join([f"weights: {weights} of {self.total}", *map(str, self.groups)])


def _parts(text: str) -> list[str]:
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    return [part.strip() for line in lines for part in line.split(";") if part.strip()]


def shown(symbols: str) -> str:
    """Symbols as people read them, who would not see nothing."""
    return symbols or EMPTY


def is_word(form: str) -> bool:
    """Whether nothing is left to replace."""
    return NONTERMINALS.isdisjoint(form)


def parse_weights(text: str) -> tuple[int, ...]:
    """Read `1 2 3 2 1` or `1 2 3 2 1 of 9`; the sum is checked when it is given."""
    written, of, total = text.partition("of")
    numbers = written.replace(",", " ").split()
    stated = total.split()
    if not numbers or len(stated) != bool(of) or not all(map(_is_number, (*numbers, *stated))):
        raise BadGrammar(
            Text(
                "the weights {text} should be whole numbers, like 1 2 1 of 4",
                text=quoted(text.strip()),
            )
        )
    weights = tuple(map(int, numbers))
    if of and sum(weights) != int(stated[0]):
        raise BadGrammar(
            Text(
                "the weights sum to {sum}, not to the stated total {total}",
                sum=sum(weights),
                total=stated[0],
            )
        )
    return weights


def _is_number(word: str) -> bool:
    """Whether it is a whole number, and no longer than one that could be a weight."""
    return word.isdecimal() and len(word) <= MOST_DIGITS


@cache
def named_grammars() -> tuple[str, ...]:
    """The grammars that come with the house."""
    folder = resources.files(__package__).joinpath("grammars")
    files = (Path(file.name) for file in folder.iterdir())
    return tuple(sorted(file.stem for file in files if file.suffix == ".txt"))


@cache
def named_grammar(name: str) -> Grammar:
    """One of `named_grammars()`."""
    file = resources.files(__package__).joinpath("grammars", f"{name}.txt")
    return Grammar.parse(file.read_text(encoding="utf-8"), name)

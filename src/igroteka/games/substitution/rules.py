"""The rules: rolling a group, applying it, and using up the bank."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from igroteka.contract import (
    CHANCE,
    OVER,
    BadOption,
    Game,
    IgrotekaError,
    IllegalMove,
    Seat,
    State,
)
from igroteka.games.substitution.formats.settings import read_settings
from igroteka.games.substitution.grammar import (
    NONTERMINALS,
    START,
    BadGrammar,
    Grammar,
    is_word,
    named_grammar,
    named_grammars,
    parse_weights,
)
from igroteka.games.substitution.view import SubstitutionView

NEW = -1
"""The form number that means: start a new derivation."""

WORD_BONUS = 3
MOST_TURNS = 10_000


class Roll(NamedTuple):
    """The dice chose this group."""

    group: int

    def __str__(self) -> str:
        return f"roll {self.group}"


class Apply(NamedTuple):
    """Replace the leftmost matching nonterminal of a form by a right side of a group."""

    form: int
    group: int
    production: int

    def __str__(self) -> str:
        return f"{self.form} {self.group} {self.production}"


@dataclass(frozen=True)
class Substitution(Game):
    """The substitution game on one grammar."""

    grammar: Grammar
    turns: int

    name: ClassVar[str] = "substitution"
    hidden: ClassVar[bool] = False
    adviser: ClassVar[str | None] = "planner"
    casual: ClassVar[Mapping[str, str]] = {"turns": "10"}
    opponents: ClassVar[Mapping[str, str]] = {
        "beginner": "random",
        "easy": "stupid-short",
        "middling": "smart-random",
        "strong": "search(4)",
        "champion": "planner",
    }
    summary: ClassVar[str] = "Dice choose productions of a grammar; grow words and finish them."
    option_help: ClassVar[Mapping[str, str]] = {
        "grammar": "a named grammar, a file (.txt or .xml), or groups like 'S->AB;A->a;B->b' "
        "(default classic)",
        "turns": "turns of each player (default 200, or as the .xml file says)",
        "weights": "one weight a group, like '1 2 1 of 4' (default as in the grammar; two dice "
        "for 11 groups, else equal)",
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
    def configure(cls, options: Mapping[str, str]) -> Substitution:
        grammar = _read_grammar(options.get("grammar", "classic"), options.get("weights"))
        text = options.get("turns", "200")
        number = text.isascii() and text.isdigit() and len(text) <= len(str(MOST_TURNS))
        if not (number and 1 <= int(text) <= MOST_TURNS):
            raise BadOption(f"turns should be a number from 1 to {MOST_TURNS}, but is {text!r}")
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
            raise IgrotekaError(f"every game starts alike, so the deal {deal!r} should be empty")
        return Position(self, ((), ()), (0,) * len(self.grammar.groups), 0)

    def read(self, text: str) -> Roll | Apply:
        words = text.split()
        try:
            if words[:1] == ["roll"]:
                (group,) = map(int, words[1:])
                return Roll(group)
            return Apply(*map(int, words))
        except (TypeError, ValueError):
            raise IllegalMove(
                f"{text!r} is no move: write form, group and production as numbers from 0, "
                "like '0 3 1', with form -1 for a new derivation"
            ) from None


def _read_grammar(text: str, weights: str | None) -> Grammar:
    """The grammar that an option names or writes out."""
    if text in named_grammars():
        grammar = named_grammar(text)
    elif "->" in text or "→" in text:
        grammar = Grammar.parse(text)
    else:
        raise BadGrammar(
            f"there is no grammar {text!r}; give one of {', '.join(named_grammars())}, a .txt or "
            ".xml file, or groups like 'S->AB;A->a;B->b'"
        )
    if weights:
        grammar = Grammar(grammar.groups, parse_weights(weights))
    return grammar


@dataclass(frozen=True)
class Position(State):
    """Both players' forms, the bank, and where in a turn the game stands."""

    game: Substitution
    forms: tuple[tuple[str, ...], tuple[str, ...]]
    """Each player's sentential forms in the order in which they were started."""
    bank: tuple[int, ...]
    """How many of each group lie in the bank."""
    ply: int
    """Turns completed by both players together."""
    rolled: int | None = None
    """The group just rolled that its player has yet to use."""
    banking: bool = False
    """The rolled group was used, and the bank must now be used up."""

    @property
    def deal(self) -> str:
        return ""

    @property
    def turn(self) -> Seat:
        if self.ply >= 2 * self.game.turns:
            return OVER
        if self.rolled is None and not self.banking:
            return CHANCE
        return self.mover

    @property
    def mover(self) -> Seat:
        """Whose turn it is, also while the dice are in the air."""
        return self.ply % 2

    def turns_left(self, seat: Seat) -> int:
        """Turns that this seat has yet to finish, the present one included."""
        return self.game.turns - (self.ply + 1 - seat) // 2

    @property
    def playable(self) -> tuple[int, ...]:
        """Groups that the player to decide may use now."""
        forms = self.forms[self.mover]
        if self.rolled is not None:
            return (self.rolled,) if self._usable(self.rolled, forms) else ()
        if not self.banking:
            return ()
        groups = self.game.grammar.groups
        held = {symbol for form in forms for symbol in form} & NONTERMINALS
        return tuple(
            number
            for number, count in enumerate(self.bank)
            if count and groups[number].left in held
        )

    def _usable(self, group: int, forms: Sequence[str]) -> bool:
        left = self.game.grammar.groups[group].left
        return left == START or any(left in form for form in forms)

    def actions(self) -> Sequence[Apply]:
        return tuple(self._actions()) if self.turn >= 0 else ()

    def _actions(self) -> Iterator[Apply]:
        for group in self.playable:
            left, rights = (
                self.game.grammar.groups[group].left,
                self.game.grammar.groups[group].rights,
            )
            for number, form in enumerate(self.forms[self.mover]):
                if left in form:
                    for production in range(len(rights)):
                        yield Apply(number, group, production)
            if left == START and self.rolled is not None:
                for production in range(len(rights)):
                    yield Apply(NEW, group, production)

    def chances(self) -> Sequence[tuple[Roll, int]]:
        if self.turn != CHANCE:
            return ()
        return [(Roll(group), weight) for group, weight in enumerate(self.game.grammar.weights)]

    def play(self, action: Roll | Apply) -> Position:
        if self.turn == OVER:
            raise IllegalMove("the game is over: both players have made all their turns")
        if self.turn == CHANCE:
            return self._roll(action)
        if not isinstance(action, Apply):
            raise IllegalMove("the dice were rolled already; now a production must be applied")
        self._check(action)
        return self._apply(action)

    def _roll(self, action: Roll | Apply) -> Position:
        if not isinstance(action, Roll):
            raise IllegalMove("the dice come first: a roll is due, not a move")
        if not 0 <= action.group < len(self.bank):
            raise IllegalMove(
                f"there is no group {action.group}; groups go from 0 to {len(self.bank) - 1}"
            )
        if self._usable(action.group, self.forms[self.mover]):
            return replace(self, rolled=action.group)
        return replace(self, bank=_changed(self.bank, action.group, +1), ply=self.ply + 1)

    def _check(self, action: Apply) -> None:
        """Raise `IllegalMove` with the rule that the action breaks."""
        groups, forms = self.game.grammar.groups, self.forms[self.mover]
        if not 0 <= action.group < len(groups):
            raise IllegalMove(
                f"there is no group {action.group}; groups go from 0 to {len(groups) - 1}"
            )
        group = groups[action.group]
        if self.rolled is not None and action.group != self.rolled:
            raise IllegalMove(
                f"group {self.rolled} ({groups[self.rolled]}) was rolled and must be used first, "
                f"not group {action.group} ({group})"
            )
        if self.rolled is None and not self.bank[action.group]:
            raise IllegalMove(f"group {action.group} ({group}) is not in the bank")
        if not 0 <= action.production < len(group.rights):
            raise IllegalMove(
                f"group {action.group} ({group}) has no production {action.production}; "
                f"they go from 0 to {len(group.rights) - 1}"
            )
        if action.form == NEW:
            if group.left != START or self.rolled is None:
                raise IllegalMove(
                    f"only a rolled group of {START} starts a new derivation, not {group}"
                )
        elif not 0 <= action.form < len(forms):
            raise IllegalMove(f"there is no form {action.form}; you have {len(forms)}, from 0")
        elif group.left not in forms[action.form]:
            raise IllegalMove(
                f"form {action.form} ({forms[action.form]}) holds no {group.left} for {group}"
            )

    def _apply(self, action: Apply) -> Position:
        group = self.game.grammar.groups[action.group]
        right = group.rights[action.production]
        own = self.forms[self.mover]
        if action.form == NEW:
            own = (*own, right)
        else:
            form = own[action.form].replace(group.left, right, 1)
            own = (*own[: action.form], form, *own[action.form + 1 :])
        forms = (own, self.forms[1]) if self.mover == 0 else (self.forms[0], own)
        bank = self.bank if self.rolled is not None else _changed(self.bank, action.group, -1)
        after = Position(self.game, forms, bank, self.ply, banking=True)
        if after.playable:
            return after
        return Position(self.game, forms, bank, self.ply + 1)

    def points(self, seat: Seat) -> int:
        """Points of the finished words so far: three a word and one a letter."""
        return sum(WORD_BONUS + len(form) for form in self.forms[seat] if is_word(form))

    def scores(self) -> tuple[float, ...]:
        if self.turn != OVER:
            raise IllegalMove("the scores are counted when both players have made all their turns")
        return (self.points(0), self.points(1))

    def view(self, seat: Seat | None) -> SubstitutionView:
        return SubstitutionView(seat, self)


def _changed(bank: tuple[int, ...], group: int, by: int) -> tuple[int, ...]:
    return (*bank[:group], bank[group] + by, *bank[group + 1 :])

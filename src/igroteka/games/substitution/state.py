"""Positions: rolling a group, applying it, and using up the bank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from igroteka.contract import CHANCE, OVER, IllegalMove, Seat, State
from igroteka.games.substitution.grammar import NONTERMINALS, START, Group, is_word
from igroteka.games.substitution.notation import NEW, Apply, Roll
from igroteka.games.substitution.view import SubstitutionView
from igroteka.text import Text

if TYPE_CHECKING:
    from igroteka.games.substitution.rules import Substitution

WORD_BONUS = 3


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
            raise IllegalMove(Text("the game is over: both players have made all their turns"))
        if self.turn == CHANCE:
            return self._roll(action)
        if not isinstance(action, Apply):
            raise IllegalMove(
                Text("the dice were rolled already; now a production must be applied")
            )
        self._check(action)
        return self._apply(action)

    def _roll(self, action: Roll | Apply) -> Position:
        if not isinstance(action, Roll):
            raise IllegalMove(Text("the dice come first: a roll is due, not a move"))
        if not 0 <= action.group < len(self.bank):
            raise IllegalMove(
                Text(
                    "there is no group {number}; groups go from 0 to {most}",
                    number=action.group,
                    most=len(self.bank) - 1,
                )
            )
        if self._usable(action.group, self.forms[self.mover]):
            return replace(self, rolled=action.group)
        return replace(self, bank=_changed(self.bank, action.group, +1), ply=self.ply + 1)

    def _check(self, action: Apply) -> None:
        """Raise `IllegalMove` with the rule that the action breaks."""
        groups = self.game.grammar.groups
        if not 0 <= action.group < len(groups):
            raise IllegalMove(
                Text(
                    "there is no group {number}; groups go from 0 to {most}",
                    number=action.group,
                    most=len(groups) - 1,
                )
            )
        group = groups[action.group]
        if self.rolled is not None and action.group != self.rolled:
            raise IllegalMove(
                Text(
                    "group {rolled} ({text_rolled}) was rolled and must be used first, not "
                    "group {number} ({text})",
                    rolled=self.rolled,
                    text_rolled=groups[self.rolled],
                    number=action.group,
                    text=group,
                )
            )
        if self.rolled is None and not self.bank[action.group]:
            raise IllegalMove(
                Text("group {number} ({text}) is not in the bank", number=action.group, text=group)
            )
        if not 0 <= action.production < len(group.rights):
            raise IllegalMove(
                Text(
                    "group {number} ({text}) has no production {production}; they go from 0 "
                    "to {most}",
                    number=action.group,
                    text=group,
                    production=action.production,
                    most=len(group.rights) - 1,
                )
            )
        self._check_form(action.form, group)

    def _check_form(self, place: int, group: Group) -> None:
        """Raise `IllegalMove` if the group can't be applied to this form."""
        forms = self.forms[self.mover]
        if place == NEW:
            if group.left != START or self.rolled is None:
                raise IllegalMove(
                    Text(
                        "only a rolled group of {start} starts a new derivation, not {text}",
                        start=START,
                        text=group,
                    )
                )
        elif not 0 <= place < len(forms):
            raise IllegalMove(
                Text(
                    "there is no form {number}; you have {count}, from 0",
                    number=place,
                    count=len(forms),
                )
            )
        elif group.left not in forms[place]:
            raise IllegalMove(
                Text(
                    "form {number} ({text_form}) holds no {left} for {text}",
                    number=place,
                    text_form=forms[place],
                    left=group.left,
                    text=group,
                )
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
            raise IllegalMove(
                Text("the scores are counted when both players have made all their turns")
            )
        return (self.points(0), self.points(1))

    def view(self, seat: Seat | None) -> SubstitutionView:
        return SubstitutionView(seat, self)


def _changed(bank: tuple[int, ...], group: int, by: int) -> tuple[int, ...]:
    return (*bank[:group], bank[group] + by, *bank[group + 1 :])

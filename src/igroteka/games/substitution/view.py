"""The table as a player sees it: nothing is hidden, so the view is the position itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from igroteka.basics.pictures import ground, picture, words
from igroteka.contract import CHANCE, OVER, Json, OpenView, Pointer, Seat
from igroteka.games.substitution.grammar import is_word, shown
from igroteka.text import Text, as_written

if TYPE_CHECKING:
    from igroteka.games.substitution.notation import Apply, Roll
    from igroteka.games.substitution.state import Position


LETTERS = 8
"""Of a form, in a small picture."""


@dataclass(frozen=True)
class SubstitutionView(OpenView):
    """Both players' forms, the bank and the roll."""

    state: Position

    def to_json(self) -> Json:
        state, grammar = self.state, self.state.game.grammar
        return {
            "seat": self.seat,
            "turn": state.turn,
            "turns_left": [state.turns_left(0), state.turns_left(1)],
            "groups": [str(group) for group in grammar.groups],
            "weights": list(grammar.weights),
            "bank": list(state.bank),
            "rolled": state.rolled,
            "forms": [list(forms) for forms in state.forms],
            "points": [state.points(0), state.points(1)],
        }

    def picture(self) -> str:
        """The points of both, and the last forms of who has more."""
        state = self.state
        points = (state.points(0), state.points(1))
        lines = [shown(form)[:LETTERS] for form in state.forms[points[1] > points[0]][-3:]]
        drawn = [words(line, 6, 32 + 12 * at, 10, "ink-2", False) for at, line in enumerate(lines)]
        return picture(ground("sunk"), words(f"{points[0]}:{points[1]}", 32, 18, 14, "ink"), *drawn)

    def explain(self, action: Roll | Apply) -> Text:
        group = self.state.game.grammar.groups[action.group]
        if len(action) == 1:
            return Text(
                "the dice choose group {number}, {text}", number=action.group, text=str(group)
            )
        right = shown(group.rights[action.production])
        production = f"{group.left} → {right}"
        if action.form < 0:
            return Text("{text}   a new derivation", text=production)
        form = self.state.forms[self.state.mover][action.form]
        place = form.index(group.left)
        result = f"{form[:place]}[{right}]{form[place + 1 :]}"
        return Text(
            "{text}   form {number}: {change}",
            text=production,
            number=action.form,
            change=f"{form} ⇒ {result}",
        )

    def brief(self, action: Roll | Apply) -> Text:
        group = self.state.game.grammar.groups[action.group]
        if len(action) == 1:
            return as_written(str(group))
        production = f"{group.left} → {shown(group.rights[action.production])}"
        if action.form < 0:
            return Text("{text} (new)", text=production)
        return Text("{text} (№ {number})", text=production, number=action.form + 1)

    def where(self, action: Apply) -> Pointer:
        if action.form < 0:
            return Pointer(Text("Not every production need go to a form that is begun."))
        form = self.state.forms[self.state.mover][action.form]
        return Pointer(Text("Look at the form {text}.", text=form), (f"form {action.form}",))

    def which(self, action: Apply) -> Pointer:
        group = self.state.game.grammar.groups[action.group]
        return Pointer(Text("Use the group {text}.", text=str(group)), (f"group {action.group}",))

    def __str__(self) -> str:
        return "\n".join(
            [self._headline(), "", *self._bank(), "", *self._forms(0), "", *self._forms(1)]
        )

    def _headline(self) -> str:
        state, game = self.state, self.state.game
        if state.turn == OVER:
            return f"Game over: {state.points(0)} to {state.points(1)}."
        who = f"Turn {state.ply // 2 + 1} of {game.turns}: {game.seat_name(state.mover)}"
        if state.turn == CHANCE:
            return f"{who} rolls the dice."
        if state.rolled is None:
            return f"{who} must go on with the bank."
        return f"{who} rolled group {state.rolled}, {game.grammar.groups[state.rolled]}."

    def _bank(self) -> list[str]:
        grammar, bank = self.state.game.grammar, self.state.bank
        lines = [f"{'group':<24}{'chance':>8}{'bank':>6}"]
        for number, group in enumerate(grammar.groups):
            chance = f"{grammar.weights[number]}/{grammar.total}"
            mark = "  ←" if number == self.state.rolled else ""
            count = str(bank[number] or "·")
            lines.append(f"{number:>2}  {group!s:<20}{chance:>8}{count:>6}{mark}")
        return lines

    def _forms(self, seat: Seat) -> list[str]:
        forms = self.state.forms[seat]
        words = [shown(form) for form in forms if is_word(form)]
        name = self.state.game.seat_name(seat)
        you = " (you)" if seat == self.seat else ""
        lines = [f"{name}{you}: {self.state.points(seat)} points, {len(words)} words finished"]
        lines += [
            f"  {number:>3}  {form}" for number, form in enumerate(forms) if not is_word(form)
        ]
        if words:
            lines.append("  words: " + " ".join(words))
        return lines

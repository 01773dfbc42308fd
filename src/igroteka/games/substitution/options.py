"""What may be chosen about the substitution game."""

from __future__ import annotations

from typing import Final

from igroteka.contract import Option
from igroteka.games.substitution.grammar import named_grammars
from igroteka.text import Text

OPTIONS: Final = (
    Option(
        "grammar",
        Text("grammar"),
        Text("a named grammar, a file (.txt or .xml), or groups like 'S->AB;A->a;B->b'"),
        "classic",
        examples=(*named_grammars(), "S->AB|aSb;A->aA|a;B->b"),
    ),
    Option(
        "turns",
        Text("turns"),
        Text("turns of each player, unless an .xml file says how many"),
        "200",
        examples=("10",),
    ),
    Option(
        "weights",
        Text("weights"),
        Text(
            "one weight a group, like '1 2 1 of 4'; without them as in the grammar, two dice for "
            "11 groups, else equal"
        ),
        "",
        examples=("1 2 1 of 4",),
    ),
)

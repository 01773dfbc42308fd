"""What may be chosen about draughts."""

from __future__ import annotations

from typing import Final

from igroteka.contract import Option
from igroteka.games.draughts.variants import variants
from igroteka.text import Text, from_data

OPTIONS: Final = (
    Option(
        "variant",
        Text("variant"),
        Text("the rules"),
        "russian",
        {name: from_data(variant.title) for name, variant in variants().items()},
        quick=True,
    ),
    Option(
        "start",
        Text("start"),
        Text("the position to start from, like W:Wa1,Kc3:Bb8; without it all men are at home"),
        "",
        examples=("W:Wc1,e1,Ka5:Bb8,d8,Kh4",),
    ),
    Option(
        "without",
        Text("without"),
        Text("handicap: squares whose pieces are removed at the start, like c1,e1"),
        "",
        examples=("c1", "c1,e1"),
    ),
    Option(
        "opening",
        Text("opening"),
        Text("random moves drawn before the game, an even number that leaves nothing to capture"),
        "0",
        examples=("2",),
    ),
)

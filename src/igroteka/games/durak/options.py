"""The habits of durak that differ from company to company."""

from __future__ import annotations

from typing import Final

from igroteka.contract import Option
from igroteka.text import Text, as_written

NO_YES: Final = {"no": Text("no"), "yes": Text("yes")}

OPTIONS: Final = (
    Option(
        "players",
        Text("players"),
        Text("how many play"),
        "2",
        {count: as_written(count) for count in "23456"},
    ),
    Option(
        "cards",
        Text("deck"),
        Text("the size of the deck"),
        "36",
        {count: as_written(count) for count in ("36", "24", "52")},
    ),
    Option(
        "first",
        Text("first attack"),
        Text("who attacks first"),
        "lowest-trump",
        {
            "lowest-trump": Text("who holds the lowest trump"),
            "lot": Text("by lot"),
            "alternate": Text("the first seat, as matches swap the seats"),
        },
    ),
    Option(
        "several",
        Text("several cards at once"),
        Text("whether an attack may begin with several cards of one rank"),
        "no",
        NO_YES,
    ),
    Option(
        "first_bout",
        Text("first bout"),
        Text("the most attack cards in the first bout"),
        "6",
        {count: as_written(count) for count in "65"},
    ),
    Option(
        "throwers",
        Text("who throws in"),
        Text("who may throw in"),
        "all",
        {"all": Text("everybody"), "neighbours": Text("the defender's neighbours")},
    ),
    Option(
        "after_take",
        Text("throwing in afterwards"),
        Text("whether cards are thrown in after the defender takes"),
        "yes",
        {"yes": Text("yes"), "no": Text("no")},
    ),
    Option(
        "transfer",
        Text("transfers"),
        Text("whether the defender may pass the attack on with a card of its rank"),
        "no",
        {**NO_YES, "show": Text("yes, and a trump may be only shown")},
    ),
    Option(
        "draws",
        Text("draws"),
        Text("whether it is a draw when the last ones run out in one bout"),
        "yes",
        {"yes": Text("yes"), "no": Text("no, the defender of that bout is the fool")},
    ),
    Option(
        "redeal",
        Text("dealing again"),
        Text("when to deal again"),
        "no",
        {
            "no": Text("never"),
            "suit": Text("five cards of one plain suit in a hand"),
            "ace": Text("an ace is turned up"),
            "both": Text("in both cases"),
        },
    ),
)
"""Their names are those of the fields of `Durak`."""

"""The habits of durak that differ from company to company."""

from __future__ import annotations

from typing import Final

from igroteka.contract import Option
from igroteka.text import Text, as_written

AGAINST_FOOL: Final = "against-fool"
AFTER_FOOL: Final = "after-fool"
BY_LOWEST_TRUMP: Final = ("lowest-trump", AGAINST_FOOL, AFTER_FOOL)
"""Where the lowest trump decides in a single game, in the first of a sitting and after a draw."""

NO_YES: Final = {"no": Text("no"), "yes": Text("yes")}

OPTIONS: Final = (
    Option(
        "players",
        Text("players"),
        Text("how many play"),
        "2",
        {count: as_written(count) for count in "23456"},
        quick=True,
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
            AGAINST_FOOL: Text("the lowest trump; in later games who sits before the fool"),
            AFTER_FOOL: Text("the lowest trump; in later games who sits after the fool"),
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
        {
            "no": Text("only throwing in"),
            "yes": Text("yes"),
            "show": Text("yes, and a trump may be only shown"),
        },
        quick=True,
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
    Option(
        "attacker",
        Text("attacker"),
        Text("the seat that attacks first, whatever else decides it; as a sitting sets it"),
        "",
        asked=False,
    ),
)
"""Their names are those of the fields of `Durak`."""

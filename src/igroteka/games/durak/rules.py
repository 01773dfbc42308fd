"""The game with its options, and the deal."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from igroteka.contract import BadOption, Game, IgrotekaError, Seat
from igroteka.games.durak.cards import Card, Cards, as_set, deck, each, read_card, suit_of
from igroteka.games.durak.notation import Move, read_move
from igroteka.games.durak.public import MOST_ATTACKS, PublicState
from igroteka.games.durak.state import HAND, Position, Start
from igroteka.text import Text, listed, quoted

MUCH_OF_A_SUIT = 5

CHOICES: Mapping[str, tuple[str, ...]] = {
    "players": ("2", "3", "4", "5", "6"),
    "cards": ("36", "24", "52"),
    "first": ("lowest-trump", "lot", "alternate"),
    "several": ("no", "yes"),
    "first_bout": ("6", "5"),
    "throwers": ("all", "neighbours"),
    "after_take": ("yes", "no"),
    "transfer": ("no", "yes", "show"),
    "draws": ("yes", "no"),
    "redeal": ("no", "suit", "ace", "both"),
}
"""The values of each option, the default first."""


@dataclass(frozen=True)
class Durak(Game):
    """Durak with its options."""

    players: int = 2
    cards: int = 36
    first: str = "lowest-trump"
    several: bool = False
    first_limit: int = MOST_ATTACKS
    throwers: str = "all"
    after_take: bool = True
    transfer: str = "no"
    draws: bool = True
    redeal: str = "no"

    name: ClassVar[str] = "durak"
    adviser: ClassVar[str | None] = "master"
    opponents: ClassVar[Mapping[str, str]] = {
        "beginner": "master(level=1)",
        "easy": "master(level=2)",
        "middling": "master(level=3)",
        "strong": "master(level=4)",
        "champion": "master(level=5)",
    }
    summary: ClassVar[str] = "Attack, beat or take, throw in; the last one with cards is the fool."
    option_help: ClassVar[Mapping[str, str]] = {
        "players": "how many play, 2 to 6 (default 2)",
        "cards": "the size of the deck, 24, 36 or 52 (default 36)",
        "first": "who attacks first: lowest-trump in hand, lot, or alternate, which is the first "
        "seat, as matches swap the seats (default lowest-trump)",
        "several": "whether an attack may begin with several cards of one rank: no or yes "
        "(default no)",
        "first_bout": "the most attack cards in the first bout, 5 or 6 (default 6)",
        "throwers": "who may throw in, all or the defender's neighbours (default all)",
        "after_take": "whether cards are thrown in after the defender takes: yes or no "
        "(default yes)",
        "transfer": "whether the defender may pass the attack on with a card of its rank: no, yes, "
        "or show, which lets a trump of that rank be only shown (default no)",
        "draws": "whether it is a draw when the last ones run out in one bout: yes, or no, when "
        "the defender of that bout is the fool (default yes)",
        "redeal": "when to deal again: no, suit for five cards of one plain suit in a hand, ace "
        "for an ace turned up, both (default no)",
    }
    choices: ClassVar[Mapping[str, Sequence[str]]] = CHOICES
    option_sets: ClassVar[Sequence[Mapping[str, str]]] = (
        {},
        {"cards": "24", "transfer": "yes", "first": "alternate"},
        {"cards": "52", "first_bout": "5", "several": "yes"},
        {"transfer": "show", "several": "yes", "draws": "no", "redeal": "both"},
        {"players": "3", "transfer": "yes", "throwers": "neighbours"},
        {"players": "3", "cards": "24", "after_take": "no", "first": "lot"},
        {"players": "4", "cards": "36", "first_bout": "5", "redeal": "suit"},
        {"players": "4", "cards": "52", "transfer": "show", "throwers": "neighbours"},
        {"players": "5", "cards": "36", "transfer": "yes", "draws": "no"},
        {"players": "6", "cards": "36", "transfer": "yes"},
        {"players": "6", "cards": "52", "throwers": "neighbours", "redeal": "ace"},
    )

    @classmethod
    def configure(cls, options: Mapping[str, str]) -> Durak:
        chosen = {name: values[0] for name, values in CHOICES.items()} | dict(options)
        for name, value in chosen.items():
            if value not in CHOICES[name]:
                raise BadOption(
                    Text(
                        "{option} should be {names}, but is {text}",
                        option=name,
                        names=listed(CHOICES[name]),
                        text=quoted(value),
                    )
                )
        players, cards = int(chosen["players"]), int(chosen["cards"])
        if players * HAND > cards:
            raise BadOption(
                Text(
                    "{players} players need {needed} cards, but cards is {cards}",
                    players=players,
                    needed=players * HAND,
                    cards=cards,
                )
            )
        return cls(
            players,
            cards,
            chosen["first"],
            chosen["several"] == "yes",
            int(chosen["first_bout"]),
            chosen["throwers"],
            chosen["after_take"] == "yes",
            chosen["transfer"],
            chosen["draws"] == "yes",
            chosen["redeal"],
        )

    @property
    def options(self) -> Mapping[str, str]:
        return {
            "players": str(self.players),
            "cards": str(self.cards),
            "first": self.first,
            "several": "yes" if self.several else "no",
            "first_bout": str(self.first_limit),
            "throwers": self.throwers,
            "after_take": "yes" if self.after_take else "no",
            "transfer": self.transfer,
            "draws": "yes" if self.draws else "no",
            "redeal": self.redeal,
        }

    @property
    def seats(self) -> int:
        return self.players

    def deal(self, rng: random.Random) -> Position:
        cards = list(each(deck(self.cards)))
        rng.shuffle(cards)
        while self._unfit(cards):
            rng.shuffle(cards)
        return self._begin(Start(tuple(cards), self._first_attacker(cards, rng)))

    def hands(self, cards: Sequence[Card]) -> tuple[Cards, ...]:
        """The hands that a shuffled deck is dealt into."""
        return tuple(as_set(cards[HAND * seat : HAND * (seat + 1)]) for seat in range(self.players))

    def _unfit(self, cards: Sequence[Card]) -> bool:
        """Whether the option `redeal` refuses this deal."""
        plain = [suit_of(suit) for suit in range(4) if suit != cards[-1] & 3]
        one_suit = any(
            (hand & suit).bit_count() >= MUCH_OF_A_SUIT
            for hand in self.hands(cards)
            for suit in plain
        )
        ace = cards[-1] >> 2 == 12
        return (one_suit and self.redeal in ("suit", "both")) or (
            ace and self.redeal in ("ace", "both")
        )

    def _first_attacker(self, cards: Sequence[Card], rng: random.Random) -> Seat:
        if self.first == "alternate":
            return 0
        trumps = as_set(cards[: HAND * self.players]) & suit_of(cards[-1])
        if self.first == "lot" or not trumps:
            return rng.randrange(self.players)
        low = (trumps & -trumps).bit_length() - 1
        return cards.index(low) // HAND

    def _begin(self, start: Start) -> Position:
        """The position after the deal; a lowest trump that decided who attacks was shown."""
        cards, attacker = start
        hands, stock = self.hands(cards), cards[HAND * self.players :]
        known = [0] * self.players
        if self.first == "lowest-trump":
            trumps = hands[attacker] & suit_of(cards[-1])
            known[attacker] |= trumps & -trumps
        if not stock:
            known[-1] |= 1 << cards[-1]
        defender = (attacker + 1) % self.players
        public = PublicState(
            game=self,
            trump=cards[-1],
            stock=len(stock),
            counts=(HAND,) * self.players,
            known=tuple(known),
            discard=0,
            seen=0,
            attacker=attacker,
            defender=defender,
            turn=attacker,
            inside=tuple(range(self.players)),
            limit=min(self.first_limit, HAND),
            first_bout=True,
        )
        return Position(public, hands, stock, start)

    def restore(self, deal: str) -> Position:
        text, _, attacker = deal.partition("/")
        cards = tuple(map(read_card, text.split()))
        if sorted(cards) != list(each(deck(self.cards))):
            raise IgrotekaError(
                Text("the deal should name each of the {count} cards once", count=self.cards)
            )
        seats = [str(seat + 1) for seat in range(self.players)]
        if attacker.strip() not in seats:
            raise IgrotekaError(
                Text("the deal should end with / and the first attacker, {seats}", seats=seats)
            )
        return self._begin(Start(cards, int(attacker) - 1))

    def read(self, text: str) -> Move:
        return read_move(text)

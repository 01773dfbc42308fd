"""The game with its options, and the deal."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Final, Self

from igroteka.contract import (
    BadOption,
    Following,
    Game,
    IgrotekaError,
    Option,
    Reckoning,
    Seat,
    State,
)
from igroteka.games.durak.cards import Card, Cards, as_set, deck, each, read_card, suit_of
from igroteka.games.durak.notation import Move, read_move
from igroteka.games.durak.options import AFTER_FOOL, AGAINST_FOOL, BY_LOWEST_TRUMP, OPTIONS
from igroteka.games.durak.public import PublicState
from igroteka.games.durak.state import HAND, Position, Start
from igroteka.text import Text, one_of, quoted

MUCH_OF_A_SUIT = 5

READ: Final[Mapping[str, Callable[[str], int | bool | str]]] = {
    "int": int,
    "bool": lambda text: text == "yes",
    "str": str,
}
"""What the text of an option becomes, by the type of its field."""


@dataclass(frozen=True)
class Durak(Game):
    """Durak with its options, a field each."""

    players: int
    cards: int
    first: str
    several: bool
    first_bout: int
    throwers: str
    after_take: bool
    transfer: str
    draws: bool
    redeal: str
    attacker: str = ""

    name: ClassVar[str] = "durak"
    adviser: ClassVar[str | None] = "master"
    opponents: ClassVar[Mapping[Text, str]] = {
        Text("beginner"): "master(level=1)",
        Text("easy"): "master(level=2)",
        Text("middling"): "master(level=3)",
        Text("strong"): "master(level=4)",
        Text("champion"): "master(level=5)",
    }
    friends: ClassVar[Sequence[str]] = (
        "random",
        *(f"master(level={each})" for each in range(1, 6)),
    )
    title: ClassVar[Text] = Text("durak")
    summary: ClassVar[Text] = Text(
        "Attack, beat or take, throw in; the last one with cards is the fool."
    )
    option_list: ClassVar[Sequence[Option]] = OPTIONS
    reckonings: ClassVar[Mapping[str, Reckoning]] = {
        "fool": Reckoning(Text("how often the fool"), Text("times"), best="least")
    }
    loser: ClassVar[Text] = Text("fool")
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
        {"cards": "24", "first": "after-fool"},
        {"players": "3", "cards": "24", "first": "against-fool", "attacker": "3"},
    )

    @classmethod
    def with_options(cls, options: Mapping[str, str]) -> Self:
        chosen: dict[str, Any] = {
            field.name: READ[str(field.type)](options[field.name]) for field in fields(cls)
        }
        game = cls(**chosen)
        needed = game.players * HAND
        if needed > game.cards:
            raise BadOption(
                Text(
                    "{players} players need {needed} cards, but cards is {cards}",
                    players=game.players,
                    needed=needed,
                    cards=game.cards,
                )
            )
        seats = [str(seat + 1) for seat in range(game.players)]
        if game.attacker and game.attacker not in seats:
            raise BadOption(
                Text(
                    "attacker should be empty or a seat, {seats}, but is {text}",
                    seats=one_of(seats),
                    text=quoted(game.attacker),
                )
            )
        return game

    @property
    def options(self) -> Mapping[str, str]:
        texts = {True: "yes", False: "no"}
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {
            name: texts[value] if isinstance(value, bool) else str(value)
            for name, value in values.items()
            if value != ""
        }

    @property
    def seats(self) -> int:
        return self.players

    @property
    def first_seat_begins(self) -> bool:
        return self.attacker == "1" or (not self.attacker and self.first == "alternate")

    @property
    def shows_trump(self) -> bool:
        """Whether the lowest trump decides who attacks first, and is shown for that."""
        return not self.attacker and self.first in BY_LOWEST_TRUMP

    def following(
        self, end: State | None, place: int, scores: tuple[float, ...] | None = None
    ) -> Following:
        """Who attacks follows from who was the fool, if that is the habit and somebody was.

        All stay, but for who attacks by turns: then everybody moves up by one seat.
        """
        seats = tuple(range(self.players))
        if place == 0 or end is None:
            return Following(self, seats)
        if self.first == "alternate":
            seats = (*seats[1:], 0)
        fools = [seat for seat, times in enumerate(self.reckon("fool", end, scores) or ()) if times]
        step = {AGAINST_FOOL: -1, AFTER_FOOL: 1}.get(self.first)
        attacker = "" if step is None or not fools else str((fools[0] + step) % self.players + 1)
        return Following(replace(self, attacker=attacker), seats)

    def reckon(
        self, way: str, end: State, scores: tuple[float, ...] | None = None
    ) -> tuple[float, ...] | None:
        """One time for the fool; in a draw nobody is."""
        got = super().reckon(way, end, scores)
        return got and tuple(float(score == 0) for score in got)

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
        if self.attacker:
            return int(self.attacker) - 1
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
        if self.shows_trump:
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
            limit=min(self.first_bout, HAND),
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
                Text(
                    "the deal should end with / and the first attacker, {seats}",
                    seats=one_of(seats),
                )
            )
        return self._begin(Start(cards, int(attacker) - 1))

    def read(self, text: str) -> Move:
        return read_move(text)

"""The game with its options, the deal, and what every move does to a position."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from igroteka.contract import (
    OVER,
    BadOption,
    Game,
    IgrotekaError,
    IllegalMove,
    Player,
    Seat,
    State,
)
from igroteka.games.durak.cards import (
    LAY,
    PASS,
    SHOW,
    TAKE,
    Card,
    Cards,
    Move,
    as_set,
    card_name,
    deck,
    each,
    read_card,
    read_move,
    suit_of,
)
from igroteka.games.durak.sight import Sight
from igroteka.games.durak.table import MOST_ATTACKS, Table

if TYPE_CHECKING:
    from igroteka.batch import Batch

HAND = 6
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


class Start(NamedTuple):
    """A shuffled deck, dealt six cards a seat from its front, and who attacks first."""

    deck: tuple[Card, ...]
    attacker: Seat

    def __str__(self) -> str:
        return f"{' '.join(map(card_name, self.deck))} / {self.attacker + 1}"


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
                raise BadOption(f"{name} should be {', '.join(CHOICES[name])}, but is {value!r}")
        players, cards = int(chosen["players"]), int(chosen["cards"])
        if players * HAND > cards:
            raise BadOption(f"{players} players need {players * HAND} cards, but cards is {cards}")
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
        table = Table(
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
        return Position(table, hands, stock, start)

    def restore(self, deal: str) -> Position:
        text, _, attacker = deal.partition("/")
        cards = tuple(map(read_card, text.split()))
        if sorted(cards) != list(each(deck(self.cards))):
            raise IgrotekaError(f"the deal should name each of the {self.cards} cards once")
        seats = [str(seat + 1) for seat in range(self.players)]
        if attacker.strip() not in seats:
            raise IgrotekaError(f"the deal should end with / and the first attacker, {seats}")
        return self._begin(Start(cards, int(attacker) - 1))

    def read(self, text: str) -> Move:
        return read_move(text)

    def batch(self, players: Sequence[Player]) -> Batch | None:
        from igroteka.games.durak.batch import kernel_batch

        return kernel_batch(self, players)


@dataclass(frozen=True)
class Position(State):
    """The table, all hands and the stock in the order in which it will be drawn."""

    table: Table
    hands: tuple[Cards, ...]
    stock: tuple[Card, ...]
    start: Start | None = field(default=None, compare=False)
    """None in a position that was made up from a view and has no past."""

    @property
    def turn(self) -> Seat:
        return self.table.turn

    @property
    def deal(self) -> str:
        return str(self.start) if self.start else ""

    def actions(self) -> Sequence[Move]:
        if self.turn == OVER:
            return ()
        return tuple(self.table.moves(self.hands[self.turn]))

    def play(self, action: Move) -> Position:
        hand = self.hands[self.turn] if self.turn >= 0 else 0
        if action not in self.table.moves(hand):
            raise IllegalMove(self.table.refusal(action, hand))
        if action.kind == TAKE:
            taking = replace(self, table=replace(self.table, taking=True))
            return taking._ask(self.table.throwers() if self.table.game.after_take else [])
        if action.kind == PASS:
            return self._ask_after(self.turn)
        laid = self._laid(action)
        if action.kind != LAY:
            return laid._passed_on()
        return laid._answered(self.turn)

    def _laid(self, move: Move) -> Position:
        """The moved cards on the table, or for all to see."""
        table, seat = self.table, self.turn
        if move.kind == SHOW:
            known = _changed(table.known, seat, table.known[seat] | move.cards)
            return replace(self, table=replace(table, known=known, shown=table.shown | move.cards))
        laid = tuple(each(move.cards))
        beating = table.defending and move.kind == LAY
        return replace(
            self,
            hands=_changed(self.hands, seat, self.hands[seat] & ~move.cards),
            table=replace(
                table,
                counts=_changed(table.counts, seat, table.counts[seat] - len(laid)),
                known=_changed(table.known, seat, table.known[seat] & ~move.cards),
                attacks=table.attacks if beating else table.attacks + laid,
                beats=table.beats + laid if beating else table.beats,
            ),
        )

    def _passed_on(self) -> Position:
        """The defender attacks the next seat with what lies on the table."""
        table = self.table
        follower = table.after(table.defender)
        limit = min(table.most_attacks, table.counts[follower])
        return replace(
            self,
            table=replace(
                table, attacker=table.defender, defender=follower, turn=follower, limit=limit
            ),
        )

    def _answered(self, seat: Seat) -> Position:
        """Who moves after this seat laid a card."""
        table = self.table
        if table.taking:
            order = table.throwers()
            return self._ask(order[order.index(seat) :])
        if table.unbeaten:
            return replace(self, table=replace(table, turn=table.defender))
        return self._ask(table.throwers())

    def _ask_after(self, seat: Seat) -> Position:
        order = self.table.throwers()
        return self._ask(order[order.index(seat) + 1 :])

    def _ask(self, order: Sequence[Seat]) -> Position:
        """The first of these seats that could throw in moves; when there is none, the bout ends.

        Seats are asked even if no card of theirs fits, as others must not learn that.
        """
        table = self.table
        if len(table.attacks) < table.limit:
            for seat in order:
                if table.counts[seat]:
                    return replace(self, table=replace(table, turn=seat))
        return self._end_bout()

    def _end_bout(self) -> Position:
        table, hands = self.table, list(self.hands)
        counts, known = list(table.counts), list(table.known)
        cards, defender = table.cards, table.defender
        if table.taking:
            hands[defender] |= cards
            known[defender] |= cards
            counts[defender] += cards.bit_count()
        drawn = 0
        place = table.inside.index(table.attacker)
        order = [s for s in table.inside[place:] + table.inside[:place] if s != defender]
        for seat in (*order, defender):
            fresh = as_set(self.stock[drawn : drawn + max(0, HAND - counts[seat])])
            hands[seat] |= fresh
            known[seat] |= fresh & (1 << table.trump)
            counts[seat] += fresh.bit_count()
            drawn += fresh.bit_count()
        after = replace(
            table,
            stock=table.stock - drawn,
            counts=tuple(counts),
            known=tuple(known),
            discard=table.discard if table.taking else table.discard | cards,
            seen=table.seen | cards,
        )
        return replace(self, table=_next_bout(after), hands=tuple(hands), stock=self.stock[drawn:])

    def view(self, seat: Seat | None) -> Sight:
        return Sight(seat, self.table, 0 if seat is None else self.hands[seat])

    def scores(self) -> tuple[float, ...]:
        if self.turn != OVER:
            raise IllegalMove("the game is not over: two or more players still hold cards")
        fools = self.table.fools
        share = 0.0 if len(fools) == 1 else 0.5
        return tuple(share if seat in fools else 1.0 for seat in range(len(self.hands)))

    def disguise(self, seat: Seat | None, rng: random.Random) -> Position:
        """The same table with the cards that this seat can't see permuted."""
        hidden = [
            0 if other == seat else hand & ~self.table.known[other]
            for other, hand in enumerate(self.hands)
        ]
        pool = [card for cards in hidden for card in each(cards)] + list(self.stock[:-1])
        rng.shuffle(pool)
        hands = []
        for cards, hand in zip(hidden, self.hands, strict=True):
            size = cards.bit_count()
            hands.append(hand & ~cards | as_set(pool[:size]))
            del pool[:size]
        return Position(self.table, tuple(hands), (*pool, *self.stock[-1:]))


def _next_bout(table: Table) -> Table:
    """The table cleared for the next bout, or the end of the game."""
    inside = tuple(seat for seat in table.inside if table.counts[seat])
    if len(inside) < 2:
        fools = inside or (table.inside if table.game.draws else (table.defender,))
        cleared = replace(table, turn=OVER, fools=fools)
    else:
        staying = replace(table, inside=inside)
        begins = table.defender in inside and not table.taking
        attacker = table.defender if begins else staying.after(table.defender)
        defender = staying.after(attacker)
        limit = min(MOST_ATTACKS, table.counts[defender])
        cleared = replace(staying, attacker=attacker, defender=defender, turn=attacker, limit=limit)
    return replace(cleared, first_bout=False, attacks=(), beats=(), taking=False, shown=0)


def _changed(values: tuple[int, ...], seat: Seat, value: int) -> tuple[int, ...]:
    return (*values[:seat], value, *values[seat + 1 :])

"""Deals from a seed: any, or such that fit conditions and hold given cards.

Every board has a seed of its own, derived from the set's seed and the board's number, so that a
board is the same in a set of any length. Deals that fit are drawn by rejection from all deals, so
each of them is as likely as any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from igroteka.basics.randomness import Stream, derive
from igroteka.contract import IgrotekaError
from igroteka.games.bridge.boards import LETTERS, SEATS, VULNERABILITIES, Board, numbered, shuffled
from igroteka.games.bridge.cards import Card, Cards, as_set, each
from igroteka.games.bridge.conditions import Predicate, check_possible, read_condition, weights
from igroteka.games.bridge.formats.game import MANDATORY, GameText, deal_text
from igroteka.games.bridge.formats.pbn_reader import read_pbn
from igroteka.games.bridge.formats.pbn_writer import write_pbn
from igroteka.text import Text, joined, plural, quoted

TRIES: Final = 2_000_000
"""How many random deals are looked at before a board is given up."""
_FIRST_BATCH, _BATCH = 64, 8192
"""How many deals are drawn at once: few where the conditions are easy, then twice as many."""
Fit: TypeAlias = Callable[[npt.NDArray[np.int64]], npt.NDArray[np.bool_]]
"""Which of many deals fit, told by the seat that holds each card: deals × cards."""
NOTHING_GIVEN: Final = (0, 0, 0, 0)


def deal_set(
    boards: int,
    seed: int,
    conditions: Sequence[str] = (),
    given: tuple[Cards, Cards, Cards, Cards] = NOTHING_GIVEN,
    first: int = 1,
    tries: int = TRIES,
) -> Iterator[Board]:
    """Boards numbered from `first` on, dealer and vulnerability by the cycle of sixteen.

    Raises `IgrotekaError` for conditions or given cards that make no sense, and when no deal is
    found that fits.
    """
    _check_given(given)
    predicates = [read_condition(text) for text in conditions]
    check_possible(predicates, conditions, given)
    for number in range(first, first + boards):
        board_seed = derive(seed, "board", number)
        if predicates or any(given):
            hands = first_fitting(board_seed, predicates, tries, given)
            if hands is None:
                raise IgrotekaError(_no_deal(number, tries, conditions))
            yield numbered(hands, number)
        else:
            yield shuffled(Stream(board_seed), number)


def read_given(texts: Sequence[str]) -> tuple[Cards, Cards, Cards, Cards]:
    """Cards that hands must hold, each text like `north: SA SK` or `N: ♠A`."""
    hands = [0, 0, 0, 0]
    for text in texts:
        who, colon, cards = text.partition(":")
        names = [seat for seat, name in enumerate(SEATS) if _names(who, name)]
        if not colon or not names:
            raise IgrotekaError(
                Text("{text} should be a seat and its cards, like north: SA SK", text=quoted(text))
            )
        for word in cards.replace(",", " ").split():
            card = Card.read(word)
            if hands[names[0]] >> card & 1:
                raise IgrotekaError(
                    Text("{card} is given to {seat} twice", card=str(card), seat=SEATS[names[0]])
                )
            hands[names[0]] |= 1 << card
    north, east, south, west = hands
    _check_given((north, east, south, west))
    return north, east, south, west


def set_text(boards: Sequence[Board], event: str = "") -> str:
    """A set of deals as a PBN file."""
    return write_pbn(board_game(board, event) for board in boards)


def read_set(content: bytes | str) -> list[Board]:
    """The boards of a PBN file in their order; tables that repeat a board don't repeat it here.

    Raises `IgrotekaError` with the line of what can't be dealt from.
    """
    reading = read_pbn(content)
    if reading.problems:
        raise IgrotekaError(
            Text(
                "the set of deals has a mistake in {problem}", problem=reading.problems[0].sentence
            )
        )
    boards: dict[Board, None] = {}
    for game in reading.games:
        if game.board is None:
            raise IgrotekaError(
                Text("the game at line {line} does not tell all four hands", line=game.line)
            )
        boards[game.board] = None
    if not boards:
        raise IgrotekaError(Text("the set of deals is empty"))
    return list(boards)


def board_game(board: Board, event: str = "") -> GameText:
    """A board that nobody has played yet, as a game of a file."""
    tags = dict.fromkeys(MANDATORY, "?") | {
        "Event": event or "?",
        "Board": str(board.number),
        "Dealer": LETTERS[board.dealer],
        "Vulnerable": VULNERABILITIES[board.vulnerability],
        "Deal": deal_text(board.hands, board.dealer),
    }
    return GameText(tags)


def _names(text: str, seat: str) -> bool:
    return text.strip().lower() in (seat.lower(), seat[0].lower())


def _check_given(given: Sequence[Cards]) -> None:
    seen = 0
    for seat, hand in enumerate(given):
        if hand.bit_count() > 13:
            raise IgrotekaError(
                plural(
                    "{seat} is given {count} card, more than 13",
                    "{seat} is given {count} cards, more than 13",
                    count=hand.bit_count(),
                    seat=SEATS[seat],
                )
            )
        if both := seen & hand:
            raise IgrotekaError(
                Text("{card} is given to two hands", card=str(Card(both.bit_length() - 1)))
            )
        seen |= hand


def _no_deal(number: int, tries: int, conditions: Sequence[str]) -> Text:
    return plural(
        "the {count} random deal does not fit {wanted} on board {number}: the conditions "
        "contradict each other or are too rare, so loosen them or allow more tries",
        "none of {count:,} random deals fits {wanted} on board {number}: the conditions "
        "contradict each other or are too rare, so loosen them or allow more tries",
        count=tries,
        wanted=joined("; ", conditions),
        number=number,
    )


def first_fitting(
    seed: int,
    predicates: Sequence[Predicate],
    tries: int,
    given: Sequence[Cards] = NOTHING_GIVEN,
    also: Fit | None = None,
) -> tuple[Cards, Cards, Cards, Cards] | None:
    """The first random deal that fits, looked for in batches; None after so many tries.

    `also` is asked of the deals that fit the predicates.
    """
    rng = np.random.Generator(np.random.PCG64(seed))
    free = [card for card in range(52) if not any(hand >> card & 1 for hand in given)]
    places = np.repeat(np.arange(4), [13 - hand.bit_count() for hand in given])
    owners = np.zeros(52, dtype=np.int64)
    for seat, hand in enumerate(given):
        for card in each(hand):
            owners[card] = seat
    table = weights()
    done = size = 0
    while done < tries:
        size = min(max(2 * size, _FIRST_BATCH), _BATCH, tries - done)
        done += size
        drawn = np.tile(owners, (size, 1))
        drawn[:, free] = places[rng.random((size, len(free))).argsort(axis=1)]
        counts = np.stack([(drawn == seat) @ table for seat in range(4)], axis=1)
        good = np.ones(size, dtype=np.bool_)
        for predicate in predicates:
            good &= predicate(counts)
        if also and good.any():
            good[good] = also(drawn[good])
        if good.any():
            deal = drawn[int(good.argmax())]
            north, east, south, west = (
                as_set(np.flatnonzero(deal == s).tolist()) for s in range(4)
            )
            return north, east, south, west
    return None

"""Mitchell movements: North–South stay, East–West go up a table, sets go down one."""

from __future__ import annotations

from dataclasses import replace

from igroteka.club.movements.movement import Movement, Round, Seating
from igroteka.text import Text

KIND = "mitchell"
NODES = 1000
"""Steps after which the search for the way of a rover is given up."""


def mitchell(pairs: int) -> Movement:
    """The Mitchell without a shared set if there is one, for odd numbers with phantom or rover."""
    if pairs % 2 == 0:
        return whole_tables(pairs // 2)
    odd_with_phantom = (pairs + 1) // 2 % 2
    return phantom(whole_tables((pairs + 1) // 2)) if odd_with_phantom else rover(pairs)


def whole_tables(tables: int) -> Movement:
    """Without a half table: plain, with a skip or, for two tables, with a relay."""
    if tables % 2:
        return plain(tables)
    return skip(tables) if tables > 2 else share_and_relay(tables)


def plain(tables: int) -> Movement:
    """For an odd number of tables: as many rounds, and everybody meets all of the other line."""
    ways = [[(t - r) % tables for t in range(tables)] for r in range(tables)]
    return _movement(Text("Mitchell"), ways, _sets(tables, tables))


def skip(tables: int) -> Movement:
    """For an even number: East–West skip a table when half of the rounds are played."""
    ways = [
        [(t - r - (r >= tables // 2)) % tables for t in range(tables)] for r in range(tables - 1)
    ]
    return _movement(Text("Mitchell with a skip"), ways, _sets(tables, tables - 1))


def share_and_relay(tables: int) -> Movement:
    """For an even number: the first and the last table share, a set rests in the middle."""
    half = tables // 2
    places = [t if t < half else (t + 1) % tables for t in range(tables)]
    ways = [[(t - r) % tables for t in range(tables)] for r in range(tables)]
    sets = [[(place + r) % tables for place in places] for r in range(tables)]
    return _movement(Text("Mitchell with share and relay"), ways, sets)


def _sets(tables: int, rounds: int) -> list[list[int]]:
    return [[(t + r) % tables for t in range(tables)] for r in range(rounds)]


def _movement(title: Text, ways: list[list[int]], sets: list[list[int]]) -> Movement:
    """The movement in which at each table that pair of the other line sits, with that set."""
    tables = len(ways[0])
    rounds = tuple(
        tuple(Seating(t + 1, (t + 1,), (tables + 1 + way[t],), lying[t] + 1) for t in range(tables))
        for way, lying in zip(ways, sets, strict=True)
    )
    return Movement(KIND, title, 2 * tables, rounds)


def phantom(movement: Movement) -> Movement:
    """The last East–West pair is missing: whom it would meet sits out."""
    missing = movement.with_phantom(movement.contestants)
    return replace(missing, title=Text("{movement}, half table", movement=movement.title))


def rover(pairs: int) -> Movement:
    """A pair more than the tables seat takes the place of another North–South pair each round.

    It sits out in the first round where it can't begin at once; so it may be a pair that comes
    late.
    """
    whole = whole_tables(pairs // 2)
    for begin in (0, 1):
        way = _way(whole.rounds, begin)
        if way is not None:
            rounds = tuple(
                tuple(s._replace(ns=(pairs,)) if s in way[r : r + 1] else s for s in seatings)
                for r, seatings in enumerate(whole.rounds)
            )
            title = Text("{movement} with a rover", movement=whole.title)
            return replace(whole, title=title, contestants=pairs, rounds=rounds)
    return phantom(whole_tables((pairs + 1) // 2))


def _way(rounds: tuple[Round, ...], begin: int) -> list[Seating | None] | None:
    """For every round where a rover sits: each pair, opponent and set at most once.

    Two tables further each round is tried first; a long search is given up.
    """
    nodes = NODES

    def further(at: int, before: list[Seating]) -> list[Seating] | None:
        nonlocal nodes
        nodes -= 1
        if at == len(rounds) or nodes < 0:
            return before if nodes >= 0 else None
        ahead = 2 * at % len(rounds[at])
        for seating in rounds[at][ahead:] + rounds[at][:ahead]:
            if all(
                seating.ns != s.ns and seating.ew != s.ew and seating.board_set != s.board_set
                for s in before
            ):
                found = further(at + 1, [*before, seating])
                if found is not None:
                    return found
        return None

    found = further(begin, [])
    return None if found is None else [*[None] * begin, *found]


def turned_rounds(rounds: int) -> int:
    """How many rounds are turned for one winner: about an eighth."""
    return max(1, round(rounds / 8))


def arrow_switched(movement: Movement) -> Movement:
    """The movement with its last rounds turned, so that all are compared with all."""
    whole = len(movement.rounds) - turned_rounds(len(movement.rounds))
    rounds = tuple(
        seatings if r < whole else tuple(s.turned() for s in seatings)
        for r, seatings in enumerate(movement.rounds)
    )
    title = Text("{movement}, arrow switch", movement=movement.title)
    return replace(movement, title=title, rounds=rounds)

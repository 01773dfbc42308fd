"""Mitchell movements: North–South stay, East–West go up a table, sets go down one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from igroteka.club.movements.movement import Movement, Round, Seating
from igroteka.text import Text

KIND = "mitchell"


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
        way = next(_ways(whole.rounds, begin, ()), None)
        if way is not None:
            rounds = tuple(
                tuple(
                    s._replace(ns=(pairs,)) if r >= begin and s.table == way[r - begin] else s
                    for s in seatings
                )
                for r, seatings in enumerate(whole.rounds)
            )
            title = Text("{movement} with a rover", movement=whole.title)
            return replace(whole, title=title, contestants=pairs, rounds=rounds)
    return phantom(whole_tables((pairs + 1) // 2))


def _ways(
    rounds: tuple[Round, ...], at: int, before: tuple[Seating, ...]
) -> Iterator[tuple[int, ...]]:
    """Tables for a rover from this round on: every pair, opponent and set at most once."""
    if at == len(rounds):
        yield tuple(s.table for s in before)
        return
    for seating in rounds[at]:
        if not any(
            seating.ns == s.ns or seating.ew == s.ew or seating.board_set == s.board_set
            for s in before
        ):
            yield from _ways(rounds, at + 1, (*before, seating))


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

"""Tables and directions for planned games: as many people as can be stay where they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from igroteka.club.movements.movement import Movement, Round, Seating
from igroteka.club.remainder import Game


def seated(
    movement: Movement,
    after: int,
    played: Sequence[Round],
    games: Sequence[Sequence[Game]],
    unmoved: Collection[int],
) -> tuple[Round, ...]:
    """The rounds after those played, with a table and directions for every game."""
    rounds: list[Round] = list(played)
    for number, each_round in enumerate(games):
        planned = movement.rounds[after + number]
        rounds.append(_round(each_round, planned, rounds, unmoved))
    return tuple(rounds[len(played) :])


def _round(
    games: Sequence[Game], planned: Round, before: Sequence[Round], unmoved: Collection[int]
) -> Round:
    places = _last_places(before)
    lines = _lines(before)
    homes = {each: s.table for s in planned for each in s.everybody}
    old = {frozenset(s.everybody): s for s in planned}
    taken: set[int] = set()
    found = []
    tables = range(1, max([s.table for s in planned] + [*places.values()], default=0) + 1)

    def wishes(each: Game) -> list[int]:
        """Tables in the order in which they are tried."""
        same = old.get(frozenset(each.meeting))
        staying = [places[pair] for pair in each.meeting if pair in unmoved and pair in places]
        known = [homes[pair] for pair in each.meeting if pair in homes]
        last = [places[pair] for pair in each.meeting if pair in places]
        return [*staying, *([same.table] if same else []), *known, *last]

    def urgency(each: Game) -> tuple[bool, bool, Game]:
        return not set(each.meeting) & set(unmoved), frozenset(each.meeting) not in old, each

    for each in sorted(games, key=urgency):
        further = [*tables, *range(len(tables) + 1, len(tables) + len(games) + 1)]
        table = next(place for place in [*wishes(each), *further] if place not in taken)
        taken.add(table)
        same = old.get(frozenset(each.meeting))
        ns, ew = (same.ns[0], same.ew[0]) if same else _directions(each, lines, before)
        found.append(Seating(table, (ns,), (ew,), each.board_set))
    return tuple(sorted(found))


def _last_places(before: Sequence[Round]) -> dict[int, int]:
    """At which table everybody sat last."""
    return {each: s.table for seatings in before for s in seatings for each in s.everybody}


def _lines(before: Sequence[Round]) -> Counter[int]:
    """How much oftener everybody sat North–South than East–West."""
    lines: Counter[int] = Counter()
    for s in (s for seatings in before for s in seatings):
        lines.update(s.ns)
        lines.subtract(s.ew)
    return lines


def _directions(each: Game, lines: Counter[int], before: Sequence[Round]) -> tuple[int, int]:
    """Who sat North–South last and the other East–West stay so; else by how often each did."""
    last = {one: sign for r in before for s in r for one, sign in ((s.ns[0], 1), (s.ew[0], -1))}
    one, other = each.meeting
    if last.get(one, 0) != last.get(other, 0):
        return (one, other) if last.get(one, 0) > last.get(other, 0) else (other, one)
    return (one, other) if lines[one] <= lines[other] else (other, one)

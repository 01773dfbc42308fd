"""The laws that every movement obeys."""

from __future__ import annotations

from collections import Counter

from igroteka.club.movements.movement import Movement


def check_laws(movement: Movement) -> None:
    """Nobody sits twice or plays a set twice, and a set is shared as the movement says."""
    everybody = set(range(1, movement.contestants + 1))
    played: set[tuple[int, int]] = set()
    for seatings in movement.rounds:
        seated = [each for s in seatings for each in s.everybody]
        assert len(seated) == len(set(seated)), "somebody sits twice in a round"
        assert set(seated) <= everybody
        assert len({s.table for s in seatings}) == len(seatings), "two games at one table"
        shared = Counter(s.board_set for s in seatings)
        assert max(shared.values(), default=1) <= movement.copies
        for s in seatings:
            for each in s.everybody:
                assert (each, s.board_set) not in played, f"{each} plays a set twice"
                played.add((each, s.board_set))
            assert s.board_set >= 1
            assert s.table >= 1


def check_sit_outs(movement: Movement) -> None:
    """Nobody sits out two rounds more than somebody else."""
    counts = movement.sit_outs().values()
    assert max(counts) - min(counts) <= 1


def meetings(movement: Movement) -> Counter[frozenset[int]]:
    """How often two contestants were opponents."""
    return Counter(
        frozenset((a, b))
        for seatings in movement.rounds
        for s in seatings
        for a in s.ns
        for b in s.ew
    )

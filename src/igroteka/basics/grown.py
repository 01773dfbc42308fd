"""A sequence that grows by making longer ones, which share what they begin with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class Grown(Sequence[T], Generic[T]):
    """As a tuple, but one with another item at its end is made at once, however long it is."""

    __slots__ = ("_count", "_shared")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._shared = list(items)
        """What all that grew from the same beginning have, some of them only a part of it."""
        self._count = len(self._shared)

    def and_then(self, item: T) -> Self:
        """These, and one more."""
        grown = object.__new__(type(self))
        shared, count = self._shared, self._count
        if len(shared) > count:  # another one has gone on from here
            shared = shared[:count]
        shared.append(item)
        grown._shared, grown._count = shared, count + 1
        return grown

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[T]:
        return islice(self._shared, self._count)

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...
    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        if isinstance(place, slice):
            return tuple(self._shared[: self._count][place])
        if not -self._count <= place < self._count:
            raise IndexError(place)
        return self._shared[place if place >= 0 else self._count + place]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grown | tuple):
            return NotImplemented
        return tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (tuple(self),)

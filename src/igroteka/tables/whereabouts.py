"""From where visitors come: who comes as many guests from one address has the share of one."""

from __future__ import annotations

import ipaddress
import threading
import time
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Household: TypeAlias = str
"""An address, or the network of one: many may be behind it, a club or a family."""

UNKNOWN: Household = ""
"""Where all are together of whom it is not known from where they come."""
NETWORK_BITS = 64
"""Of an IPv6 address those that name a network; one visitor has all addresses in it."""
MOST_REMEMBERED = 50_000
"""Visitors; of those above, who was seen last the longest ago is not known any more."""
COMPANY = 600.0
"""Seconds for which somebody who was seen may still want something."""


def household_at(address: str) -> Household:
    """Who shares an address: all of an IPv4 address, or of a network of IPv6."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, NETWORK_BITS), strict=False))


class Whereabouts:
    """Where each visitor was seen last. It is in memory alone: nothing keeps addresses."""

    def __init__(self) -> None:
        self._homes: dict[str, Household] = {}
        """Of each visitor; who was seen last is at the end."""
        self._seen: dict[Household, float] = {}
        """When somebody of each was seen last, in that order."""
        self._changing = threading.Lock()

    def note(self, visitor: str, household: Household) -> None:
        """Somebody is there."""
        with self._changing:
            _put_last(self._homes, visitor, household)
            _put_last(self._seen, household, time.monotonic())

    def note_again(self, visitor: str) -> None:
        """Somebody is still there."""
        if household := self._homes.get(visitor):
            self.note(visitor, household)

    def household_of(self, visitor: str) -> Household:
        """From where somebody comes."""
        return self._homes.get(visitor, UNKNOWN)

    def alone(self, household: Household) -> bool:
        """Whether nobody was seen lately but those of one household."""
        with self._changing:
            others = (each for each in reversed(self._seen) if each != household)
            last = self._seen.get(next(others, UNKNOWN))
        return last is None or time.monotonic() - last > COMPANY


def _put_last(entries: dict[str, T], key: str, value: T) -> None:
    """Note an entry behind all others; the first one goes if there are too many."""
    entries.pop(key, None)
    entries[key] = value
    if len(entries) > MOST_REMEMBERED:
        del entries[next(iter(entries))]

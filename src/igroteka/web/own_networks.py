"""The networks that this machine is in, as its interfaces have them."""

from __future__ import annotations

import ctypes
import ipaddress
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from typing import TypeAlias

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Interface: TypeAlias = ipaddress.IPv4Interface | ipaddress.IPv6Interface

_ELSEWHERE = ("192.0.2.1", 9)
"""An address that is nobody's: nothing is sent, but the system says from where it would be."""
_UP, _TUNNEL = 0x1, 0x10
"""Flags of an interface; what is at the other end of a tunnel is not at home."""
_USUAL_LENGTH = 24
"""Of a home network's part of an address, where the system does not tell it."""
_PLACES = {socket.AF_INET: (4, 4), socket.AF_INET6: (8, 16)}
"""Where in a socket address the bytes of the address begin, and how many they are."""


class _Listed(ctypes.Structure):
    """One address of one interface, as the system's `getifaddrs` lists them."""


_Listed._fields_ = [
    ("next", ctypes.POINTER(_Listed)),
    ("name", ctypes.c_char_p),
    ("flags", ctypes.c_uint),
    ("address", ctypes.c_void_p),
    ("mask", ctypes.c_void_p),
]


def own_networks() -> list[Interface]:
    """This machine's addresses in home networks, each with its network; loopback is none."""
    found = _listed() if hasattr(ctypes.pythonapi, "getifaddrs") else _guessed()
    return [each for each in found if each.is_private and not each.ip.is_loopback]


def outward_address() -> Address | None:
    """The address from which this machine would speak to others; None where it is in no network."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return None
        return ipaddress.ip_address(probe.getsockname()[0])


def _guessed() -> Iterator[Interface]:
    """What can be told where the system does not list its interfaces in the usual way."""
    if (address := outward_address()) is not None:
        yield ipaddress.ip_interface(f"{address}/{_USUAL_LENGTH}")


def _listed() -> Iterator[Interface]:
    system = ctypes.CDLL(None, use_errno=True)
    first = ctypes.POINTER(_Listed)()
    if system.getifaddrs(ctypes.byref(first)):
        return
    try:
        listed = first
        while listed:
            each = listed.contents
            if each.flags & _UP and not each.flags & _TUNNEL and each.address and each.mask:
                yield from _read(each.address, each.mask)
            listed = each.next
    finally:
        system.freeifaddrs(first)


def _read(address: int, mask: int) -> Iterator[Interface]:
    """An address with its mask; nothing if it is of another kind."""
    family = ctypes.string_at(address, 2)
    number = int.from_bytes(family, sys.byteorder) if sys.platform == "linux" else family[1]
    for kind, (start, length) in _PLACES.items():
        if number == kind:
            bits = int.from_bytes(ctypes.string_at(mask + start, length)).bit_count()
            own = ipaddress.ip_address(ctypes.string_at(address + start, length))
            yield ipaddress.ip_interface(f"{own}/{bits}")

"""The home network: whether the house is open to it, and who comes from there."""

from __future__ import annotations

import ipaddress
import socket
from typing import Protocol

from starlette.requests import HTTPConnection

from igroteka.contract import IgrotekaError
from igroteka.text import Text
from igroteka.web.own_networks import Address, outward_address, own_networks

FORWARDED = frozenset({"forwarded", "via", "x-real-ip", "x-forwarded-for", "x-forwarded-host"})
"""Headers of requests that somebody else passes on, from wherever."""


class Doorkeeper(Protocol):
    """Who listens in the network on behalf of the house."""

    async def open_door(self, addresses: list[str]) -> None:
        """Listen at these addresses, too. Raises `IgrotekaError` where that can't be."""

    async def close_door(self) -> None:
        """Listen there no more, and hang up on who came from there."""


class HomeDoor:
    """The door to the home network; until it is opened nothing listens there."""

    def __init__(self, open: bool) -> None:
        self.open = open
        self.keeper: Doorkeeper | None = None
        """Who can open and close it; None where the house listens wherever it was told to."""

    async def let_in(self) -> None:
        """Open it. Raises `IgrotekaError` where this machine is in no home network."""
        addresses = [str(each.ip) for each in own_networks() if each.version == 4]
        if not addresses:
            raise IgrotekaError(
                Text("this machine is in no home network; connect it to one and try again")
            )
        if self.keeper is not None and not self.open:
            await self.keeper.open_door(addresses)
        self.open = True

    async def shut(self) -> None:
        """Close it again."""
        if self.keeper is not None:
            self.open = False
            await self.keeper.close_door()


def home_address() -> str | None:
    """The address of this machine in its home network; None where it is in none."""
    own = [each.ip for each in own_networks() if each.version == 4]
    outward = outward_address()
    if outward in own:
        return str(outward)
    return str(own[0]) if own else None


def is_at_home(connection: HTTPConnection) -> bool:
    """Whether a request comes straight from this machine or from a network that it is in."""
    client = _client(connection)
    if client is None:
        return False
    return client.is_loopback or any(client in each.network for each in own_networks())


def is_this_machine(connection: HTTPConnection) -> bool:
    """Whether a request comes from who sits at this machine, by an address of its own.

    By another one a stranger's page could come that has had its name lead here.
    """
    client = _client(connection)
    return client is not None and client.is_loopback and is_own_name(connection.url.hostname)


def is_own_name(host: str | None) -> bool:
    """Whether a host is this machine, for this machine alone."""
    try:
        return ipaddress.ip_address(host or "").is_loopback
    except ValueError:
        return host == "localhost"


def names_of_this_machine() -> set[str]:
    """What this machine is called in its home networks: its addresses there, and its name."""
    name = socket.gethostname().partition(".")[0].lower()
    return {name, f"{name}.local", *(str(each.ip) for each in own_networks())}


def _client(connection: HTTPConnection) -> Address | None:
    """Who asks; None if the request was passed on, or it can't be told."""
    if connection.client is None or FORWARDED & set(connection.headers):
        return None
    try:
        found = ipaddress.ip_address(connection.client.host.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found


def needs_password(connection: HTTPConnection) -> bool:
    """Whether who sent this has to sign in before playing."""
    if connection.app.state.home_door.open:
        return not is_at_home(connection)
    accounts: bool = connection.app.state.settings.accounts
    return accounts

"""Where this house is found by others in the same network."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import closing

import segno
from markupsafe import Markup
from starlette.requests import HTTPConnection

_ELSEWHERE = ("192.0.2.1", 9)
"""An address that is nobody's: nothing is sent, but the system says from where it would be."""


def home_address() -> str | None:
    """The address of this machine in its network; None where it is in none."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(_ELSEWHERE)
            found: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if ipaddress.ip_address(found).is_loopback else found


def address_for_others(connection: HTTPConnection) -> str:
    """The beginning of links that others can follow: as the visitor came, or this machine's.

    Who sits at the machine itself comes by an address that leads nobody else here.
    """
    url = connection.base_url
    try:
        own = ipaddress.ip_address(url.hostname or "").is_loopback
    except ValueError:
        own = url.hostname == "localhost"
    listens = connection.app.state.settings.address
    if own and listens in ("0.0.0.0", "::") and (found := home_address()):
        url = url.replace(hostname=found)
    return str(url).rstrip("/")


def drawn_code(address: str) -> Markup:
    """An address as a picture that a phone's camera reads."""
    drawn = segno.make(address, error="m", micro=False).svg_inline(
        border=2, omitsize=True, svgclass="qr", lineclass=None
    )
    return Markup(drawn)

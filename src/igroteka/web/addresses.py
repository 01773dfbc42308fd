"""Where this house is found by others in the same network, and from where they come."""

from __future__ import annotations

from functools import lru_cache

import segno
from markupsafe import Markup
from starlette.requests import HTTPConnection

from igroteka.tables.whereabouts import Household, household_at
from igroteka.web.home_network import home_address, is_own_name


def address_for_others(connection: HTTPConnection) -> str:
    """The beginning of links that others can follow: as the visitor came, or this machine's.

    Who sits at the machine itself comes by an address that leads nobody else here.
    """
    url = connection.base_url
    state = connection.app.state
    reachable = state.home_door.open or state.settings.address in ("0.0.0.0", "::")
    if reachable and is_own_name(url.hostname) and (found := home_address()):
        url = url.replace(hostname=found)
    return str(url).rstrip("/")


def household_of(connection: HTTPConnection) -> Household:
    """From where somebody comes, as far as budgets and turns are concerned."""
    return household_at(connection.client.host if connection.client else "")


@lru_cache(maxsize=4096)
def drawn_code(address: str) -> Markup:
    """An address as a picture that a phone's camera reads."""
    drawn = segno.make(address, error="m", micro=False).svg_inline(
        border=2, omitsize=True, svgclass="qr", lineclass=None
    )
    return Markup(drawn)

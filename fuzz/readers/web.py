"""What the site reads of forms, headers and addresses, and the command line of addresses."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import date
from urllib.parse import parse_qsl

from starlette.datastructures import FormData, Headers
from starlette.requests import Request
from starlette.types import Message

from fuzz.target import Target, text_of
from igroteka.archive.accounts import chosen_name
from igroteka.cli.bridge.table_connection import Address
from igroteka.cli.connect import _read as read_invitation
from igroteka.contract import IgrotekaError
from igroteka.languages import LANGUAGES
from igroteka.registry import make_game
from igroteka.tables.setting import Setting
from igroteka.web.club.doors import _sent as sent_deeds
from igroteka.web.dates import read_day
from igroteka.web.pages.table_forms import setting_of, sitting_of
from igroteka.web.security import same_origin
from igroteka.web.visitors import Guest, preferred

GUEST = Guest("visitor", "Anna", "en", "auto")


def days(data: bytes) -> None:
    """A day that somebody types."""
    with suppress(IgrotekaError):
        assert 1 <= read_day(text_of(data), date(2026, 11, 16)).year <= 9999


def headers(data: bytes) -> None:
    """What a browser says of languages and of where it comes from."""
    text = data.decode("latin-1")
    assert preferred(text) in LANGUAGES
    assert not same_origin(Headers({"origin": text, "host": "house"})) or "house" in text


def names(data: bytes) -> None:
    """A name that somebody chooses."""
    with suppress(IgrotekaError):
        name = chosen_name(text_of(data))
        assert chosen_name(name) == name


def tables(data: bytes) -> None:
    """The form of a new table; what is taken is stored and found as the same."""
    form = FormData(dict(parse_qsl(text_of(data))))
    for game in (make_game("draughts", {}), make_game("durak", {})):
        with suppress(IgrotekaError):
            setting = setting_of(game, GUEST, form)
            assert Setting.from_json(setting.to_json()) == setting
            sitting_of(game, form)


def addresses(data: bytes) -> None:
    """Where a program is to come: a link to a seat, or a host and a port."""
    with suppress(IgrotekaError):
        assert 0 < Address.read(text_of(data), 2000).port < 65536
    with suppress(IgrotekaError):
        assert len(read_invitation(text_of(data))) == 3


def phones(data: bytes) -> None:
    """What a phone sends to an event: a list of deeds, or a refusal."""

    async def receive() -> Message:
        return {"type": "http.request", "body": data, "more_body": False}

    with suppress(IgrotekaError):
        found = asyncio.run(sent_deeds(Request({"type": "http"}, receive)))
        assert all(isinstance(each, dict) for each in found)


TARGETS = (
    Target("web.days", days),
    Target("web.headers", headers),
    Target("web.names", names),
    Target("web.tables", tables),
    Target("web.addresses", addresses),
    Target("web.phones", phones),
)

"""The routes of a site, and the addresses at which they answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from starlette.routing import Mount, WebSocketRoute, compile_path

SOCKET = "SOCKET"
NOT_ASKED_FOR = {"HEAD", "OPTIONS"}


class Route(NamedTuple):
    """What answers to a method at addresses of one form."""

    method: str
    path: str
    pattern: re.Pattern[str]
    parameters: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    def values(self, address: str) -> dict[str, str] | None:
        """What an address gives for each parameter; None if it is none of this route."""
        found = self.pattern.match(unquote(urlsplit(address).path))
        return None if found is None else found.groupdict()

    def address(self, values: dict[str, str]) -> str:
        """The address with these values."""
        return re.sub(r"{(\w+)(?::\w+)?}", lambda each: values[each[1]], self.path)


def routes_of(app: FastAPI) -> list[Route]:
    """Every route of a site, in the order in which it looks for one."""
    return list(_all(iter_route_contexts(app.routes)))


def _all(contexts: Iterator[Any]) -> Iterator[Route]:
    for each in contexts:
        path = str(each.path)
        if isinstance(each.original_route, Mount):
            yield _route("GET", f"{path}/{{path:path}}")
        elif isinstance(each.original_route, WebSocketRoute):
            yield _route(SOCKET, path)
        else:
            for method in sorted({*(each.methods or ())} - NOT_ASKED_FOR):
                yield _route(method, path)


def _route(method: str, path: str) -> Route:
    pattern, _, converters = compile_path(path)
    return Route(method, path, pattern, tuple(converters))


def route_at(routes: Sequence[Route], method: str, address: str) -> Route | None:
    """What answers at an address."""
    same = (each for each in routes if each.method == method)
    return next((each for each in same if each.values(address) is not None), None)

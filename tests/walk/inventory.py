"""What each route shows, and to whom: headings, words, buttons and fields, in kept files.

A line that is taken away, shown to somebody else or no longer said changes a kept file.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from html.parser import HTMLParser
from typing import Any

from tests.walk.routes import Route, route_at
from tests.walk.visits import ALSO_CHANGING, Walk
from tests.web.furnished import ROLES
from tests.web.listening import CHANGING

PART = "pages"
"""The kept files that hold it."""
NOT_READ = {"script", "style", "svg", "template"}
TOLD = ("id", "name", "type", "value", "href", "action", "data-deed", "aria-label", "role")
SWITCHES = ("hidden", "disabled", "checked", "selected", "open", "aria-current", "aria-pressed")
MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
NEVER_THE_SAME = (
    *ALSO_CHANGING,
    *CHANGING,
    (re.compile(r"/static/\w+/"), "/static/"),
    (re.compile(r"/club/\w+/\w+"), "/club/CODE/KEY"),
    (re.compile(r"\b(?=\w*\d)(?=\w*[a-z])\w{6,}\b"), "KEY"),
    (re.compile(rf"\b\d\d? (?:{MONTHS})(?: \d{{4}})?|\d{{4}}([-.])\d\d\1\d\d"), "DAY"),
    (re.compile(r"\b\d\d\.\d\d\.\d{4}\b"), "DAY"),
    (re.compile(r"/puzzle/\d+"), "/puzzle/N"),  # each day has its own
    (re.compile(r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b"), "WEEKDAY"),
    (re.compile(r"\b(?:today|yesterday) at TIME"), "DAY at TIME"),
)


class Reader(HTMLParser):
    """Every element that says something or can be used, each a line."""

    told: Sequence[str] = TOLD
    switches: Sequence[str] = SWITCHES
    not_read: Collection[str] = NOT_READ

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside: list[str] = []
        self._left_out = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._left_out += tag in self.not_read
        given = {name: value or "" for name, value in attrs}
        told = [f"{name}={given[name]}" for name in self.told if given.get(name)]
        told += [*self.also(given), *(name for name in self.switches if name in given)]
        if told and not self._left_out:
            self.found.append(" ".join([f"<{tag}>", *told]))
        self._inside.append(tag)

    def also(self, given: Mapping[str, str]) -> Iterator[str]:
        """What else is told of an element."""
        yield from ()

    def handle_endtag(self, tag: str) -> None:
        self._left_out -= tag in self.not_read
        while self._inside and self._inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        words = " ".join(data.split())
        if words and not self._left_out:
            self.found.append(f"{self._inside[-1] if self._inside else ''}: {words}")


@lru_cache(maxsize=1000)
def shown(text: str) -> frozenset[str]:
    """What an answer has, without what is never the same."""
    if text.lstrip().startswith("<"):
        reader = Reader()
        reader.feed(text)
        return frozenset(map(_steady, reader.found))
    if text.startswith(("{", '["', "[{")):
        return frozenset(map(_steady, _of_data(json.loads(text))))
    return frozenset()


def _of_data(data: Any, path: str = "") -> Iterator[str]:
    """The parts of an answer to a program, and what they say where that is one of few things."""
    if isinstance(data, Mapping):
        for name, value in data.items():
            yield from _of_data(value, f"{path}.{name}" if re.fullmatch("[a-z_]+", name) else path)
    elif isinstance(data, list):
        for value in data:
            yield from _of_data(value, f"{path}[]")
    else:
        yield f"{path}: {data if data is None or isinstance(data, bool) else type(data).__name__}"


@lru_cache(maxsize=20_000)
def _steady(line: str) -> str:
    for pattern, instead in NEVER_THE_SAME:
        line = pattern.sub(instead, line)
    return line


def texts(walk: Walk) -> dict[str, str]:
    """The kept file of each route after a walk."""
    found: dict[Route, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for (role, what), answer in walk.answers.items():
        route = route_at(walk.routes, *what.split(" ", 1))
        if route is not None and "{path:path}" not in route.path and "openapi" not in route.path:
            found[route][f"answers {answer.status}"][role] += 1
            for line in shown(answer.text) if answer.open else ():
                found[route][line][role] += 1
    for role, address, answer in walk.posted:
        if route := route_at(walk.routes, "POST", address):
            to = re.sub(r"\d+", "N", _steady(answer.to))
            found[route][f"answers {answer.status} {to}".rstrip()][role] += 1
    return {_name(route): _written(lines) for route, lines in found.items()}


def _name(route: Route) -> str:
    words = re.findall(r"\w+", route.path) or ["home"]
    return f"{PART}/{'-'.join([route.method.lower(), *words])}.txt"


def _written(found: Mapping[str, Counter[str]]) -> str:
    """All lines, under who was shown them how often."""
    groups: dict[str, list[str]] = defaultdict(list)
    for line, roles in found.items():
        groups[_roles(roles)].append(line)
    return "".join(
        f"{roles}\n" + "".join(f"  {line}\n" for line in sorted(lines))
        for roles, lines in sorted(groups.items())
    )


def _roles(roles: Counter[str]) -> str:
    if len(roles) == len(ROLES) and len(set(roles.values())) == 1:
        return f"everybody {roles[ROLES[0]]}"
    return ", ".join(f"{role} {count}" for role, count in sorted(roles.items()))

"""Visits of every route by everybody, and what is wrong with the answers."""

from __future__ import annotations

import json
import re
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any
from urllib.parse import quote

import anyio
from httpx import Response
from starlette.websockets import WebSocketDisconnect

from tests.walk.offered import Form, addresses, forms, links
from tests.walk.recording import walked
from tests.walk.routes import SOCKET, Route, route_at, routes_of
from tests.web.furnished import ROLES, Furnished
from tests.web.listening import CHANGING

NUMBER = "number"
"""The parameter by which routes take a game."""
MOST_FOLLOWED = 12
"""Links of a form that somebody follows beyond what is visited anyway."""
OF_EACH_FORM = 4
"""Addresses of a route that are visited when more are known."""
LOOKED_FOR = ("Anna", "*")
"""What is written into a field of a form that only asks for a page."""
AT_FIRST = 3
"""The same while it is found out which there are."""
ACTION = re.compile(r'(?:form)?action="(/[^"]*)"')
Values = dict[str, list[str]]
Leading = dict[Route, list[str]]
WORD = re.compile(r"[\w-]{10,64}")
TRACE = ("Traceback (most recent call last)", "TemplateSyntaxError", 'File "/')
PATIENCE = 20.0
ALSO_CHANGING = (
    (re.compile(r'("seconds": ?)[\d.e-]+'), r"\1S"),
    (re.compile(r'("seconds": ?)\[[^\]]*\]'), r"\1S"),
    (re.compile(r'("(?:seed|left)": ?)[\d.e-]+'), r"\1S"),
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.+:Z]*"), "MOMENT"),
)


@dataclass
class Answer:
    """What came back."""

    status: int
    text: str
    to: str = ""
    ms: float = 0.0
    changed: bool = False
    """Whether something else is stored than before."""

    @property
    def open(self) -> bool:
        """Whether the visitor got what was asked for."""
        return self.status < 400

    @property
    def lines(self) -> list[str]:
        """What came, without what is never the same."""
        text = f"{self.status} {self.to}\n{self.text}"
        for pattern, instead in (*ALSO_CHANGING, *CHANGING):
            text = pattern.sub(instead, text)
        return text.splitlines()


@dataclass
class Seen:
    """Who got an answer from a route, and who was sent away."""

    answered: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    led_back: set[str] = field(default_factory=set)
    """Who was led to where they belong, whatever they asked for."""
    count: int = 0
    most_ms: float = 0.0


class Walk:
    """A walk through a furnished house."""

    def __init__(self, found: Furnished) -> None:
        self.found = found
        self.routes = routes_of(found.house.app)
        self.faults: list[str] = []
        self.seen: dict[Route, Seen] = defaultdict(Seen)
        self.known: dict[str, None] = {}
        """Addresses that somebody was shown."""
        self.offered: dict[str, dict[tuple[str, str], Form]] = defaultdict(dict)
        """By role, the forms that pages have offered it, by method and address."""
        self.answers: dict[tuple[str, str], Answer] = {}
        self.posted: list[tuple[str, str, Answer]] = []
        """Forms that were sent: who sent them, to which address, and what came."""
        self.links: dict[tuple[str, str], str] = {}
        """Where pages let somebody go, and from which page."""
        for sent in found.sent:
            if route := route_at(self.routes, "POST", sent.path):
                self.note(route, sent.role, Answer(sent.status, ""))

    # --- one visit ---

    def fault(self, role: str, what: str, why: str) -> None:
        """Something is wrong."""
        self.faults.append(f"{role}: {what}: {why}")
        walked("fault", f"{role}: {what}", what=why)

    def note(self, route: Route, role: str, answer: Answer) -> None:
        """Who got in, and who did not."""
        seen = self.seen[route]
        seen.count += 1
        seen.most_ms = max(seen.most_ms, answer.ms)
        walls = self.walls.get(role)
        if walls and answer.to == walls and answer.status == 303:
            seen.led_back.add(role)
        elif answer.open:
            seen.answered.add(role)
        elif answer.status in (400, 401, 403, 404):
            seen.refused.add(role)

    @property
    def walls(self) -> dict[str, str]:
        """Where somebody who is in a room of their own is led back to."""
        known = {role: places[1] for role, places in self.found.known.items() if len(places) > 1}
        return {role: place for role, place in known.items() if place.count("/") == 1}

    def ask(self, role: str, method: str, address: str, **how: Any) -> Answer:
        """Somebody asks for something."""
        client = self.found.people[role].client
        began = time.perf_counter()
        came: Response = client.request(method, address, **how)
        ms = 1000 * (time.perf_counter() - began)
        answer = Answer(came.status_code, came.text, came.headers.get("location", ""), ms)
        self.check(role, f"{method} {address}", answer)
        if "text/html" in came.headers.get("content-type", "") and answer.open:
            self.links |= {(role, each): address for each in links(answer.text)}
            self._note_forms(role, address, answer.text)
        if route := route_at(self.routes, method, address):
            self.note(route, role, answer)
        return answer

    def _note_forms(self, role: str, address: str, text: str) -> None:
        """What a page offers that was not offered before."""
        known = {action for _, action in self.offered[role]}
        if not {*ACTION.findall(text)} <= known:
            for form in forms(text, address):
                self.offered[role].setdefault((form.method, form.action), form)

    def check(self, role: str, what: str, answer: Answer) -> None:
        """Nothing broke, and nothing is told that only others may hold."""
        if answer.status >= 500:
            self.fault(role, what, f"{answer.status}")
        for trace in TRACE:
            if trace in answer.text:
                self.fault(role, what, f"shows {trace!r}")
        for word in {*WORD.findall(answer.text + answer.to)} & self.found.secrets.keys():
            if role not in self.found.secrets[word] and word not in what:
                self.fault(
                    role, what, "tells a secret of " + ", ".join(sorted(self.found.secrets[word]))
                )

    def listen(self, role: str, address: str) -> Answer:
        """Somebody opens a wire: the first thing that is said on it."""
        client, began = self.found.people[role].client, time.perf_counter()
        try:
            with client.websocket_connect(address) as wire:

                async def first() -> Any:
                    with anyio.fail_after(PATIENCE):
                        return await wire._send_rx.receive()

                said = wire.portal.call(first)
                wire.close()
                wire.portal.call(anyio.sleep, 0.005)
        except WebSocketDisconnect:
            said = {"type": "websocket.close"}
        ms = 1000 * (time.perf_counter() - began)
        text = said.get("text", "")
        refused = not text or json.loads(text)["type"] == "refused"
        answer = Answer(403 if refused else 200, text, ms=ms)
        self.check(role, f"{SOCKET} {address}", answer)
        if route := route_at(self.routes, SOCKET, address):
            self.note(route, role, answer)
        return answer

    # --- finding out what there is ---

    def look_around(self) -> None:
        """Everybody follows links from what they know."""
        for role in ROLES:
            ahead = list(self.found.known[role])
            visited: dict[Route, set[str]] = defaultdict(set)
            while ahead:
                address = ahead.pop(0).partition("#")[0]
                route = route_at(self.routes, "GET", address)
                if route is None or address in visited[route] or len(visited[route]) >= AT_FIRST:
                    continue
                visited[route].add(address)
                answer = self.ask(role, "GET", address)
                if answer.status in (301, 302, 303, 307):
                    ahead.append(answer.to)
                shown = list(addresses(answer.text))
                self.known.update(dict.fromkeys([address, *shown]))
                ahead += shown
                for form in forms(answer.text, address):
                    self.offered[role][form.method, form.action] = form
                    if form.method == "get":
                        ahead.append(form.address)

    def addresses_of(
        self, route: Route, leading: Leading, pool: Values, numbers: Sequence[int]
    ) -> list[str]:
        """The addresses at which a route is visited: a few that are shown, and every game."""
        shown = leading.get(route, [])
        step = max(1, len(shown) // OF_EACH_FORM)
        found = dict.fromkeys(shown[::step][:OF_EACH_FORM])
        known = [route.values(each) or {} for each in shown[:1]] or self._likely(route, leading)
        for each in known:
            values = {name: each.get(name) or pool[name][0] for name in route.parameters}
            values = {name: quote(value, safe="/") for name, value in values.items()}
            if NUMBER in route.parameters:
                every = [route.address({**values, NUMBER: str(number)}) for number in numbers]
                found |= dict.fromkeys(every)
            elif not shown:
                found[route.address(values)] = None
        return list(found)

    def _likely(self, route: Route, leading: Leading) -> list[dict[str, str]]:
        """Values for what nothing leads to: those of addresses that begin in the same way."""
        own = route.path.split("/")
        alike = [each for each in leading if {*each.parameters} & {*route.parameters} - {NUMBER}]

        def begins(other: Route) -> int:
            pairs = zip(own, other.path.split("/"), strict=False)
            return len([*takewhile(lambda pair: pair[0] == pair[1], pairs)])

        alike.sort(key=begins, reverse=True)
        for each in alike[:1]:
            return [each.values(address) or {} for address in leading[each][:OF_EACH_FORM]]
        return [{}]

    def index(self) -> tuple[Leading, Values]:
        """The addresses that lead to each route, and the values of its parameters by name."""
        leading: dict[Route, dict[str, None]] = defaultdict(dict)
        pool: Values = defaultdict(lambda: ["1"])
        for address in [*self.known, *(sent.path for sent in self.found.sent)]:
            for route in self.routes:
                values = route.values(address)
                if values is None:
                    continue
                first = route_at(self.routes, route.method, address) == route
                if first and (address in self.known or route.method == SOCKET):
                    leading[route][address] = None
                for name, value in values.items():
                    pool[name].insert(0, value)
        return {route: list(found) for route, found in leading.items()}, pool

    def as_known_to(self, role: str, address: str) -> str:
        """The address with what this role holds in the place of what only others may."""
        parts = address.split("/")
        for place, part in enumerate(parts):
            word = part.partition("?")[0]
            if role not in self.found.secrets.get(word, {role}):
                instead = self.found.instead.get(word, {}).get(role, word[::-1])
                parts[place] = part.replace(word, instead)
        return "/".join(parts)

    def ways(self, role: str, address: str) -> set[str]:
        """The address as this role knows it, and with what it alone holds in it."""
        own = self.as_known_to(role, address)
        found = {own}
        for word, instead in self.found.instead.items():
            if word in own:
                found.add(own.replace(word, instead[role]))
        return found

    # --- everybody everywhere ---

    def plan(self, numbers: Sequence[int]) -> list[tuple[str, str, str]]:
        """Who asks for what, in which way."""
        found: dict[tuple[str, str, str], None] = {}
        leading, pool = self.index()
        for route in self.routes:
            if route.method not in ("GET", SOCKET):
                continue
            for address in self.addresses_of(route, leading, pool, [0, 1, *numbers]):
                for role in ROLES:
                    for own in self.ways(role, address):
                        found[role, route.method, own] = None
        for role, offered in self.offered.items():
            for (method, _), form in offered.items():
                if method == "get":
                    found |= {
                        (role, "GET", address): None for address in form.asked_otherwise(LOOKED_FOR)
                    }
        return list(found)

    def some_of_each(self, count: int = 1) -> list[int]:
        """Some games of each state, another kind of game first in each."""
        turned = (
            [*all_of[(n + 1) % len(all_of) :], *all_of]
            for n, all_of in enumerate(self.found.games.values())
        )
        return list(dict.fromkeys(number for all_of in turned for number in all_of[:count]))

    def go_everywhere(self) -> None:
        """Everybody follows links, and then goes wherever anybody may."""
        self.look_around()
        self.go(self.plan(self.some_of_each()))

    def go(self, plan: Iterable[tuple[str, str, str]]) -> None:
        """Everybody asks for everything."""
        for role, method, address in plan:
            self.answers[role, f"{method} {address}"] = self.once(role, method, address)

    def once(self, role: str, method: str, address: str) -> Answer:
        """One of these visits."""
        return self.listen(role, address) if method == SOCKET else self.ask(role, method, address)

    def compare(self, twin: Walk, roles: Sequence[str]) -> None:
        """Who may not know a difference between two houses is answered the same in both."""
        for (role, what), one in list(self.answers.items()):
            if role not in roles:
                continue
            method, _, address = what.partition(" ")
            other = twin.once(role, method, address)
            tries = 3
            while one.lines != other.lines and tries:
                one, other = (each.once(role, method, address) for each in (self, twin))
                tries -= 1
            if one.lines != other.lines:
                pairs = zip(one.lines, other.lines, strict=False)
                told = next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))
                self.fault(role, what, f"tells what may not be known: {_differing(*told)}")

    def follow_links(self, broken: Sequence[int]) -> None:
        """No link leads to a page that only says what is wrong, but to a game that is broken."""
        asked: dict[tuple[str, Route], int] = defaultdict(int)
        for (role, address), page in list(self.links.items()):
            route = route_at(self.routes, "GET", address)
            answer = self.answers.get((role, f"GET {address}"))
            if route and answer is None and asked[role, route] < MOST_FOLLOWED:
                asked[role, route] += 1
                answer = self.once(role, "GET", address)
            wrong = answer is not None and answer.status >= 400
            if (wrong or route is None) and not {*map(str, broken)} & {*address.split("/")}:
                self.fault(role, f"GET {page}", f"leads to an error page, {address}")

    # --- the end ---

    def write_down(self) -> None:
        """Tell the report what was reached."""
        for route in self.routes:
            seen = self.seen[route]
            walked(
                "route",
                str(route),
                answered=sorted(seen.answered),
                refused=sorted(seen.refused),
                led_back=sorted(seen.led_back),
                visits=seen.count,
                ms=round(seen.most_ms, 1),
            )


def _differing(one: str, other: str) -> str:
    """Where two lines begin to differ."""
    at = next((n for n, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), 0)
    return f"{one[max(0, at - 40) : at + 60]!r} and {other[max(0, at - 40) : at + 60]!r}"

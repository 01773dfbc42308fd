"""Forms sent by those to whom pages offer them, and by all others."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from httpx import Cookies

from tests.walk.routes import Route, route_at
from tests.walk.visits import NUMBER, Answer, Walk
from tests.web.furnished import ROLES, Sent
from tests.web.listening import forget_rates

OWN_FORM = "form"
"""The field that says whose a form is."""
NOT_COMPARED = {"sessions", "houses", "exchanged_guests", "daylight", "tokens"}
"""What is written down of everybody who looks at a page."""
IN_BACKGROUND = {"solutions", "verdicts"}
"""What the house finds out by itself."""
MEANWHILE = {*IN_BACKGROUND, "games", "moves", "seats", "tournaments"}
"""Where bots may write down what they do once somebody has let them."""


class Forms:
    """The forms of a house that was walked through."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        file = walk.found.house.folder / "games.db"
        self._archive = sqlite3.connect(file, check_same_thread=False)
        self._version = -1
        self.quiet = True
        """Whether no bot has been given anything to do."""
        self._parts: dict[str, int] = {}
        self._cookies = {
            role: Cookies(who.client.cookies) for role, who in walk.found.people.items()
        }
        self._kept_sessions = self._archive.execute("select * from sessions").fetchall()
        self._known_sessions = self._sessions()

    def stored(self) -> str:
        """What is stored, in short."""
        (version,) = self._archive.execute("pragma data_version").fetchone()
        if version != self._version:
            tables = "select name from sqlite_master where type = 'table' order by name"
            names = [name for (name,) in self._archive.execute(tables)]
            self._parts = {
                name: hash(tuple(self._archive.execute(f"select * from {name}")))
                for name in names
                if name not in NOT_COMPARED
            }
            self._version = version
        return repr(self._parts)

    def send(
        self,
        role: str,
        address: str,
        form: dict[str, str],
        files: Sequence[str] = (),
        file: tuple[str, bytes] = ("none.txt", b"nothing"),
    ) -> Answer:
        """Somebody sends a form as their own; what is refused changes nothing."""
        sent = dict.fromkeys(files, file)
        return self._post(role, address, data=form, **({"files": sent} if sent else {}))

    def send_again(self, role: str, token: str, sent: Sent, address: str) -> Answer:
        """Somebody sends what another has sent, as their own."""
        content = re.sub(rb"(^|&)form=[^&]*", rf"\1form={token}".encode(), sent.content)
        content = re.sub(
            rb'(name="form"\r\n\r\n)[^\r]*', lambda each: each[1] + token.encode(), content
        )
        fresh = f'"key": "again {role} {address}'[:60].encode() + b'"'
        content = re.sub(rb'"key": ?"[^"]*"', fresh, content)
        kind = {"content-type": sent.type} if sent.type else {}
        return self._post(role, address, content=content, headers=kind)

    def _post(self, role: str, address: str, **how: Any) -> Answer:
        forget_rates()
        self.stored()
        before = self._parts
        answer = self.walk.ask(role, "POST", address, **how)
        self.stored()
        changed = self._differing(before) - (IN_BACKGROUND if self.quiet else MEANWHILE)
        answer.changed = bool(changed)
        self.walk.posted.append((role, address, answer))
        if changed and not answer.open:
            why = f"is refused ({answer.status}), and changes {', '.join(sorted(changed))}"
            self.walk.fault(role, f"POST {address}", why)
        return answer

    def _differing(self, before: Mapping[str, int]) -> set[str]:
        """Which tables are not as they were."""
        return {name for name, kept in self._parts.items() if kept != before[name]}

    def send_all(self) -> None:
        """Everybody sends what others were offered, and then what they were."""
        self.trespass(self.walk.some_of_each())
        self.fill_in()

    def trespass(self, numbers: Sequence[int]) -> None:
        """Everybody sends what only others were offered: nothing changes."""
        tokens = {role: self._token(role) for role in ROLES}
        for role, sent, path in list(self._of_others(numbers)):
            own = self.walk.as_known_to(role, path)
            if self.may(role, own):
                continue
            answer = self.send_again(role, tokens[role], sent, own)
            route = route_at(self.walk.routes, "POST", own)
            game = route is not None and NUMBER in route.parameters
            outside = self.is_shut_out(role, own) or (own != path and not game)
            if answer.open and answer.changed and outside:
                self.walk.fault(
                    role, f"POST {own}", f"changes what is not theirs ({answer.status})"
                )

    def _token(self, role: str) -> str:
        """What a role's own forms carry."""
        own = (form.fields.get(OWN_FORM) for form in self.walk.offered[role].values())
        return next(filter(None, own))

    def _of_others(self, numbers: Sequence[int]) -> Iterator[tuple[str, Sent, str]]:
        """Who sends what to which address."""
        unique = {
            (route, sent.role): sent
            for sent in (*self._as_sent(), *self.walk.found.sent)
            if (route := route_at(self.walk.routes, "POST", sent.path))
        }
        for (route, _), sent in unique.items():
            values = route.values(sent.path) or {}
            paths = {sent.path: None}
            if NUMBER in values:
                every = [route.address({**values, NUMBER: str(number)}) for number in numbers]
                paths |= dict.fromkeys(every)
            for path in paths:
                yield from ((role, sent, path) for role in ROLES)
        empty = f"{OWN_FORM}=".encode()
        tried = {route for route, _ in unique}
        for route in self.walk.routes:
            if route.method == "POST" and route not in tried:
                for path in self.walk.addresses_of(route, *self.walk.index(), numbers):
                    sent = Sent("", path, empty, "application/x-www-form-urlencoded", 0)
                    yield from ((role, sent, path) for role in ROLES)

    def _as_sent(self) -> Iterator[Sent]:
        """The forms that pages offer, as if they had been sent."""
        for role, offered in self.walk.offered.items():
            for (method, action), form in offered.items():
                if method == "post":
                    body = "&".join(f"{name}={quote(text)}" for name, text in form.fields.items())
                    kind = "application/x-www-form-urlencoded"
                    yield Sent(role, action, body.encode(), kind, 0)

    def may(self, role: str, address: str) -> bool:
        """Whether somebody was offered a form to this address, or sent one before."""
        if ("post", address) in self.walk.offered[role]:
            return True
        return any(sent.role == role and sent.path == address for sent in self.walk.found.sent)

    def _is_led_back(self, role: str, answer: Answer) -> bool:
        return answer.to == self.walk.walls.get(role)

    def is_shut_out(self, role: str, address: str) -> bool:
        """Whether somebody sees nothing at all of the game in an address."""
        for route in self.walk.routes:
            number = (route.values(address) or {}).get(NUMBER)
            if number is not None:
                start = f"{address.partition(f'/{number}')[0]}/{number}"
                own = self._got(role, start)
                return bool(own) and not any(own)
        return False

    def _got(self, role: str, start: str) -> list[bool]:
        """Whether somebody got what was asked for at each address that begins so."""
        return [
            answer.open and not self._is_led_back(role, answer)
            for (who, what), answer in self.walk.answers.items()
            if who == role and f"{what.partition(' ')[2]}/".startswith(f"{start}/")
        ]

    def fill_in(self) -> None:
        """Everybody sends the forms that pages offer them, as they are and as nobody should."""
        self.quiet = False
        tried: set[Route] = set()
        for role, offered in self.walk.offered.items():
            done: set[Route] = set()
            for (method, action), form in list(offered.items()):
                route = route_at(self.walk.routes, "POST", action)
                if method != "post" or route is None or route in done:
                    continue
                form.fields.setdefault(OWN_FORM, self._token(role))
                wrong = form.garbage(OWN_FORM) if route not in tried else ()
                done.add(route)
                tried.add(route)
                for fields in (*wrong, form.fields):
                    self.send(role, action, fields, form.files)
                    self._come_back()

    def _come_back(self) -> None:
        """Whoever has left is let in again, as nobody else would be."""
        if self._sessions() != self._known_sessions:
            self._bring_back()

    def _sessions(self) -> list[Any]:
        kept = self._archive.execute("select id, digest, player_id, marks from sessions")
        return sorted(map(repr, kept))

    def _bring_back(self) -> None:
        with self._archive as archive:
            archive.execute("delete from sessions")
            rows = [(*each, 1) for each in self._kept_sessions]
            marks = ", ".join("?" * len(self._kept_sessions[0]))
            archive.executemany(f"insert into sessions values ({marks})", [r[:-1] for r in rows])
        self.walk.found.house.app.state.sessions._known.clear()
        for role, visitor in self.walk.found.people.items():
            visitor.client.cookies = Cookies(self._cookies[role])

"""A director and phones at a house: what they send, and what they are told."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from igroteka.club.events import Kept
from igroteka.club.links import Role
from igroteka.web.club.news import EventNews
from tests.web.visiting import House, Visitor

NAMES = "\n".join(f"Anna {n} – Boris {n}" for n in range(1, 9))


class Club(NamedTuple):
    """An evening in a house, seen from outside."""

    house: House
    director: Visitor
    code: str

    @property
    def news(self) -> EventNews:
        """The events of the house."""
        news: EventNews = self.house.app.state.event_news
        return news

    @property
    def kept(self) -> Kept:
        """The event as it is stored."""
        return self.news.events.now(self.code)

    def path(self, role: Role) -> str:
        """Where a link leads."""
        return role.path(self.kept.stored)

    def send(self, role: Role, *deeds: dict[str, Any]) -> list[dict[str, Any]]:
        """Send deeds as somebody; what is answered to each."""
        path = f"{self.path(role)}/deeds"
        answer = self.director.client.post(path, content=json.dumps(list(deeds)))
        assert answer.status_code == 200, answer.text
        replies: list[dict[str, Any]] = answer.json()["replies"]
        return replies

    def state(self, role: Role) -> Any:
        """What a phone knows."""
        return self.director.client.get(f"{self.path(role)}/state").json()


def deed(key: str, kind: str, **body: Any) -> dict[str, Any]:
    """Something that is sent, with its key."""
    return {"key": key, "kind": kind, "body": body}


def opened(
    house: House,
    scoring: str = "bridge matchpoints",
    names: str = NAMES,
    director: Visitor | None = None,
) -> Club:
    """An evening with everybody on the list."""
    director = director or house.visitor()
    director.get("/club")
    answer = director.post("/club", name="Monday", day="2026-11-16", scoring=scoring)
    found = re.match(r"/club/(\w+)/\w+", answer.headers["location"])
    assert found
    club = Club(house, director, found[1])
    answer = director.post(f"{club.path(Role('director'))}/people", people=names)
    assert answer.status_code == 303, answer.text
    return club


def seated(
    house: House,
    scoring: str = "bridge matchpoints",
    director: Visitor | None = None,
    **asked: str,
) -> Club:
    """An evening in its first proposal."""
    club = opened(house, scoring, director=director)
    answer = club.director.post(f"{club.path(Role('director'))}/seats", chosen="1", **asked)
    assert answer.status_code == 303, answer.text
    return club

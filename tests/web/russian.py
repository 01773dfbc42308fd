"""Visitors who read Russian."""

from __future__ import annotations

from tests.web.visiting import House, Visitor


def russian(house: House, name: str | None = None) -> Visitor:
    visitor = house.visitor(name)
    visitor.client.headers["accept-language"] = "ru"
    return visitor

"""How a player fails: what the match catches and the record names."""

from __future__ import annotations


class PlayerFault(Exception):  # noqa: N818 - a fault is what it is called in a match
    """A player outside the process failed in a way that it can name itself."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind
        self.text = text


class Overrun(BaseException):
    """The move took too long. Not an `Exception`, so that a bot's own `except` won't swallow it."""

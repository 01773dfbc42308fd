"""How a game ends, and how a player fails: the words that records and the archive keep."""

from __future__ import annotations

from enum import StrEnum


class Ending(StrEnum):
    """How a game ended, in a word."""

    UNFINISHED = "unfinished"
    FINISHED = "finished"
    """By the rules."""
    FAULT = "fault"
    """A player failed; the record says how."""
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    OUT_OF_TIME = "out of time"
    """At a live table: a clock ran out."""
    PLAYED_ON = "played on"
    """A file tells the result of a game whose moves go on after its end."""


class FaultKind(StrEnum):
    """What a player did that cost it the game."""

    ILLEGAL_MOVE = "illegal move"
    EXCEPTION = "exception"
    HANG = "hang"
    """One decision took too long."""
    OUT_OF_TIME = "out of time"
    """All decisions together took too long."""
    DEATH = "death"
    """Its process ended."""
    BAD_ANSWER = "bad answer"
    """Its program answered with what is no answer at all."""


class PlayerFault(Exception):  # noqa: N818 - a fault is what it is called in a match
    """A player outside the process failed in a way that it can name itself."""

    def __init__(self, kind: FaultKind, text: str) -> None:
        super().__init__(text)
        self.kind = kind
        self.text = text


class Overrun(BaseException):
    """The move took too long. Not an `Exception`, so that a bot's own `except` won't swallow it."""

"""How a game ends, and how a player fails: the words that records and the archive keep."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from igroteka.text import Text, as_written


class Ending(StrEnum):
    """How a game ended, in a word."""

    UNFINISHED = "unfinished"
    FINISHED = "finished"
    """By the rules."""
    FAULT = "fault"
    """A player failed; the record says how."""
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    ADJUDICATED = "adjudicated"
    """In a match: tables proved who wins."""
    OUT_OF_TIME = "out of time"
    """At a live table: a clock ran out."""
    TOO_LONG = "too long"
    """In a match: it had more actions than any game that ends, and is a draw."""
    PLAYED_ON = "played on"
    """A file tells the result of a game whose moves go on after its end."""


ENDING_WORDS: Final[Mapping[str, Text]] = {
    Ending.UNFINISHED: Text("unfinished"),
    Ending.FINISHED: Text("finished"),
    Ending.FAULT: Text("fault"),
    Ending.RESIGNATION: Text("resignation"),
    Ending.AGREEMENT: Text("agreement"),
    Ending.ADJUDICATED: Text("adjudicated"),
    Ending.OUT_OF_TIME: Text("out of time"),
    Ending.TOO_LONG: Text("too long"),
    Ending.PLAYED_ON: Text("played on"),
}


def ending_words(ending: str) -> Text:
    """How a game ended, for people; a word that a file brought is said as it is."""
    return ENDING_WORDS.get(ending, as_written(ending))


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


FAULT_WORDS: Final[Mapping[str, Text]] = {
    FaultKind.ILLEGAL_MOVE: Text("illegal move"),
    FaultKind.EXCEPTION: Text("exception"),
    FaultKind.HANG: Text("hang"),
    FaultKind.OUT_OF_TIME: Text("out of time"),
    FaultKind.DEATH: Text("death"),
    FaultKind.BAD_ANSWER: Text("bad answer"),
}


def fault_words(kind: str) -> Text:
    """What a player did, for people; a word that a file brought is said as it is."""
    return FAULT_WORDS.get(kind, as_written(kind))


class PlayerFault(Exception):  # noqa: N818 - a fault is what it is called in a match
    """A player outside the process failed in a way that it can name itself."""

    def __init__(self, kind: FaultKind, text: Text, trace: str = "") -> None:
        super().__init__(text)
        self.kind = kind
        self.text = text
        self.trace = trace
        """Where it went wrong, for the author's own terminal."""


class Overrun(BaseException):
    """The move took too long. Not an `Exception`, so that a bot's own `except` won't swallow it."""

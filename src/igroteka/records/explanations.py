"""What people type to explain an action of theirs to the opponents."""

from __future__ import annotations

from typing import Final

from igroteka.contract import IgrotekaError
from igroteka.text import NOTHING, Text, as_written

LONGEST: Final = 200


def read_explanation(typed: str) -> Text:
    """The explanation that somebody typed; nothing if they left it empty.

    Raises `IgrotekaError` for one that is too long, or has letters that can't be seen.
    """
    text = typed.strip()
    if len(text) > LONGEST:
        raise IgrotekaError(
            Text(
                "an explanation has at most {most} letters, but this one has {count}",
                most=LONGEST,
                count=len(text),
            )
        )
    if not text.isprintable():
        raise IgrotekaError(Text("an explanation is one line of letters that can be seen"))
    return as_written(text) if text else NOTHING

"""When problems of a file are the same: a few of them are told each, then they are counted."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from igroteka.text import Text

SAME: Final = 20
"""So many problems of one kind are told each; the last of them stands for all that follow."""
Kind: TypeAlias = tuple[str, tuple[Any, ...]]
"""The template of a sentence, and those of the sentences in it."""


def kind_of(reason: Text) -> Kind:
    """What a sentence says, whatever it says it of."""
    parts = reason.parts.values()
    return reason.template, tuple(kind_of(part) for part in parts if isinstance(part, Text))

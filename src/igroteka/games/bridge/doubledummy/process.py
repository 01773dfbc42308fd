"""What a solver process does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def solving() -> Callable[[tuple[str, tuple[Any, ...]]], Any]:
    """In a solver process: the function that answers, by the name of one in the library."""
    from igroteka.games.bridge.doubledummy import library

    return lambda question: getattr(library, question[0])(*question[1])

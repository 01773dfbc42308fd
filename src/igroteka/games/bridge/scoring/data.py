"""The data files that lie beside the modules."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def table(name: str) -> dict[str, Any]:
    """One of them."""
    return tomllib.loads(files(__package__).joinpath(name).read_text(encoding="utf-8"))

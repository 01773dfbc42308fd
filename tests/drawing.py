"""How many examples the property tests draw, and whether the same ones each time.

`make test` draws the same examples every time, so that a red run is the change's own doing.
`make fuzz` draws others each time and many more.
"""

from __future__ import annotations

import os
from typing import Final

from hypothesis import settings

EFFORT: Final = int(os.environ.get("IGROTEKA_EFFORT", "0"))
"""0 for the fixed examples; otherwise how many times as many to draw at random."""


def load_profile() -> None:
    """Draw so in all tests."""
    count = examples(100).max_examples
    settings.register_profile("all", derandomize=not EFFORT, max_examples=count, deadline=None)
    settings.load_profile("all")


def examples(count: int) -> settings:
    """So many examples for each effort; half of them in a usual run."""
    return settings(max_examples=count * EFFORT or (count + 1) // 2)

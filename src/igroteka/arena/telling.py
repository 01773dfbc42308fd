"""What a user has to know while the work goes on."""

from __future__ import annotations

import sys

from igroteka.text import Text


def tell_on_error_output(sentence: Text) -> None:
    """Say it where it comes into no result."""
    print(sentence, file=sys.stderr, flush=True)

"""What a child writes to its error output: taken in as it comes, and only the last of it kept."""

from __future__ import annotations

import os
from typing import Final

KEPT: Final = 1 << 16
"""Bytes of it that are kept; a child may write as much as it likes."""
MOST_PIECES: Final = 16
"""As many as a pipe may hold."""
LONGEST_WORDS: Final = 500
"""Letters of its last line that are told."""


class ErrorOutput:
    """Our end of the pipe, and the last of what came through it."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._open = True
        self._thread = False
        self._kept = b""

    def take(self) -> bool:
        """Take in what is there; whether more may come."""
        try:
            piece = os.read(self.descriptor, KEPT) if self._open else b""
        except BlockingIOError:
            return True
        self._kept = (self._kept + piece)[-KEPT:]
        return bool(piece)

    def take_all(self) -> None:
        """Take in all until its end, in a thread of its own."""
        self._thread = True
        while self.take():
            pass
        self.close()

    def last_words(self) -> str:
        """The last line of what there is by now."""
        if not self._thread:
            for _ in range(MOST_PIECES):
                self.take()
        lines = self._kept.decode(errors="replace").strip().splitlines()
        return lines[-1][-LONGEST_WORDS:] if lines else ""

    def close(self) -> None:
        """Take in no more; again is harmless."""
        if self._open:
            self._open = False
            os.close(self.descriptor)

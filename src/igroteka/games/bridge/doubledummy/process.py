"""A solver process: reads questions, writes answers, and ends when nobody listens any more."""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
import threading
import time
from typing import Any, Final

LENGTH: Final = struct.Struct("<I")
"""Before every message, how many bytes it has."""


def main() -> None:
    """Answer until the input ends. What goes wrong in Python is an answer too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.dup(1)
    os.dup2(2, 1)  # what the library may print must not be taken for an answer
    threading.Thread(target=_end_without_parent, args=(os.getppid(),), daemon=True).start()
    from igroteka.games.bridge.doubledummy import library

    while (question := _read()) is not None:
        name, arguments = question
        try:
            answer: tuple[str, Any] = ("", getattr(library, name)(*arguments))
        except Exception as error:
            answer = (f"{type(error).__name__}: {error}", None)
        text = pickle.dumps(answer)
        with os.fdopen(os.dup(answers), "wb") as out:
            out.write(LENGTH.pack(len(text)) + text)
    os._exit(0)  # the library's own tidying up may abort the process


def _read() -> tuple[str, tuple[Any, ...]] | None:
    head = sys.stdin.buffer.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    size = LENGTH.unpack(head)[0]
    body = sys.stdin.buffer.read(size)
    if len(body) < size:
        return None
    question: tuple[str, tuple[Any, ...]] = pickle.loads(body)
    return question


def _end_without_parent(parent: int) -> None:
    """A long calculation does not notice that its input ended, so somebody else has to."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)


if __name__ == "__main__":
    main()

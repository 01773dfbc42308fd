"""An alarm that interrupts a bot which thinks for too long.

Where the system has a signal for it, that interrupts whatever the bot does, a wait in foreign code
too. Elsewhere, as on Windows, a thread pretends that a signal came: Python code is interrupted,
foreign code when it is done; who waits in there is left to the watchdog of the worker.
"""

from __future__ import annotations

import _thread
import math
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from igroteka.basics.endings import Overrun

AGAIN: Final = 0.2
"""Seconds at least between two rings of the alarm, so that the first one can be handled."""
HAS_TIMER: Final = hasattr(signal, "SIGALRM") and hasattr(signal, "setitimer")


_heard = False
"""Whether a ring is heard at all; to begin and to stop listening takes longer than to set it."""
_is_set = False
"""Whether it is set: what rang before it was put off may be heard after that."""


@contextmanager
def listening() -> Iterator[None]:
    """Hear every alarm inside, without beginning anew for each."""
    global _heard
    if _heard or threading.current_thread() is not threading.main_thread():
        yield
        return
    number = signal.SIGALRM if HAS_TIMER else signal.SIGABRT
    before = signal.signal(number, _ring)
    _heard = True
    try:
        yield
    finally:
        _heard = False
        signal.signal(number, before)


@contextmanager
def alarm(seconds: float | None) -> Iterator[None]:
    """Raise `Overrun` inside when the time is up, again and again until it gets through.

    Only the main thread of a process can be interrupted; elsewhere the block runs to its end and
    the clock is checked afterwards.
    """
    if seconds is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    if not _heard:
        with listening(), alarm(seconds):
            yield
        return
    _set_timer(seconds, max(seconds, AGAIN))
    try:
        yield
    finally:
        _set_timer(0, 0)


def _ring(number: int, frame: Any) -> None:
    del number, frame
    if _is_set:
        raise Overrun


def _set_timer(seconds: float, again: float) -> None:
    """Ring after so many seconds, and again; 0 is never."""
    global _is_set
    _is_set = seconds > 0
    if HAS_TIMER:
        signal.setitimer(signal.ITIMER_REAL, seconds, again)
    else:
        _bell.set(seconds, again)


class _Bell:
    """A thread that rings in the main one. It is woken only to ring earlier than it would look."""

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._at = self._looks = math.inf
        self._again = AGAIN
        self._begun = False

    def set(self, seconds: float, again: float) -> None:
        with self._change:
            self._at = time.monotonic() + seconds if seconds else math.inf
            self._again = again
            if not self._begun:
                self._begun = True
                threading.Thread(target=self._run, name="bell", daemon=True).start()
            elif self._at < self._looks:
                self._change.notify()

    def _run(self) -> None:
        with self._change:
            while True:
                if (now := time.monotonic()) >= self._at:
                    self._at = now + self._again
                    _thread.interrupt_main(signal.SIGABRT)
                self._looks = self._at
                left = self._at - now
                self._change.wait(min(left, threading.TIMEOUT_MAX))


_bell = _Bell()

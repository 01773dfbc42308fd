"""What kernels are compiled by. Importing this imports Numba.

It is told to whoever wants to know when something has to be compiled that is not kept from before.
"""

from __future__ import annotations

from typing import Any

from numba import njit
from numba.core import event

from igroteka.basics.kernels import compiling

__all__ = ["njit"]


class _Watch(event.Listener):
    def on_start(self, event: Any) -> None:
        compiling(event.data["dispatcher"].py_func.__module__)

    def on_end(self, event: Any) -> None:
        """Nobody asks when it is over."""


event.register("numba:compile", _Watch())

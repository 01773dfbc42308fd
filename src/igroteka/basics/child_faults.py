"""What goes wrong in the process of a bot, as the fault of that bot."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from igroteka.basics.endings import FaultKind, Overrun, PlayerFault
from igroteka.basics.function_process import Failure
from igroteka.basics.processes import Death, Hang
from igroteka.text import as_written


@contextmanager
def told_as_faults() -> Iterator[None]:
    """Raise `Overrun` for a process that hangs, `PlayerFault` for one that dies or fails."""
    try:
        yield
    except Hang:
        raise Overrun from None
    except Death as death:
        raise PlayerFault(FaultKind.DEATH, death.sentence) from death
    except Failure as failure:
        said = as_written(str(failure))
        raise PlayerFault(FaultKind.EXCEPTION, said, failure.trace) from failure

"""Every interpreter that finds this on its path begins without what Windows does not have.

What this machine's libraries need for themselves they get first.
"""

import importlib
import multiprocessing
import os
import select
import signal
import subprocess
import sys
from typing import Any

NEEDED = ("asyncio", "multiprocessing.popen_fork", "multiprocessing.popen_spawn_posix", "psutil")
NO_MODULES = ("fcntl", "resource", "uvloop", "pwd", "grp", "termios", "pty", "tty", "syslog")
MISSING: dict[Any, str] = {
    os: "fork forkpty killpg setsid getpgid register_at_fork nice set_blocking WNOHANG "
    "sched_getaffinity",
    select: "poll epoll",
    signal: "SIGALRM setitimer ITIMER_REAL SIGHUP SIGUSR1 pthread_kill",
}
HANDLED = (signal.SIGABRT, signal.SIGINT, signal.SIGSEGV, signal.SIGTERM)


def take_away() -> None:
    """Do it."""
    for name in NEEDED:
        importlib.import_module(name)
    modules: dict[str, Any] = sys.modules
    modules.update(dict.fromkeys(NO_MODULES))
    for module, names in MISSING.items():
        for name in names.split():
            delattr(module, name)
    multiprocessing.set_start_method("spawn")
    for module, name, kind in (
        (signal, "signal", _handled(signal.signal)),
        (os, "kill", _killing(os.kill)),
        (subprocess, "Popen", _Popen),
    ):
        setattr(module, name, kind)


def _handled(before: Any) -> Any:
    def handle(number: int, handler: Any) -> Any:
        assert number in HANDLED, f"signal {number} is none of Windows"
        return before(number, handler)

    return handle


def _killing(before: Any) -> Any:
    def kill(pid: int, number: int) -> None:
        asking = sys._getframe(1).f_globals["__name__"]
        assert not asking.startswith("igroteka"), "os.kill ends any process on Windows"
        before(pid, number)

    return kill


class _Popen(subprocess.Popen[Any]):
    def __init__(self, *words: Any, pass_fds: Any = (), **more: Any) -> None:
        assert not pass_fds, "a child gets nothing but its standard streams on Windows"
        assert not more.get("preexec_fn")
        assert not more.get("start_new_session")
        super().__init__(*words, **more)


take_away()

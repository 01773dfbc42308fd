"""Bots that take more than their share: memory, processes, the output of the house."""

from __future__ import annotations

import os
from pathlib import Path

from igroteka import Action, Player, View
from igroteka.contract import FilePath


class Eats(Player):
    """Wants three gibibytes."""

    def choose(self, view: View) -> Action:
        bytes(3 << 30)  # which the system promises, and gives when they are used
        return view.actions()[0]


class Prints(Player):
    """Prints at every move, past Python too."""

    def choose(self, view: View) -> Action:
        print("let me think")
        os.write(1, b"let me think\n")
        return view.actions()[0]


class LeavesDaemon(Player):
    """Leaves a process behind that has left its group and its session; then it may die."""

    def __init__(self, file: FilePath, dies: int = 0) -> None:
        self.file = file
        self.dies = dies

    def choose(self, view: View) -> Action:
        if not Path(self.file).exists():
            leave_daemon(self.file, {} if self.dies == 0 else dict(os.environ))
        if self.dies:
            os._exit(3)
        return view.actions()[0]


def leave_daemon(file: str, environment: dict[str, str]) -> None:
    """Fork twice, with a session in between; the grandchild writes its number and sleeps."""
    if os.fork():
        os.wait()
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    command = f"echo $$ > {file}.part; mv {file}.part {file}; exec sleep 1000"
    os.execve("/bin/sh", ["sh", "-c", command], {"PATH": os.defpath, **environment})

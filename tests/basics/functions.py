"""Functions that answer in child processes, well and badly."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any


def counting(first: int) -> Callable[[Any], int]:
    """Says how often it was asked, from this number on."""
    asked = first - 1

    def count(question: Any) -> int:
        nonlocal asked
        asked += 1
        return asked

    return count


def obeying() -> Callable[[tuple[str, Any]], Any]:
    """Does what it is told by the name of a function below."""
    return lambda order: globals()[order[0]](order[1])


def echo(value: Any) -> Any:
    return value


def wait(seconds: float) -> str:
    time.sleep(seconds)
    return f"waited {seconds:g} s"


def divide(by: int) -> float:
    return 1 / by


def leave(status: int) -> None:
    raise SystemExit(status)


def die(status: int) -> None:
    os._exit(status)


def allocate(size: int) -> int:
    return len(bytearray(size))


def start_another(_: None) -> int:
    """A process beside this one, which outlives it if nobody cares."""
    return subprocess.Popen(["sleep", "1000"]).pid


def start_another_and_die(file: str) -> None:
    with open(file, "w") as out:  # noqa: PTH123
        out.write(str(start_another(None)))
    os._exit(3)


def say(number: int) -> None:
    """A line on the output that no other process can get between."""
    os.write(1, f"{number}\n".encode())


def calculate(_: None) -> int:
    """Takes hours, without a moment in which another thread could run."""
    say(os.getpid())
    return sum(range(10**15))


def unreadable(_: None) -> Any:
    return lambda: None


def path(_: None) -> list[str]:
    return sys.path


class _Empty:
    """A callable that counts and is false as a truth value, as an empty list is."""

    def __init__(self) -> None:
        self.count = 0

    def __len__(self) -> int:
        return 0

    def __call__(self, question: object) -> int:
        del question
        self.count += 1
        return self.count


def an_empty_counter() -> _Empty:
    return _Empty()


class Unreadable:
    """What can be written and not read back."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return int, ("nothing",)


def unreadable_answers() -> Callable[[object], Unreadable]:
    return lambda _: Unreadable()

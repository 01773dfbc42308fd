"""What a command should refuse, made from the types of its options and arguments."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.walk.command_tree import Command, Given, Parameter

NONSENSE = "no-such-thing"
NO_FOLDER = "no-such-folder/file"
SURPLUS = ("one-more",) * 40


class Bad(NamedTuple):
    """A command line with something wrong."""

    words: list[str]
    what: str
    """What is wrong with it."""
    sure: bool = True
    """Whether it has to be refused; free text may be fine."""


def wrong_lines(command: Command, good: Given) -> Iterator[Bad]:
    """What goes wrong with a command line that is right but for one thing."""
    yield from _malformed(command, good)
    if not command.runs:
        return
    for parameter in command.parameters:
        for value, sure in _values(parameter):
            width = max(1, parameter.width)
            words = command.written({**good, parameter.name: [value] * width})
            yield Bad(words, f"{parameter.name}={value!r}", sure)


def _malformed(command: Command, good: Given) -> Iterator[Bad]:
    """Options that there are not, values that are missing or too many."""
    right = command.written(good)
    head, rest = right[: len(command.names)], right[len(command.names) :]
    yield Bad([*head, f"--{NONSENSE}", *rest], "an unknown option")
    if command.is_group:
        yield Bad([*command.names, NONSENSE], "an unknown command")
    if not command.runs:
        return
    if not command.is_group and all(each.width > 0 for each in command.parameters):
        yield Bad([*right, *SURPLUS], "too many arguments")
    for each in command.parameters:
        if each.node.required:
            rest_of = {name: words for name, words in good.items() if name != each.name}
            yield Bad(command.written(rest_of), f"{each.name} is missing")
        if each.is_flag:
            yield Bad([*head, f"{each.spelling}={NONSENSE}", *rest], f"{each.name} with a value")
        elif each.is_option:
            yield Bad([*head, each.spelling], f"{each.name} without a value")


def _values(parameter: Parameter) -> Iterator[tuple[str, bool]]:
    """Values, and whether each has to be refused."""
    if parameter.is_flag:
        return
    if parameter.kind in (int, float):
        yield from _numbers(parameter)
    elif issubclass(parameter.kind, Path):
        yield from ((NO_FOLDER, True), (".", True))
    else:
        yield from ((NONSENSE, False), ("", False), (NO_FOLDER, False))


def _numbers(parameter: Parameter) -> Iterator[tuple[str, bool]]:
    least, most = parameter.node.min, parameter.node.max
    yield from ((NONSENSE, True), ("", True))
    yield ("2.5", True) if parameter.kind is int else ("nan", True)
    if parameter.kind is float:
        yield "inf", True
    yield ("-1", False) if least is None else (str(least - 1), True)
    yield ("9" * 30, False) if most is None else (str(most + 1), True)

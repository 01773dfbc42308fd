"""The commands of a command line and what each of them may be given, found from its tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_args

PROGRAM = "igroteka"
LAST_PORT = range(65_000, 65_536)
"""A whole number that may go up to one of these is a port."""

Given = Mapping[str, Sequence[str]]
"""What each parameter of a command is given, by its name; a flag is given no words."""


class Parameter(NamedTuple):
    """An option or an argument of a command."""

    node: Any

    @property
    def name(self) -> str:
        return str(self.node.name)

    @property
    def is_option(self) -> bool:
        return bool(self.node.param_type_name == "option")

    @property
    def is_flag(self) -> bool:
        return bool(getattr(self.node, "is_flag", False))

    @property
    def spelling(self) -> str:
        """The longest way to write an option."""
        return max(map(str, self.node.opts), key=len)

    @property
    def kind(self) -> type:
        """What each of its words is read as."""
        annotation = self.node.type_descriptor.annotation
        inner = [each for each in get_args(annotation) if isinstance(each, type)]
        return inner[0] if inner else annotation

    @property
    def width(self) -> int:
        """How many words it takes at once; -1 for an argument that takes all."""
        return int(self.node.nargs)

    @property
    def is_port(self) -> bool:
        return self.kind is int and self.node.max in LAST_PORT

    def lowest(self) -> str | None:
        """The least whole number that it may be; None if it is none or has no bound."""
        least = self.node.min
        whole = self.kind is int or (self.kind is float and least == 0)
        return str(least) if whole and least is not None else None


class Command(NamedTuple):
    """A command of the tree, or a group of commands."""

    names: tuple[str, ...]
    node: Any

    @property
    def path(self) -> str:
        """How it is typed."""
        return " ".join((PROGRAM, *self.names))

    @property
    def runs(self) -> bool:
        """Whether it does something itself, and is not only a group of commands."""
        return not self.is_group or bool(self.node.invoke_without_command)

    @property
    def is_group(self) -> bool:
        return hasattr(self.node, "commands")

    @property
    def parameters(self) -> list[Parameter]:
        return [Parameter(each) for each in self.node.params]

    @property
    def listens(self) -> bool:
        """Whether others connect to it, so that it goes on until it is stopped."""
        return any(each.is_port for each in self.parameters)

    def parsed(self, words: Sequence[str]) -> Given:
        """Which words each parameter gets. Raises what the command line raises."""
        parser = self.node.make_parser(
            self.node.context_class(self.node, **self.node.context_settings)
        )
        found, rest, _ = parser.parse_args(args=list(words))
        if rest:
            raise ValueError(f"{rest} is left over")
        return {name: _words(value) for name, value in found.items() if value is not None}

    def written(self, given: Given) -> list[str]:
        """The words that give its parameters this."""
        known = self.parameters
        options = [word for each in known if each.is_option for word in _option(each, given)]
        arguments = [
            word for each in known if not each.is_option for word in given.get(each.name, ())
        ]
        return [*self.names, *options, *(["--", *arguments] if arguments else [])]


def _words(value: Any) -> list[str]:
    if isinstance(value, bool):
        return [] if value else ["--no"]
    if isinstance(value, list | tuple):
        return [word for each in value for word in _words(each)]
    return [str(value)]


def _option(each: Parameter, given: Given) -> Iterator[str]:
    if each.name not in given:
        return
    words = given[each.name]
    if each.is_flag:
        yield (each.node.secondary_opts or [each.spelling])[0] if words else each.spelling
    elif each.width > 1:
        for place in range(0, len(words), each.width):
            yield from (each.spelling, *words[place : place + each.width])
    else:
        yield from (f"{each.spelling}={word}" for word in words)


def every_command(tree: Any) -> list[Command]:
    """The tree itself and all that is in it."""
    return list(_below(tree, ()))


def _below(node: Any, names: tuple[str, ...]) -> Iterator[Command]:
    yield Command(names, node)
    for name, inner in getattr(node, "commands", {}).items():
        yield from _below(inner, (*names, name))


def named(tree: Any, words: Sequence[str]) -> tuple[Command, list[str]]:
    """The command that words begin with, and the words behind its name."""
    node, names = tree, list[str]()
    for word in words:
        if word not in getattr(node, "commands", {}):
            break
        node = node.commands[word]
        names.append(word)
    return Command(tuple(names), node), list(words[len(names) :])

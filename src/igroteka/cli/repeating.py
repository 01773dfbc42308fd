"""The command that repeats a run, with everything that its result depends on."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

import typer

LEFT_OUT = frozenset(("json", "records", "markdown", "html", "csv", "jobs", "dask"))
"""Where a run is played and what is made of its result: it is the same with any of these."""
ALWAYS = frozenset(("seed",))
"""Said also where it is the default: without it nothing is repeated."""


def repeating_command(context: typer.Context) -> str:
    """This command as it is typed at a shell."""
    command = context.command
    words = [word for parameter in command.params for word in _words(context, parameter)]
    return shlex.join(["igroteka", command.name or "", *words])


def _words(context: typer.Context, parameter: Any) -> Iterator[str]:
    name = parameter.name or ""
    value = context.params.get(name)
    usual = value == parameter.get_default(context) and name not in ALWAYS
    if name in LEFT_OUT or value is None or usual:
        return
    values = value if isinstance(value, list | tuple) else [value]
    if parameter.param_type_name == "argument":
        yield from map(str, values)
    elif value is True:
        yield parameter.opts[0]
    else:
        for each in values:
            yield from (parameter.opts[0], str(each))

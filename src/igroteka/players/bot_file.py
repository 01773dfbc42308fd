"""A bot's file and its neighbours: the modules and packages of the same folder that it imports.

A folder of bots is imported as a package under a name of its own, and what its files import is
looked for there first. So two bots of different folders may have neighbours of the same name, and
an import that comes late, inside a function, finds the same ones. The standard library and
`igroteka` are nobody's neighbours.
"""

from __future__ import annotations

import ast
import builtins
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from importlib import invalidate_caches
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from igroteka.basics.endings import Overrun
from igroteka.basics.error_words import error_words
from igroteka.contract import IgrotekaError, Player
from igroteka.text import Text, quoted

PREFIX: Final = "igroteka_bots_"
"""How the names begin under which folders are imported."""
_IMPORTING = threading.Lock()
"""A worker with threads must not see a user's module before it is complete."""


class BadBotFile(IgrotekaError):  # noqa: N818 - named after what is wrong
    """There is no such file, it can't be imported, or the bot is not in it."""


def class_in_file(path: Path, name: str) -> type[Player]:
    """The bot of this name in a file, which is imported once a process. Raises `BadBotFile`."""
    with _IMPORTING:
        module = _module(path.resolve())
    found = getattr(module, name, None)
    if not (isinstance(found, type) and issubclass(found, Player)):
        raise BadBotFile(
            Text(
                "{path} has no class {attribute} derived from igroteka.Player",
                path=path,
                attribute=quoted(name),
            )
        )
    return found


def bots_in_file(path: Path) -> list[str]:
    """The bots that a file itself defines, in its order. Raises `BadBotFile`."""
    with _IMPORTING:
        module = _module(path.resolve())
    return [
        name
        for name, found in vars(module).items()
        if isinstance(found, type)
        and issubclass(found, Player)
        and found.__module__ == module.__name__
        and not getattr(found, "__abstractmethods__", None)
    ]


def sources(path: Path) -> list[Path]:
    """The file and all neighbours that it imports, they and theirs, wherever in the code.

    What is imported by a name that the program makes up is not found.
    """
    invalidate_caches()
    folder, found = path.resolve().parent, [path.resolve()]
    for file in found:
        named = {each for name in _imported(file, folder) for each in _files(folder, name)}
        found += sorted(named.difference(found))
    return found


def _imported(file: Path, folder: Path) -> Iterator[str]:
    """What a file imports, as names that begin in the folder; nothing if it is no Python."""
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError):
        return
    package = file.relative_to(folder).parent.parts
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            inside = package[: len(package) - node.level + 1] if node.level else ()
            begin = ".".join((*inside, *filter(None, [node.module])))
            yield from (f"{begin}.{each.name}".lstrip(".") for each in node.names)


def _files(folder: Path, name: str) -> Iterator[Path]:
    """The files that are run when this name is imported; it may end with what is no module."""
    if not _is_neighbour(folder, name.partition(".")[0]):
        return
    where: Sequence[str] = [str(folder)]
    for part in name.split("."):
        spec = PathFinder.find_spec(part, where)
        if spec is None:
            return
        if spec.origin is not None:
            yield Path(spec.origin)
        where = list(spec.submodule_search_locations or ())


def _is_neighbour(folder: Path, name: str) -> bool:
    if name in sys.stdlib_module_names or name == "igroteka":
        return False
    spec = PathFinder.find_spec(name, [str(folder)])
    return spec is not None and spec.origin is not None


def _module(path: Path) -> ModuleType:
    if not path.is_file():
        raise BadBotFile(Text("there is no file {path}", path=path))
    folder = _folder(path.parent)
    name = f"{folder}.{path.stem.replace('.', '·')}"
    if name in sys.modules:
        return sys.modules[name]
    invalidate_caches()
    spec = spec_from_file_location(name, path, loader=_Loader(name, str(path)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Overrun:
        del sys.modules[name]
        raise
    except BaseException as error:  # a file that leaves the program leaves it for nobody else
        del sys.modules[name]
        raise BadBotFile(
            Text("{path} fails when imported: {reason}", path=path.name, reason=error_words(error))
        ) from error
    return module


def _folder(folder: Path) -> str:
    """The name of the package that a folder is imported as."""
    name = f"{PREFIX}{abs(hash(folder)):x}"
    if name not in sys.modules:
        package = ModuleType(name)
        package.__path__ = [str(folder)]
        sys.modules[name] = package
        if not any(isinstance(each, _Finder) for each in sys.meta_path):
            sys.meta_path.insert(0, _Finder())
    return name


class _Finder(MetaPathFinder):
    """Finds the modules of such folders, and has them import their neighbours in their turn."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(PREFIX) or path is None:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(fullname, spec.loader.path)
        return spec


class _Loader(SourceFileLoader):
    """Runs a file with an `import` of its own."""

    def exec_module(self, module: ModuleType) -> None:
        folder = module.__name__.partition(".")[0]
        own = {**vars(builtins), "__import__": _importing(folder)}
        vars(module)["__builtins__"] = own
        super().exec_module(module)


def _importing(package: str) -> Callable[..., Any]:
    """What an import statement does in the files of a folder."""
    folder = Path(sys.modules[package].__path__[0])

    def import_(
        name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0
    ) -> Any:
        top = name.partition(".")[0]
        if level or not _is_neighbour(folder, top):
            return builtins.__import__(name, globals, locals, fromlist, level)
        found = builtins.__import__(f"{package}.{name}", globals, locals, fromlist or (), 0)
        return found if fromlist else sys.modules[f"{package}.{top}"]

    return import_

"""Compiled code: never older than its sources, and known to be there or not."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

_listener: Callable[[str], None] | None = None


def forget_stale_code(folder: Path) -> None:
    """Drop Numba's cache of a folder's kernels if any file of the folder has changed.

    Numba itself looks only at the file of a cached function, not at those that it calls.
    """
    digest = _digest(folder)
    cache = folder / "__pycache__"
    stamp = cache / "kernel.digest"
    with suppress(OSError):  # a folder that can't be written has its cache elsewhere
        if not stamp.exists() or stamp.read_text() != digest:
            cache.mkdir(exist_ok=True)
            for compiled in cache.glob("*.nb[ic]"):
                compiled.unlink()
            stamp.write_text(digest)


def _digest(folder: Path) -> str:
    sources = b"".join(path.read_bytes() for path in sorted(folder.glob("*.py")))
    return hashlib.blake2b(sources, digest_size=16).hexdigest()


def is_prepared(package: str) -> bool:
    """Whether all that a package of kernels needs was compiled here before, as it is now."""
    stamp = _stamp(package)
    with suppress(OSError):
        return stamp.exists() and stamp.read_text() == _edition(package)
    return False


def mark_prepared(package: str) -> None:
    """Note that all of a package is compiled, where that can be kept."""
    with suppress(OSError):
        _stamp(package).parent.mkdir(parents=True, exist_ok=True)
        _stamp(package).write_text(_edition(package))


def _folder(package: str) -> Path:
    found = find_spec(package)
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent


def _stamp(package: str) -> Path:
    """Beside what is compiled."""
    elsewhere = os.environ.get("NUMBA_CACHE_DIR")
    cache = Path(elsewhere) if elsewhere else _folder(package) / "__pycache__"
    return cache / f"{package}.prepared"


def _edition(package: str) -> str:
    return f"{_digest(_folder(package))} {version('numba')} {sys.version}"


def tell_of_compiling(listener: Callable[[str], None]) -> None:
    """From now on call this, and nothing else, with the module of a kernel that is compiled."""
    global _listener
    _listener = listener


def compiling(module: str) -> None:
    """Something of this module is compiled now."""
    if _listener is not None:
        _listener(module)

"""Compiled code that is never older than its sources."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path


def forget_stale_code(folder: Path) -> None:
    """Drop Numba's cache of a folder's kernels if any file of the folder has changed.

    Numba itself looks only at the file of a cached function, not at those that it calls.
    """
    sources = b"".join(path.read_bytes() for path in sorted(folder.glob("*.py")))
    digest = hashlib.blake2b(sources, digest_size=16).hexdigest()
    cache = folder / "__pycache__"
    stamp = cache / "kernel.digest"
    with suppress(OSError):  # a folder that can't be written has its cache elsewhere
        if not stamp.exists() or stamp.read_text() != digest:
            cache.mkdir(exist_ok=True)
            for compiled in cache.glob("*.nb[ic]"):
                compiled.unlink()
            stamp.write_text(digest)

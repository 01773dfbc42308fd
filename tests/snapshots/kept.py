"""The kept files: compared with what is said now, and written anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import unified_diff
from pathlib import Path

FOLDER = Path(__file__).parent / "files"
MOST_LINES = 200
"""Lines of a difference that are shown for one file."""


def differences(found: Mapping[str, str], part: str) -> str:
    """How the texts of a part differ from the kept files; empty if they don't."""
    return "\n".join(
        line
        for name in sorted({*found, *kept_names(part)})
        for line in _difference(name, _kept(name), found.get(name, ""))
    )


def kept_names(part: str) -> list[str]:
    """The names of a part's files, as they stand in the folder."""
    return [
        path.relative_to(FOLDER).as_posix() for path in (FOLDER / part).rglob("*") if path.is_file()
    ]


def write(found: Mapping[str, str], part: str) -> None:
    """Keep these texts as the whole of a part."""
    for name in kept_names(part):
        (FOLDER / name).unlink()
    for name, text in found.items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def _kept(name: str) -> str:
    path = FOLDER / name
    return path.read_bytes().decode() if path.is_file() else ""


def _difference(name: str, before: str, now: str) -> Iterator[str]:
    if before == now:
        return
    lines = list(
        unified_diff(
            before.splitlines(), now.splitlines(), f"kept {name}", f"{name} now", lineterm=""
        )
    )
    yield from lines[:MOST_LINES] or [f"{name}: only the ends of lines differ"]
    if len(lines) > MOST_LINES:
        yield f"… and {len(lines) - MOST_LINES} lines more of {name}"

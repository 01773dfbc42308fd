"""JSON that a person can read, without what is different every time."""

from __future__ import annotations

import json
import re
from typing import Any

WIDTH = 100
DIGITS = 12
"""Digits of a fraction that are the same on every processor."""
CHANGING = {
    "fingerprint": "FINGERPRINT",
    "key": "KEY",
    "leaves_per_second": "RATE",
    "move_seconds": "SECONDS",
    "seconds": "SECONDS",
    "started": "TIME",
    "timing": "SECONDS",
    "token": "TOKEN",
    "versions": "VERSIONS",
}
"""Fields that differ from run to run, and what stands for them."""


def steadied(value: Any) -> Any:
    """A value of JSON with what changes from run to run replaced."""
    if isinstance(value, dict):
        return {
            key: CHANGING[key] if key in CHANGING and each is not None else steadied(each)
            for key, each in value.items()
        }
    if isinstance(value, list):
        return [steadied(each) for each in value]
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value


def pretty(value: Any, indent: int = 0) -> str:
    """A value on one line if it is short, else each of its parts on a line of its own."""
    line = json.dumps(value, ensure_ascii=False)
    if indent + len(line) <= WIDTH or not isinstance(value, dict | list) or not value:
        return line
    space = " " * (indent + 2)
    if isinstance(value, dict):
        parts = [f"{space}{json.dumps(key)}: {pretty(value[key], indent + 2)}" for key in value]
        return "{\n" + ",\n".join(parts) + "\n" + " " * indent + "}"
    if not any(isinstance(each, dict | list) for each in value):
        return "[\n" + _filled(value, space) + "\n" + " " * indent + "]"
    parts = [space + pretty(each, indent + 2) for each in value]
    return "[\n" + ",\n".join(parts) + "\n" + " " * indent + "]"


def _filled(values: list[Any], space: str) -> str:
    """Plain values, as many on a line as there is room for."""
    lines = [space]
    for number, value in enumerate(values, start=1):
        word = json.dumps(value, ensure_ascii=False) + ("," if number < len(values) else "")
        if len(lines[-1]) > len(space) and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append(space)
        lines[-1] += word if lines[-1] == space else f" {word}"
    return "\n".join(lines)


def pretty_line(text: str, separators: tuple[str, str] = (", ", ": ")) -> str:
    """A line of JSON, readable; what is not written as the house writes it is an error."""
    value = json.loads(text)
    written = json.dumps(value, ensure_ascii=False, separators=separators)
    assert written == text.rstrip("\n"), text
    return pretty(steadied(value)) + "\n"


def without_times(text: str) -> str:
    """Words in which seconds and rates are replaced, and nothing is said of compiling."""
    text = re.sub(r"(?m)^Preparing \w+ for the first time.*\n", "", text)
    text = re.sub(r"(?m)^Time a move,.*\n(?: .*\n)+", "TIMES\n", text)
    text = re.sub(r"\b\d+(\.\d+)? ?s\b", "SECONDS", text)
    return re.sub(r"\d[\d,.]* (M|k)?/s\b", "RATE", text)
